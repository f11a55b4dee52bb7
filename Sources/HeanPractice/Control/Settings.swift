import HeanCore

/// The keys that can be changed while the engine runs. Values are converted to the key's type and never checked against
/// a range.
struct Settings: Sendable, Codable {
  private(set) var values: [String: JSONValue] = [
    "consecutive_losses_limit": 3, "impulse_engine_enabled": true, "hf_scalping_enabled": true,
    "enhanced_grid_enabled": true, "momentum_trader_enabled": true, "correlation_arb_enabled": true,
    "liquidity_sweep_enabled": true, "killswitch_drawdown_pct": 30, "max_daily_drawdown_pct": 15,
    "max_open_positions": 10, "max_trade_risk_pct": 1, "risk_sentinel_enabled": true,
  ]

  static let blocked = ["bybit_api_key", "bybit_api_secret", "dry_run", "initial_capital", "jwt_secret", "redis_url"]

  var keys: [String] { values.keys.sorted() }

  func percent(_ key: String, _ standard: Decimal) -> Decimal {
    if case .number(let value)? = values[key] { value } else { standard }
  }

  /// - Returns: whether the value could be converted to the key's type; otherwise it is ignored without an error.
  mutating func set(_ key: String, _ value: JSONValue) -> Bool {
    switch (values[key], value) {
    case (.bool?, .bool), (.number?, .number): values[key] = value
    case (.number?, .string(let text)):
      guard let number = Decimal(exactly: text) else { return false }
      values[key] = .number(number)
    case (.bool?, .string(let text)): values[key] = .bool(["true", "1", "yes", "on"].contains(text.lowercased()))
    default: return false
    }
    return true
  }
}
