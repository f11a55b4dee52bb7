extension Indicators {
  /// The line of a supertrend, and which way the trend goes.
  public struct Supertrend: Sendable, Equatable {
    /// The lower band in a rising trend, the upper one in a falling trend, in units of the price.
    public var line: [Double?]
    /// Whether the trend rises; `nil` at the same bars as the line.
    public var isRising: [Bool?]
  }

  /// Supertrend: bands a number of average true ranges around the middle of high and low, which only move towards the
  /// price until a close is beyond them.
  ///
  /// - The upper band takes its new value when that is lower, or the close before was above the band; the lower band the
  ///   other way round.
  /// - A rising trend ends with a close below the lower band, a falling one with a close above the upper band.
  /// - The first bar that has a figure rises. This is a convention that the first trend depends on.
  ///
  /// `nil` for the first `period` bars.
  /// - Parameters:
  ///   - candles: their high, low and close are used.
  ///   - period: of the average true range; at least 2.
  ///   - multiplier: how many average true ranges a band is from the middle; at least 0.
  public static func supertrend(of candles: Candles, period: Int = 10, multiplier: Double = 3) -> Supertrend {
    var trend = Supertrend(
      line: nothing(candles.count), isRising: [Bool?](repeating: nil, count: candles.count))
    guard period >= 2, multiplier >= 0 else { return trend }
    let ranges = atr(of: candles, period: period)
    var bands: (upper: Double, lower: Double)?
    var isRising = true
    for bar in 0..<candles.count {
      guard let range = ranges[bar] else { continue }
      let middle = (candles.high[bar] + candles.low[bar]) / 2
      var (upper, lower) = (middle + multiplier * range, middle - multiplier * range)
      if let old = bands {
        let before = candles.close[bar - 1]
        if upper >= old.upper, before <= old.upper { upper = old.upper }
        if lower <= old.lower, before >= old.lower { lower = old.lower }
        isRising = isRising ? candles.close[bar] >= lower : candles.close[bar] > upper
      }
      bands = (upper, lower)
      trend.line[bar] = finite(isRising ? lower : upper)
      trend.isRising[bar] = trend.line[bar].map { _ in isRising }
    }
    return trend
  }
}
