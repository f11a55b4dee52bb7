import Foundation
import HeanCore
import HeanPractice
import HeanTestSupport
import Synchronization
import Testing

@testable import HeanConsole

/// `risk` as a picture: ladder, drawdown with each threshold, limits, latch and lamps apart.
struct RiskPictureTests {
  @Test(arguments: [PracticeScenario.calm, .killswitch, .crash, .stopped], [80, 140])
  func `risk on one screen`(scenario: PracticeScenario, columns: Int) async throws {
    let ran = await Console(columns: columns).run("--practice", "--scenario", scenario.rawValue, "risk")
    #expect(ran.code == .ok, "\(ran)")
    try Expected.compare(ran.output, with: "risk/\(scenario.rawValue)-\(columns).txt")
  }

  private func data(_ words: String...) async throws -> JSONValue {
    let ran = await Console().run(["--practice"] + words + ["risk", "--json"])
    return try #require(try JSONValue(reading: Data(ran.output.utf8))["data"])
  }

  private func rows(_ value: JSONValue?) -> [JSONValue] {
    guard case .array(let rows)? = value else { return [] }
    return rows
  }

  @Test func `the document has ladder, thresholds, limits, latch and lamps`() async throws {
    let data = try await data()
    let ladder = rows(data["ladder"])
    #expect(ladder.map { $0["risk_state"] } == ["NORMAL", "SOFT_BRAKE", "QUARANTINE", "HARD_STOP"])
    #expect(ladder.map { $0["present"] } == [true, false, false, false])
    #expect(ladder.map { $0["from_pct"] } == [.null, 10, 15, 20])
    #expect(ladder.map { $0["size_factor"]?.number } == [1, 0.5, 0.75, 0])
    #expect(ladder[0]["way_back"] == .null && ladder[3]["trades"] == false)
    let thresholds = rows(data["thresholds"])
    #expect(
      thresholds.map { $0["effect"] } == ["soft_brake", "quarantine", "hard_stop", "daily_pause", "kill_switch"])
    for threshold in thresholds {
      let (from, fall) = (try #require(threshold["from_pct"]?.number), try #require(threshold["fall_pct"]?.number))
      #expect(threshold["left_pct"]?.number == from - fall, "\(threshold)")
      #expect(threshold["at_least"] == .bool(threshold["effect"] == "daily_pause"))
    }
    #expect(rows(data["limits"]).map { $0["limit"] } == ["max_open_positions", "max_open_orders"])
    #expect(rows(data["lamps"]).map { $0["source"] } == ["/risk/killswitch/status", "/risk/status", "/health"])
    #expect(!rows(data["latch_evidence"]).isEmpty && data["latch"] == "open")
  }

  @Test func `what a stopped engine does not tell is null, and no rung is marked`() async throws {
    let data = try await data("--scenario", "stopped")
    #expect(rows(data["ladder"]).allSatisfy { $0["present"] == .null })
    #expect(rows(data["thresholds"]).allSatisfy { $0["left_pct"] == .null && $0["left"] == .null })
    #expect(data["size_factor"] == .null)
    #expect(rows(data["limits"]).allSatisfy { $0["now"] == .null && $0["most"] == .null })
  }

  /// The distance in USDT is that to the equity at which a state begins, by the figures of the governor.
  @Test func `a fall of equity to the level of a threshold is a drawdown of its percentage`() async throws {
    for row in rows(try await data()["thresholds"]) {
      let level = try #require(row["at_equity"]?.number)
      let left = try #require(row["left"]?.number)
      let (from, fall) = (try #require(row["from_pct"]?.number), try #require(row["fall_pct"]?.number))
      let equity = level + left
      // (base - equity) / base = fall, and level = base * (1 - from).
      let base = level * 100 / (100 - from)
      #expect(abs((base - equity) / base * 100 - fall) < 0.01, "\(row)")
    }
  }

  /// An engine whose governor goes one state further with each look, and stays in the last one.
  private func falling() throws -> LoopbackServer {
    let looks = Mutex(0)
    return try Recording.server("running") { target in
      guard target == "/api/v1/risk/governor/status" else { return nil }
      let states = [("NORMAL", 1), ("NORMAL", 2), ("SOFT_BRAKE", 11), ("QUARANTINE", 16), ("HARD_STOP", 21)]
      let (state, fall) = looks.withLock { look in
        defer { look += 1 }
        return states[min(look, states.count - 1)]
      }
      return LoopbackServer.Answer(
        body: #"{"risk_state":"\#(state)","can_clear":false,"current_drawdown_pct":\#(fall),"quarantined_symbols":[]}"#)
    }
  }

  @Test func `each change of state is told as it happens`() async throws {
    var server = try falling()
    var console = Console()
    let words = ["risk", "--watch", "--interval", "1s", "--count", "6", "--url"]
    let ran = await console.run(words + [server.url])
    server.stop()
    #expect(ran.code == .ok, "\(ran)")
    let lines = ran.output.split(separator: "\n")
    let states = ["NORMAL", "SOFT_BRAKE", "QUARANTINE", "HARD_STOP"]
    #expect(lines.count == states.count, "a line is a change: \(ran.output)")
    for (line, state) in zip(lines, states) { #expect(line.contains("governor \(state)") && line.contains("  Money ")) }
    server = try falling()
    defer { server.stop() }
    console.columns = 100
    console.rows = 70
    let screens = await console.watch(words + [server.url]).screens
    #expect(screens.first?.text.contains("No change since the watch began.") == true)
    for (from, to) in zip(states, states.dropFirst()) {
      #expect(screens.last?.text.contains(" governor: \(from) to \(to)") == true, "\(screens.last?.text ?? "")")
    }
  }

  @Test func `amounts are hidden on request, and percentages are not`() async {
    let ran = await Console(columns: 140).run("--practice", "risk", "--redact")
    #expect(ran.output.contains("NORMAL ── SOFT_BRAKE 10 %") && ran.output.contains("max_open_positions"))
    let json = await Console().run("--practice", "risk", "--redact", "--json")
    #expect(json.output.contains(#""at_equity":"****""#) && json.output.contains(#""left":"****""#), "\(json.output)")
  }
}
