/// Settings of the engine that people name in their own words.
enum SettingWords {
  /// A key that `/config/current` lists, or one that no call lists.
  private struct Setting: Sendable {
    var key: String
    var phrases: [String]
  }

  /// The council's threshold, which only the engine's process knows (docs/engine.md 4.1).
  static let councilThreshold = "TRADE_COUNCIL_ENTRY_THRESHOLD"

  /// What no call of the engine sets.
  static let leverage = "leverage"

  /// Narrow names come before wide ones: the kill switch has a drawdown of its own.
  private static let settings = [
    Setting(
      key: "max_trade_risk_pct",
      phrases: riskOfTrade + ["risk for each trade", "risk of a trade", "risk of each trade", "risk in a trade"]),
    Setting(
      key: "consecutive_losses_limit",
      phrases: ["consecutive losses", "losses in a row", "losing trades in a row", "losing streak"]),
    Setting(
      key: "max_open_positions",
      phrases: [
        "open positions", "max positions", "position limit", "positions limit", "number of positions",
        "limit of positions", "limit on positions", "positions at once", "positions at the same time",
        "maximum positions",
      ]),
    Setting(
      key: "max_daily_drawdown_pct",
      phrases: ["daily drawdown", "daily loss", "drawdown a day", "drawdown per day", "daily pause", "daily limit"]),
    Setting(key: "killswitch_drawdown_pct", phrases: ["kill switch", "killswitch"]),
    Setting(key: leverage, phrases: ["leverage"]),
    Setting(key: councilThreshold, phrases: ["council", "council s"]),
  ]

  /// What is risked in one trade.
  static let riskOfTrade = [
    "risk per trade", "risk a trade", "risk on a trade", "risk on each trade", "risk each trade", "risk every trade",
    "risk on every trade", "risk per position", "risk on one trade", "risking per trade", "risking on each trade",
    "risked per trade", "trade risk",
  ]

  /// The key that a question about settings names; `nil` for none.
  static func key(_ text: TypedText) -> String? { settings.first { $0.phrases.contains(where: text.has) }?.key }

  /// Whether `config set` can change it.
  static func isListed(_ key: String) -> Bool { key != councilThreshold && key != leverage }
}
