import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What a report tells of an engine, from answers as values.
struct TradingReportTests {
  private static func decision(_ outcome: String, _ code: String, _ age: TimeInterval) -> String {
    #"{"event_kind":"decision","decision":"\#(outcome)","reason_code":"\#(code)","symbol":"BTCUSDT","strategy_id":"a","#
      + #""signal_id":"s\#(age)","timestamp":"\#(ago(age))"}"#
  }

  private static func event(_ type: String, _ age: TimeInterval, _ payload: String) -> String {
    #"{"seq":\#(Int(10_000 - age)),"type":"\#(type)","ts":"\#(ago(age))","context":{"topic":"risk_events"},"payload":{\#(payload)}}"#
  }

  private static let reason = "DAILY_PAUSE: Drawdown 15.42%"

  private static let told: [Told] = [
    .state(),
    .says(
      .journal,
      #"{"trades":[{"position_id":"t1","symbol":"ETHUSDT","side":"long","qty":1,"entry_price":100,"realized_pnl":0,"#
        + #""unrealized_pnl":3,"closed_at":"\#(ago(400))"}]}"#),
    .history(
      [decision("CREATE", "ACCEPTED", 50), decision("SKIP", "COOLDOWN", 60), decision("SKIP", "COOLDOWN", 700)],
      limit: 500),
    .says(
      .killSwitch, #"{"triggered":true,"triggered_at":"\#(ago(90))","reasons":["\#(reason)"]}"#),
    .says(
      .events(),
      #"{"events":["#
        + [
          event("KILLSWITCH_TRIGGERED", 90, #""reason":"\#(reason)""#),
          event("KILLSWITCH_TRIGGERED", 80, #""reason":"\#(reason)""#), event("RISK_ALERT", 70, ""),
          event("CONTROL_RESULT", 30, #""command":"engine_pause","success":false,"detail":"busy""#),
          event("CONTROL_COMMAND", 31, #""command":"engine_pause""#),
          // A copy of it in another topic.
          event("KILLSWITCH_TRIGGERED", 80, #""reason":"\#(reason)""#), event("KILLSWITCH_TRIGGERED", 20, ""),
          event("TICK", 0, #""symbol":"BTCUSDT","price":1"#),
        ].joined(separator: ",") + "]}"),
  ]

  private func report(_ times: TimeFilter = TimeFilter(), _ more: [Told] = []) throws -> TradingReport {
    try TradingReportQuery(AnalyticsQuery(TradesQuery(at: times))).answer(
      .staged(Self.told + more), now: Seen.now)
  }

  @Test func `incidents stand once each, the latest first`() throws {
    let incidents = try report().incidents
    #expect(
      incidents.map { "\($0.kind.rawValue) \($0.count) \($0.message)" } == [
        "governor 1 the governor was cleared, or went back to NORMAL by itself",
        "control 1 engine_pause: the engine says failed (busy)", "alert 1 a risk alert without a reason",
        "kill_switch 2 \(Self.reason)",
        "dropped 1 ETHUSDT long left the books with zero PnL and without a fill", "start 1 the engine was started",
      ])
    let stop = try #require(incidents.first { $0.kind == .killSwitch })
    #expect(stop.sources == ["/blackbox/events", "/risk/killswitch/status"], "told by two, and counted by one")
    #expect(stop.at == Seen.now - 90 && stop.last == Seen.now - 80)
  }

  @Test func `each kind of stop is told as what it is`() throws {
    let events = [
      Self.event("KILLSWITCH_TRIGGERED", 9, #""reason":"Killswitch: drawdown""#),
      Self.event("KILLSWITCH_TRIGGERED", 8, #""reason":"Emergency killswitch: by hand""#),
      Self.event("KILLSWITCH_TRIGGERED", 7, #""reason":"bybit_price_feed_failure""#),
    ]
    let told = Told.says(.events(), #"{"events":[\#(events.joined(separator: ","))]}"#)
    let late = try report(TimeFilter(since: Seen.now - 60), [told])
    #expect(late.incidents.map(\.kind) == [.start, .emergency, .stop])
    let used = Told.says(.health, #"{"components":{"killswitch":{"triggered":true}}}"#)
    let again = try report(TimeFilter(since: Seen.now - 60), [told, used])
    #expect(again.incidents.map(\.kind) == [.start, .emergency, .stop], "one call, told twice")
    let alone = try report(TimeFilter(since: Seen.now - 5), [used])
    #expect(alone.incidents.map(\.kind) == [.emergency] && alone.incidents[0].at == nil)
  }

  @Test func `only what is of that time is told`() throws {
    let late = try report(TimeFilter(since: Seen.now - 75))
    #expect(late.incidents.map(\.kind) == [.governor, .control, .alert])
    let blocked = try #require(late.blocked)
    #expect(blocked.judged == 2 && blocked.accepted == 1 && blocked.refused == 1)
    #expect(blocked.reasons == [ReasonCount(code: "COOLDOWN", count: 1)])
    #expect(!blocked.isCut(late.times) && blocked.isCut(TimeFilter(since: Seen.now - 800)))
    let none = try report(TimeFilter(since: Seen.now - 10))
    #expect(none.incidents.isEmpty && none.blocked?.judged == 0 && none.analytics?.trades.trades.isEmpty == true)
  }

  @Test func `what did not answer is named, and nothing is made of it`() throws {
    let report = try report(TimeFilter(), [.fails(.journal), .fails(.history(limit: 500)), .fails(.killSwitch)])
    #expect(report.analytics == nil)
    for words in ["closed trades: ", "decisions (/trading/history): ", "the kill switch (/risk/killswitch/status): "] {
      #expect(report.missing.contains { $0 == words + "unreachable" }, "\(words)")
    }
  }

  @Test func `without state, risk and health there is no report`() {
    #expect(throws: EngineError.self) {
      try report(TimeFilter(), [.fails(.engineStatus), .fails(.riskStatus), .fails(.health)])
    }
  }
}
