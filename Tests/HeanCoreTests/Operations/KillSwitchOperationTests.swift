import Foundation
import Testing

@testable import HeanCore

/// Resetting the kill switch, and triggering the emergency stop.
struct KillSwitchOperationTests {
  private typealias Bodies = OperationBench.Bodies
  private static let reset = EngineOperation.resetKillSwitch(isForced: false)
  private static let forced = EngineOperation.resetKillSwitch(isForced: true)
  private static let title = "reset the kill switch"
  private static let untouched = "open positions and orders are not touched"
  private static let latch: NextStep =
    "a latch stays behind the switch; no endpoint shows it, and only a restart clears it"
  private static let lookOrForce: NextStep = "\(.query(.killSwitch)), or add \(option: .force)"
  private static let step = ExpectedPlan.Call(
    "kill switch", "/risk/killswitch/reset?confirm=true", nil, .query(.killSwitch), sees: [.killSwitch, .decisions])

  private static let pause = "DAILY_PAUSE: Drawdown 16.00% from daily high $10000.00 exceeds limit 15.00%"

  private static func tripped(equity: String = "9900", reason: String = pause) -> Bodies {
    let status =
      #"{"triggered":true,"reasons":["\#(reason)"],"triggered_at":"2026-11-21T01:40:00","#
      + #""current_metrics":{"current_equity":\#(equity)},"thresholds":{"drawdown_pct":15,"equity_drop":30}}"#
    return OperationBench.risk(stop: true, tripped: true).merging(["/risk/killswitch/status": status]) { $1 }
  }

  private static func merged(_ bodies: Bodies...) -> Bodies { bodies.reduce([:]) { $0.merging($1) { $1 } } }

  private static let used = ["/health": OperationBench.health(true)]
  private static let hardStop = [
    "/risk/governor/status": #"{"risk_state":"HARD_STOP","current_drawdown_pct":25,"quarantined_symbols":[]}"#
  ]
  private static let persists = "equity is 31 % below the initial capital, the limit is 30 %"

  private static let resets: [ExpectedPlan] = [
    ExpectedPlan(
      name: "its cause is gone", operation: reset, bodies: tripped(), title: title,
      changes: ["kill switch: \(pause) > not triggered", "stop_trading: set > not set"], consequences: [untouched],
      caveats: [latch], calls: [step]),
    ExpectedPlan(
      name: "its cause persists", operation: reset,
      bodies: merged(tripped(equity: "6900"), ["/orders/positions": #"{"positions":[]}"#]),
      title: title,
      refusal: "the cause persists: \(persists); the switch would trip again within 10 s",
      next: "\(.operation(.engineRestart)); \(option: .force) resets all the same"),
    ExpectedPlan(
      name: "its cause persists, by force, under a hard stop", operation: forced,
      bodies: merged(tripped(equity: "6900"), hardStop), title: title,
      changes: ["kill switch: \(pause) > not triggered", "stop_trading: set > not set"],
      consequences: [
        untouched, "the cause persists: \(persists)",
        "the governor's HARD_STOP is not touched: it refuses signals by itself",
      ], caveats: [latch], calls: [step]),
    ExpectedPlan(
      name: "the day's fall persists", operation: reset,
      bodies: merged(tripped(equity: "8400"), ["/orders/positions": #"{"positions":[]}"#]), title: title,
      refusal:
        "the cause persists: equity is 16 % below the day's high of 10000.00 USDT, the limit is 15 %; the switch would "
        + "trip again within 10 s", next: "\(.operation(.engineRestart)); \(option: .force) resets all the same"),
    ExpectedPlan(
      name: "its figures did not come", operation: reset,
      bodies: merged(
        tripped(), ["/risk/killswitch/status": #"{"triggered":true,"reasons":7}"#]), title: title,
      refusal: "whether its cause is gone is not known: its figures cannot be read", next: lookOrForce),
    ExpectedPlan(
      name: "its figures did not come, by force", operation: forced,
      bodies: merged(tripped(), ["/risk/killswitch/status": #"{"triggered":true,"reasons":7}"#]), title: title,
      changes: ["kill switch: triggered > not triggered", "stop_trading: set > not set"], consequences: [untouched],
      caveats: [latch], calls: [step]),
    ExpectedPlan(
      name: "clear", operation: reset, title: title,
      unchanged: [
        "no kill switch has tripped; if signals are refused all the same, that is the latch, which a restart of the "
          + "engine ends"
      ]),
    ExpectedPlan(
      name: "clear, and the flag is set", operation: reset, bodies: OperationBench.risk(stop: true), title: title,
      changes: ["kill switch: clear > not triggered", "stop_trading: set > not set"], consequences: [untouched],
      caveats: [latch], calls: [step]),
    ExpectedPlan(
      name: "a source is silent", operation: reset, bodies: ["/health": "no JSON"], title: title,
      refusal: "not every source about the kill switch answered", next: lookOrForce),
    ExpectedPlan(
      name: "a source is silent, by force", operation: forced, bodies: ["/health": "no JSON"], title: title,
      changes: ["kill switch: unknown > not triggered", "stop_trading: not set > not set"], consequences: [untouched],
      caveats: [latch], calls: [step]),
    ExpectedPlan(
      name: "an emergency stop", operation: forced, bodies: merged(used, OperationBench.risk(stop: true)), title: title,
      refusal:
        "the emergency stop was used, and a reset does not undo it: a restart of the engine ends its halt, and only "
        + "a new engine process takes it out of /health", next: .operation(.engineRestart)),
    ExpectedPlan(
      name: "an emergency stop and a switch", operation: reset, bodies: merged(used, tripped()), title: title,
      changes: ["kill switch: \(pause) > not triggered", "stop_trading: set > not set"], consequences: [untouched],
      caveats: [latch, "/health shows the emergency stop until there is a new engine process"], calls: [step]),
    ExpectedPlan(
      name: "stopped", operation: reset, bodies: OperationBench.engine("STOPPED"), title: title,
      refusal: "the engine is not running (STOPPED)", next: .operation(.engineStart)),
    ExpectedPlan(
      name: "silent", operation: reset, bodies: ["/engine/status": "no JSON"], title: title,
      refusal: "the engine is not running (not known)", next: .operation(.engineStart)),
  ]

  private static let emergencies: [ExpectedPlan] = [
    ExpectedPlan(
      name: "not used", operation: .triggerKillSwitch, title: "trigger the emergency stop",
      changes: ["emergency stop: not used > used"], consequences: ["every new signal is refused at once"],
      caveats: triggerCaveats, calls: [trigger], binding: []),
    ExpectedPlan(
      name: "used before", operation: .triggerKillSwitch, bodies: used, title: "trigger the emergency stop",
      changes: ["emergency stop: used before > used again"], consequences: ["every new signal is refused at once"],
      caveats: triggerCaveats, calls: [trigger], binding: []),
    ExpectedPlan(
      name: "stopped", operation: .triggerKillSwitch, bodies: OperationBench.engine("STOPPED"),
      title: "trigger the emergency stop", refusal: "the engine is not running (STOPPED)",
      next: .operation(.engineStart)),
  ]
  private static let triggerCaveats: [NextStep] = [
    "positions and orders stay open: '\(.operation(.panic))' closes them, too",
    "unfilled orders are sent again whatever is stopped: this does not end that, only the end of the engine does: \(.operation(.panic))",
    "a restart of the engine ends the halt; /health shows it until there is a new engine process",
    "/risk/killswitch/status does not show it; hean reads /health",
  ]
  private static let trigger = ExpectedPlan.Call(
    "emergency stop", "/emergency/killswitch", nil, .query(.killSwitch), sees: [.killSwitch])

  @Test(arguments: resets + emergencies)
  func `each says what it would do, and does no other`(expected: ExpectedPlan) async throws {
    try await expected.check()
  }

  private static let restart: NextStep =
    "a latch is known to stay behind a stop; only a restart clears it: \(.operation(.engineRestart))"
  private static let clear = ["/risk/killswitch/status": #"{"triggered":false,"reasons":[]}"#].merging(
    OperationBench.risk(stop: false)
  ) { $1 }

  private static func decided(_ decisions: String...) -> Bodies {
    [
      "/trading/state": #"{"recent_decisions":[\#(decisions.joined(separator: ","))]}"#
    ]
  }

  private static func reset(_ name: String, before: Bodies = [:], _ after: Bodies, _ finding: StepFinding)
    -> ExpectedFinding
  {
    ExpectedFinding(
      name: name, operation: forced, before: merged(tripped(), before), after: after, finding: finding)
  }

  private static let refused = OperationBench.decision("REJECT", "TRADING_DISABLED")
  private static let proofs: [ExpectedFinding] = [
    reset(
      "still tripped", [:],
      .pending("the kill switch is still tripped: \(pause)", advice: .query(.why))),
    reset(
      "tripped by one source", OperationBench.risk(stop: false),
      .pending("the kill switch is still tripped: \(pause)", advice: .query(.why))),
    reset(
      "a source is silent", merged(clear, ["/health": "no JSON"]),
      .pending("not told about the kill switch by /health")),
    reset(
      "clear, no signal", clear,
      .pending("the flags are clear; no signal came that would show whether they are accepted", advice: restart)),
    reset(
      "clear, and accepted", merged(clear, decided(OperationBench.decision("CREATE", "ACCEPTED"))),
      .seen("the flags are clear, and a signal was accepted")),
    reset(
      "clear, and judged", merged(clear, decided(OperationBench.decision("REJECT", "COOLDOWN"))),
      .seen("the flags are clear, and signals are judged again (COOLDOWN)")),
    reset(
      "clear, and refused", merged(clear, decided(refused)),
      .pending("the flags are clear, and signals are still refused", advice: restart)),
    reset(
      "clear, and refused under a hard stop", before: hardStop, merged(clear, decided(refused)),
      .pending(
        "the flags are clear, and the governor's HARD_STOP still refuses signals", advice: .operation(.clearGovernor))),
    reset(
      "clear, and refused by a hard stop since",
      merged(
        clear,
        decided(
          OperationBench.decision("REJECT", "TRADING_DISABLED", more: #","risk_state":"HARD_STOP""#))),
      .pending(
        "the flags are clear, and the governor's HARD_STOP still refuses signals", advice: .operation(.clearGovernor))),
    reset(
      "what was accepted before proves nothing",
      before: decided(OperationBench.decision("CREATE", "ACCEPTED", at: "01:47:00")),
      merged(clear, decided(OperationBench.decision("CREATE", "ACCEPTED", at: "01:47:00"))),
      .pending("the flags are clear; no signal came that would show whether they are accepted", advice: restart)),
  ]

  private static let set = OperationBench.risk(stop: true)
  private static func stop(
    _ name: String, before: Bodies = [:], _ after: Bodies, _ finding: StepFinding
  ) -> ExpectedFinding {
    ExpectedFinding(name: name, operation: .triggerKillSwitch, before: before, after: after, finding: finding)
  }

  private static let stops: [ExpectedFinding] = [
    stop("nothing", [:], .pending("stop_trading is not set")),
    stop(
      "lamp and flag", merged(used, set), .seen("stop_trading is set, and the emergency stop shows in /health")),
    stop(
      "the flag alone", set,
      .pending("stop_trading is set, as by a pause, and /health shows no emergency stop")),
    stop(
      "the flag, and health is silent", merged(set, ["/health": "no JSON"]),
      .seen("stop_trading is set; /health did not answer")),
    stop(
      "the lamp, and the flag is not told", merged(used, OperationBench.risk(stop: nil)),
      .seen("the emergency stop shows in /health, as it did not before")),
    stop(
      "the lamp of before, and the flag is not told", before: used, OperationBench.risk(stop: nil),
      .pending("not known, as /risk/status did not tell stop_trading")),
    stop(
      "the lamp of before, and the flag", before: used, set,
      .seen("the emergency stop shows in /health, as before, and stop_trading is set")),
    stop(
      "tripped since before", before: tripped(), [:],
      .pending("/health did not show it, and something else has stopped signals since before the call")),
    stop(
      "the flag of before, and the lamp", before: set, used,
      .seen("stop_trading is set, and the emergency stop shows in /health")),
    stop(
      "stopped on the way", OperationBench.engine("STOPPED"),
      .pending("not known, as the engine does not say that it runs")),
  ]

  @Test(arguments: proofs + stops)
  func `each says what it saw, and no more`(expected: ExpectedFinding) async throws { try await expected.check() }
}
