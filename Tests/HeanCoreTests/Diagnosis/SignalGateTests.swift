import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Gates that judge signals: strategies, signals, filters, the council, word for word.
struct SignalGateTests {
  /// Counts of five minutes.
  private static func counted(_ signals: Int, _ created: Int, _ reasons: [String: Int] = [:]) -> Told {
    .says(.metrics, Told.metricsBody(signals: signals, created: created, reasons: reasons))
  }

  private static func refused(_ code: String, _ ages: [TimeInterval], symbol: String = "BTCUSDT") -> Told {
    .state(
      ages.map {
        #"{"decision":"SKIP","reason_code":"\#(code)","timestamp":"\#(ago($0))","symbol":"\#(symbol)","strategy_id":"a"}"#
      })
  }

  private static let nothing = "nothing to see on a stopped engine"
  private static let rejected = "COUNCIL_REJECTED, the council's vote stayed below its threshold"
  private static func told(_ count: Int, _ source: String = "/trading/metrics", _ span: String = "5m") -> String {
    "\(source): COUNCIL_REJECTED × \(count) in \(span): the council's vote stayed below its threshold"
  }
  private static let approved = "/council/trade/status: 10 of 10 approved, threshold 0.7"
  private static let votes: NextStep =
    "whoever runs the engine can lower TRADE_COUNCIL_ENTRY_THRESHOLD (now 0.7), or set TRADE_COUNCIL_ENABLED=false, and restart its process; the votes: \(.query(.trace, "last-blocked"))"
  private static let trace = NextStep.query(.trace, "last-blocked")

  private static let councils: [GateCase] = [
    GateCase("it lets pass", .open, "the council lets signals pass", [approved]),
    GateCase(
      "it is not asked", [.omits(.council)], .open, "the council lets signals pass",
      ["/trading/metrics: no refusals in 5m"]),
    GateCase(
      "it is off", [.says(.council, #"{"enabled":false,"total_evaluated":3}"#)], .open, "the council lets signals pass",
      ["/trading/metrics: no refusals in 5m"]),
    GateCase(
      "no threshold, no count of those approved", [.says(.council, #"{"active":true,"total_evaluated":3}"#)], .open,
      "the council lets signals pass", ["/council/trade/status: ? of 3 approved"]),
    GateCase(
      "every one, now", [counted(3, 0, ["COUNCIL_REJECTED": 3]), refused("COUNCIL_REJECTED", [60, 70])], .closed,
      "the council turns every signal down: \(rejected)", [told(3), approved], step: votes, since: 70),
    GateCase(
      "every one, until a minute ago",
      [counted(3, 0, ["COUNCIL_REJECTED": 3]), refused("COUNCIL_REJECTED", [61, 70])],
      .closed, "the council turned every signal down: \(rejected)", [told(3), approved], step: votes, since: 70),
    GateCase(
      "two make no rule", [counted(2, 0, ["COUNCIL_REJECTED": 2]), refused("COUNCIL_REJECTED", [61, 70])], .narrowed,
      "the council turned both signals of the last 5 minutes down: \(rejected)", [told(2), approved], step: trace),
    GateCase(
      "one makes none either", [counted(1, 0, ["COUNCIL_REJECTED": 1]), refused("COUNCIL_REJECTED", [61])], .narrowed,
      "the council turned the only signal of the last 5 minutes down: \(rejected)", [told(1), approved], step: trace),
    GateCase(
      "some", [counted(9, 1, ["COUNCIL_REJECTED": 8]), refused("COUNCIL_REJECTED", [5])], .narrowed,
      "the council turns some signals down: \(rejected)", [told(8), approved], step: trace),
    GateCase(
      "what got past it died later",
      [counted(9, 0, ["COUNCIL_REJECTED": 8, "DAILY_LIMIT": 1]), refused("COUNCIL_REJECTED", [5])],
      .narrowed, "the council turns some signals down: \(rejected)", [told(8), approved], step: trace),
    GateCase(
      "what died before it does not count as past it",
      [counted(9, 0, ["COUNCIL_REJECTED": 8, "PHYSICS_BLOCK": 1]), refused("COUNCIL_REJECTED", [5])], .closed,
      "the council turns every signal down: \(rejected)", [told(8), approved], step: votes, since: 5),
    GateCase(
      "of one symbol the list is what counts",
      [counted(9, 9), refused("COUNCIL_REJECTED", [5, 6, 7], symbol: "ETHUSDT")], of: DiagnosisScope(symbol: "ETHUSDT"),
      .closed, "the council turns every signal down for ETHUSDT: \(rejected)", [told(3, "/trading/state"), approved],
      step: votes, since: 7),
    GateCase(
      "and over another span", [counted(9, 9), refused("COUNCIL_REJECTED", [5, 500])],
      of: DiagnosisScope(window: 600), .narrowed,
      "the council turned both signals of the last 10 minutes down: \(rejected)",
      [told(2, "/trading/state", "10m"), approved], step: trace),
    .stopped(nothing),
  ]

  @Test(arguments: councils + GateCase.failed(.metrics, "/trading/metrics"))
  func `council gate`(item: GateCase) throws { try item.check(.council) }

  private static func verdicts(_ rows: String...) -> Told { .says(.verdicts, "[\(rows.joined(separator: ","))]") }
  private static func verdict(_ members: String, age: TimeInterval = 5) -> String {
    #"{"approved":false,"strategy_id":"a","symbol":"BTCUSDT","timestamp":"\#(ago(age))",\#(members)}"#
  }
  private static let missed = #""final_confidence":0.61,"entry_threshold":0.7"#

  private static let verdictCases: [GateCase] = [
    GateCase(
      "missed", [verdicts(verdict(missed))], .open, "the council lets signals pass",
      [approved, "/council/trade/verdicts: latest: 0.61 of 0.7, missed by 0.09"]),
    GateCase(
      "the latest counts", [verdicts(verdict(missed, age: 9), verdict(#""vetoed_by":["bear","judge"]"#))], .open,
      "the council lets signals pass", [approved, "/council/trade/verdicts: latest: vetoed by bear, judge"]),
    GateCase(
      "who voted what",
      [verdicts(verdict(#""votes":[{"agent_role":"bear","confidence":0.12345},{"agent_role":"bull"},{}]"#))], .open,
      "the council lets signals pass",
      [
        approved,
        "/council/trade/verdicts: votes: bear 0.123, bull gave no confidence, a member without a name gave no confidence",
      ]),
    GateCase(
      "of another symbol", [verdicts(verdict(missed))], of: DiagnosisScope(symbol: "ETHUSDT"), .open,
      "the council lets signals pass", [approved]),
    GateCase(
      "approved", [verdicts(#"{"approved":true,\#(missed)}"#)], .open, "the council lets signals pass", [approved]),
  ]

  @Test(arguments: verdictCases) func `the latest verdict`(item: GateCase) throws { try item.check(.council) }

  private static func strategies(_ rows: String) -> Told { .says(.strategies, "[\(rows)]") }
  private static let off = strategies(#"{"strategy_id":"a","enabled":false},{"strategy_id":"b","enabled":false}"#)
  private static func locks(_ rows: String...) -> Told {
    .says(.decisionMemory, #"{"blocked":[\#(rows.joined(separator: ","))]}"#)
  }
  private static let twoLocks = locks(
    #"{"strategy_id":"b","seconds_remaining":30}"#, #"{"strategy_id":"a","seconds_remaining":4000}"#,
    #"{"strategy_id":"a"}"#)
  private static let two = "/strategies: 2 of 2 enabled"

  private static let strategyCases: [GateCase] = [
    GateCase("all", .open, "all 2 strategies are enabled", [two]),
    GateCase(
      "one of two", [strategies(#"{"strategy_id":"a","enabled":true},{"strategy_id":"b","enabled":false}"#)], .narrowed,
      "1 of 2 strategies are enabled", ["/strategies: 1 of 2 enabled"], step: .query(.strategies)),
    GateCase(
      "one that does not say", [strategies(#"{"strategy_id":"a","enabled":true},{"strategy_id":"b"}"#)], .narrowed,
      "1 of 2 strategies are enabled", ["/strategies: 1 of 2 enabled"], step: .query(.strategies)),
    GateCase(
      "none of two", [off], .closed, "no strategy is enabled", ["/strategies: 0 of 2 enabled"],
      step: .operation(.enableStrategies, "a", "b")),
    GateCase(
      "the one that is asked for", [off], of: DiagnosisScope(strategy: "b"), .closed, "b is disabled",
      ["/strategies: 0 of 1 enabled"], step: .operation(.enableStrategies, "b")),
    GateCase(
      "none at all", [strategies("")], .closed, "no strategy is enabled", ["/strategies: 0 of 0 enabled"],
      step: .query(.strategies)),
    GateCase(
      "one that does not exist", of: DiagnosisScope(strategy: "zz"), .closed, "the engine runs no strategy 'zz'",
      ["/strategies: 0 of 0 enabled"], step: .query(.strategies)),
    GateCase(
      "locked by memory", [twoLocks], .narrowed,
      "decision memory has locked a, b, the last lock for another 1h06m",
      [two, "/risk/decision-memory/blocks: 3 locked: a, b"], step: .query(.strategies)),
    GateCase(
      "the lock of one", [twoLocks], of: DiagnosisScope(strategy: "b"), .narrowed,
      "decision memory has locked b, the last lock for another 30s",
      ["/strategies: 1 of 1 enabled", "/risk/decision-memory/blocks: 1 locked: b"], step: .query(.strategies)),
    GateCase(
      "more than three",
      [locks(#"{"strategy_id":"d"}"#, #"{"strategy_id":"c"}"#, #"{"strategy_id":"b"}"#, #"{"strategy_id":"a"}"#, "{}")],
      .narrowed, "decision memory has locked a, b, c and 1 more",
      [two, "/risk/decision-memory/blocks: 5 locked: a, b, c, d"], step: .query(.strategies)),
    GateCase(
      "a lock that names nobody", [locks("{}")], .narrowed, "decision memory has locked a strategy",
      [two, "/risk/decision-memory/blocks: 1 locked: "], step: .query(.strategies)),
    GateCase(
      "memory refuses every signal",
      [counted(3, 0, ["DECISION_MEMORY": 3]), locks(#"{"strategy_id":"a","seconds_remaining":59}"#), .state()], .closed,
      "a lock on a strategy turns every signal down: DECISION_MEMORY, this strategy lost three times in this context; "
        + "locked for 24 h; decision memory has locked a, the last lock for another 59s",
      [
        "/trading/metrics: DECISION_MEMORY × 3 in 5m: this strategy lost three times in this context; locked for 24 h",
        two, "/risk/decision-memory/blocks: 1 locked: a",
      ], step: .query(.strategies)),
    .stopped(nothing),
  ]

  @Test(arguments: strategyCases + GateCase.failed(.strategies, "/strategies"))
  func `strategies gate`(item: GateCase) throws { try item.check(.strategies) }

  private static func metrics(_ minute: String, last: TimeInterval? = nil) -> Told {
    let at = last.map { #","last_signal_ts":"\#(ago($0))""# } ?? ""
    return .says(.metrics, #"{"counters":{"last_5m":{\#(minute)}}\#(at)}"#)
  }

  private static let signalCases: [GateCase] = [
    GateCase("some", .open, "10 signals in the last 5 minutes", ["/trading/metrics: signals_total 10 in 5m"]),
    GateCase(
      "none", [metrics(#""signals_total":0"#, last: 400)], .narrowed,
      "no strategy has found a signal in the last 5 minutes",
      ["/trading/metrics: signals_total 0 in 5m, the last one 6m40s ago"], step: .query(.compareStrategies), age: 400,
      since: 400),
    GateCase(
      "more than it counts", [metrics(#""signals_total":300"#)], .open, "300 or more signals in the last 5 minutes",
      ["/trading/metrics: signals_total 300 in 5m"]),
    GateCase(
      "just as many as it counts", [metrics(#""signals_total":299"#)], .open, "299 signals in the last 5 minutes",
      ["/trading/metrics: signals_total 299 in 5m"]),
    GateCase(
      "it does not count", [metrics(#""decisions_create":1"#)], .unknown, "the engine counts no signals",
      ["/trading/metrics: no last_5m counters"]),
    GateCase(
      "a count below nothing is none", [metrics(#""signals_total":-1"#)], .unknown, "the engine counts no signals",
      ["/trading/metrics: no last_5m counters"]),
    GateCase(
      "of one symbol decisions are counted", [refused("DAILY_LIMIT", [5, 290, 301])],
      of: DiagnosisScope(symbol: "btcusdt"), .open, "2 signals in the last 5 minutes",
      ["/trading/state: decisions: 2 in 5m, the last one 5s ago"], age: 5),
    GateCase(
      "the last one is of the same symbol",
      [metrics(#""signals_total":9"#, last: 9), refused("DAILY_LIMIT", [400], symbol: "ETHUSDT")],
      of: DiagnosisScope(symbol: "ETHUSDT"), .narrowed,
      "no strategy has found a signal in the last 5 minutes for ETHUSDT",
      ["/trading/state: decisions: 0 in 5m, the last one 6m40s ago"], step: .query(.compareStrategies), age: 400,
      since: 400),
    GateCase(
      "none of another", [refused("DAILY_LIMIT", [5])], of: DiagnosisScope(symbol: "ETHUSDT", window: 3600), .narrowed,
      "no strategy has found a signal in the last hour for ETHUSDT", ["/trading/state: decisions: 0 in 1h"],
      step: .query(.compareStrategies)),
    .stopped(nothing),
  ]

  @Test(arguments: signalCases + GateCase.failed(.metrics, "/trading/metrics"))
  func `signals gate`(item: GateCase) throws { try item.check(.signals) }
}
