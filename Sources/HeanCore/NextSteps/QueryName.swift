extension NextStep {
  /// Stable names of the queries.
  public enum QueryName: String, Codable, Sendable, CaseIterable {
    /// `trace` follows one signal, `funnel` counts what became of them, `audit` lists what was sent from here, `watch` follows
    /// events, and `wait` ends when a condition holds.
    case status, why, trace, funnel, health, settings, account, positions, orders, strategies, risk, audit, watch, wait
    /// Figures about trading, with their definitions.
    case analytics
    /// Value and day change, and exposure by symbol.
    case portfolio
    /// Closed trades, newest first.
    case trades
    /// What happened in some time.
    case report
    /// Best bid and ask of a symbol.
    case book
    /// Version of the program.
    case version
    /// The operator's own lists of symbols.
    case watchlist
    /// Closed candles of one symbol.
    case candles = "market.candles"
    /// How much each symbol moved.
    case heatmap = "market.heatmap"
    /// The last price of each symbol.
    case prices = "market.ticker"
    /// One position.
    case position = "positions.show"
    /// One order.
    case order = "orders.show"
    /// One strategy.
    case strategy = "strategies.show"
    /// The strategies beside each other.
    case compareStrategies = "strategies.compare"
    /// What the kill switch says, by each endpoint that tells of it.
    case killSwitch = "risk.killswitch"
    /// The state of the governor.
    case governor = "risk.governor"
    /// The limits, and which are enforced.
    case limits = "risk.limits"
    /// Settings that can change while the engine runs.
    case configuration = "config.get"
    /// One run of the audit log, with each call.
    case auditRecord = "audit.show"
    /// A chart of one symbol's price.
    case chart
    /// The profile in use: address, key and options with their origins.
    case profile = "profile.show"
    /// What can happen in a practice engine's market.
    case practiceScenarios = "practice.scenarios"
    /// An alert that is to be watched, the watching, and what is watched.
    case alertAdd = "alert.add"
    case alertRun = "alert.run"
    case alertList = "alert.list"
    /// What a reason code means and what clears it; all codes without an operand.
    case reasons
  }
}
