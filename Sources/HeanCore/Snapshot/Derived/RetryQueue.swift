public import Foundation

/// The sign that unfilled maker orders are being sent again: orders without signals (docs/engine.md 4.8).
///
/// The router sends such an order again as a new one until it fills. No kill switch, no emergency stop and no cancel ends
/// that; only stopping or restarting the engine does.
public struct RetryQueue: Sendable, Equatable {
  /// Orders made in the last minute.
  public var orders: Int
  /// By the engine's clock.
  public var lastOrderAt: Date?
  public var lastSignalAt: Date?

  /// `nil` when there is no such sign. A queue that waits, for up to a minute, shows none: that is no proof of an empty
  /// one.
  /// - Parameter isRunning: whether the engine runs: the counters of a stopped one are frozen and prove nothing.
  public init?(_ metrics: TradingMetrics, isRunning: Bool?) {
    guard isRunning == true, let minute = metrics.lastMinute, let orders = minute.ordersCreated, orders > 0 else {
      return nil
    }
    guard minute.created == 0 || minute.signals == 0 else { return nil }
    // At the edge of the minute an order can be inside while its signal is not.
    if let order = metrics.lastOrderAt, let signal = metrics.lastSignalAt {
      guard order.timeIntervalSince(signal) >= Self.retryDelay else { return nil }
    }
    self.orders = orders
    lastOrderAt = metrics.lastOrderAt
    lastSignalAt = metrics.lastSignalAt
  }

  /// Seconds between an order and its repetition, at least.
  static let retryDelay = 5.0

  public var message: String {
    "\(Figures.counted(orders, "order")) in the last minute without a signal: unfilled maker orders are sent again, "
      + "whatever stop is set, until they fill or the engine is restarted"
  }
}
