import HeanCore

/// `/engine/*` and `/strategies/*`.
enum EngineVerbs {
  static func requirePhrase(_ world: World, _ body: Body) throws {
    let phrase = try body.string("confirm_phrase")
    guard !world.isDryRun, phrase != "I_UNDERSTAND_LIVE_TRADING" else { return }
    throw Verb.Refusal(403, "Invalid confirmation phrase for live trading")
  }

  static func start(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    try requirePhrase(world, request.body)
    guard !world.isRunning else { return ["status": "already_running", "message": "Engine is already running"] }
    world.startFresh()
    return [
      "status": "started", "message": "Engine started successfully", "trading_mode": "live", "is_live": true,
      "dry_run": .bool(world.isDryRun),
    ]
  }

  static func stop(_ world: inout World, _ request: Verb.VerbRequest) -> JSONValue {
    let wasRunning = world.isRunning
    world.end(startingAgain: false)
    return [
      "ok": true, "status": wasRunning ? "stopped" : "not_running", "engine_state": "STOPPED",
      "message": wasRunning ? "Engine stopped successfully" : "Engine is not running",
    ]
  }

  static func pause(_ world: inout World, _ request: Verb.VerbRequest) -> JSONValue {
    guard world.isRunning else { return ["status": "not_running", "message": "Engine is not running"] }
    world.control.phase = .paused
    world.control.stopTrading = true
    return ["status": "paused", "message": "Engine paused"]
  }

  static func resume(_ world: inout World, _ request: Verb.VerbRequest) -> JSONValue {
    if world.isRunning {
      world.control.phase = .running
      world.control.stopTrading = false
    } else if world.has(.resumeDeadlock) {
      world.control.isDeadlocked = true
    }
    return ["ok": true, "status": "resumed", "engine_state": "RUNNING", "message": "Engine resumed successfully"]
  }

  static func restart(_ world: inout World, _ request: Verb.VerbRequest) -> JSONValue {
    world.end(startingAgain: true)
    return [
      "ok": true, "status": "restarted", "engine_state": "RUNNING", "message": "Engine restarted successfully",
      "start_result": ["status": "started", "trading_mode": "live", "is_live": true, "dry_run": .bool(world.isDryRun)],
    ]
  }

  static func kill(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    guard world.isRunning || world.has(.stoppedSuccess) else { throw Verb.Refusal(500, "Engine is not running") }
    let open = world.isRunning ? world.positions : []
    for position in open { _ = world.closeByOperator(position) }
    let orders = world.isRunning ? world.openOrders.count : 0
    for index in world.orders.indices where orders > 0 && world.orders[index].isOpen { world.cancelByOperator(index) }
    world.end(startingAgain: false)
    return [
      "status": "killed", "message": "Engine killed", "engine_state": "STOPPED", "cancelled_orders": .count(orders),
      "closed_positions": .count(open.count),
    ]
  }

  /// Only stops the engine: the status and message of the stop replace its own.
  static func lockProfit(_ world: inout World, _ request: Verb.VerbRequest) -> JSONValue {
    let equity = world.equity
    guard case .object(var body) = stop(&world, request) else { return .null }
    body["profit_locked"] = .number(equity - world.ledger.initial)
    body["equity"] = .number(equity)
    body["initial_capital"] = .number(world.ledger.initial)
    return .object(body)
  }

  static func resetHalt(_ world: inout World, _ request: Verb.VerbRequest) -> JSONValue {
    guard world.isRunning else { return ["status": "error", "message": "Engine is not running"] }
    world.control.stopTrading = false
    return [
      "reconciler_reset": true, "stop_trading_cleared": true, "reset": true, "previous_consecutive_drifts": 0,
      "grace_period_seconds": 60, "message": "Halt reset",
    ]
  }

  static func enable(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    _ = try request.body.required("enabled")
    let isEnabled = try request.body.flag("enabled") ?? false
    guard world.isRunning else { return ["status": "error", "message": "Engine is not running"] }
    guard let index = world.strategies.firstIndex(where: { $0.id == request.parameter }) else {
      return ["status": "error", "message": .string("Strategy \(request.parameter) not found")]
    }
    world.enable(index, isEnabled)
    return [
      "status": "success",
      "message": .string("Strategy \(request.parameter) \(isEnabled ? "enabled" : "disabled")"),
    ]
  }

  /// Never finds a strategy, because the engine compares the name with a field that does not exist.
  static func parameters(_ world: inout World, _ request: Verb.VerbRequest) throws -> JSONValue {
    _ = try request.body.required("params")
    let names = world.strategies.map { _ in "None" }.joined(separator: ", ")
    throw Verb.Refusal(404, "Strategy '\(request.parameter)' not found. Available: [\(names)]")
  }
}
