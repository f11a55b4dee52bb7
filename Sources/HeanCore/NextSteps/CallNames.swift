extension NextStep {
  /// Stable names of the operations; the audit log uses the same.
  public enum OperationName: String, Codable, Sendable, CaseIterable {
    /// Starts a stopped engine.
    case engineStart = "engine.start"
    /// Stops the engine and closes nothing.
    case engineStop = "engine.stop"
    /// Stops and starts the engine, which forgets everything in its memory.
    case engineRestart = "engine.restart"
    /// Ends a pause.
    case engineResume = "engine.resume"
    /// Sets the engine to PAUSED, which stops no orders by itself.
    case enginePause = "engine.pause"
    /// Closes what is open, then stops the engine.
    case engineKill = "engine.kill"
    /// Clears `stop_trading` after a halt by the reconciler; the latch stays.
    case engineResetHalt = "engine.reset-halt"
    /// Stops everything, closes everything, and proves it.
    case panic
    /// Closes the positions that are named.
    case closePositions = "positions.close"
    /// Closes every open position.
    case closeAllPositions = "positions.close-all"
    /// Cancels the orders that are named.
    case cancelOrders = "orders.cancel"
    /// Cancels every open order in the engine's books.
    case cancelAllOrders = "orders.cancel-all"
    /// Switches strategies on.
    case enableStrategies = "strategies.enable"
    /// Switches strategies off.
    case disableStrategies = "strategies.disable"
    /// Triggers the emergency stop.
    case triggerKillSwitch = "risk.killswitch.trigger"
    /// Resets the kill switch; a latch behind it can stay.
    case resetKillSwitch = "risk.killswitch.reset"
    /// Returns the governor to NORMAL, or releases one symbol from quarantine.
    case clearGovernor = "risk.governor.clear"
    /// Blocks new signals of a symbol; its open positions stay.
    case quarantine = "risk.quarantine"
    /// Changes risk limits, in a dry run only.
    case setLimits = "risk.limits.set"
    /// Changes settings that can change while the engine runs.
    case setConfiguration = "config.set"
    /// Stores the API key for an engine.
    case login
    /// Replaces this practice engine by a new one.
    case resetPractice = "practice.reset"
    /// Runs a practice engine that other programs can connect to.
    case servePractice = "practice.serve"

    /// Whether it acts on the engine's process or its trading loop.
    var isEngines: Bool { rawValue.hasPrefix("engine.") }

    /// Whether it lets the engine take signals again.
    var startsTrading: Bool {
      switch self {
      case .engineStart, .engineRestart, .engineResume, .resetKillSwitch, .clearGovernor, .engineResetHalt,
        .enableStrategies:
        true
      default: false
      }
    }
  }

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
    /// What a reason code means and what clears it; all codes without an operand.
    case reasons
  }
}
