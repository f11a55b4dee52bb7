import HeanCore

extension Decimal {
  /// The nearest decimal with this many digits after the point; `nil` for NaN, infinity and values that are too large.
  init?(_ value: Double, digits: Int) {
    let whole = (value * [1.0, 10, 100, 1000, 10_000, 100_000, 1_000_000][digits]).rounded()
    guard abs(whole) < 9e18 else { return nil }
    self.init(sign: whole < 0 ? .minus : .plus, exponent: -digits, significand: Decimal(Int64(abs(whole))))
  }
}

extension Int {
  /// The whole part, limited to a thousand million either way; 0 for NaN.
  init(clamping value: Decimal) {
    guard !value.isNaN else {
      self = 0
      return
    }
    let bounded = Swift.min(Swift.max(value, -1_000_000_000), 1_000_000_000)
    self = bounded.wholePart ?? 0
  }
}
