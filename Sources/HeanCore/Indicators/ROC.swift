extension Indicators {
  /// Rate of change in percent: by how much a value differs from the one `period` bars before.
  ///
  /// `nil` for the first `period` bars; 0 when the value before was 0.
  /// - Parameters:
  ///   - values: usually the closes.
  ///   - period: at least 1.
  public static func roc(of values: [Double], period: Int = 10) -> [Double?] {
    var rates = nothing(values.count)
    guard fits(period, in: values.count - 1) else { return rates }
    for bar in period..<values.count {
      let before = values[bar - period]
      rates[bar] = before == 0 ? 0 : finite((values[bar] / before - 1) * 100)
    }
    return rates
  }
}
