extension Indicators {
  /// Average true range, in units of the price: Wilder's average of the true range, which is the largest of the bar's own
  /// range and the distances of its high and low from the close before.
  ///
  /// `nil` for the first `period` bars, because the first bar has no true range.
  /// - Parameters:
  ///   - candles: their high, low and close are used.
  ///   - period: at least 1.
  public static func atr(of candles: Candles, period: Int = 14) -> [Double?] {
    wilder(candles.trueRanges, period: period, from: 1)
  }
}
