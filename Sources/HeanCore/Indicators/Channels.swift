extension Indicators {
  /// Keltner channels: an exponential moving average of the typical price (the mean of high, low and close), and lines a
  /// number of average true ranges above and below it.
  ///
  /// Both averages begin at the same bar, the first one at which both can: the shorter one leaves older bars out. `nil`
  /// before that bar, for the first `max(period - 1, atrPeriod)` bars.
  /// - Parameters:
  ///   - candles: their high, low and close are used.
  ///   - period: of the moving average; at least 2.
  ///   - atrPeriod: of the average true range (Wilder's average); at least 1.
  ///   - multiplier: how many average true ranges a line is from the middle.
  public static func keltnerChannels(
    of candles: Candles, period: Int = 20, atrPeriod: Int = 10, multiplier: Double = 2
  ) -> Bands {
    var bands = Bands(count: candles.count)
    guard fits(period, least: 2, in: candles.count), fits(atrPeriod, in: candles.count - 1) else { return bands }
    let first = max(period - 1, atrPeriod)
    let prices = (0..<candles.count).map(candles.typicalPrice)
    let middle = exponential(prices, period: period, from: first - period + 1)
    let range = wilder(candles.trueRanges, period: atrPeriod, from: first - atrPeriod + 1)
    for bar in 0..<candles.count {
      guard let middle = middle[bar], let range = range[bar] else { continue }
      bands.set(bar, middle: middle, above: multiplier * range, below: multiplier * range)
    }
    return bands
  }

  /// Donchian channels: the highest high and the lowest low of the last `period` bars, this bar among them, and their
  /// mean.
  ///
  /// `nil` for the first `period - 1` bars.
  /// - Parameters:
  ///   - candles: their high and low are used.
  ///   - period: at least 2.
  public static func donchianChannels(of candles: Candles, period: Int = 20) -> Bands {
    var bands = Bands(count: candles.count)
    guard fits(period, least: 2, in: candles.count) else { return bands }
    bands.upper = highest(candles.high, period: period)
    bands.lower = lowest(candles.low, period: period)
    bands.middle = middles(bands.upper, bands.lower)
    return bands
  }

  /// The mean of two lines where both are known.
  static func middles(_ left: [Double?], _ right: [Double?]) -> [Double?] {
    zip(left, right).map { left, right in
      guard let left, let right else { return nil }
      return finite((left + right) / 2)
    }
  }
}
