import Foundation
import HeanTestSupport
import Testing

@testable import HeanConsole

/// What a killed writer, a power cut or an editor may leave at the end of a file.
@Suite struct TornTailTests {
  private let directory: TemporaryDirectory
  private let file: SnapshotFile
  private let next = PnLSnapshot.sample(period: "2026-11-21T04:00:00Z")

  init() throws {
    directory = try TemporaryDirectory()
    file = SnapshotFile(path: directory.file("pnl"))
  }

  /// A whole file of two rows.
  private func whole(_ format: SnapshotFormat) -> String {
    format.document(.sample(period: "2026-11-21T02:00:00Z")) + format.row(.sample()) + "\n"
  }

  @Test(arguments: [SnapshotFormat.csv, .ndjson, .influx])
  func `whatever byte a write stopped at, the next append ends in whole rows`(format: SnapshotFormat) throws {
    let whole = Array(whole(format).utf8)
    let nextRow = format.row(next) + "\n"
    for length in stride(from: 0, to: whole.count, by: Sample.isWhole ? 1 : 3) {
      let torn = whole.prefix(length)
      try Data(torn).write(to: URL(filePath: file.path))
      try? FileManager.default.removeItem(atPath: file.path + ".torn")

      let result = try file.append(next, format: format)

      // What was whole before stays; a row that lacks only its newline is whole.
      let lastNewline = torn.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let fragment = torn[lastNewline...]
      let lineEnd = whole[length...].firstIndex(of: UInt8(ascii: "\n")) ?? whole.count
      let isWholeLine = !fragment.isEmpty && lineEnd == length
      let isHeaderPart = lastNewline == 0 && format == .csv
      var expected = String(decoding: isWholeLine ? torn + [UInt8(ascii: "\n")] : torn[..<lastNewline], as: UTF8.self)
      if expected.isEmpty, let header = format.header { expected = header + "\n" }
      #expect(try directory.text("pnl") == expected + nextRow)

      let isSaved = !fragment.isEmpty && !isWholeLine && !isHeaderPart
      #expect(result == .appended(savedFragment: isSaved ? file.path + ".torn" : nil))
      #expect(
        (try? directory.text("pnl.torn")) == (isSaved ? String(decoding: fragment, as: UTF8.self) + "\n" : nil))
    }
  }

  @Test(arguments: [SnapshotFormat.csv, .ndjson])
  func `a row without its newline counts as recorded`(format: SnapshotFormat) throws {
    let text = String(whole(format).dropLast())
    try directory.write(text, to: "pnl")
    #expect(try file.append(.sample(), format: format) == .alreadyRecorded(period: "2026-11-21T03:00:00Z"))
    #expect(try directory.text("pnl") == text)
    #expect(try file.append(next, format: format) == .appended(savedFragment: nil))
    #expect(try directory.text("pnl") == text + "\n" + format.row(next) + "\n")
  }

  @Test func `zeros that a power cut left are put aside like any fragment`() throws {
    let zeros = String(repeating: "\0", count: 64)
    try directory.write(whole(.csv) + zeros, to: "pnl")
    #expect(try file.append(next, format: .csv) == .appended(savedFragment: file.path + ".torn"))
    #expect(try directory.text("pnl") == whole(.csv) + SnapshotFormat.csv.row(next) + "\n")
    #expect(try directory.text("pnl.torn") == zeros + "\n")
  }

  @Test func `fragments gather in one place`() throws {
    for cell in ["a,b", "c"] {
      let text = (try? directory.text("pnl")) ?? whole(.csv)
      try directory.write(text + cell, to: "pnl")
      _ = try file.append(.sample(period: nil), format: .csv)
    }
    #expect(try directory.text("pnl.torn") == "a,b\nc\n")
  }

  @Test func `without a place for the fragment nothing is cut`() throws {
    try FileManager.default.createDirectory(atPath: file.path + ".torn", withIntermediateDirectories: true)
    try directory.write(whole(.csv) + "fragment", to: "pnl")
    #expect(throws: SnapshotError.self) { try file.append(next, format: .csv) }
    #expect(try directory.text("pnl") == whole(.csv) + "fragment")
  }
}
