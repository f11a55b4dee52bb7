/// The sign that the router sends unfilled maker orders again: there are orders without signals (docs/engine.md 4.8).
///
/// The router sends such an order again as a new one until it fills. No kill switch, emergency call or cancel ends
/// that; only stopping, killing or restarting the engine does.
public struct RetryQueue: Sendable, Equatable {
  /// Orders made in `span`.
  public var orders: Int
  /// How many seconds were counted.
  public var span: Decimal
  /// When the last order was made, by the engine's clock (UTC).
  public var lastOrderAt: Date?
  /// When the last signal came, by the engine's clock (UTC).
  public var lastSignalAt: Date?

  /// By the counters of the last minute, and by those of an earlier look, where one is remembered. `nil` when there is no
  /// such sign. That does not prove an empty queue: for up to a minute a queue can wait without one.
  public init?(_ snapshot: EngineSnapshot) {
    guard let reading = snapshot.metrics.reading else { return nil }
    if let queue = RetryQueue(reading.value, isRunning: snapshot.isRunning) {
      self = queue
      return
    }
    guard snapshot.isRunning == true, let earlier = snapshot.remembered.earlier,
      let queue = RetryQueue(
        reading.value, since: earlier, at: reading.receivedAt, clockOffset: snapshot.clockOffset)
    else { return nil }
    self = queue
  }

  /// - Parameter isRunning: whether the engine runs. The counters of a stopped engine are frozen and prove nothing.
  init?(_ metrics: TradingMetrics, isRunning: Bool?) {
    guard isRunning == true, let minute = metrics.lastMinute, let orders = minute.ordersCreated, orders > 0 else {
      return nil
    }
    guard minute.created == 0 || minute.signals == 0 else { return nil }
    // At the edge of the minute, an order can still be counted when its signal is not counted any more. While other
    // signals come, the last of them tells how long ago the order was made.
    if let order = metrics.lastOrderAt, let signal = metrics.lastSignalAt {
      let gap = order.timeIntervalSince(signal)
      guard minute.signals ?? 0 > 0 ? gap > Self.edge : gap >= Self.retryDelay else { return nil }
    }
    self.init(orders: orders, span: 60, metrics)
  }

  /// Two looks show it, whatever signals do: orders were made, and no signal was accepted.
  private init?(_ metrics: TradingMetrics, since earlier: RememberedLook, at now: Date, clockOffset: TimeInterval) {
    let seconds = now.timeIntervalSince(earlier.at)
    guard seconds >= Self.shortestSpan, let made = metrics.session?.ordersCreated, let before = earlier.ordersMade,
      let accepted = metrics.session?.created, accepted == earlier.accepted, made > before,
      let last = metrics.lastOrderAt, now.addingTimeInterval(clockOffset).timeIntervalSince(last) < Self.longestWait
    else { return nil }
    self.init(orders: made - before, span: DiagnosisFormat.seconds(from: earlier.at, to: now), metrics)
  }

  private init(orders: Int, span: Decimal, _ metrics: TradingMetrics) {
    self.orders = orders
    self.span = span
    lastOrderAt = metrics.lastOrderAt
    lastSignalAt = metrics.lastSignalAt
  }

  /// How many seconds at least lie between an order and its repetition.
  static let retryDelay = 5.0
  /// An order that was made so many seconds before the last signal can have had a signal of its own at the edge of the
  /// minute.
  private static let edge = -55.0
  /// How far apart two looks have to be (seconds): a signal can be counted a moment before its order.
  private static let shortestSpan = 6.0
  /// The longest that an order waits before it is sent again (seconds), and some more.
  static let longestWait = 70.0

  /// How many orders of the last minute were more than one for each accepted signal: those that were sent again; `nil`
  /// when there are none, or when they are not counted.
  public static func sentAgain(_ metrics: TradingMetrics?) -> Int? {
    guard let minute = metrics?.lastMinute, let orders = minute.ordersCreated, let accepted = minute.created,
      orders > accepted
    else { return nil }
    return orders - accepted
  }

  /// The finding as a sentence, for people.
  public var message: String {
    "\(Figures.counted(orders, "order")) in the last \(span == 60 ? "minute" : DiagnosisFormat.span(span)) without an "
      + "accepted signal: unfilled maker orders are sent again, whatever stop is set, until they fill or the engine ends"
  }
}
