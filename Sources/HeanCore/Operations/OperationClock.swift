/// The clocks that an operation uses; a test can replace them.
public struct OperationClock: Sendable {
  /// Date and time, for records and plan tokens.
  public var now: @Sendable () -> Date
  /// Time since some fixed moment, by a clock that is never set.
  public var elapsed: @Sendable () -> Duration
  /// Waits by the clock of `elapsed`; throws when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// A random number, 0 or more and below 1, for the ids of runs.
  public var random: @Sendable () -> Double
  /// Converts a time of `elapsed` to the real time that networks need. They are the same, except for a clock that
  /// stands still.
  public var networkTime: @Sendable (Duration) -> Duration
  /// Waits in real time; throws when the task is cancelled.
  public var networkSleep: @Sendable (Duration) async throws -> Void

  /// Clocks whose time is real time, unless `networkTime` and `networkSleep` are given.
  public init(
    now: @escaping @Sendable () -> Date, elapsed: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void, random: @escaping @Sendable () -> Double,
    networkTime: @escaping @Sendable (Duration) -> Duration = { $0 },
    networkSleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.now = now
    self.elapsed = elapsed
    self.sleep = sleep
    self.random = random
    self.networkTime = networkTime
    self.networkSleep = networkSleep
  }
}
