/// Bricks of one height, each a move of the close by that much: time stands still while the price does.
public struct Renko: Sendable, Equatable {
  /// Height of a brick (USDT).
  public var brick: Decimal
  /// In order. A brick has the times of the bar whose close made it; open and close are its two ends.
  public var bricks: [Bar]

  /// Most bricks that are made: with a brick that is too small there would be millions.
  public static let most = 5_000

  /// - Parameter brick: height, above 0. A brick the other way needs a move of two.
  /// - Returns: `nil` for a height that is not above 0, or that would make more than `most` bricks.
  public init?(_ bars: [Bar], brick: Decimal) {
    guard brick > 0 else { return nil }
    self.brick = brick
    bricks = []
    guard let first = bars.first else { return }
    var (low, high) = (first.close, first.close)
    for bar in bars {
      while bar.close >= high + brick || bar.close <= low - brick {
        guard bricks.count < Self.most else { return nil }
        let isRise = bar.close >= high + brick
        let (from, to) = isRise ? (high, high + brick) : (low, low - brick)
        bricks.append(
          Bar(
            openedAt: bar.openedAt, closedAt: bar.closedAt, open: from, high: max(from, to), low: min(from, to),
            close: to, volume: nil))
        (low, high) = (min(from, to), max(from, to))
      }
    }
  }

  /// The usual height: the average true range of fourteen bars at the last one, with two digits; `nil` where there are
  /// too few bars, or where nothing moved.
  public static func usualBrick(_ series: BarSeries) -> Decimal? {
    guard let candles = series.candles, let range = Indicators.atr(of: candles).last ?? nil,
      range > 0, let value = Decimal(exactly: "\(range)")
    else { return nil }
    var unit = Decimal(1)
    while value / unit >= 100 { unit *= 10 }
    while value / unit < 10, unit > Decimal(sign: .plus, exponent: -12, significand: 1) { unit /= 10 }
    return (value / unit).rounded(to: 0) * unit
  }
}
