extension Indicators {
  /// Wilder's relative strength index, 0 to 100: the average rise of the last values as a share of average rise and
  /// average fall together.
  ///
  /// `nil` for the first `period` bars. While no value has changed yet it is 0.
  /// - Parameters:
  ///   - values: usually the closes.
  ///   - period: at least 2.
  public static func rsi(of values: [Double], period: Int = 14) -> [Double?] {
    guard fits(period, least: 2, in: values.count - 1) else { return nothing(values.count) }
    var rises = [Double](repeating: 0, count: values.count)
    var falls = rises
    for bar in 1..<values.count {
      let change = values[bar] - values[bar - 1]
      // Written so that a change that is no number reaches both averages.
      rises[bar] = change < 0 ? 0 : change
      falls[bar] = change > 0 ? 0 : -change
    }
    let gains = wilder(rises, period: period, from: 1)
    let losses = wilder(falls, period: period, from: 1)
    return zip(gains, losses).map { gain, loss in
      guard let gain, let loss else { return nil }
      return gain + loss == 0 ? 0 : finite(100 * (gain / (gain + loss)))
    }
  }
}
