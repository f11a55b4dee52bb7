import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// The latch that no endpoint shows: what each sign of it is said to mean, word for word.
struct LatchGateTests {
  private static func decision(
    _ code: String, _ age: TimeInterval, tripped: Bool = false, risk: String = "NORMAL"
  ) -> String {
    #"{"decision":"SKIP","reason_code":"\#(code)","timestamp":"\#(ago(age))","symbol":"BTCUSDT","risk_state":"\#(risk)","#
      + #""gating_flags":{"killswitch_triggered":\#(tripped)}}"#
  }

  private static func stopped(_ age: TimeInterval) -> Told {
    .says(
      .stopLog,
      #"{"events":[{"timestamp":"\#(ago(age))","logger":"hean.risk.risk_sentinel","message":"STOP_TRADING received. Reason: a pause"}]}"#
    )
  }

  private static let restart = NextStep.operation(.engineRestart)
  private static let disabled = "/trading/state: latest decision SKIP TRADING_DISABLED"
  private static let hidden =
    "signals are still refused as TRADING_DISABLED although nothing shows a stop: a hidden latch"
  private static let full = Told.says(.logSummary, Told.logKeptBody(5_000))
  /// The latest records, the oldest of this age.
  private static func latest(_ age: TimeInterval) -> Told {
    .says(.latestLog, #"{"events":[{"timestamp":"\#(ago(age))","logger":"hean.other","message":"x"}]}"#)
  }
  private static func council(_ age: TimeInterval) -> Told { .state([decision("COUNCIL_REJECTED", age)]) }
  private static let rejected = "/trading/state: latest decision SKIP COUNCIL_REJECTED"

  private static let cases: [GateCase] = [
    GateCase(
      "a signal passed", .open, "a signal got past the check for stops 10s ago",
      ["/trading/state: latest decision CREATE ACCEPTED"], age: 10),
    GateCase(
      "no decision, no stop", [.state()], .open, "no stop since the engine started that could have left a latch",
      ["/trading/state: no decisions", "/logs/events: no STOP_TRADING record"]),
    GateCase(
      "refused although nothing shows a stop",
      [.state([decision("TRADING_DISABLED", 20), decision("TRADING_DISABLED", 50), decision("DAILY_LIMIT", 70)])],
      .closed, hidden, [disabled], step: restart, age: 20, since: 50),
    GateCase(
      "of a moment that is too long ago", [.state([decision("TRADING_DISABLED", 301)])], .unknown,
      "the latest decision was disabled 5m01s ago; not enough answered to say why", [disabled],
      step: .query(.killSwitch), age: 301, since: 301),
    GateCase(
      "just not too long ago", [.state([decision("TRADING_DISABLED", 300)])], .closed, hidden, [disabled],
      step: restart, age: 300, since: 300),
    GateCase(
      "where the governor did not answer", [.state([decision("TRADING_DISABLED", 20)]), .fails(.governor)], .unknown,
      "the latest decision was disabled 20s ago; not enough answered to say why", [disabled],
      step: .query(.killSwitch), age: 20, since: 20),
    GateCase(
      "explained by the governor of that moment",
      [.state([decision("TRADING_DISABLED", 20, risk: "HARD_STOP")])], .open,
      "no stop since the engine started that could have left a latch",
      [disabled, "/logs/events: no STOP_TRADING record"], age: 20),
    GateCase(
      "explained by the governor of now",
      [.state([decision("TRADING_DISABLED", 20)]), .says(.governor, #"{"risk_state":"HARD_STOP"}"#)], .open,
      "no stop since the engine started that could have left a latch",
      [disabled, "/logs/events: no STOP_TRADING record"], age: 20),
    GateCase(
      "a stop of this engine", [stopped(60), .state()], .closed,
      "a stop left a latch 1m00s ago (a pause), which no reset ends; no signal has passed since",
      ["/logs/events: a pause", "/trading/state: no decisions"], step: restart, since: 60),
    GateCase(
      "and a signal that passed before", [stopped(60), council(61)], .closed,
      "a stop left a latch 1m00s ago (a pause), which no reset ends; no signal has passed since",
      ["/logs/events: a pause", rejected], step: restart, age: 61, since: 60),
    GateCase(
      "and a signal that passed since", [stopped(60), council(59)], .open,
      "a signal got past the check for stops 59s ago", [rejected], age: 59),
    GateCase(
      "of an engine that nobody knows", [stopped(60), .state(), .fails(.equityHistory)], .unknown,
      "the engine was stopped 1m00s ago (a pause); whether it was restarted since is not known",
      ["/trading/state: no decisions", "/logs/events: a pause"], step: restart, since: 60),
    GateCase(
      "the log has lost what was then", [council(601), full], .unknown,
      "a signal got past the check for stops 10m01s ago; a stop since then would be in the log only",
      [rejected, "/logs/events: no STOP_TRADING record, 5000 records kept"], step: .query(.health), age: 601),
    GateCase(
      "how much it keeps is not known", [council(601), .fails(.logSummary)], .unknown,
      "a signal got past the check for stops 10m01s ago; a stop since then would be in the log only",
      [rejected, "/logs/events: no STOP_TRADING record, how many it keeps is not known"], step: .query(.health),
      age: 601),
    GateCase(
      "nothing can have been lost so soon", [council(20), full], .open,
      "a signal got past the check for stops 20s ago", [rejected], age: 20),
    GateCase(
      "what a signal of a minute ago shows, holds", [council(60), full], .open,
      "a signal got past the check for stops 1m00s ago", [rejected], age: 60),
    GateCase(
      "and no longer", [council(61), full], .unknown,
      "a signal got past the check for stops 1m01s ago; a stop since then would be in the log only",
      [rejected, "/logs/events: no STOP_TRADING record, 5000 records kept"], step: .query(.health), age: 61),
    GateCase(
      "the latest records reach back as far", [council(601), full, latest(601)], .open,
      "a signal got past the check for stops 10m01s ago", [rejected], age: 601),
    GateCase(
      "and not far enough", [council(601), full, latest(600)], .unknown,
      "a signal got past the check for stops 10m01s ago; a stop since then would be in the log only",
      [rejected, "/logs/events: no STOP_TRADING record, 5000 records kept"], step: .query(.health), age: 601),
    GateCase(
      "the log is silent, and a signal passed just now", [council(60), .fails(.stopLog)], .open,
      "a signal got past the check for stops 1m00s ago", [rejected], age: 60),
    GateCase(
      "the log is silent, and a signal passed before", [council(61), .fails(.stopLog)], .unknown,
      "a signal got past the check for stops 1m01s ago; a stop since then would be in the log only",
      [rejected, "/logs/events: unreachable"], step: .query(.health), age: 61),
    GateCase(
      "nothing passed, and the log does not reach back", [.state(), full], .unknown,
      "no signal has got past the check for stops, and the engine's log does not reach back to its start",
      ["/trading/state: no decisions", "/logs/events: no STOP_TRADING record, 5000 records kept"],
      step: .query(.health)),
    GateCase(
      "nothing passed, and the log is silent", [.state(), .fails(.stopLog)], .unknown,
      "no signal has got past the check for stops, and the engine's log did not answer",
      ["/trading/state: no decisions", "/logs/events: unreachable"], step: .query(.health)),
    GateCase(
      "a stop in it cannot be dated", [.state(), .says(.stopLog, #"{"events":[{"message":"STOP_TRADING"}]}"#)],
      .unknown, "no signal has got past the check for stops, and the engine's log did not answer",
      ["/trading/state: no decisions", "/logs/events: a record that cannot be read"], step: .query(.health)),
    GateCase(
      "a switch that has tripped, nobody knows when",
      [.says(.killSwitch, #"{"triggered":true}"#), .risk(isTripped: true), .state()], .unknown,
      "the kill switch leaves a latch; how it stands shows once the switch is clear", ["/trading/state: no decisions"],
      step: .query(.killSwitch)),
    GateCase(
      "a switch that tripped a minute ago",
      [
        .says(.killSwitch, #"{"triggered":true,"reasons":["y"],"triggered_at":"\#(ago(60))"}"#), .risk(isTripped: true),
        .state([decision("TRADING_DISABLED", 20, tripped: true)]),
      ], .closed,
      "a stop left a latch 1m00s ago (y), which no reset ends; no signal has passed since",
      ["/risk/killswitch/status: y", disabled], step: restart, age: 20, since: 60),
    .stopped("a stopped engine holds no latch; a start clears it"), .notTold,
  ]

  @Test(arguments: cases + GateCase.failed(.state, "/trading/state"))
  func `latch gate`(item: GateCase) throws { try item.check(.latch) }

  @Test func `open positions are closed before a restart that would forget them`() throws {
    let told: [Told] = [
      .engine(isLive: true), .says(.settings, #"{"bybit_testnet":true}"#), .risk(open: 2), Self.stopped(60), .state(),
    ]
    let rows = ["BTCUSDT", "ETHUSDT"].map {
      #"{"position_id":"\#($0)","symbol":"\#($0)","side":"long","size":1,"entry_price":1,"current_price":1,"stop_loss":0.9}"#
    }
    let held: [Told] = [.positions(rows.joined(separator: ",")), .state(positions: rows)]
    let steps = try EngineSnapshot.staged(told + held).judged().steps
    let words: NextStep =
      "to undo it: close first what a new engine would forget: \(.operation(.closeAllPositions)); then: \(.operation(.engineRestart))"
    #expect(steps.map(\.step).last == words && steps.first?.step == .query(.positions))
    #expect(steps.last?.effect == "closes 2 positions worth 2.00 USDT at market")
    let flat = try EngineSnapshot.staged(told + [.risk(open: 0)]).judged().nextSteps
    #expect(flat.last == "to undo it: \(Self.restart)", "nothing that could be forgotten")
  }
}
