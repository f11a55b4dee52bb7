/// The patience of an event stream.
public struct StreamTiming: Sendable {
  /// Without a heartbeat for so long, nothing proves that the engine is still heard.
  public var stale = Duration.seconds(5)
  /// And for so long, the connection is given up, whatever it answers to pings: dead ones answer, too.
  public var dead = Duration.seconds(15)
  /// Full jitter: a random part of this, doubled with each failure.
  public var firstRetry = Duration.milliseconds(500)
  public var longestRetry = Duration.seconds(30)
  /// A connection that lasted so long was a good one: the next failure is the first again.
  public var healthy = Duration.seconds(30)
  /// How long live events may be held back after a reconnect, until it is clear what was missed.
  public var settling = Duration.seconds(3)
  /// How much later a process may seem to have begun and still be the same: heartbeats are up to a second old.
  public var restartTolerance = Duration.seconds(3)
  public var poll = Duration.seconds(2)
  /// While polling: how often a WebSocket is tried again.
  public var socketRetry = Duration.seconds(30)
  /// How often the clock is looked at.
  public var tick = Duration.milliseconds(250)

  public init() {}

  func retry(_ attempt: Int, random: Double) -> Duration {
    let most = min(longestRetry.seconds, firstRetry.seconds * Double(1 << min(attempt, 16)))
    return .seconds(most * random)
  }
}
