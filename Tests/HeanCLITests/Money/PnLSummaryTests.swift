import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// `pnl history` and `pnl summary` over real files.
struct PnLSummaryTests {
  private static let start = Date(timeIntervalSince1970: 1_795_046_400)

  /// A file with an hourly row from 2026-11-19T00:00:00Z on.
  private func file(_ hours: [Int], _ change: (inout PnLSnapshot, Int) -> Void = { _, _ in }) throws -> String {
    let rows = hours.map { hour in
      var row = PnLSnapshot(
        asOf: Self.start + Double(hour) * 3600, profile: "main", mode: "dry_run", engineState: "RUNNING",
        equity: 10_000 + Decimal(hour), realizedPnL: Decimal(hour), fees: Decimal(hour) / 10)
      row.closes = hour
      row.engineURL = "http://engine"
      change(&row, hour)
      return SnapshotFormat.csv.row(row)
    }
    let path = Console.freshHome() + "/pnl.csv"
    try ([SnapshotLayout.current.header] + rows).map { $0 + "\n" }.joined().write(
      toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func data(_ words: String...) async throws -> [JSONValue] {
    let ran = await Console().run(["pnl"] + words + ["--json"])
    guard case .array(let rows)? = (try JSONValue(reading: Data(ran.output.utf8)))["data"] else {
      Issue.record("\(ran)")
      return []
    }
    return rows
  }

  @Test func `days with a gap say so, on a screen and in CSV`() async throws {
    let path = try file(Array(0...23) + Array(30...48))
    let ran = await Console(columns: 100).run("pnl", "summary", "--file", path)
    #expect(ran.code == .ok)
    let lines = ran.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      lines.prefix(7) == [
        "Periods in UTC; PnL before fees, of the covered time",
        "PERIOD REALIZED COVERED GAPS IN GAPS FEES CLOSES EQUITY DRAWDOWN DD % ROWS",
        "2026-11-19 +23.00 95 % 1 – 2.30 23 +23.00 0.00 0.00 24",
        "2026-11-20 +18.00 75 % 1 – 1.80 18 +18.00 0.00 0.00 18", "2026-11-21 – 0 % – – – – – – 1",
        "Covered time: +41.00 USDT.",
        "Rows are missing once, for 7h00m in all; +7.00 USDT known to be booked then.",
      ])
    #expect((ran.output + ran.errors).contains("pnl history --file"), "\(ran)")
    let csv = await Console().run(
      "pnl", "summary", "--file", path, "-o", "csv", "--fields", "period,realized_pnl,covered,gap_count")
    #expect(
      csv.output.split(separator: "\n").prefix(2) == [
        "period,realized_pnl,covered,gap_count", "2026-11-19,23,0.9583333333333334,1",
      ])
  }

  @Test func `periods are those of the chosen zone`() async throws {
    let path = try file(Array(0...48))
    let rows = try await data("summary", "--file", path, "--tz", "Europe/Berlin")
    #expect(rows.map { $0["period"]?.text } == ["2026-11-19", "2026-11-20", "2026-11-21"])
    #expect(rows.map { $0["realized_pnl"]?.number } == [23, 24, 1])
    #expect(rows.first?["from"]?.text == "2026-11-18T23:00:00.000000Z")
    let weeks = try await data("summary", "--file", path, "--by", "week")
    #expect(weeks.map { $0["period"]?.text } == ["2026-W47"] && weeks.map { $0["closed_positions"]?.number } == [48])
    let months = try await data("summary", "--file", path, "--by", "month", "--since", "2026-11-20")
    #expect(months.map { $0["realized_pnl"]?.number } == [24])
  }

  @Test func `rows of two engines are no one account, and rows of two profiles need a name`() async throws {
    let two = try file([0, 1, 2]) { row, hour in row.engineURL = "http://engine\(hour % 2)" }
    let engines = await Console().run("pnl", "summary", "--file", two)
    #expect(engines.code == .usage && engines.errors.contains("rows of 2 engines: http://engine0, http://engine1"))
    let mixed = try file([0, 1, 2]) { row, hour in row.profile = "p\(hour % 2)" }
    let profiles = await Console().run("pnl", "history", "--file", mixed)
    #expect(profiles.code == .usage && profiles.errors.contains("--profile"))
    let modes = try file([0, 1, 2]) { row, hour in row.mode = hour == 0 ? "mainnet" : "dry_run" }
    let kept = await Console().run("pnl", "history", "--file", modes, "-o", "csv", "--fields", "as_of,mode")
    #expect(kept.output.split(separator: "\n").count == 3 && kept.errors.contains("of another mode"))
  }

  @Test func `files of older versions and other formats are read together`() async throws {
    let home = Console.freshHome()
    let rows = (0..<3).map { hour in
      PnLSnapshot(
        asOf: Self.start + Double(hour) * 3600, profile: "main", mode: "dry_run", engineState: "RUNNING",
        realizedPnL: Decimal(hour))
    }
    try "\(SnapshotLayout.unchecked.header)\n\(SnapshotFormat.csv.row(rows[0], layout: .unchecked))\n".write(
      toFile: home + "/a.csv", atomically: true, encoding: .utf8)
    try "\(SnapshotFormat.ndjson.row(rows[1], layout: .first))\n".write(
      toFile: home + "/b.ndjson", atomically: true, encoding: .utf8)
    try "\(SnapshotFormat.influx.row(rows[2]))\n".write(toFile: home + "/c.influx", atomically: true, encoding: .utf8)
    let files = ["a.csv", "b.ndjson", "c.influx"].flatMap { ["--file", home + "/" + $0] }
    let ran = await Console().run(["pnl", "history"] + files + ["-o", "csv", "--fields", "realized_pnl,engine_state"])
    #expect(ran.output == "realized_pnl,engine_state\n0,RUNNING\n1,RUNNING\n2,RUNNING\n")
  }

  @Test func `a gap stands in the row after it`() async throws {
    let rows = try await data("history", "--file", try file([0, 1, 2, 9]))
    #expect(rows.map { $0["gap_seconds"]?.number } == [nil, nil, nil, 25_200])
  }

  @Test func `a file has to be named, and an option that means nothing is refused`() async throws {
    for words in [
      ["summary"], ["history"], ["summary", "--by", "strategy", "--file", "x"], ["schema", "--key", "period"],
      ["snapshot", "--append", "a", "--to", "b"], ["snapshot", "--rotate", "daily"],
      ["history", "--file", Console.freshHome() + "/none.csv"],
    ] {
      let ran = await Console().run(["--practice", "pnl"] + words)
      #expect(ran.code == .usage && ran.output.isEmpty, "\(words): \(ran)")
    }
  }

  @Test func `strategies and symbols come from the engine's list of closed trades`() async throws {
    for property in ["strategy", "symbol"] {
      let ran = await Console().run("--practice", "pnl", "summary", "--by", property, "--json")
      let trades = await Console().run("--practice", "trades", "--limit", "500", "--json")
      guard case .array(let groups)? = (try JSONValue(reading: Data(ran.output.utf8)))["data"],
        case .array(let rows)? = (try JSONValue(reading: Data(trades.output.utf8)))["data"]
      else {
        Issue.record("\(ran) \(trades)")
        return
      }
      #expect(groups.compactMap { $0["trades"]?.number }.reduce(0, +) == Decimal(rows.count))
      #expect(
        groups.compactMap { $0["realized_pnl"]?.number }.reduce(0, +)
          == rows.compactMap { $0["realized_pnl"]?.number }.reduce(0, +))
    }
  }
}

/// `pnl snapshot` as a command.
struct PnLSnapshotCommandTests {
  @Test(arguments: SnapshotFormat.allCases)
  func `nothing is written of an engine whose prices are too old`(format: SnapshotFormat) async throws {
    let home = Console.freshHome()
    let option = format.isAppendable ? "--append" : "--to"
    let words = [
      "--practice", "--scenario", "stale-feed", "pnl", "snapshot", "--format", format.rawValue, option, home + "/f",
    ]
    let ran = await Console(home: home).run(words + ["--max-age", "1s", "--quiet"])
    #expect(ran.code == .staleOrUnconfirmed && ran.output.isEmpty && !ran.errors.isEmpty, "\(ran)")
    #expect(!FileManager.default.fileExists(atPath: home + "/f"))
    let taken = await Console(home: home).run(words + ["--quiet"])
    #expect(taken == Consequences(code: .ok, output: "", errors: ""))
    #expect(FileManager.default.fileExists(atPath: home + "/f"))
  }

  @Test func `a quiet run that has nothing to add says nothing`() async {
    let home = Console.freshHome()
    let words = ["--practice", "pnl", "snapshot", "--append", home + "/pnl.csv", "--period", "1h", "--quiet"]
    for _ in 0..<2 {
      #expect(await Console(home: home).run(words) == Consequences(code: .ok, output: "", errors: ""))
    }
  }

  @Test func `a snapshot names its engine, the state of the kill switch, and when the engine was started`() async throws
  {
    let server = try Recording.server("running")
    defer { server.stop() }
    let ran = await Console().run("--url", server.url, "pnl", "snapshot", "--format", "json")
    let row = try JSONValue(reading: Data(ran.output.utf8))
    #expect(row["engine_url"]?.text == server.url && row["schema"]?.text == "hean.pnl_snapshot/2")
    #expect(row["kill_switch"]?.text != nil && row["closed_positions"]?.number != nil)
  }
}
