import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Gates outside the engine's own logic, word for word.
struct EngineGateTests {
  private static let status = "/engine/status"
  private static let allGone: [Told] = [.fails(.engineStatus), .fails(.riskStatus), .fails(.health)]

  private static let reachable: [GateCase] = [
    GateCase("it answers", .open, "the engine answers", ["\(status): answered"], age: 0),
    GateCase(
      "an answer of a while ago", [.says(.engineStatus, Seen.running, age: 5)], .open, "the engine answers",
      ["\(status): answered"], age: 5),
    GateCase(
      "only this endpoint is silent", [.fails(.engineStatus)], .unknown,
      "/engine/status did not answer, other endpoints did", ["\(status): unreachable"], step: .query(.health)),
    GateCase(
      "one of the others answers", [.fails(.engineStatus), .fails(.riskStatus)], .unknown,
      "/engine/status did not answer, other endpoints did", ["\(status): unreachable"], step: .query(.health)),
    GateCase(
      "nobody answers", allGone, .closed, "no engine answers: unreachable", ["\(status): unreachable"],
      step: "check that the engine's process runs, then: \(.query(.health))"),
    GateCase(
      "too late",
      [
        .fails(.engineStatus, .transport(.deadlineExceeded(after: .seconds(3), sent: true))), .fails(.riskStatus),
        .fails(.health),
      ],
      .closed, "no engine answers: deadline passed", ["\(status): deadline passed"],
      step: "check that the engine's process runs, then: \(.query(.health))"),
    GateCase(
      "a refusal is an answer", [.fails(.engineStatus, .rejectedKey)], .open, "the engine answers, with a refusal",
      ["\(status): Invalid API key"]),
    GateCase(
      "nobody asked", [.omits(.engineStatus)], .unknown, "no answer from /engine/status", ["\(status): not asked"],
      step: .query(.health)),
  ]

  @Test(arguments: reachable) func `reachable gate`(item: GateCase) throws { try item.check(.reachable) }

  private static let key = "the engine did not accept the key, so not everything can be seen"
  private static let authentication: [GateCase] = [
    GateCase("it lets look", .open, "the engine lets this console look", ["\(status): 200"]),
    GateCase(
      "the state is refused", [.fails(.engineStatus, .rejectedKey)], .unknown, key, ["\(status): Invalid API key"],
      step: .operation(.login)),
    GateCase(
      "one list is refused", [.fails(.strategies, .rejectedKey)], .unknown, key, ["/strategies: Invalid API key"],
      step: .operation(.login)),
    GateCase(
      "the first that is refused is named", [.fails(.governor, .rejectedKey), .fails(.metrics, .rejectedKey)],
      .unknown, key, ["/trading/metrics: Invalid API key"], step: .operation(.login)),
    GateCase("nothing that needs a key", [.fails(.engineStatus)], .unknown, "nothing was answered that needs a key"),
    GateCase(
      "an old key", [.oldKey], .narrowed, "the key in use is on its way out", ["X-Key-Deprecated: true"],
      step: .operation(.login)),
  ]

  @Test(arguments: authentication) func `authentication gate`(item: GateCase) throws { try item.check(.authentication) }

  private static func engine(_ members: String) -> Told { .says(.engineStatus, "{\(members)}") }
  private static let contradicting = engine(#""running":false,"engine_state":"STOPPED""#)

  private static let engines: [GateCase] = [
    GateCase("running", .open, "the engine is running", ["\(status): engine_state RUNNING, running true"]),
    GateCase(
      "its own words", [engine(#""running":true,"engine_state":"RUNNING","message":"hello""#)], .open,
      "the engine is running", ["\(status): engine_state RUNNING, running true", "\(status): hello"]),
    GateCase(
      "paused", [.engine(state: "PAUSED")], .narrowed,
      "the engine says PAUSED, but pause does not stop orders by itself",
      ["\(status): engine_state PAUSED, running true"], step: .operation(.engineResume)),
    GateCase(
      "busy", [.engine(state: "BUSY")], .unknown, "the engine is busy starting or stopping",
      ["\(status): engine_state BUSY, running true"],
      step: .query(.wait, options: .condition("engine.state==RUNNING"), .timeout("1m"))),
    GateCase(
      "failed to start", [engine(#""running":false,"engine_state":"ERROR""#), .omits(.health)], .closed,
      "the engine failed to start", ["\(status): engine_state ERROR, running false"],
      step: "read the engine's log, then restart its process"),
    GateCase(
      "a word of its own that runs", [engine(#""running":true,"engine_state":"DREAMING""#)], .unknown,
      "the engine reports a state unknown to hean: DREAMING", ["\(status): engine_state DREAMING, running true"]),
    GateCase(
      "a word of its own that does not", [engine(#""running":false,"engine_state":"DREAMING""#), .omits(.health)],
      .closed, "the engine is not running", ["\(status): engine_state DREAMING, running false"],
      step: .operation(.engineStart)),
    GateCase(
      "RUNNING that does not run", [engine(#""running":false,"engine_state":"RUNNING""#), .omits(.health)], .closed,
      "the engine is not running", ["\(status): engine_state RUNNING, running false"], step: .operation(.engineStart)),
    GateCase(
      "stopped", [.stopped, .omits(.health)], .closed, "the engine is not running",
      ["\(status): engine_state STOPPED, running false"], step: .operation(.engineStart)),
    GateCase(
      "two endpoints that differ", [contradicting], .unknown,
      "contradiction: /engine/status says STOPPED, /health says running",
      ["\(status): engine_state STOPPED, running false", "/health: engine running"], step: .query(.health)),
    GateCase(
      "the other way round", [.says(.health, #"{"components":{"engine":{"status":"stopped"}}}"#)], .unknown,
      "contradiction: /engine/status says RUNNING, /health says stopped",
      ["\(status): engine_state RUNNING, running true", "/health: engine stopped"], step: .query(.health)),
    GateCase(
      "a word of health that says neither", [.says(.health, #"{"components":{"engine":{"status":"starting"}}}"#)],
      .open, "the engine is running", ["\(status): engine_state RUNNING, running true"]),
  ]

  @Test(arguments: engines + GateCase.failed(.engineStatus, status))
  func `engine gate`(item: GateCase) throws { try item.check(.engine) }

  private static let live: [Told] = [.engine(isLive: true)]
  private static let modes: [GateCase] = [
    GateCase(
      "dry run", .open, "DRY RUN: paper trading, orders stay on the engine's paper broker",
      ["\(status): dry_run true", "/trading/why: rest_ok true"]),
    GateCase(
      "practice", [.practice], .open, "PRACTICE: simulated market, no engine, no money",
      ["\(status): dry_run true", "/trading/why: rest_ok true"]),
    GateCase(
      "testnet", live + [.says(.settings, #"{"bybit_testnet":true}"#)], .open,
      "TESTNET: orders go to the exchange's test network",
      ["\(status): dry_run false", "/trading/why: rest_ok true"]),
    GateCase(
      "mainnet", live + [.says(.settings, #"{"bybit_testnet":false}"#)], .open, "MAINNET: orders move real money",
      ["\(status): dry_run false", "/trading/why: rest_ok true"]),
    GateCase(
      "the exchange is lost",
      live + [.says(.why, #"{"engine_state":"running","last_tick_age_sec":1,"execution_quality":{"rest_ok":null}}"#)],
      .closed, "the engine lost the exchange and fills on paper without saying so",
      ["\(status): dry_run false", "/trading/why: rest_ok null"], step: .operation(.engineRestart)),
    GateCase(
      "nobody says which network", live, .unknown, "dry run, testnet or mainnet: the engine did not tell",
      ["\(status): dry_run false", "/trading/why: rest_ok true"], step: .query(.settings)),
    GateCase(
      "nobody says anything", [.fails(.engineStatus), .fails(.why)], .unknown,
      "dry run, testnet or mainnet: the engine did not tell",
      ["\(status): dry_run not said", "/trading/why: rest_ok null"], step: .query(.settings)),
  ]

  @Test(arguments: modes) func `mode gate`(item: GateCase) throws { try item.check(.mode) }
}
