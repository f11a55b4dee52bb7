import HeanCore

/// Money as the engine reports it. A stopped engine leaves fields out or sends zeros.
enum AccountResponses {
  static func engineStatus(_ world: World) -> JSONValue {
    var body: [String: JSONValue] = [
      "status": world.isRunning ? "running" : "stopped", "running": .bool(world.isRunning),
      "engine_state": .string(world.control.phase.rawValue.uppercased()), "trading_mode": "live", "is_live": true,
      "dry_run": .bool(world.isDryRun),
    ]
    guard world.isRunning else { return .object(body) }
    if let stopping = world.control.stopping, world.second - stopping.since > 2 {
      body["status"] = "busy"
      body["engine_state"] = "BUSY"
      body["message"] = "Engine operation in progress"
      return .object(body)
    }
    body["equity"] = .number(world.walletEquity ?? world.toldEquity)
    body["daily_pnl"] = .number(world.equity - world.dayStart)
    body["initial_capital"] = .number(world.ledger.initial)
    body["unrealized_pnl"] = .number(world.unrealized)
    body["realized_pnl"] = .number(world.ledger.realized)
    body["available_balance"] = .number(
      world.walletEquity.map { $0 - World.walletMargin } ?? world.toldEquity - world.unrealized)
    body["used_margin"] = 0
    // Fills of the exchange carry no fee, so the engine counts none.
    body["total_fees"] = world.has(.falseEquity) && !world.isDryRun ? 0 : .number(world.ledger.fees)
    return .object(body)
  }

  static func portfolio(_ world: World) -> JSONValue {
    let isRunning = world.isRunning
    return [
      "available": .bool(isRunning), "equity": isRunning ? .number(world.equity) : .null,
      "balance": isRunning ? .number(world.equity) : .null, "used_margin": isRunning ? .number(margin(world)) : 0,
      "free_margin": isRunning ? .number(max(0, world.equity - margin(world))) : .null,
      "unrealized_pnl": isRunning ? .number(world.unrealized) : 0,
      "realized_pnl": isRunning ? .number(world.ledger.realized) : 0,
      "fees": isRunning ? .number(world.ledger.fees) : 0,
      "note": .string(isRunning ? "Live account snapshot" : "Engine is not running"), "duration_ms": .figure(0.1),
    ]
  }

  static func dashboard(_ world: World, _ now: Date) -> JSONValue {
    let equity = world.isRunning ? world.equity : world.ledger.initial
    return [
      "account_state": world.isRunning ? accountState(world, now) : .null,
      "metrics": [
        "equity": .number(equity), "daily_pnl": .number(world.isRunning ? equity - world.dayStart : 0),
        "return_pct": .number((equity - world.ledger.initial) / world.ledger.initial * 100),
        "open_positions": .count(world.isRunning ? world.positions.count : 0),
      ],
      "positions": .array(world.isRunning ? world.positions.map { TradeResponses.detailed($0, world) } : []),
      "orders": .array(world.isRunning ? world.orders.map { TradeResponses.detailed($0, world, now) } : []),
      "status": ["engine_running": .bool(world.isRunning), "trading_mode": "live"],
    ]
  }

  static func accountState(_ world: World, _ now: Date) -> JSONValue {
    [
      "wallet_balance": .number(world.equity), "available_balance": .number(max(0, world.equity - margin(world))),
      "equity": .number(world.equity), "used_margin": .number(margin(world)), "reserved_margin": 0,
      "unrealized_pnl": .number(world.unrealized), "realized_pnl": .number(world.ledger.realized),
      "fees": .number(world.ledger.fees), "fees_24h": .number(world.ledger.fees), "timestamp": .naive(now),
    ]
  }

  /// Notional at the mark price, divided by a leverage of 3.
  static func margin(_ world: World) -> Decimal {
    world.positions.reduce(0) { $0 + TradeResponses.margin($1) }
  }
}
