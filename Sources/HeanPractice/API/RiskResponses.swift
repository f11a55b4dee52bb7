import HeanCore

/// Risk as the engine reports it: a stopped engine says NORMAL and "not triggered" even if that is wrong.
enum RiskResponses {
  static func status(_ world: World) -> JSONValue {
    guard world.isRunning else { return ["killswitch_triggered": false, "stop_trading": false, "risk_limits": [:]] }
    let governor = world.governor
    return [
      "killswitch_triggered": .bool(world.killSwitch.isTriggered), "stop_trading": .bool(world.stopTrading),
      "equity": .number(world.equity), "daily_pnl": .number(world.equity - world.dayStart),
      "drawdown": .number(max(0, governor.peak - world.equity)), "drawdown_pct": .percent(governor.drawdown),
      "max_open_positions": .count(world.maxPositions), "current_positions": .count(world.positions.count),
      "max_open_orders": .count(World.maxOrders), "current_orders": .count(world.openOrderCount),
    ]
  }

  static func limits(_ world: World) -> JSONValue {
    let limits = world.control.limits
    return [
      "max_open_positions": .count(limits.maxOpenPositions), "max_daily_attempts": .count(limits.maxDailyAttempts),
      "max_exposure_usd": .number(limits.maxExposure), "min_notional_usd": .number(limits.minNotional),
      "cooldown_seconds": .count(limits.cooldownSeconds),
    ]
  }

  static func governor(_ world: World) -> JSONValue {
    let governor = world.governor
    let isNormal = governor.level == .normal
    var body: [String: JSONValue] = [
      "risk_state": .string(world.isRunning ? governor.level.name : "NORMAL"),
      "level": .count(world.isRunning ? governor.level.rawValue : 0),
      "reason_codes": .array(world.isRunning ? governor.level.code.map { [.string($0.rawValue)] } ?? [] : []),
      "metric": world.isRunning && !isNormal ? "drawdown_pct" : .null,
      "value": world.isRunning ? governor.frozen.map(JSONValue.percent) ?? .null : .null,
      "threshold": world.isRunning && !isNormal ? .number(governor.level.entry) : .null,
      "recommended_action": .string(world.isRunning ? governor.level.action : "Engine not running"),
      "clear_rule": .string(world.isRunning ? governor.level.rule : "N/A"),
      "quarantined_symbols": .array(world.isRunning ? world.control.quarantined.map { .string($0) } : []),
      "blocked_at": world.isRunning ? governor.changed.map { .naive(world.date($0)) } ?? .null : .null,
      "can_clear": .bool(!world.isRunning || isNormal || world.second - (governor.changed ?? 0) >= 3600),
    ]
    guard world.isRunning else { return .object(body) }
    body["peak_equity"] = .number(governor.peak)
    body["initial_capital"] = .number(governor.initial)
    body["last_equity"] = .number(governor.last)
    body["current_drawdown_pct"] = .percent(governor.drawdown)
    body["max_drawdown_pct"] = .percent(governor.worst)
    return .object(body)
  }

  static func killSwitch(_ world: World) -> JSONValue {
    guard world.isRunning else {
      return ["triggered": false, "reasons": [], "triggered_at": .null, "thresholds": [:], "current_metrics": [:]]
    }
    let governor = world.governor
    return [
      "triggered": .bool(world.killSwitch.isTriggered),
      "reasons": .array(world.killSwitch.reasons.map { .string($0) }),
      "triggered_at": world.killSwitch.triggered.map { .naive(world.date($0)) } ?? .null,
      "thresholds": [
        "drawdown_pct": .number(world.killSwitch.dailyLimit), "equity_drop": .number(world.killSwitch.dropLimit),
        "max_loss": 0,
        "risk_limit": 0,
      ],
      "current_metrics": [
        "current_drawdown_pct": .percent(governor.drawdown), "current_equity": .number(world.equity),
        "max_drawdown_pct": .percent(governor.drawdown), "peak_equity": .number(governor.peak),
      ],
    ]
  }

  static func memory(_ world: World) -> JSONValue {
    guard world.isRunning else { return ["blocked": []] }
    let live = world.blocked.filter { $0.until > world.second }
    return [
      "blocked": .array(
        live.map { block in
          [
            "strategy_id": .string(block.strategy), "context": [.string(block.symbol)],
            "block_until": .zoned(world.date(block.until)),
            "seconds_remaining": .figure(world.wallSeconds(block.until - world.second), places: 0),
            "loss_streak": .count(block.streak), "trades_count": .count(block.streak), "max_drawdown_pct": 0,
          ]
        })
    ]
  }
}
