import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What a look after each call proves, and what it does not.
struct FindingTests {
  private static let calm = [
    "/engine/status": Seen.running, "/orders/positions": Seen.position,
    "/risk/status": #"{"killswitch_triggered":false,"stop_trading":false,"current_positions":1}"#,
    "/risk/killswitch/status": #"{"triggered":false,"reasons":[]}"#,
    "/risk/governor/status": #"{"risk_state":"NORMAL","current_drawdown_pct":1,"quarantined_symbols":[]}"#,
    "/risk/limits": #"{"max_open_positions":5}"#, "/config/current": #"{"config":{"max_open_positions":5}}"#,
    "/strategies": #"{"strategies":[{"strategy_id":"hf_scalping","enabled":true}]}"#,
    "/orders": #"{"orders":[{"order_id":"o1","symbol":"BTCUSDT","side":"buy","status":"placed","size":1}]}"#,
    "/market/ticker?symbol=BTCUSDT": #"{"symbol":"BTCUSDT","price":90}"#,
    "/trading/state": #"{"open_positions":[],"open_orders":[],"recent_fills":[],"recent_decisions":[]}"#,
  ]

  /// What the first step finds when the engine is `after` and was `before`.
  private func finding(
    _ operation: HeanCore.EngineOperation, before: [String: String] = [:], after: [String: String] = [:],
    reply: JSONValue = .null
  ) async throws -> StepFinding {
    func look(_ changes: [String: String], _ earlier: EngineSnapshot? = nil) async -> EngineSnapshot {
      await Seen(Self.calm.merging(changes) { $1 }).snapshot(of: operation.parts, after: earlier)
    }
    let first = await look(before)
    let step = try #require(try operation.plan(first).steps.first)
    let last = await look(before.merging(after) { $1 }, first)
    return step.finding(before: first, after: last, reply: reply, elapsed: .seconds(5))
  }

  private static func engine(_ state: String) -> [String: String] {
    ["/engine/status": Seen.running.replacing("RUNNING", with: state)]
  }

  @Test func `an engine's state is proved by its own word`() async throws {
    #expect(try await finding(.pauseEngine, after: Self.engine("PAUSED")).verdict == .seen)
    #expect(try await finding(.pauseEngine).verdict == .pending)
    #expect(try await finding(.pauseEngine, after: ["/engine/status": "no JSON"]).verdict == .pending)
    #expect(try await finding(.stopEngine, after: ["/engine/status": Seen.stopped]).verdict == .seen)
    #expect(try await finding(.stopEngine, after: Self.engine("ERROR")).verdict == .contrary)
    let stopped = ["/engine/status": Seen.stopped]
    #expect(try await finding(.startEngine, before: stopped, after: ["/engine/status": Seen.running]).verdict == .seen)
    #expect(try await finding(.startEngine, before: stopped).verdict == .pending)
  }

  @Test func `a resume that leaves stop_trading set is none`() async throws {
    let paused = Self.engine("PAUSED")
    let running = ["/engine/status": Seen.running]
    #expect(try await finding(.resumeEngine, before: paused, after: running).verdict == .seen)
    let flag = ["/risk/status": #"{"killswitch_triggered":false,"stop_trading":true}"#]
    let finding = try await finding(.resumeEngine, before: paused, after: running.merging(flag) { $1 })
    #expect(finding.verdict == .pending && finding.message.contains("stop_trading is still set"))
  }

  @Test func `RUNNING before and after proves no restart`() async throws {
    func history(_ moments: [String]) -> [String: String] {
      let points = moments.map { #"{"timestamp":"2026-11-21T\#($0)Z"}"# }.joined(separator: ",")
      return ["/trading/equity-history?limit=500": #"{"snapshots":[\#(points)]}"#]
    }
    let old = history(["01:00:00", "01:00:10"])
    #expect(try await finding(.restartEngine, before: old).verdict == .pending)
    #expect(
      try await finding(.restartEngine, before: old, after: history(["01:00:00", "01:00:10", "01:00:20"])).verdict
        == .pending)
    #expect(try await finding(.restartEngine, before: old, after: history(["01:05:00"])).verdict == .seen)
    #expect(
      try await finding(.restartEngine, before: old, after: ["/trading/equity-history?limit=500": "no JSON"]).verdict
        == .pending)
    #expect(try await finding(.restartEngine).verdict == .contrary, "nothing in memory tells it")
  }

  @Test func `a strategy is what the list says, not what was answered`() async throws {
    let off = ["/strategies": #"{"strategies":[{"strategy_id":"hf_scalping","enabled":false}]}"#]
    let disable = HeanCore.EngineOperation.setStrategies(["hf"], enabled: false)
    #expect(try await finding(disable, after: off, reply: ["status": "ok"]).verdict == .seen)
    #expect(try await finding(disable, reply: ["status": "ok"]).verdict == .pending)
    #expect(
      try await finding(disable, after: ["/strategies": #"{"strategies":[{"strategy_id":"hf_scalping"}]}"#]).verdict
        == .pending)
    #expect(try await finding(disable, after: ["/strategies": "no JSON"]).verdict == .pending)
  }

  @Test func `settings are proved by their values, and what the engine rejects is a refusal`() async throws {
    let operation = HeanCore.EngineOperation.configure([("max_open_positions", "6")], isForced: false)
    let six = ["/config/current": #"{"config":{"max_open_positions":6}}"#]
    #expect(try await finding(operation, after: six).verdict == .seen)
    #expect(try await finding(operation).verdict == .pending)
    #expect(try await finding(operation, reply: ["rejected": ["max_open_positions": "no"]]).verdict == .refused)
    let limits = HeanCore.EngineOperation.setLimits([("max_open_positions", "6")])
    #expect(try await finding(limits, after: ["/risk/limits": #"{"max_open_positions":6}"#]).verdict == .seen)
    #expect(try await finding(limits).verdict == .pending)
    #expect(try await finding(limits, after: ["/risk/limits": "no JSON"]).verdict == .pending)
  }

  @Test func `quarantine and governor are proved by the governor's own list`() async throws {
    func governor(_ state: String, _ listed: String) -> [String: String] {
      ["/risk/governor/status": #"{"risk_state":"\#(state)","current_drawdown_pct":1,"can_clear":true\#(listed)}"#]
    }
    let listed = governor("NORMAL", #","quarantined_symbols":["BTCUSDT"]"#)
    let none = governor("NORMAL", #","quarantined_symbols":[]"#)
    let quarantine = HeanCore.EngineOperation.quarantine("BTCUSDT", reason: "x")
    #expect(try await finding(quarantine, after: listed).verdict == .seen)
    #expect(try await finding(quarantine).verdict == .pending)
    let release = HeanCore.EngineOperation.clearGovernor(symbol: "BTCUSDT", isForced: false)
    #expect(try await finding(release, before: listed, after: none).verdict == .seen)
    #expect(try await finding(release, before: listed).verdict == .pending)
    #expect(
      try await finding(release, before: listed, after: governor("NORMAL", "")).verdict == .pending, "it did not say")
    let clear = HeanCore.EngineOperation.clearGovernor(symbol: nil, isForced: false)
    let braked = governor("SOFT_BRAKE", #","quarantined_symbols":[]"#)
    #expect(try await finding(clear, before: braked, after: none).verdict == .seen)
    #expect(try await finding(clear, before: braked).verdict == .pending)
    #expect(try await finding(clear, before: braked, after: listed).verdict == .pending, "symbols are left")
  }

  @Test func `an emergency stop is proved by the lamp that was out before`() async throws {
    let trigger = HeanCore.EngineOperation.triggerKillSwitch
    let set = ["/risk/status": #"{"killswitch_triggered":false,"stop_trading":true}"#]
    #expect(try await finding(trigger).verdict == .pending)
    let without = try await finding(trigger, after: set)
    #expect(without.verdict == .seen && without.message.contains("/health did not answer"))
    let stood = try await finding(trigger, before: set)
    #expect(stood.verdict == .pending, "what stood before the call proves nothing of it")
  }

  @Test func `an order is cancelled when the list says so`() async throws {
    let cancel = HeanCore.EngineOperation.cancelOrders(["o1"])
    func order(_ status: String) -> [String: String] {
      ["/orders": #"{"orders":[{"order_id":"o1","symbol":"BTCUSDT","side":"buy","status":"\#(status)","size":1}]}"#]
    }
    #expect(try await finding(cancel, after: order("cancelled")).verdict == .seen)
    #expect(try await finding(cancel).verdict == .pending)
    #expect(try await finding(cancel, after: order("filled")).verdict == .contrary)
  }

  @Test func `an outcome follows the answer first, and what was seen then`() {
    let detail = EngineError.Detail("x", endpoint: "/x", status: 200)
    let accepted = ControlReply.accepted(.null, detail)
    #expect(
      OperationOutcome(accepted, .seen("x")) == .confirmed && OperationOutcome(accepted, .pending("x")) == .notConfirmed
    )
    #expect(
      OperationOutcome(accepted, .contrary("x")) == .notConfirmed
        && OperationOutcome(accepted, .refused("x")) == .refused)
    #expect(OperationOutcome(accepted, nil) == .notConfirmed)
    #expect(OperationOutcome(.lost(.transport(.connectionLost(reason: "x", sent: true))), .seen("x")) == .unknown)
    #expect(OperationOutcome(.notSent(.transport(.unreachable(reason: "x"))), nil) == .notSent)
    #expect(OperationOutcome(.refused(.notAuthorised(detail)), nil) == .notAuthorised)
    #expect(OperationOutcome(.refused(.rateLimited(detail, retryAfter: 1)), nil) == .rateLimited)
    #expect(OperationOutcome(.refused(.refused(detail)), .seen("x")) == .refused)
  }
}
