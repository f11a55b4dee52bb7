import Foundation
import HeanPractice
import Testing

@testable import hean

/// One verb with the stage on which it has something to do.
struct VerbCase: Sendable, CustomTestStringConvertible {
  var name: String
  var arguments: [String]
  /// What has to be so before, apart from the state under test.
  var stage: Stage = .plain
  /// Exit code and number of calls by the engine's state.
  var running: Expectation
  var paused: Expectation
  var stopped: Expectation
  var tripped: Expectation
  /// In which state it sends something, for the faults.
  var ready: EngineStage = .running
  /// When the engine answers success and does nothing.
  var lied: Expectation = .init(.staleOrUnconfirmed, 1)

  var testDescription: String { name }

  enum Stage: Sendable { case plain, withOrder, quarantined, disabled }

  struct Expectation: Sendable, Equatable {
    var code: ExitCode
    var calls: Int

    init(_ code: ExitCode, _ calls: Int) {
      self.code = code
      self.calls = calls
    }
  }
}

enum EngineStage: String, Sendable, CaseIterable { case running, paused, stopped, tripped }

extension VerbCase {
  private static let done = Expectation(.ok, 1)
  private static let same = Expectation(.ok, 0)
  private static let no = Expectation(.refused, 0)
  private static let asked = Expectation(.refused, 1)
  private static let unseen = Expectation(.staleOrUnconfirmed, 1)

  static let all: [VerbCase] = [
    VerbCase(
      name: "engine start", arguments: ["engine", "start"], running: same, paused: same, stopped: done, tripped: same,
      ready: .stopped),
    VerbCase(
      name: "engine stop", arguments: ["engine", "stop"], running: done, paused: done, stopped: same, tripped: done),
    VerbCase(
      name: "engine pause", arguments: ["engine", "pause"], running: done, paused: same, stopped: no, tripped: done),
    VerbCase(
      name: "engine resume", arguments: ["engine", "resume"], running: same, paused: done, stopped: no,
      tripped: unseen, ready: .paused),
    VerbCase(
      name: "engine restart", arguments: ["engine", "restart"], running: done, paused: done, stopped: done,
      tripped: done, ready: .running),
    VerbCase(
      name: "engine kill", arguments: ["engine", "kill"], running: done, paused: done, stopped: no, tripped: done),
    VerbCase(
      name: "engine lock-profit", arguments: ["engine", "lock-profit"], running: done, paused: done, stopped: same,
      tripped: done),
    VerbCase(
      name: "engine reset-halt", arguments: ["engine", "reset-halt"], running: unseen, paused: done, stopped: no,
      tripped: unseen, ready: .paused),
    VerbCase(
      name: "strategies enable", arguments: ["strategies", "enable", "hf_scalping"], stage: .disabled, running: done,
      paused: done, stopped: no, tripped: done),
    VerbCase(
      name: "strategies enable twice", arguments: ["strategies", "enable", "hf_scalping"], running: same, paused: same,
      stopped: no, tripped: same, ready: .stopped),
    VerbCase(
      name: "strategies disable", arguments: ["strategies", "disable", "hf_scalping"], running: done, paused: done,
      stopped: no, tripped: done),
    VerbCase(
      name: "strategies params", arguments: ["strategies", "params", "hf_scalping", "--set", "tp_bps=30"],
      running: asked, paused: asked, stopped: no, tripped: asked, lied: asked),
    VerbCase(
      name: "risk killswitch reset",
      arguments: ["risk", "killswitch", "reset", "--reason", "test"], running: same,
      paused: unseen, stopped: no, tripped: done, ready: .tripped),
    VerbCase(
      name: "risk killswitch trigger", arguments: ["risk", "killswitch", "trigger"], running: done, paused: done,
      stopped: no, tripped: done),
    VerbCase(
      name: "risk governor clear", arguments: ["risk", "governor", "clear"], stage: .quarantined, running: done,
      paused: done, stopped: no, tripped: done),
    VerbCase(
      name: "risk governor clear symbol", arguments: ["risk", "governor", "clear", "--symbol", "DOGEUSDT"],
      stage: .quarantined, running: done, paused: done, stopped: no, tripped: done),
    VerbCase(
      name: "risk quarantine", arguments: ["risk", "quarantine", "DOGEUSDT"], running: done, paused: done, stopped: no,
      tripped: done),
    VerbCase(
      name: "risk limits set", arguments: ["risk", "limits", "set", "max_open_positions=5"], running: done,
      paused: done, stopped: done, tripped: done),
    VerbCase(
      name: "orders place", arguments: ["orders", "place", "buy", "BTCUSDT", "--notional", "500"], running: done,
      paused: asked, stopped: no, tripped: asked),
    VerbCase(
      name: "orders test-roundtrip", arguments: ["orders", "test-roundtrip", "BTCUSDT"], running: done, paused: unseen,
      stopped: no, tripped: unseen),
    VerbCase(
      name: "orders cancel", arguments: ["orders", "cancel", "ORDER"], stage: .withOrder, running: done,
      paused: done, stopped: no, tripped: done),
    VerbCase(
      name: "orders cancel-all", arguments: ["orders", "cancel-all"], stage: .withOrder, running: done, paused: done,
      stopped: no, tripped: done),
    VerbCase(
      name: "positions close", arguments: ["positions", "close", "LINKUSDT"], running: done, paused: done, stopped: no,
      tripped: done),
    VerbCase(
      name: "positions close-all", arguments: ["positions", "close-all"], running: done, paused: done, stopped: no,
      tripped: done),
    VerbCase(
      name: "config set", arguments: ["config", "set", "max_open_positions=7"], running: done, paused: done,
      stopped: done, tripped: done),
  ]
}
