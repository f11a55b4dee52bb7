/// What a `KILLSWITCH_TRIGGERED` event means. The engine sends it also for things that stop nothing, and only the
/// reason tells which it is (docs/engine.md 3.10).
public enum KillSwitchAlarm: Sendable, Equatable {
  /// A stop, with the engine's reason.
  case stop(String)
  /// The governor was cleared, or returned to NORMAL by itself: nothing is stopped.
  case allClear
  /// A symbol was put into quarantine. The text is free and need not name it.
  case quarantine(String)

  /// - Parameter source: `panic_button` in the flat frame of an emergency call; `nil` in all other events.
  public init(reason: String?, source: String?) {
    guard let reason else {
      self = source == nil ? .allClear : .stop("no reason given")
      return
    }
    let isStop =
      source != nil || ReasonCode(rawValue: reason) == .bybitPriceFeedFailure
      || Self.stops.contains { $0.begins(reason) } || reason.hasPrefix("Emergency killswitch")
    self = isStop ? .stop(reason) : .quarantine(reason)
  }

  private static let stops: [ReasonCode] = [.hardStop, .dailyPause, .errorPause, .volatilityPause, .killswitch]

  /// What a stop is. Each has a way back of its own (docs/engine.md 3.10, 4.2).
  enum Stop {
    /// The kill switch tripped.
    case killSwitch
    /// The risk sentinel stopped all new orders.
    case latch
    /// Somebody made an emergency call.
    case emergency
    /// Prices could not be had, so a start did not succeed.
    case failedStart
  }
}

extension KillSwitchEvent {
  /// What kind of stop it tells; `nil` when nothing is stopped.
  var stop: KillSwitchAlarm.Stop? {
    guard case .stop(let reason) = alarm else { return nil }
    if source != nil || reason.hasPrefix("Emergency") { return .emergency }
    if ReasonCode(rawValue: reason) == .bybitPriceFeedFailure { return .failedStart }
    return ReasonCode.killswitch.begins(reason) ? .latch : .killSwitch
  }
}
