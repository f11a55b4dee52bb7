import Foundation
import HeanCore
import Testing

@testable import HeanConsole

/// `--from FILE`: equity from the rows that `pnl snapshot` appends.
struct SnapshotEquityTests {
  private static let now = Date(timeIntervalSince1970: 1_795_000_000)

  private func file(_ text: String) throws -> String {
    let path = Console.freshHome() + "/pnl.csv"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func snapshot(
    _ day: Int, _ equity: Decimal?, profile: String = "practice", mode: String = "practice"
  ) -> PnLSnapshot {
    PnLSnapshot(
      asOf: Date(timeIntervalSince1970: 1_790_000_000 + Double(day) * 86_400), profile: profile,
      mode: mode, engineState: "RUNNING", equity: equity)
  }

  private func text(_ format: SnapshotFormat, _ snapshots: [PnLSnapshot]) -> String {
    ([format.header] + snapshots.map { format.row($0) }).compactMap(\.self).map { $0 + "\n" }.joined()
  }

  @Test(arguments: [SnapshotFormat.csv, .ndjson])
  func `rows of the profile with an equity`(format: SnapshotFormat) throws {
    let rows = [
      snapshot(0, 100), snapshot(1, Decimal(string: "101.5")), snapshot(2, nil), snapshot(3, 7, profile: "main"),
      snapshot(4, 103),
    ]
    let path = try file(text(format, rows) + "unfinished,li")
    let read = try SnapshotEquity(path: path, profile: "practice", now: Self.now)
    #expect(read.readings.map(\.equity) == [100, 101.5, 103] && read.unknown == 1 && read.others == ["main"])
    #expect(read.foreign == 1)
  }

  @Test func `lines that another program has saved end otherwise`() throws {
    let lines = text(.csv, [snapshot(0, 100), snapshot(1, 101)]).replacing("\n", with: "\r\n")
    #expect(
      try SnapshotEquity(path: try file(lines), profile: "practice", now: Self.now).readings.map(\.equity) == [
        100, 101,
      ])
  }

  @Test func `a byte-order mark is taken, another encoding and a doubled column are named`() throws {
    let lines = text(.csv, [snapshot(0, 100), snapshot(1, 101)])
    let marked = try SnapshotEquity(path: try file("\u{FEFF}" + lines), profile: "practice", now: Self.now)
    #expect(marked.readings.map(\.equity) == [100, 101])
    func refusal(_ data: Data) throws -> String {
      let path = Console.freshHome() + "/pnl.csv"
      try data.write(to: URL(filePath: path))
      let failure = #expect(throws: Failure.self) {
        try SnapshotEquity(path: path, profile: "practice", now: Self.now)
      }
      return failure?.message ?? ""
    }
    #expect(try refusal(try #require(lines.data(using: .utf16))).contains("is UTF-16"))
    let twice = lines.replacing("equity,", with: "equity,equity,", maxReplacements: 1)
    #expect(try refusal(Data(twice.utf8)).contains("names equity twice"))
    let header = try #require(SnapshotFormat.csv.header)
    #expect(try refusal(Data((header + "\n").utf8)).contains("has no rows"))
  }

  @Test func `what was left out of the file stands in documents too`() async throws {
    let path = try file(text(.csv, [snapshot(0, 100), snapshot(1, nil), snapshot(40_000, 102), snapshot(2, 101)]))
    let ran = await Console().run("--practice", "analytics", "equity", "--from", path, "--json")
    let document = try JSONValue(reading: Data(ran.output.utf8))
    guard case .array(let told)? = document["warnings"], case .array(let rows)? = document["data"] else {
      Issue.record("\(ran)")
      return
    }
    let warnings = told.compactMap(\.text)
    #expect(warnings.contains { $0.contains("has no equity") } && warnings.contains { $0.contains("has not come") })
    #expect(rows.count == 2)
  }

  @Test func `paper money and real money are no one curve`() async throws {
    let rows = [
      snapshot(0, 100, mode: "paper"), snapshot(1, 101, mode: "paper"), snapshot(2, 5000, mode: "live"),
      snapshot(3, 5001, mode: "live"),
    ]
    let path = try file(text(.csv, rows))
    let read = try SnapshotEquity(path: path, profile: "practice", now: Self.now)
    #expect(read.readings.map(\.equity) == [5000, 5001] && read.otherModes == ["paper": 2])
    let ran = await Console(columns: 140).run("--practice", "analytics", "equity", "--from", path)
    #expect(ran.code == .ok && ran.errors.contains("2 rows of") && ran.errors.contains("are of mode paper"), "\(ran)")
  }

  @Test func `without a point nothing is said about falls, and the columns stay those of falls`() async throws {
    let path = try file(text(.csv, [snapshot(0, 100), snapshot(1, 90)]))
    let line = ["--practice", "analytics", "drawdown", "--from", path, "--until", "2020-01-01"]
    let ran = await Console(columns: 100).run(line)
    #expect(ran.output.contains("Equity is not known: there is no point of that time."), "\(ran)")
    #expect(!ran.output.contains("never fell"), "\(ran)")
    let table = await Console().run(line + ["-o", "csv"])
    #expect(table.output.hasPrefix("depth,amount,peak_at,"), "\(table)")
  }

  @Test func `what can be read is drawn, with gaps told`() async throws {
    let days = [0, 1, 2, 3, 6, 7]
    let path = try file(text(.csv, days.map { snapshot($0, Decimal(1000 + $0 * 10)) }))
    let ran = await Console(columns: 80).run("--practice", "analytics", "--from", path)
    #expect(
      ran.code == .ok && ran.output.contains("equity of the snapshots, 4 daily returns, and 2 days without"), "\(ran)")
    let equity = await Console().run(
      "--practice", "analytics", "equity", "--from", path, "-o", "csv", "--fields", "equity")
    #expect(equity.output == "equity\n1000\n1010\n1020\n1030\n1060\n1070\n", "\(equity)")
  }

  @Test func `a file that cannot be used is refused with the reason`() async throws {
    let cases = [
      ("/nowhere/pnl.csv", "does not exist"), (try file("a,b\n1,2\n"), "another header"),
      (try file(text(.csv, [])), "has no rows"),
      (try file(text(.csv, [snapshot(0, 5, profile: "main")])), "it has rows of main"), ("/tmp", "--from"),
    ]
    for (path, words) in cases {
      let ran = await Console(columns: 140).run("--practice", "analytics", "--from", path)
      #expect(ran.code == .usage && ran.output.isEmpty && ran.errors.contains(words), "\(path): \(ran)")
    }
  }
}
