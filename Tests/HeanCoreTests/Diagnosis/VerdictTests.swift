import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What the gates add up to: the verdict, its sentence, what would be without the gate, and the steps.
struct VerdictTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var told: [Told] = []
    var scope = DiagnosisScope()
    var verdict: Diagnosis.Verdict
    var decisive: Gate.ID?
    var summary: String
    var counterfactual: String?
  }

  private static func counted(
    _ signals: Int, _ created: Int, _ reasons: [String: Int] = [:],
    orders: (created: Int, filled: Int, rejected: Int, cancelled: Int) = (10, 10, 0, 0)
  ) -> Told {
    .says(.metrics, Told.metricsBody(signals: signals, created: created, reasons: reasons, orders: orders))
  }

  private static func decision(_ code: String, _ age: TimeInterval) -> String {
    let outcome = code == "ACCEPTED" ? "CREATE" : "SKIP"
    return
      #"{"decision":"\#(outcome)","reason_code":"\#(code)","timestamp":"\#(ago(age))","symbol":"BTCUSDT","strategy_id":"a"}"#
  }

  private static func tripped(_ age: TimeInterval) -> Told {
    .says(.killSwitch, #"{"triggered":true,"triggered_at":"\#(ago(age))","reasons":["HARD_STOP: x"]}"#)
  }

  private static let held = #"{"symbol":"BTCUSDT","side":"long"}"#
  private static let nobody = "No signal has got as far as this gate in the last 5 minutes."
  private static let rejected = "COUNCIL_REJECTED, the council's vote stayed below its threshold"

  private static let cases: [Case] = [
    Case(
      testDescription: "in good health", verdict: .trading,
      summary: "Trading: signals pass every gate; 10 of 10 signals accepted in the last 5 minutes."),
    Case(
      testDescription: "paused, and trading all the same", told: [.engine(state: "PAUSED")], verdict: .trading,
      summary:
        "Trading although the engine says PAUSED: signals pass every gate; 10 of 10 signals accepted in the last 5 minutes."
    ),
    Case(
      testDescription: "of one symbol", told: [.state([decision("ACCEPTED", 5), decision("DAILY_LIMIT", 9)])],
      scope: DiagnosisScope(symbol: "BTCUSDT", window: 60), verdict: .trading,
      summary: "Trading for BTCUSDT: signals pass every gate; 1 of 2 signals accepted in the last 1m00s."),
    Case(
      testDescription: "what is accepted was accepted by the engine before", told: [.state()], verdict: .quiet,
      summary:
        "Nothing blocks trading, and nothing was judged since the engine's start: 10 of 10 signals accepted in the last 5 "
        + "minutes, by the engine before."),
    Case(
      testDescription: "nothing comes", told: [counted(0, 0)], verdict: .quiet,
      summary: "Nothing blocks trading, and no signal was accepted in the last 5 minutes."),
    Case(
      testDescription: "the symbol is held", told: [.state([decision("ACCEPTED", 5)], positions: [held])],
      scope: DiagnosisScope(symbol: "BTCUSDT"), verdict: .holding,
      summary: "Holding BTCUSDT, long: one position a symbol is the rule, so no other is opened meanwhile."),
    Case(
      testDescription: "only what is held is wanted",
      told: [counted(2, 0, ["SYMBOL_BLOCKED": 2]), .state([decision("SYMBOL_BLOCKED", 5)], positions: [held])],
      verdict: .holding, summary: "Holding: signals came only for symbols that have a position already."),
    Case(
      testDescription: "too few to call it a rule",
      told: [counted(1, 0, ["COUNCIL_REJECTED": 1]), .state([decision("COUNCIL_REJECTED", 5)])], verdict: .waiting,
      summary: "Waiting: the council turned the only signal of the last 5 minutes down: \(rejected)."),
    Case(
      testDescription: "a gate is closed",
      told: [counted(5, 0, ["COUNCIL_REJECTED": 5]), .state([decision("COUNCIL_REJECTED", 5)])],
      verdict: .blocked, decisive: .council, summary: "Not trading: the council turns every signal down: \(rejected).",
      counterfactual: "Without this gate 5 of 5 signals in the last 5 minutes would have gone on."),
    Case(
      testDescription: "and the next is closed as well",
      told: [
        counted(5, 0, ["COUNCIL_REJECTED": 4, "PHYSICS_BLOCK": 1]), .state([decision("COUNCIL_REJECTED", 5)]),
        .risk(open: 10),
      ], verdict: .blocked, decisive: .council,
      summary: "Not trading: the council turns every signal down: \(rejected).",
      counterfactual:
        "Without this gate 4 of 5 signals in the last 5 minutes would have gone on to the next that is closed: limits."),
    Case(
      testDescription: "nothing got there", told: [.risk(open: 10)], verdict: .blocked, decisive: .limits,
      summary: "Not trading: all 10 position slots are taken.", counterfactual: nobody),
    Case(
      testDescription: "of one strategy",
      told: [.says(.strategies, #"[{"strategy_id":"a","enabled":false},{"strategy_id":"b","enabled":true}]"#)],
      scope: DiagnosisScope(strategy: "a"), verdict: .blocked, decisive: .strategies,
      summary: "Not trading for a: a is disabled.", counterfactual: nobody),
    Case(
      testDescription: "a gate that did not answer", told: [.fails(.governor)], verdict: .unknown,
      decisive: .governor, summary: "Cannot tell: no answer from /risk/governor/status."),
    Case(
      testDescription: "a closed gate behind it decides", told: [.fails(.governor), .risk(open: 10)],
      verdict: .blocked, decisive: .limits, summary: "Not trading: all 10 position slots are taken.",
      counterfactual: nobody),
    Case(
      testDescription: "old prices on which orders go on",
      told: [.price("BTCUSDT", age: 95), .price("ETHUSDT", age: 40)], verdict: .trading,
      summary:
        "Trading on prices that are 40s old: signals pass every gate; 10 of 10 signals accepted in the last 5 minutes."),
    Case(
      testDescription: "old prices at which the engine has not looked for 6 s",
      told: [
        .price("BTCUSDT", age: 95), .price("ETHUSDT", age: 40),
        .says(.why, #"{"engine_state":"running","last_tick_age_sec":6,"execution_quality":{"rest_ok":true}}"#),
      ], verdict: .blocked, decisive: .marketData,
      summary:
        "Not trading: market data is stale: the newest price is 40s old. Signals are accepted all the same, on old prices, "
        + "the last one 10s ago.", counterfactual: nobody),
    Case(
      testDescription: "a signal that was accepted on a price that was fresh",
      told: [.price("BTCUSDT", age: 95), .price("ETHUSDT", age: 40), .state([decision("ACCEPTED", 41)])],
      verdict: .blocked, decisive: .marketData,
      summary: "Not trading: market data is stale: the newest price is 40s old.", counterfactual: nobody),
    Case(
      testDescription: "orders that go on behind a stop",
      told: [
        tripped(30), .risk(isTripped: true), .state([decision("ACCEPTED", 31)]),
        .says(
          .metrics,
          #"{"counters":{"last_1m":{"orders_created":1,"signals_total":0},"last_5m":{"signals_total":0}},"#
            + #""last_order_ts":"\#(ago(28))"}"#),
      ], verdict: .ordersAfterStop, decisive: .killSwitch,
      summary:
        "ORDERS ARE STILL MADE since the kill switch at 01:47:00Z: the last one 28s ago, and the next can come until 70s "
        + "after it. No stop ends the queue of unfilled orders, only the end of the engine object does. Signals are "
        + "refused: the kill switch has tripped (HARD_STOP: x).",
      counterfactual: nobody),
    Case(
      testDescription: "the next one is due at any moment",
      told: [
        tripped(30), .risk(isTripped: true), .state([decision("ACCEPTED", 31)]),
        .says(.metrics, #"{"counters":{"last_5m":{"signals_total":0}},"last_order_ts":"\#(ago(12))"}"#),
      ], verdict: .ordersAfterStop, decisive: .killSwitch,
      summary:
        "ORDERS ARE STILL MADE since the kill switch at 01:47:00Z: the last one 12s ago. No stop ends the queue of "
        + "unfilled orders, only the end of the engine object does. Signals are refused: the kill switch has tripped "
        + "(HARD_STOP: x).", counterfactual: nobody),
    Case(
      testDescription: "orders that went on behind a stop, and have ended",
      told: [
        tripped(200), .risk(isTripped: true), .state([decision("ACCEPTED", 201)]),
        .says(.metrics, #"{"counters":{"last_5m":{"signals_total":0}},"last_order_ts":"\#(ago(71))"}"#),
      ], verdict: .blocked, decisive: .killSwitch,
      summary:
        "Orders were made since the kill switch at 01:44:10Z: the last one 1m11s ago, and none after that. Signals are "
        + "refused: the kill switch has tripped (HARD_STOP: x).", counterfactual: nobody),
  ]

  @Test(arguments: cases)
  private func `a verdict and its sentence`(item: Case) throws {
    let diagnosis = Diagnosis(try .staged(item.told), scope: item.scope, now: Seen.now)
    #expect(diagnosis.verdict == item.verdict)
    #expect(diagnosis.decisive?.id == item.decisive)
    #expect(diagnosis.summary == item.summary)
    #expect(diagnosis.counterfactual == item.counterfactual)
  }

  @Test func `a time at which a stop was only seen is not told as the time of the stop`() throws {
    let diagnosis = Diagnosis(
      try .staged([
        .says(.killSwitch, #"{"triggered":true,"reasons":["HARD_STOP: x"]}"#), .risk(isTripped: true),
        .says(
          .metrics, #"{"counters":{"last_1m":{"orders_created":1,"signals_total":0},"last_5m":{"signals_total":0}}}"#),
      ]), now: Seen.now)
    #expect(diagnosis.verdict == .ordersAfterStop && diagnosis.ordersAfterStop?.stop?.isSeenLate == true)
    #expect(diagnosis.summary.hasPrefix("UNFILLED ORDERS ARE SENT AGAIN under the kill switch: 1 order"))
    #expect(!diagnosis.summary.contains("kill switch at 01:47:30Z"), "\(diagnosis.summary)")
  }

  @Test func `what died at the stop that is closed is counted there, and nowhere else`() throws {
    let state = Told.state([Self.decision("TRADING_DISABLED", 5), Self.decision("TRADING_DISABLED", 200)])
    let counted = Self.counted(3, 0, ["TRADING_DISABLED": 3])
    func stops(_ told: Told...) throws -> [Gate.ID: Int?] {
      let diagnosis = Diagnosis(try .staged([state, counted] + told), now: Seen.now)
      let stops: [Gate.ID] = [.killSwitch, .latch, .governor]
      for gate in diagnosis.gates where stops.contains(gate.id) {
        // Another span than the engine's own counts the same gate.
        #expect(diagnosis.rejections(at: gate, within: 100) == (gate.rejections == nil ? nil : 1))
      }
      let found = diagnosis.gates.filter { stops.contains($0.id) }
      return Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0.rejections?.fiveMinutes) })
    }
    #expect(try stops() == [.killSwitch: nil, .latch: 3, .governor: nil])
    #expect(
      try stops(.says(.governor, #"{"risk_state":"HARD_STOP","current_drawdown_pct":21}"#))
        == [.killSwitch: nil, .latch: nil, .governor: 3])
    #expect(
      try stops(.says(.killSwitch, #"{"triggered":true}"#), .risk(isTripped: true))
        == [.killSwitch: 3, .latch: nil, .governor: nil])
  }

  @Test func `the engine's counters and its list of decisions are the two sources of deaths`() throws {
    let decisions = [5, 100, 400].map { Self.decision("COUNCIL_REJECTED", $0) }
    func rejections(_ told: Told..., scope: DiagnosisScope = DiagnosisScope()) throws -> Rejections? {
      let base: [Told] = [.state(decisions), Self.counted(9, 0, ["COUNCIL_REJECTED": 9])]
      return Diagnosis(try .staged(base + told), scope: scope, now: Seen.now).gates.first { $0.id == .council }?
        .rejections
    }
    #expect(try rejections() == Rejections(oneMinute: 1, fiveMinutes: 9, oneHour: 9, isAtLeast: true))
    #expect(
      try rejections(scope: DiagnosisScope(strategy: "a"))
        == Rejections(oneMinute: 1, fiveMinutes: 2, oneHour: 3, isAtLeast: true))
    #expect(
      try rejections(Self.counted(9, 9)) == Rejections(oneMinute: 0, fiveMinutes: 0, oneHour: 3, isAtLeast: true),
      "the counter knows better")
    let ten = Dictionary(uniqueKeysWithValues: (0..<10).map { ("CODE_\($0)", $0 + 1) })
    #expect(
      try rejections(Self.counted(60, 0, ten)) == Rejections(oneMinute: 1, fiveMinutes: 2, oneHour: 3, isAtLeast: true),
      "ten codes are perhaps not all")
  }

  @Test func `steps are the decisive gate's first, and none comes twice`() throws {
    let told: [Told] = [
      .says(.strategies, #"[{"strategy_id":"a","enabled":true},{"strategy_id":"b","enabled":false}]"#),
      .says(.killSwitch, #"{"triggered":true}"#), .risk(isTripped: true), .oldKey, .engine(state: "PAUSED"),
      .says(
        .governor, #"{"risk_state":"SOFT_BRAKE","current_drawdown_pct":4,"can_clear":true,"quarantined_symbols":[]}"#),
      .says(.decisionMemory, #"{"blocked":[]}"#), Self.counted(0, 0), .state(),
    ]
    #expect(
      try EngineSnapshot.staged(told).judged().nextSteps == [
        .query(.audit), .query(.risk), .query(.killSwitch),
      ])
    #expect(try EngineSnapshot.staged().judged().nextSteps.isEmpty)
  }

  @Test func `a practice engine offers a new one where somebody would have to go to its machine`() throws {
    let failed: [Told] = [
      .says(.engineStatus, #"{"running":false,"engine_state":"ERROR"}"#), .omits(.health),
    ]
    func step(_ told: [Told]) throws -> NextStep? {
      Diagnosis(try .staged(told), tried: PastAttempts(lastResort: "a new one"), now: Seen.now).decisive?.nextStep
    }
    let words: NextStep = "read the engine's log, then restart its process"
    #expect(try step(failed) == words)
    #expect(try step(failed + [.practice]) == "\(words); on the practice engine: a new one")
    #expect(try step([.stopped, .omits(.health), .practice]) == .operation(.engineStart), "an operation can be done")
  }

  @Test func `a diagnosis is written and read again`() throws {
    let diagnosis = Diagnosis(
      try .staged([Self.counted(5, 0, ["COUNCIL_REJECTED": 5])]), scope: DiagnosisScope(symbol: "X", window: 60),
      now: Seen.now)
    let again = try JSONDecoder().decode(Diagnosis.self, from: JSONEncoder().encode(diagnosis))
    #expect(again.gates == diagnosis.gates && again.summary == diagnosis.summary && again.scope == diagnosis.scope)
    #expect(again.decisive == diagnosis.decisive && again.verdict == diagnosis.verdict)
    #expect(
      again.hazards == diagnosis.hazards && again.stops == diagnosis.stops
        && again.counterfactual == diagnosis.counterfactual)
  }
}
