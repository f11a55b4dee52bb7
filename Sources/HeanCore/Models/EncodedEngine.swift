extension EngineStatus: WireEncodable {
  /// The body of `/engine/status`; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "running": .bool(isRunning), "engine_state": .string(state.rawValue), "dry_run": .optional(isDryRun),
      "equity": .optional(equity), "daily_pnl": .optional(dailyPnL), "initial_capital": .optional(initialCapital),
      "unrealized_pnl": .optional(unrealizedPnL), "realized_pnl": .optional(realizedPnL),
      "available_balance": .optional(availableBalance), "total_fees": .optional(totalFees),
      "message": .optional(message),
    ]
  }
}

extension EngineSettings: WireEncodable {
  /// The body of `/settings`; what is `nil` becomes null. The key of the exchange is only `set` or empty.
  public var wire: JSONValue {
    [
      "bybit_testnet": .optional(isTestnet), "environment": .optional(environment),
      "api_auth_enabled": .optional(isAuthenticationEnabled),
      // The engine masks the key: the body only shows whether there is one.
      "bybit_api_key": hasExchangeKey ? "set" : "", "initial_capital": .optional(initialCapital),
      "max_trade_risk_pct": .optional(maxTradeRiskPercent), "max_open_positions": .optional(maxOpenPositions),
      "max_daily_drawdown_pct": .optional(maxDailyDrawdownPercent),
      "killswitch_drawdown_pct": .optional(killSwitchDrawdownPercent), "trading_symbols": .words(symbols),
      "total_symbols": .optional(totalSymbols), "log_level": .optional(logLevel),
    ]
  }
}

extension Health: WireEncodable {
  /// The body of `/health`; what is `nil` becomes null.
  public var wire: JSONValue {
    var parts: [String: JSONValue] = [:]
    for part in components { parts[part.name] = ["status": .optional(part.status)] }
    if let isEmergencyStopped {
      let status = components.first { $0.name == "killswitch" }?.status
      parts["killswitch"] = ["status": .optional(status), "triggered": .bool(isEmergencyStopped)]
    }
    return ["status": .optional(status), "timestamp": .time(timestamp), "components": .object(parts)]
  }
}
