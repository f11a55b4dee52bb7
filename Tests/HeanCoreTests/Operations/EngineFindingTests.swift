import Foundation
import Testing

@testable import HeanCore

/// What a look after an engine's call shows, in the words that are said of it.
struct EngineFindingTests {
  private static let log: NextStep = "read the engine's log; after a failed start, restart its process"
  private static let restart: NextStep =
    "a latch is known to stay behind a stop; only a restart clears it: \(.operation(.engineRestart))"
  private static let noSignal: NextStep = "whether signals are accepted again, '\(.query(.why))' tells once one comes"
  private static let same = "the engine says RUNNING, with the same memory as before: it has not restarted"
  private static let fresh = StepFinding.seen(
    "the engine says RUNNING, with fresh memory; it forgot BTCUSDT long 0.5, 45.00 USDT")
  private static let history = "/trading/equity-history?limit=500"

  private static let states: [ExpectedFinding] = [
    ExpectedFinding(
      name: "paused", operation: .pauseEngine, after: OperationBench.engine("PAUSED"),
      finding: .seen("the engine says PAUSED")),
    ExpectedFinding(
      name: "still running", operation: .pauseEngine, finding: .pending("the engine still says RUNNING")),
    ExpectedFinding(
      name: "in error", operation: .pauseEngine, after: OperationBench.engine("ERROR"),
      finding: .contrary("the engine says ERROR", advice: log)),
    ExpectedFinding(
      name: "silent", operation: .pauseEngine, after: ["/engine/status": "no JSON"],
      finding: .pending("the engine did not tell its state")),
    ExpectedFinding(
      name: "stopped", operation: .stopEngine, after: OperationBench.engine("STOPPED"),
      finding: .seen("the engine says STOPPED")),
    ExpectedFinding(
      name: "stopped at the exchange", operation: .stopEngine, before: OperationBench.live(),
      after: ["/engine/status": #"{"status":"x","running":false,"engine_state":"STOPPED","dry_run":false}"#],
      finding: .seen(
        "the engine says STOPPED",
        advice: "look at the exchange itself: orders of its last seconds can rest there")),
    ExpectedFinding(
      name: "busy", operation: .lockProfit, after: OperationBench.engine("BUSY"),
      finding: .pending("the engine still says BUSY")),
    ExpectedFinding(
      name: "failed", operation: .startEngine, before: OperationBench.engine("STOPPED"),
      after: OperationBench.engine("ERROR"), finding: .contrary("the engine says ERROR", advice: log)),
    ExpectedFinding(
      name: "started", operation: .startEngine, before: OperationBench.engine("STOPPED"),
      after: OperationBench.engine("RUNNING"), finding: .seen("the engine says RUNNING")),
    ExpectedFinding(
      name: "running, and no signal came", operation: .resumeEngine, before: OperationBench.engine("PAUSED"),
      after: OperationBench.engine("RUNNING"), finding: .seen("the engine says RUNNING", advice: noSignal)),
    ExpectedFinding(
      name: "running, and a signal was refused by the latch", operation: .resumeEngine,
      before: OperationBench.engine("PAUSED"),
      after: OperationBench.engine("RUNNING").merging([
        "/trading/state": OperationBench.state(OperationBench.decision("REJECT", "TRADING_DISABLED"))
      ]) { $1 }, finding: .seen("the engine says RUNNING", advice: "signals are still refused: \(restart)")),
    ExpectedFinding(
      name: "running, and the latest signal was judged", operation: .resumeEngine,
      before: OperationBench.engine("PAUSED"),
      after: OperationBench.engine("RUNNING").merging([
        "/trading/state": OperationBench.state(
          OperationBench.decision("REJECT", "TRADING_DISABLED", at: "01:47:20"),
          OperationBench.decision("REJECT", "COOLDOWN", at: "01:47:25"))
      ]) { $1 }, finding: .seen("the engine says RUNNING")),
    ExpectedFinding(
      name: "the flag is left", operation: .resumeEngine, before: OperationBench.engine("PAUSED"),
      after: OperationBench.engine("RUNNING").merging(OperationBench.risk(stop: true)) { $1 },
      finding: .pending("the engine says RUNNING, and stop_trading is still set", advice: .query(.killSwitch))),
    ExpectedFinding(
      name: "still paused", operation: .resumeEngine, before: OperationBench.engine("PAUSED"),
      finding: .pending("the engine still says PAUSED")),
  ]

  private static let restarts: [ExpectedFinding] = [
    ExpectedFinding(name: "the same points", operation: .restartEngine, finding: .pending(same)),
    ExpectedFinding(
      name: "one point more", operation: .restartEngine,
      after: [history: OperationBench.points("01:00:00", "01:00:10", "01:00:20")], finding: .pending(same)),
    ExpectedFinding(
      name: "fewer points with the newest among them", operation: .restartEngine,
      after: [history: OperationBench.points("01:00:10")], finding: fresh),
    ExpectedFinding(
      name: "as many others", operation: .restartEngine,
      after: [history: OperationBench.points("01:05:00", "01:05:10")], finding: fresh),
    ExpectedFinding(
      name: "and it held nothing", operation: .restartEngine, before: ["/orders/positions": #"{"positions":[]}"#],
      after: [history: OperationBench.points("01:05:00", "01:05:10")],
      finding: .seen("the engine says RUNNING, with fresh memory")),
    ExpectedFinding(
      name: "and what it held is not known", operation: .restartEngine, before: ["/orders/positions": "no JSON"],
      after: [history: OperationBench.points("01:05:00", "01:05:10")],
      finding: .seen("the engine says RUNNING, with fresh memory")),
    ExpectedFinding(
      name: "no history now", operation: .restartEngine, after: [history: "no JSON"],
      finding: .pending("the engine says RUNNING, and its equity history did not come")),
    ExpectedFinding(
      name: "the same decision", operation: .restartEngine,
      before: [
        history: "no JSON", "/trading/state": OperationBench.state(OperationBench.decision("CREATE", "ACCEPTED")),
      ], finding: .pending(same)),
    ExpectedFinding(
      name: "the decision is gone", operation: .restartEngine,
      before: [
        history: "no JSON", "/trading/state": OperationBench.state(OperationBench.decision("CREATE", "ACCEPTED")),
      ], after: ["/trading/state": OperationBench.noDecisions], finding: fresh),
    ExpectedFinding(
      name: "nothing in memory", operation: .restartEngine, before: [history: #"{"snapshots":[]}"#],
      finding: .contrary("the engine says RUNNING; it had nothing in memory by which a restart could be told")),
    ExpectedFinding(
      name: "from stopped", operation: .restartEngine, before: OperationBench.engine("STOPPED"),
      after: OperationBench.engine("RUNNING"), finding: .seen("the engine says RUNNING")),
    ExpectedFinding(
      name: "stopped on the way", operation: .restartEngine, after: OperationBench.engine("STOPPED"),
      finding: .pending("the engine still says STOPPED")),
  ]

  private static let kills: [ExpectedFinding] = [
    ExpectedFinding(
      name: "a dry run has stopped", operation: .killEngine, after: OperationBench.engine("STOPPED"),
      finding: .seen("the engine is STOPPED; a dry run holds no position once the engine is stopped")),
    ExpectedFinding(
      name: "still running", operation: .killEngine, finding: .pending("the engine still says RUNNING")),
    ExpectedFinding(
      name: "no position was open", operation: .killEngine, before: ["/orders/positions": #"{"positions":[]}"#],
      after: OperationBench.engine("STOPPED"),
      finding: .seen("the engine is STOPPED; there was no position to close")),
    ExpectedFinding(
      name: "which were open is not known", operation: .killEngine, before: ["/orders/positions": "no JSON"],
      after: OperationBench.engine("STOPPED"),
      finding: .contrary(
        "the engine is STOPPED, and which positions were open is not known", advice: "look at the exchange itself")),
    ExpectedFinding(
      name: "at the exchange nothing tells of a fill", operation: .killEngine, before: OperationBench.live(),
      after: ["/engine/status": #"{"status":"x","running":false,"engine_state":"STOPPED","dry_run":false}"#],
      finding: .pending(
        "the engine is STOPPED; gone from the list, but neither events nor counters told whether it was filled: "
          + "BTCUSDT long", advice: "look at the exchange itself")),
    ExpectedFinding(
      name: "the flag went", operation: .resetHalt, before: OperationBench.risk(stop: true),
      after: OperationBench.risk(stop: false),
      finding: .seen("stop_trading is not set any more", advice: noSignal)),
    ExpectedFinding(
      name: "the flag stays", operation: .resetHalt, before: OperationBench.risk(stop: true),
      finding: .pending("stop_trading is still set")),
    ExpectedFinding(
      name: "the flag was not set", operation: .resetHalt,
      finding: .contrary("stop_trading was not set before, and nothing else shows the reconciler")),
    ExpectedFinding(
      name: "the flag is not told", operation: .resetHalt, before: OperationBench.risk(stop: true),
      after: OperationBench.risk(stop: nil), finding: .pending("the engine does not tell stop_trading")),
  ]

  @Test(arguments: states + restarts + kills)
  func `each says what it saw, and no more`(expected: ExpectedFinding) async throws { try await expected.check() }
}
