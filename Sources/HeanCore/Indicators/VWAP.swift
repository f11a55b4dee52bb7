extension Indicators {
  /// Volume-weighted average price from the first bar to each bar, in units of the price: the sum of typical price (the
  /// mean of high, low and close) times volume, divided by the sum of volume.
  ///
  /// It is anchored at the first bar. For that of a session, pass the bars of the session.
  ///
  /// `nil` until something has been traded. TA-Lib says 0 there, and has no other difference.
  /// - Parameter candles: their high, low, close and volume are used.
  public static func vwap(of candles: Candles) -> [Double?] {
    var averages = nothing(candles.count)
    // Nothing leaves these sums, but over a million bars the rounding of one word would show.
    var traded = RunningSum()
    var volume = RunningSum()
    for bar in 0..<candles.count {
      traded.add(product: candles.typicalPrice(bar), candles.volume[bar])
      volume.add(candles.volume[bar])
      // Before the first trade this is 0 / 0, which is no number.
      averages[bar] = finite(traded.value / volume.value)
    }
    return averages
  }
}
