extension Indicators {
  /// Simple moving average: the mean of the last `period` values, in their unit.
  ///
  /// `nil` for the first `period - 1` bars.
  /// - Parameter period: at least 1.
  public static func sma(of values: [Double], period: Int = 30) -> [Double?] { simple(values, period: period, from: 0) }

  /// Exponential moving average, in the unit of the values: each value weighs 2 / (period + 1), the average so far the
  /// rest. It begins with the mean of the first `period` values.
  ///
  /// `nil` for the first `period - 1` bars. A value that is not a number makes all later bars `nil`.
  /// - Parameter period: at least 1.
  public static func ema(of values: [Double], period: Int = 30) -> [Double?] {
    exponential(values, period: period, from: 0)
  }

  /// Weighted moving average of the last `period` values, in their unit: the newest weighs `period`, the oldest 1.
  ///
  /// `nil` for the first `period - 1` bars.
  /// - Parameter period: at least 1.
  public static func wma(of values: [Double], period: Int = 30) -> [Double?] {
    var averages = nothing(values.count)
    guard fits(period, in: values.count) else { return averages }
    let weights = Double(period) * (Double(period) + 1) / 2
    var plain = RunningSum()
    var weighted = TwoWords()
    for (bar, value) in values.enumerated() {
      if bar >= period {
        // Every weight falls by 1: that takes away the plain sum of the window before.
        weighted.add(-plain.words.high, -plain.words.low)
        plain.remove(values[bar - period])
      }
      plain.add(value)
      let (first, second) = TwoWords.product(value, Double(min(bar + 1, period)))
      if first.isFinite { weighted.add(first, second) }
      if bar >= period - 1, plain.value.isFinite { averages[bar] = finite(weighted.high / weights) }
    }
    return averages
  }

  /// Simple moving average of the values from a bar on.
  static func simple(_ values: [Double], period: Int, from start: Int) -> [Double?] {
    var averages = nothing(values.count)
    guard fits(period, in: values.count - start) else { return averages }
    var sum = RunningSum()
    for bar in start..<values.count {
      sum.add(values[bar])
      if bar - start >= period { sum.remove(values[bar - period]) }
      if bar - start >= period - 1 { averages[bar] = finite(sum.value / Double(period)) }
    }
    return averages
  }

  /// Exponential moving average of the values from a bar on.
  static func exponential(_ values: [Double], period: Int, from start: Int) -> [Double?] {
    let weight = 2 / (Double(period) + 1)
    return recursive(values, period: period, from: start) { average, value in (value - average) * weight + average }
  }

  /// Wilder's moving average of the values from a bar on: each value weighs 1 / period.
  static func wilder(_ values: [Double], period: Int, from start: Int) -> [Double?] {
    let weight = Double(period)
    return recursive(values, period: period, from: start) { average, value in
      (average * (weight - 1) + value) / weight
    }
  }

  /// An average made from the one before and the new value; the first is the mean of `period` values.
  private static func recursive(
    _ values: [Double], period: Int, from start: Int, next: (_ average: Double, _ value: Double) -> Double
  ) -> [Double?] {
    var averages = nothing(values.count)
    guard fits(period, in: values.count - start) else { return averages }
    let first = start + period - 1
    var average = values[start...first].reduce(0, +) / Double(period)
    averages[first] = finite(average)
    for bar in values.indices.dropFirst(first + 1) {
      average = next(average, values[bar])
      averages[bar] = finite(average)
    }
    return averages
  }
}
