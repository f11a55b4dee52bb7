extension Indicators {
  /// Commodity channel index: how far the typical price (the mean of high, low and close) is from its mean over the
  /// period, in units of 0.015 mean absolute deviations. Without bounds; mostly between -100 and 100.
  ///
  /// `nil` for the first `period - 1` bars; 0 when the price is the mean, up to rounding.
  ///
  /// The mean deviation is from a mean that moves with each bar. No running form gives it, so that each bar looks at its
  /// window again: the time is proportional to bars times period.
  /// - Parameters:
  ///   - candles: their high, low and close are used.
  ///   - period: at least 2.
  public static func cci(of candles: Candles, period: Int = 14) -> [Double?] {
    var indices = nothing(candles.count)
    guard fits(period, least: 2, in: candles.count) else { return indices }
    let prices = (0..<candles.count).map(candles.typicalPrice)
    var sum = RunningSum()
    for bar in prices.indices {
      sum.add(prices[bar])
      if bar >= period { sum.remove(prices[bar - period]) }
      guard bar >= period - 1 else { continue }
      let mean = sum.value / Double(period)
      var deviation = 0.0
      for place in bar - period + 1...bar { deviation += abs(prices[place] - mean) }
      deviation /= Double(period)
      let distance = prices[bar] - mean
      let isFlat = isRounding(distance, of: abs(mean)) || isRounding(deviation, of: abs(mean))
      indices[bar] = isFlat ? 0 : finite(distance / (0.015 * deviation))
    }
    return indices
  }
}
