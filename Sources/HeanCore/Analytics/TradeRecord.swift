/// How closed trades ended, as far as the engine lists them, which proves no close (docs/engine.md 2.10, rule 8). Dropped
/// positions and those without a PnL are not counted.
public struct TradeRecord: Codable, Sendable, Equatable {
  /// Trades that are counted.
  public var trades = 0
  /// Of these with a profit.
  public var won = 0
  /// What those with a profit made (USDT).
  public var gained = Decimal()
  /// What those with a loss lost (USDT, positive).
  public var lost = Decimal()

  /// The record of these trades, in any order.
  public init(_ trades: some Sequence<Position>) {
    for trade in trades {
      guard !trade.isGhost, let profit = trade.realizedPnL else { continue }
      self.trades += 1
      if profit > 0 { (won, gained) = (won + 1, gained + profit) }
      if profit < 0 { lost -= profit }
    }
  }

  /// Share of trades with a profit, 0 to 1; `nil` without a trade.
  public var winRate: Decimal? { trades > 0 ? (Decimal(won) / Decimal(trades)).rounded(to: 6) : nil }

  /// What was gained over what was lost; `nil` without a loss.
  public var profitFactor: Decimal? { lost > 0 ? (gained / lost).rounded(to: 6) : nil }
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
