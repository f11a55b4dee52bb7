/// What the prices did over some bars.
public struct ChartStatistics: Codable, Sendable, Equatable {
  /// How many bars.
  public var bars: Int
  /// When the first of them begins, and the last (UTC).
  public var from: Date, to: Date
  /// First price, and last (USDT).
  public var open: Decimal, close: Decimal
  /// Highest and lowest price (USDT), and when the bars begin that have them first (UTC).
  public var high: Decimal, highAt: Date, low: Decimal, lowAt: Date
  /// How many bars closed above, and below, where they opened.
  public var rose: Int, fell: Int
  /// What was traded (base units); `nil` where the engine sends no volume.
  public var volume: Decimal?

  /// `nil` for no bars.
  public init?(_ bars: some Collection<Bar>) {
    guard let first = bars.first, let highest = bars.max(by: { $0.high < $1.high }),
      let lowest = bars.min(by: { $0.low < $1.low })
    else { return nil }
    self.bars = bars.count
    (from, open) = (first.openedAt, first.open)
    (to, close) = bars.reduce((from, open)) { _, bar in (bar.openedAt, bar.close) }
    (high, highAt) = (highest.high, highest.openedAt)
    (low, lowAt) = (lowest.low, lowest.openedAt)
    rose = bars.count { $0.close > $0.open }
    fell = bars.count { $0.close < $0.open }
    volume = bars.map(\.volume).wholeSum
  }

  /// From the first price to the last (USDT).
  public var change: Decimal { close - open }
  /// The same in percent of the first price; `nil` where that is 0.
  public var changePercent: Decimal? { open == 0 ? nil : change / open * 100 }
  /// From the lowest price to the highest (USDT).
  public var range: Decimal { high - low }
  /// The same in percent of the lowest price; `nil` where that is 0.
  public var rangePercent: Decimal? { low == 0 ? nil : range / low * 100 }
}
