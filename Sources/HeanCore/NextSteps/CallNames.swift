extension NextStep {
  /// Stable names of the operations; the audit log uses the same.
  public enum OperationName: String, Codable, Sendable, CaseIterable {
    case engineStart = "engine.start"
    case engineStop = "engine.stop"
    case engineRestart = "engine.restart"
    case engineResume = "engine.resume"
    case engineKill = "engine.kill"
    case engineResetHalt = "engine.reset-halt"
    case panic
    case closeAllPositions = "positions.close-all"
    case enableStrategies = "strategies.enable"
    case disableStrategies = "strategies.disable"
    case triggerKillSwitch = "risk.killswitch.trigger"
    case resetKillSwitch = "risk.killswitch.reset"
    case clearGovernor = "risk.governor.clear"
    case quarantine = "risk.quarantine"
    case setLimits = "risk.limits.set"
    case setConfiguration = "config.set"
    /// Stores the API key for an engine.
    case login
    /// Replaces this practice engine by a new one.
    case resetPractice = "practice.reset"
    /// Runs a practice engine that other programs can connect to.
    case servePractice = "practice.serve"

    /// Whether it acts on the engine's process or its trading loop.
    var isEngines: Bool { rawValue.hasPrefix("engine.") }
  }

  /// Stable names of the queries.
  public enum QueryName: String, Codable, Sendable, CaseIterable {
    case status, why, trace, funnel, health, settings, account, positions, orders, strategies, risk, audit, watch, wait
    case position = "positions.show"
    case order = "orders.show"
    case strategy = "strategies.show"
    case compareStrategies = "strategies.compare"
    case killSwitch = "risk.killswitch"
    case governor = "risk.governor"
    case limits = "risk.limits"
    case configuration = "config.get"
    case auditRecord = "audit.show"
    /// What a reason code means and what clears it; all codes without an operand.
    case reasons
  }
}
