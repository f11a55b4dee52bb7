import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Status, health and the smaller questions: what they put together, and what they say is missing.
struct StatusQueryTests {
  private static let row =
    #"{"position_id":"p1","symbol":"BTCUSDT","side":"long","size":3000,"entry_price":1,"current_price":1,"stop_loss":0.9}"#
  private static let trading = "Trading: signals pass every gate; 10 of 10 signals accepted in the last 5 minutes."

  private func status(_ told: Told...) throws -> StatusAnswer {
    try StatusQuery().answer(.staged(told), now: Seen.now)
  }

  /// What follows the money, which comes first.
  private func rest(_ told: Told...) throws -> String {
    let status = try StatusQuery().answer(.staged(told), now: Seen.now)
    let money = status.judgement.money.summary + " "
    #expect(status.line.hasPrefix(money) && money.count > 2)
    return String(status.line.dropFirst(money.count))
  }

  @Test func `one line for who is told of changes only`() throws {
    #expect(try rest() == "RUNNING · equity 10000.00 · 0 positions · NORMAL · \(Self.trading)")
    #expect(
      try rest(.engine(equity: 7000), .risk(open: 1, equity: 7000), .positions(Self.row))
        == "RUNNING · equity 10000.00 · computed · 1 positions · NORMAL · \(Self.trading)")
    #expect(
      try rest(.risk(open: 1), .fails(.governor))
        == "RUNNING · equity 10000.00 · Cannot tell: no answer from /risk/governor/status.")
    #expect(
      try rest(.stopped, .omits(.health)) == "STOPPED · Not trading: the engine is not running.")
    #expect(
      try rest(.engine(equity: nil), .risk(equity: nil))
        == "RUNNING · 0 positions · NORMAL · \(Self.trading)", "what is not known has no label")
  }

  @Test func `figures are those of an engine that runs`() throws {
    let healthy = try status(.says(.orders(.open), #"[{"symbol":"B","side":"buy","status":"placed"}]"#))
    #expect(healthy.openOrders == 1 && healthy.strategies?.map(\.id) == ["a", "b"] && healthy.missing.isEmpty)
    #expect(
      healthy.risk?.openPositions == 0 && healthy.governor?.state == .normal && healthy.livePositions?.isEmpty == true)
    #expect(healthy.drawdown == CheckedFigure(value: Decimal(exactly: "1.5"), reported: Decimal(exactly: "1.5")))
    let stopped = try status(.stopped, .positions(Self.row))
    #expect(stopped.openOrders == nil && stopped.strategies == nil && stopped.risk == nil && stopped.governor == nil)
    #expect(stopped.positions?.count == 1 && stopped.livePositions == nil && stopped.equity.shown == nil)
    #expect(throws: EngineError.limited) { try status(.fails(.engineStatus, .limited)) }
  }

  @Test func `what did not come is named, and is nobody's zero`() throws {
    let answer = try status(
      .fails(.positions, .limited), .fails(.orders(.open)), .fails(.governor), .fails(.riskStatus))
    #expect(answer.missing == ["positions are missing: slow down", "orders are missing: unreachable"])
    #expect(answer.listing == nil && answer.positions == nil && answer.openOrders == nil)
    #expect(answer.drawdown == CheckedFigure())
    let doubted = try status(.risk(open: 1))
    #expect(doubted.listing?.doubt != nil && doubted.positions == nil && doubted.livePositions == nil)
  }

  @Test func `a stop that rests on a false figure, and the day, stand in a status`() throws {
    let reason = "HARD_STOP: Equity drop 31.00% from initial capital ($10000.00 -> $6900.00)"
    let answer = try status(
      .engine(equity: 6900), .risk(open: 1, equity: 6900, isTripped: true), .started(60),
      .positions(Self.row.replacing("3000", with: "3100")),
      .says(.killSwitch, #"{"triggered":true,"reasons":["\#(reason)"]}"#))
    #expect(answer.killSwitchBasis?.verdict == .suspect && answer.killSwitch.verdict == .triggered)
    #expect(answer.day.own == 0 && answer.day.since == Seen.now - 60)
    let record = #"{"timestamp":"\#(ago(60))","message":"Failed to close orphan ETHUSDT: no"}"#
    let failed = try status(.says(.closeFailures, #"{"events":[\#(record)]}"#))
    #expect(failed.closeFailures.map(\.symbol) == ["ETHUSDT"])
  }

  @Test func `steps that were tried are known to a status and to health`() throws {
    let told: [Told] = [.says(.killSwitch, #"{"triggered":true}"#), .risk(isTripped: true)]
    let tried: @Sendable (EngineSnapshot) -> PastAttempts = { snapshot in
      PastAttempts(lastResort: "\(snapshot.mode.label)") {
        [
          Attempt(.resetKillSwitch, at: Seen.now - 60, worked: false),
          Attempt(.engineRestart, at: Seen.now - 30, worked: false),
        ]
      }
    }
    let snapshot = try EngineSnapshot.staged(told)
    #expect(try StatusQuery(tried: tried).answer(snapshot, now: Seen.now).diagnosis.decisive?.nextStep == "DRY RUN")
    #expect(try HealthQuery(tried: tried).answer(snapshot, now: Seen.now).diagnosis.decisive?.nextStep == "DRY RUN")
    #expect(try WhyQuery(tried: tried).answer(snapshot, now: Seen.now).diagnosis.decisive?.nextStep == "DRY RUN")
  }

  // MARK: health

  private struct Health: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var told: [Told] = []
    var trading: [String] = []
    var components: [String] = []
  }

  private static func components(_ members: String) -> Told { .says(.health, #"{"components":{\#(members)}}"#) }
  private static let lamp = #""killswitch":{"triggered":true}"#
  private static let clear = #""killswitch":{"triggered":false}"#

  private static let healths: [Health] = [
    Health(testDescription: "nothing"),
    Health(
      testDescription: "not ready", told: [.says(.readiness, #"{"ready":false}"#)],
      components: ["/ready says not ready."]),
    Health(
      testDescription: "a stopped engine is not ready",
      told: [.says(.readiness, #"{"ready":false}"#), .stopped, components(clear)],
      trading: ["Not trading: the engine is not running."]),
    Health(
      testDescription: "parts of the process",
      told: [
        components(
          #""database":{"status":"down"},"bus":{"status":"Connected"},"cache":{"status":"not_configured"},"odd":{},"#
            + #""engine":{"status":"running"},\#(clear)"#)
      ], components: ["database is down."]),
    Health(
      testDescription: "a gate that is closed", told: [.risk(open: 10), .positions(row)],
      trading: ["Not trading: all 10 position slots are taken."]),
    Health(
      testDescription: "a gate that is narrowed", told: [.risk(stopTrading: true)],
      trading: ["stop_trading is set although no kill switch has tripped."]),
    Health(
      testDescription: "a brake",
      told: [.says(.governor, #"{"risk_state":"SOFT_BRAKE","current_drawdown_pct":11,"quarantined_symbols":[]}"#)],
      trading: ["The governor is in SOFT_BRAKE: sizes are cut."]),
    Health(
      testDescription: "a gate of the signals is not about health",
      told: [.says(.decisionMemory, #"{"blocked":[{"strategy_id":"a"}]}"#)]),
    Health(
      testDescription: "no state", told: [.fails(.engineStatus)],
      trading: [
        "Cannot tell: /engine/status did not answer, other endpoints did.",
        "The engine is not known, whatever 'status' says.",
      ]),
    Health(
      testDescription: "an emergency stop before the engine was stopped", told: [.stopped, components(lamp)],
      trading: [
        "Not trading: the engine is not running.",
        "The emergency stop was used; an engine that is started after it takes signals again.",
      ]),
    Health(
      testDescription: "an emergency stop of an engine before", told: [components(lamp)],
      trading: ["/health shows an emergency stop from before this engine was started; it stops nothing any more."]),
    Health(
      testDescription: "beyond a stop",
      told: [
        .positions(row.replacing(#""current_price":1"#, with: #""current_price":0.9"#)), .risk(open: 1),
        .engine(equity: 7000),
      ], trading: ["The price is beyond stop or target, and still open: BTCUSDT."]),
    Health(
      testDescription: "a stop on a figure that nobody can check",
      told: [
        .says(
          .killSwitch, #"{"triggered":true,"reasons":["DAILY_PAUSE: Drawdown 16.00% from daily high $9000.00"]}"#),
        .risk(isTripped: true), .state(),
      ],
      trading: [
        "Not trading: the kill switch has tripped (DAILY_PAUSE: Drawdown 16.00% from daily high $9000.00).",
        "The kill switch leaves a latch; how it stands shows once the switch is clear.",
        "The kill switch rests on a figure that cannot be checked (equity 7560.00 shown, about 10000.00 computed now); "
          + "trading stays stopped all the same.",
      ]),
    Health(
      testDescription: "paper instead of the exchange",
      told: [
        .says(.engineStatus, #"{"running":true,"engine_state":"ERROR","dry_run":false}"#),
        .says(.why, #"{"engine_state":"running","last_tick_age_sec":1,"execution_quality":{"rest_ok":null}}"#),
      ],
      trading: [
        "Not trading: the engine failed to start.",
        "The engine is meant to trade, but lost the exchange: fills are paper.",
      ]),
  ]

  @Test(arguments: healths)
  private func `what stands against healthy`(item: Health) throws {
    let answer = try HealthQuery().answer(.staged(item.told), now: Seen.now)
    #expect(answer.tradingProblems == item.trading)
    #expect(answer.componentProblems == item.components)
  }

  @Test func `health needs the endpoint of that name, and nothing else`() throws {
    #expect(throws: EngineError.gone) { try HealthQuery().answer(.staged([.fails(.health)]), now: Seen.now) }
    let answer = try HealthQuery().answer(
      .staged([.fails(.readiness), .fails(.positions), .fails(.engineStatus)]), now: Seen.now)
    #expect(answer.isReady == nil && answer.listing == nil && answer.engine == nil)
    #expect(answer.health.status == "healthy" && answer.componentProblems.isEmpty)
  }

  // MARK: signals, decisions, strategies

  @Test func `decisions come in the engine's order`() throws {
    let rows = ["A", "B"].map {
      #"{"event_kind":"decision","decision":"SKIP","reason_code":"\#($0)","symbol":"X","timestamp":"\#(ago(9))"}"#
    }
    let answer = try DecisionsQuery().answer(.staged([.history(rows, limit: 500)]), now: Seen.now)
    #expect(answer.decisions.map(\.reasonCodes) == [["A"], ["B"]] && answer.receivedAt == Seen.now)
    #expect(throws: EngineError.gone) {
      try DecisionsQuery().answer(.staged([.fails(.history(limit: 500))]), now: Seen.now)
    }
  }

  @Test func `signals are told without the strategies' words where those did not come`() throws {
    let row = #"{"event_kind":"decision","decision":"SKIP","reason_code":"A","symbol":"X","timestamp":"\#(ago(9))"}"#
    let missing = try SignalsQuery().answer(
      .staged([.history([row], limit: 500), .fails(.events(ofType: "SIGNAL"), .limited)]), now: Seen.now)
    #expect(missing.reasonsMissing == "slow down" && missing.rows.map(\.code) == ["A"])
    let whole = try SignalsQuery().answer(
      .staged([.history([row], limit: 500), .says(.events(ofType: "SIGNAL"), #"{"events":[]}"#)]), now: Seen.now)
    #expect(whole.reasonsMissing == nil && whole.rows.count == 1 && whole.rows[0].outcome == .skip)
  }

  @Test func `strategies come with their locks, and a stopped engine lists none`() throws {
    let locks = Told.says(.decisionMemory, #"{"blocked":[{"strategy_id":"a","context":["x"],"seconds_remaining":5}]}"#)
    func ask(_ told: Told...) throws -> StrategiesAnswer {
      try StrategiesQuery().answer(.staged(told), now: Seen.now)
    }
    let answer = try ask(locks)
    #expect(answer.blocks.map(\.context) == [["x"]] && answer.strategies.map(\.id) == ["a", "b"])
    #expect(try answer.strategies(["b", "a"]).map(\.id) == ["b", "a"] && ask(.fails(.decisionMemory)).blocks.isEmpty)
    #expect(throws: EngineError.gone) { try ask(.fails(.strategies)) }
    let empty = Told.says(.strategies, "[]")
    #expect(throws: EngineError.untold(kind: "strategy", name: "a", reason: "the engine is STOPPED, and lists none")) {
      try ask(.stopped, empty).strategy("a")
    }
    #expect(
      throws: EngineError.untold(
        kind: "strategy", name: "a", reason: "the engine is in a state that is not known, and lists none")
    ) { try ask(.fails(.engineStatus), empty).strategy("a") }
    #expect(throws: EngineError.notFound(kind: "strategy", name: "a", known: [])) { try ask(empty).strategy("a") }
  }

  @Test func `a why needs one of three endpoints, and tells how far back its lists reach`() throws {
    let gone: [Told] = [.fails(.engineStatus, .limited), .fails(.riskStatus), .fails(.health)]
    #expect(throws: EngineError.limited) { try WhyQuery().answer(.staged(gone), now: Seen.now) }
    #expect(try WhyQuery().answer(.staged(gone + [.risk()]), now: Seen.now).diagnosis.verdict == .unknown)
    func reach(_ window: Decimal) throws -> Decimal? {
      try WhyQuery(DiagnosisScope(window: window)).answer(.staged(), now: Seen.now).shortReach
    }
    #expect(try reach(300) == nil && reach(301) == 10 && reach(60) == nil)
  }
}
