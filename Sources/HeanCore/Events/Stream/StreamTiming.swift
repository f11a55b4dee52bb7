/// How long an event stream waits for what.
public struct StreamTiming: Sendable {
  /// Without a heartbeat for so long, what is shown is reported as possibly old.
  public var stale = Duration.seconds(5)
  /// Without a heartbeat for so long, the connection is given up, even if it answers pings (docs/engine.md 3.8).
  public var dead = Duration.seconds(15)
  /// The wait before a reconnect is a random part of this, doubled with each failure in a row.
  public var firstRetry = Duration.milliseconds(500)
  /// The longest wait before a reconnect: here the doubling stops.
  public var longestRetry = Duration.seconds(30)
  /// After a connection that lasted so long, the next failure counts as the first.
  public var healthy = Duration.seconds(30)
  /// After a reconnect, live events are held back for at most so long, until it is known what was missed.
  public var settling = Duration.seconds(3)
  /// A process that seems to have begun later by up to this is still taken for the same one: heartbeats can be late.
  public var restartTolerance = Duration.seconds(3)
  /// While polling: time between two reads of the engine's memory of events.
  public var poll = Duration.seconds(2)
  /// While polling: time between two attempts to open a WebSocket.
  public var socketRetry = Duration.seconds(30)
  /// Time between two checks for silence.
  public var tick = Duration.milliseconds(250)

  /// The usual times.
  public init() {}

  func retry(_ attempt: Int, random: Double) -> Duration {
    let most = min(longestRetry.seconds, firstRetry.seconds * Double(1 << min(attempt, 16)))
    return .seconds(most * random)
  }
}
