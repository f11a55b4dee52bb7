public import Foundation

/// The sign that the router sends unfilled maker orders again: there are orders without signals (docs/engine.md 4.8).
///
/// The router sends such an order again as a new one until it fills. No kill switch, emergency call or cancel ends
/// that; only stopping, killing or restarting the engine does.
public struct RetryQueue: Sendable, Equatable {
  /// Orders made in the last minute.
  public var orders: Int
  /// When the last order was made, by the engine's clock (UTC).
  public var lastOrderAt: Date?
  /// When the last signal came, by the engine's clock (UTC).
  public var lastSignalAt: Date?

  /// `nil` when there is no such sign. That does not prove an empty queue: for up to a minute a queue can wait without
  /// one.
  /// - Parameter isRunning: whether the engine runs. The counters of a stopped engine are frozen and prove nothing.
  public init?(_ metrics: TradingMetrics, isRunning: Bool?) {
    guard isRunning == true, let minute = metrics.lastMinute, let orders = minute.ordersCreated, orders > 0 else {
      return nil
    }
    guard minute.created == 0 || minute.signals == 0 else { return nil }
    // At the edge of the minute, an order can still be counted when its signal is not counted any more.
    if let order = metrics.lastOrderAt, let signal = metrics.lastSignalAt {
      guard order.timeIntervalSince(signal) >= Self.retryDelay else { return nil }
    }
    self.orders = orders
    lastOrderAt = metrics.lastOrderAt
    lastSignalAt = metrics.lastSignalAt
  }

  /// How many seconds at least lie between an order and its repetition.
  static let retryDelay = 5.0

  /// The finding as a sentence, for people.
  public var message: String {
    "\(Figures.counted(orders, "order")) in the last minute without a signal: unfilled maker orders are sent again, "
      + "whatever stop is set, until they fill or the engine is restarted"
  }
}
