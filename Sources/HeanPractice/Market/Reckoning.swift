import Foundation

extension Decimal {
  /// The nearest decimal with so many digits behind the point; `nil` for what is no number or has too many in front of it.
  init?(_ value: Double, digits: Int) {
    let whole = (value * [1.0, 10, 100, 1000, 10_000, 100_000, 1_000_000][digits]).rounded()
    guard abs(whole) < 9e18 else { return nil }
    self.init(sign: whole < 0 ? .minus : .plus, exponent: -digits, significand: Decimal(Int64(abs(whole))))
  }
}

extension Int {
  /// The part in front of the point, or the nearest number that fits.
  init(clamping value: Decimal) {
    guard !value.isNaN else {
      self = 0
      return
    }
    let bounded = Swift.min(Swift.max(value, -1_000_000_000), 1_000_000_000)
    self = NSDecimalNumber(decimal: bounded).intValue
  }
}
