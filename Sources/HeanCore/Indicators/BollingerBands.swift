extension Indicators {
  /// Bollinger bands: the simple moving average, and lines some standard deviations above and below it.
  ///
  /// The deviation is that of the population: the sum of squares is divided by `period`. `nil` for the first
  /// `period - 1` bars.
  /// - Parameters:
  ///   - values: usually the closes.
  ///   - period: at least 2.
  ///   - above: how many standard deviations the upper line is above the middle.
  ///   - below: how many standard deviations the lower line is below the middle.
  public static func bollingerBands(
    of values: [Double], period: Int = 20, above: Double = 2, below: Double = 2
  ) -> Bands {
    var bands = Bands(count: values.count)
    guard fits(period, least: 2, in: values.count) else { return bands }
    var sum = RunningSum()
    var squares = RunningSum()
    // How many values up to this bar are equal.
    var equal = 0
    for (bar, value) in values.enumerated() {
      equal = bar > 0 && values[bar - 1] == value ? equal + 1 : 1
      sum.add(value)
      squares.add(product: value, value)
      if bar >= period {
        let old = values[bar - period]
        sum.remove(old)
        squares.remove(product: old, old)
      }
      guard bar >= period - 1 else { continue }
      // A window without any difference has no deviation, not one made of rounding.
      let isFlat = equal >= period
      let deviation = isFlat ? 0 : standardDeviation(sum, squares, count: Double(period))
      let mean = isFlat ? value : sum.value / Double(period)
      bands.set(bar, middle: mean, above: above * deviation, below: below * deviation)
    }
    return bands
  }

  /// The square root of (n * sum of squares - square of sum) / n². The difference is taken in two words: in one, a
  /// price of 100000 that moves by less than a cent would have no deviation.
  private static func standardDeviation(_ sum: RunningSum, _ squares: RunningSum, count: Double) -> Double {
    guard sum.value.isFinite, squares.value.isFinite else { return .nan }
    let (left, leftRest) = TwoWords.product(count, squares.words.high)
    let (right, rightRest) = TwoWords.product(sum.words.high, sum.words.high)
    let rest = leftRest + count * squares.words.low - rightRest - 2 * sum.words.high * sum.words.low
    return max(0, left - right + rest).squareRoot() / count
  }
}
