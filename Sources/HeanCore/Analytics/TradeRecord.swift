/// How closed trades ended, as far as the engine lists them, which proves no close (docs/engine.md 2.10, rule 8). Dropped
/// positions and those without a PnL are not counted.
public struct TradeRecord: Codable, Sendable, Equatable {
  /// Trades that are counted.
  public var trades: Int
  /// Share of trades with a profit, 0 to 1; `nil` without a trade.
  public var winRate: Decimal?
  /// What was gained over what was lost; `nil` without a loss.
  public var profitFactor: Decimal?

  /// The record of these trades, in any order.
  public init(_ trades: some Sequence<Position>) {
    var sums = TradeSums()
    for trade in trades where !trade.isGhost {
      if let profit = trade.realizedPnL { sums.add(profit.double) }
    }
    self.trades = Int(sums.count)
    winRate = sums.count > 0 ? Decimal(sums.winRate).rounded(to: 6) : nil
    profitFactor = sums.losses > 0 ? Decimal(sums.profitFactor).rounded(to: 6) : nil
  }
}

/// Counts of five minutes on the way from a signal to a fill; each is `nil` when the engine did not count.
public struct SignalCounts: Codable, Sendable, Equatable {
  /// Signals that were published.
  public var signals: Int?
  /// Decisions that requested an order.
  public var accepted: Int?
  /// Orders that were made, retries too.
  public var orders: Int?
  /// Fills, of opening and closing orders.
  public var fills: Int?

  /// - Parameter isDryRun: then the engine counts each fill twice (docs/engine.md 2.3).
  init(_ counters: TradingMetrics.Counters, isDryRun: Bool) {
    (signals, accepted, orders) = (counters.signals, counters.created, counters.ordersCreated)
    fills = counters.ordersFilled.map { isDryRun ? $0 / 2 : $0 }
  }
}
