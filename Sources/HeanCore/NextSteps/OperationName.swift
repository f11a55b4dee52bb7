/// Stable names of the operations, the one list of them: next steps, plans, results and the audit log use these names, and
/// commands are made of their words.
///
/// An audit log can hold names that another version wrote; it keeps them as text.
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
  /// Stops the engine in profit; closes nothing.
  case engineLockProfit = "engine.lock-profit"
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
  /// Places one order, as a signal that the engine judges.
  case placeOrder = "orders.place"
  /// Lets a dry run open and close one position.
  case testRoundTrip = "orders.test-roundtrip"
  /// Switches strategies on.
  case enableStrategies = "strategies.enable"
  /// Switches strategies off.
  case disableStrategies = "strategies.disable"
  /// Sends parameters of a strategy.
  case setParameters = "strategies.params"
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

  /// Whether it starts trading or opens a position: such an operation can be made to ask for a one-time code. None that ends
  /// a risk ever does.
  public var addsRisk: Bool { startsTrading || self == .placeOrder || self == .testRoundTrip }

  /// Whether it is sent to have positions closed: what nothing proves after it can be open still.
  public var isClose: Bool { self == .closePositions || self == .closeAllPositions || self == .panic }
}
