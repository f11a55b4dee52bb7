public import Foundation

/// The clocks that an operation goes by.
public struct OperationClock: Sendable {
  /// For what is recorded.
  public var now: @Sendable () -> Date
  /// Time since some moment, by a clock that nobody sets.
  public var elapsed: @Sendable () -> Duration
  /// Waits by the clock of `elapsed`.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// 0 ..< 1, for ids.
  public var random: @Sendable () -> Double
  /// What a span of `elapsed` is in the time of networks. They are the same, but for a clock that stands still.
  public var networkTime: @Sendable (Duration) -> Duration
  /// Waits by the time of networks.
  public var networkSleep: @Sendable (Duration) async throws -> Void

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
