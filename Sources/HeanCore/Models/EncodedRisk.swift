extension RiskLimits: WireEncodable {
  /// As hean prints it, in the shape of the engine's `/risk/limits`; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "max_open_positions": .optional(maxOpenPositions), "max_daily_attempts": .optional(maxDailyAttempts),
      "max_exposure_usd": .optional(maxExposure), "min_notional_usd": .optional(minNotional),
      "cooldown_seconds": .optional(cooldownSeconds),
    ]
  }
}

extension GovernorStatus: WireEncodable {
  /// As hean prints it, in the shape of the engine's `/risk/governor/status`; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "risk_state": .optional(state?.rawValue), "level": .optional(level), "reason_codes": .words(reasonCodes),
      "value": .optional(frozenValue), "threshold": .optional(threshold),
      "recommended_action": .optional(recommendedAction), "clear_rule": .optional(clearRule),
      "quarantined_symbols": .words(quarantinedSymbols), "blocked_at": .time(changedAt),
      "can_clear": .optional(canClear), "peak_equity": .optional(peakEquity), "last_equity": .optional(lastEquity),
      "current_drawdown_pct": .optional(drawdownPercent), "max_drawdown_pct": .optional(maxDrawdownPercent),
    ]
  }
}

extension RiskStatus: WireEncodable {
  /// As hean prints it, in the shape of the engine's `/risk/status`; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "killswitch_triggered": .optional(isKillSwitchTriggered), "stop_trading": .optional(stopTrading),
      "equity": .optional(equity), "drawdown": .optional(drawdown), "drawdown_pct": .optional(drawdownPercent),
      "max_open_positions": .optional(maxOpenPositions), "current_positions": .optional(openPositions),
      "max_open_orders": .optional(maxOpenOrders), "current_orders": .optional(openOrders),
    ]
  }
}

extension DecisionMemoryBlock: WireEncodable {
  /// As hean prints it, in the shape of a block of the engine's `/risk/decision-memory/blocks`; what is `nil`
  /// becomes null.
  public var wire: JSONValue {
    [
      "strategy_id": .optional(strategyID), "context": .words(context), "block_until": .time(until),
      "seconds_remaining": .optional(secondsRemaining),
    ]
  }
}

extension ReasonCount: WireEncodable {
  /// The count with its code as `code`.
  public var wire: JSONValue { ["code": .string(code), "count": .number(Decimal(count))] }
}
