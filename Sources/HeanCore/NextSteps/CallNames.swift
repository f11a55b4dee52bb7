extension NextStep {
  /// Stable names, the same as in the record of changes.
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
    /// Stores a key for an engine.
    case login
    /// A new practice engine in the place of this one.
    case resetPractice = "practice.reset"
    /// A practice engine for other programs.
    case servePractice = "practice.serve"

    /// Whether it is about the engine's process or its trading loop.
    var isEngines: Bool { rawValue.hasPrefix("engine.") }
  }

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
    /// One reason code, with what clears it; all of them without an operand.
    case reasons
  }
}
