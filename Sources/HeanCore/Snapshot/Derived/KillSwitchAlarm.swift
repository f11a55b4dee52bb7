/// What a `KILLSWITCH_TRIGGERED` frame means. The engine sends it for things that stop nothing, too, and only the reason
/// tells them apart (docs/engine.md 3.10).
public enum KillSwitchAlarm: Sendable, Equatable {
  /// A stop, in the engine's words.
  case stop(String)
  /// The governor was cleared, or went back to NORMAL by itself.
  case allClear
  /// A symbol was put into quarantine; the text is free.
  case quarantine(String)

  /// - Parameter source: `panic_button` on the emergency stop's own frame.
  public init(reason: String?, source: String?) {
    guard let reason else {
      self = source == nil ? .allClear : .stop("no reason given")
      return
    }
    let isStop = source != nil || reason == "bybit_price_feed_failure" || Self.stops.contains { reason.hasPrefix($0) }
    self = isStop ? .stop(reason) : .quarantine(reason)
  }

  private static let stops = [
    "HARD_STOP:", "DAILY_PAUSE:", "ERROR_PAUSE:", "VOLATILITY_PAUSE:", "Killswitch:", "Emergency killswitch",
  ]
}
