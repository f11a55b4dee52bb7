import Foundation
import HeanPractice
import Testing

@testable import HeanConsole

/// One verb, with the precondition under which it has something to do. `VerbTableTests` sets that up before the verb
/// runs.
struct VerbCase: Sendable, CustomTestStringConvertible {
  var name: String
  var arguments: [String]
  /// What has to be so before, apart from the engine's state.
  var precondition: Precondition = .none
  /// Exit code and number of calls, by the state in which the engine is before.
  var running: Expectation
  var paused: Expectation
  var stopped: Expectation
  var tripped: Expectation
  /// The engine's state where only one is tested: with each fault, and in a dry run.
  var singleState: StartingState = .running
  /// When the engine answers success and does nothing.
  var whenEngineLies: Expectation = .init(.staleOrUnconfirmed, 1)

  var testDescription: String { name }

  enum Precondition: Sendable { case none, withOrder, quarantined, disabled }

  struct Expectation: Sendable, Equatable {
    var code: ExitCode
    var calls: Int

    init(_ code: ExitCode, _ calls: Int) {
      self.code = code
      self.calls = calls
    }
  }
}

/// The state in which the engine is before the verb runs. `tripped`: its kill switch has tripped.
enum StartingState: String, Sendable, CaseIterable { case running, paused, stopped, tripped }

extension VerbCase {
  private static let done = Expectation(.ok, 1)
  private static let unchanged = Expectation(.ok, 0)
  private static let refused = Expectation(.refused, 0)
  /// The engine says no to the call.
  private static let refusedAfterCall = Expectation(.refused, 1)
  private static let unconfirmed = Expectation(.staleOrUnconfirmed, 1)

  static let all: [VerbCase] = [
    VerbCase(
      name: "engine start", arguments: ["engine", "start"], running: unchanged, paused: unchanged, stopped: done,
      tripped: unchanged, singleState: .stopped),
    VerbCase(
      name: "engine stop", arguments: ["engine", "stop"], running: done, paused: done, stopped: unchanged,
      tripped: done),
    VerbCase(
      name: "engine pause", arguments: ["engine", "pause"], running: done, paused: unchanged, stopped: refused,
      tripped: done),
    VerbCase(
      name: "engine resume", arguments: ["engine", "resume"], running: unchanged, paused: done, stopped: refused,
      tripped: unconfirmed, singleState: .paused),
    VerbCase(
      name: "engine restart", arguments: ["engine", "restart"], running: done, paused: done, stopped: done,
      tripped: done, singleState: .running),
    VerbCase(
      name: "engine kill", arguments: ["engine", "kill"], running: done, paused: done, stopped: refused, tripped: done),
    VerbCase(
      name: "engine lock-profit", arguments: ["engine", "lock-profit"], running: done, paused: done, stopped: unchanged,
      tripped: done),
    VerbCase(
      name: "engine reset-halt", arguments: ["engine", "reset-halt"], running: unconfirmed, paused: done,
      stopped: refused, tripped: unconfirmed, singleState: .paused),
    VerbCase(
      name: "strategies enable", arguments: ["strategies", "enable", "hf_scalping"], precondition: .disabled,
      running: done, paused: done, stopped: refused, tripped: done),
    VerbCase(
      name: "strategies enable twice", arguments: ["strategies", "enable", "hf_scalping"], running: unchanged,
      paused: unchanged, stopped: refused, tripped: unchanged, singleState: .stopped),
    VerbCase(
      name: "strategies disable", arguments: ["strategies", "disable", "hf_scalping"], running: done, paused: done,
      stopped: refused, tripped: done),
    VerbCase(
      name: "strategies params", arguments: ["strategies", "params", "hf_scalping", "--set", "tp_bps=30"],
      running: refusedAfterCall, paused: refusedAfterCall, stopped: refused, tripped: refusedAfterCall,
      whenEngineLies: refusedAfterCall),
    VerbCase(
      name: "risk killswitch reset", arguments: ["risk", "killswitch", "reset", "--reason", "test"], running: unchanged,
      paused: unconfirmed, stopped: refused, tripped: done, singleState: .tripped),
    VerbCase(
      name: "risk killswitch trigger", arguments: ["risk", "killswitch", "trigger"], running: done, paused: done,
      stopped: refused, tripped: done),
    VerbCase(
      name: "risk governor clear", arguments: ["risk", "governor", "clear"], precondition: .quarantined, running: done,
      paused: done, stopped: refused, tripped: done),
    VerbCase(
      name: "risk governor clear symbol", arguments: ["risk", "governor", "clear", "--symbol", "DOGEUSDT"],
      precondition: .quarantined, running: done, paused: done, stopped: refused, tripped: done),
    VerbCase(
      name: "risk quarantine", arguments: ["risk", "quarantine", "DOGEUSDT"], running: done, paused: done,
      stopped: refused, tripped: done),
    VerbCase(
      name: "risk limits set", arguments: ["risk", "limits", "set", "max_open_positions=5"], running: done,
      paused: done, stopped: done, tripped: done),
    VerbCase(
      name: "orders place", arguments: ["orders", "place", "buy", "BTCUSDT", "--notional", "500"], running: done,
      paused: refusedAfterCall, stopped: refused, tripped: refusedAfterCall),
    VerbCase(
      name: "orders test-roundtrip", arguments: ["orders", "test-roundtrip", "BTCUSDT"], running: done,
      paused: unconfirmed, stopped: refused, tripped: unconfirmed),
    VerbCase(
      name: "orders cancel", arguments: ["orders", "cancel", "ORDER"], precondition: .withOrder, running: done,
      paused: done, stopped: refused, tripped: done),
    VerbCase(
      name: "orders cancel-all", arguments: ["orders", "cancel-all"], precondition: .withOrder, running: done,
      paused: done, stopped: refused, tripped: done),
    VerbCase(
      name: "positions close", arguments: ["positions", "close", "LINKUSDT"], running: done, paused: done,
      stopped: refused, tripped: done),
    VerbCase(
      name: "positions close-all", arguments: ["positions", "close-all"], running: done, paused: done, stopped: refused,
      tripped: done),
    VerbCase(
      name: "config set", arguments: ["config", "set", "max_open_positions=7"], running: done, paused: done,
      stopped: done, tripped: done),
  ]
}
