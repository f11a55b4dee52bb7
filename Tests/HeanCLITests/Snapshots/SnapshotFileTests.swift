import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

@Suite struct SnapshotFileTests {
  private let directory: TemporaryDirectory
  private let file: SnapshotFile
  private let header = SnapshotFormatTests.header
  private let row = SnapshotFormatTests.row

  init() throws {
    directory = try TemporaryDirectory()
    file = SnapshotFile(path: directory.file("pnl"))
  }

  private func append(
    _ snapshot: PnLSnapshot = .sample(), _ format: SnapshotFormat = .csv
  ) -> Result<SnapshotFile.AppendResult, SnapshotError> {
    do throws(SnapshotError) {
      return .success(try file.append(snapshot, format: format))
    } catch {
      return .failure(error)
    }
  }

  private func failure(_ snapshot: PnLSnapshot = .sample(), _ format: SnapshotFormat = .csv) -> SnapshotError? {
    if case .failure(let error) = append(snapshot, format) { error } else { nil }
  }

  private let appended = Result<SnapshotFile.AppendResult, SnapshotError>.success(.appended(savedFragment: nil))

  @Test func `a new csv file gets header and row, then rows`() throws {
    #expect(append() == appended)
    #expect(append(.empty) == appended)
    #expect(try directory.text("pnl") == "\(header)\n\(row)\n\(SnapshotFormat.csv.row(.empty))\n")
    #expect(try FileStatus.of(file.path).permissions.description == "0644")
    #expect(try directory.names() == ["pnl"])
  }

  @Test func `a new ndjson file is rows alone`() throws {
    #expect(append(.sample(), .ndjson) == appended)
    #expect(append(.empty, .ndjson) == appended)
    #expect(
      try directory.text("pnl") == SnapshotFormat.ndjson.document(.sample()) + SnapshotFormat.ndjson.document(.empty))
  }

  @Test(arguments: [SnapshotFormat.csv, .ndjson, .influx])
  func `one row a profile and period`(format: SnapshotFormat) throws {
    #expect(append(.sample(), format) == appended)
    let before = try directory.text("pnl")
    #expect(append(.sample(), format) == .success(.alreadyRecorded(period: "2026-11-21T03:00:00Z")))
    #expect(try directory.text("pnl") == before)
    #expect(append(.sample(profile: "other"), format) == appended)
    #expect(append(.sample(period: "2026-11-21T04:00:00Z"), format) == appended)
    #expect(append(.sample(), format) == .success(.alreadyRecorded(period: "2026-11-21T03:00:00Z")))
    #expect(append(.sample(period: nil), format) == appended)
    #expect(append(.sample(period: nil), format) == appended)
    #expect(try directory.text("pnl").split(separator: "\n").count == (format == .csv ? 6 : 5))
  }

  @Test(arguments: [SnapshotFormat.csv, .ndjson])
  func `a period further back than the window is still found`(format: SnapshotFormat) throws {
    var file = file
    file.window = 1_000
    for hour in 10..<24 { _ = try file.append(.sample(period: "2026-11-20T\(hour):00:00Z"), format: format) }
    _ = try file.append(.sample(period: "2026-11-20T10:00:00Z", profile: "other"), format: format)
    for hour in 10..<24 {
      #expect(
        try file.append(.sample(period: "2026-11-20T\(hour):00:00Z"), format: format)
          == .alreadyRecorded(period: "2026-11-20T\(hour):00:00Z"))
    }
    #expect(try file.append(.sample(period: "2026-11-20T09:00:00Z"), format: format) == .appended(savedFragment: nil))
    #expect(try file.append(.sample(), format: format) == .appended(savedFragment: nil))
    #expect(
      try file.append(.sample(period: "2026-11-20T10:00:00Z", profile: "other"), format: format)
        == .alreadyRecorded(period: "2026-11-20T10:00:00Z"))
  }

  @Test(arguments: [SnapshotFormat.csv, .ndjson, .influx])
  func `one file is of one engine`(format: SnapshotFormat) throws {
    #expect(append(.sample(), format) == appended)
    let before = try directory.text("pnl")
    var other = PnLSnapshot.sample(period: "2026-11-21T04:00:00Z", profile: "other")
    other.engineURL = "http://127.0.0.1:8001"
    let error = failure(other, format)
    #expect(error == .otherEngine(path: file.path, fileHolds: "http://127.0.0.1:8000", row: "http://127.0.0.1:8001"))
    #expect(error?.nextStep == "name a file of its own for each engine")
    #expect(try directory.text("pnl") == before)
    #expect(append(.sample(period: "2026-11-21T04:00:00Z"), format) == appended)
  }

  @Test func `rows of JSON go on in the version that the file has`() throws {
    let first = SnapshotFormat.ndjson.row(.sample(period: "2026-11-21T02:00:00Z"), layout: .first)
    try directory.write(first + "\n", to: "pnl")
    var other = PnLSnapshot.sample()
    // A row of version 1 does not name its engine, so nothing can be compared.
    other.engineURL = "http://127.0.0.1:9999"
    #expect(append(other, .ndjson) == appended)
    #expect(append(other, .ndjson) == .success(.alreadyRecorded(period: "2026-11-21T03:00:00Z")))
    let lines = try directory.text("pnl").split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("hean.pnl_snapshot/1") && !$0.contains("engine_url") })
  }

  @Test func `a document is for standard output, or replaces its file`() throws {
    #expect(failure(.sample(), .openmetrics)?.nextStep == "use --to FILE, which replaces the file whole")
    let document = SnapshotDocument(path: file.path)
    #expect(throws: SnapshotError.notReplaceable(.csv)) { try document.write(.sample(), format: .csv) }
    try document.write(.sample(), format: .openmetrics)
    try document.write(.empty, format: .openmetrics)
    #expect(try directory.text("pnl") == SnapshotFormat.openmetrics.document(.empty))
    #expect(try FileStatus.of(file.path).permissions.description == "0644")
    try document.write(.sample(), format: .json)
    #expect(try directory.text("pnl") == SnapshotFormat.json.document(.sample()))
    #expect(try directory.names() == ["pnl"])
    try directory.write("a diary\n", to: "pnl")
    #expect(throws: SnapshotError.notOurs(path: file.path)) { try document.write(.sample(), format: .json) }
    #expect(try directory.text("pnl") == "a diary\n")
  }

  @Test func `json is for standard output`() {
    let error = failure(.sample(), .json)
    #expect(error?.message == "json cannot be appended to a file")
    #expect(error?.nextStep == "use --format ndjson: one JSON object a line")
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test(arguments: [
    ("as_of,periods,profile\n", "column 2 is \"periods\" where \"period\" is expected"),
    ("as_of,period\n", "it has 2 columns where 25 are expected"),
    (SnapshotFormatTests.header + ",more\n", "it has 26 columns where 25 are expected"),
    (SnapshotFormatTests.header + "\r\n", "column 25 is \"schema?\" where \"schema\" is expected"),
    ("\u{FEFF}" + SnapshotFormatTests.header + "\n", "column 1 is \"\u{FEFF}as_of\" where \"as_of\" is expected"),
    ("a diary\n\nwith lines", "column 1 is \"a diary\" where \"as_of\" is expected"),
    ("no line at all", "column 1 is \"no line at all\" where \"as_of\" is expected"),
    ("\n", "column 1 is \"\" where \"as_of\" is expected"),
  ])
  func `a file with another header is not touched`(text: String, difference: String) throws {
    try directory.write(text, to: "pnl")
    let error = failure()
    #expect(error?.message == "\"\(file.path)\" has another header: \(difference); nothing was written")
    #expect(error?.nextStep == "name a new file, or move this one away")
    #expect(try directory.text("pnl") == text)
  }

  /// Cron goes on through an upgrade.
  @Test(arguments: [65_536, 400], [SnapshotLayout.unchecked, .first])
  func `a file that was begun with old columns goes on with them`(window: Int, layout: SnapshotLayout) throws {
    for end in ["", "\n"] { try goesOn(window, layout, end) }
  }

  private func goesOn(_ window: Int, _ layout: SnapshotLayout, _ end: String) throws {
    let old = layout.header
    let row = { (period: String) in SnapshotFormat.csv.row(.sample(period: period), layout: layout) }
    let hours = (10..<16).map { "2026-11-20T\($0):00:00Z" }
    try directory.write(([old] + hours.map(row)).joined(separator: "\n") + end, to: "pnl")
    var file = file
    file.window = window
    #expect(try file.append(.sample(period: hours[0]), format: .csv) == .alreadyRecorded(period: hours[0]))
    #expect(try file.append(.sample(), format: .csv) == .appended(savedFragment: nil))
    let lines = try directory.text("pnl").split(separator: "\n").map(String.init)
    #expect(lines.count == 8 && lines[0] == old && lines[7] == row("2026-11-21T03:00:00Z"))
    #expect(
      lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == layout.columns.count })
  }

  @Test func `the header is looked at in a long file as well`() throws {
    var file = file
    file.window = 500
    let text = "other,header\n" + String(repeating: row + "\n", count: 10)
    try directory.write(text, to: "pnl")
    #expect(throws: SnapshotError.self) { try file.append(.sample(), format: .csv) }
    #expect(try directory.text("pnl") == text)
  }

  @Test func `lines that are no rows stop the append`() throws {
    let csv = "\(header)\n\(row)\nbroken,row\n"
    try directory.write(csv, to: "pnl")
    #expect(
      failure()?.message
        == "\"\(file.path)\" holds a line that is no row of a snapshot: \"broken,row\"; nothing was written")
    #expect(try directory.text("pnl") == csv)
    for line in ["{\"level\": \"info\"}", "text", "[]", row] {
      try directory.write(line + "\n", to: "pnl")
      #expect(failure(.sample(), .ndjson) != nil)
      #expect(try directory.text("pnl") == line + "\n")
    }
    try directory.write(SnapshotFormat.ndjson.document(.sample()), to: "pnl")
    #expect(failure() != nil)
  }

  @Test(arguments: [SnapshotFormat.csv, .ndjson])
  func `practice and real rows do not share a file`(format: SnapshotFormat) throws {
    #expect(append(.sample(), format) == appended)
    let real = try directory.text("pnl")
    let practice = failure(.sample(period: "2026-11-21T05:00:00Z", mode: "practice"), format)
    #expect(
      practice?.message
        == "\"\(file.path)\" holds rows of a real engine and this row is from the practice engine; nothing was written")
    #expect(practice?.nextStep == "name a file of its own for practice rows")
    #expect(try directory.text("pnl") == real)

    try FileManager.default.removeItem(atPath: file.path)
    #expect(append(.sample(mode: "practice"), format) == appended)
    #expect(
      failure(.sample(period: "2026-11-21T05:00:00Z"), format)?.message
        == "\"\(file.path)\" holds practice rows and this row is from a real engine; nothing was written")
  }

  @Test func `streams, pipes and directories are no files to append to`() throws {
    for path in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
      let error = SnapshotError.notAFile(path: path, reason: "it names a stream, not a file")
      #expect(throws: error) { try SnapshotFile(path: path).append(.sample(), format: .csv) }
      #expect(error.message == "cannot append to \"\(path)\": it names a stream, not a file")
      #expect(error.nextStep == "name a regular file, or leave --append out to write to standard output")
    }
    #expect(throws: SnapshotError.notAFile(path: "", reason: "the path is empty")) {
      try SnapshotFile(path: "").append(.sample(), format: .csv)
    }
    #expect(
      throws: SnapshotError.notAFile(path: "/dev/full", reason: "it is a character device, not a regular file")
    ) { try SnapshotFile(path: "/dev/full").append(.sample(), format: .csv) }
    #expect(throws: SnapshotError.notAFile(path: directory.path, reason: "it is a directory, not a regular file")) {
      try SnapshotFile(path: directory.path).append(.sample(), format: .csv)
    }
    let missing = directory.file("none/pnl")
    #expect(
      throws: SnapshotError.cannotWrite(reason: "cannot open \"\(missing)\": its directory does not exist")
    ) { try SnapshotFile(path: missing).append(.sample(), format: .csv) }
  }

  @Test func `a lock that never comes free is an error`() throws {
    var file = file
    file.lockDeadline = .milliseconds(20)
    let holder = try LockedFile(path: file.path)
    let error = SnapshotError.locked(path: file.path, after: .milliseconds(20))
    #expect(throws: error) { try file.append(.sample(), format: .csv) }
    #expect(
      error.message == "\"\(file.path)\" stayed locked by another process for 20ms; nothing was written")
    #expect(error.nextStep == "see who holds it: fuser FILE; then run this again")
    _ = consume holder
    #expect(append() == appended)
  }

  @Test func `a full disk leaves the file as it was`() async throws {
    #expect(append() == appended)
    let before = try directory.text("pnl")
    let (path, limit) = (file.path, before.utf8.count + 50)
    await #expect(processExitsWith: .success) { [path = path as String, limit = limit as Int] in
      try LimitedDisk.enter(bytes: limit)
      #expect(throws: SnapshotError.cannotWrite(reason: "cannot write \"\(path)\": File too large")) {
        try SnapshotFile(path: path).append(.sample(period: "2026-11-21T04:00:00Z"), format: .csv)
      }
    }
    #expect(try directory.text("pnl") == before)
    #expect(append(.sample(period: "2026-11-21T04:00:00Z")) == appended)
  }
}
