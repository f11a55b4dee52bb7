/// Foundation's operators take about a microsecond each, and a list of ten thousand positions is compared and summed with
/// hundreds of thousands. In this module these stand in their place: for numbers of up to 19 digits they give the same
/// result from the digits, and leave all others to Foundation. `@_disfavoredOverload`: a test that sees both gets
/// Foundation's.
extension Decimal {
  @_disfavoredOverload static func < (left: Decimal, right: Decimal) -> Bool {
    SignedDigits.isLess(left, right) ?? left.isLess(than: right)
  }

  @_disfavoredOverload static func > (left: Decimal, right: Decimal) -> Bool { right < left }

  @_disfavoredOverload static func <= (left: Decimal, right: Decimal) -> Bool {
    SignedDigits.isLess(right, left).map { !$0 } ?? left.isLessThanOrEqualTo(right)
  }

  @_disfavoredOverload static func >= (left: Decimal, right: Decimal) -> Bool { right <= left }

  @_disfavoredOverload static func + (left: Decimal, right: Decimal) -> Decimal {
    if let sum = SignedDigits.sum(left, right) { return sum }
    var sum = left
    sum += right
    return sum
  }

  @_disfavoredOverload static func - (left: Decimal, right: Decimal) -> Decimal {
    if let difference = SignedDigits.difference(left, right) { return difference }
    var difference = left
    difference -= right
    return difference
  }

  @_disfavoredOverload static func * (left: Decimal, right: Decimal) -> Decimal {
    if let product = SignedDigits.product(left, right) { return product }
    var product = left
    product *= right
    return product
  }
}

/// A decimal of few digits as a whole number and an exponent of ten. What it reckons is `nil` where that does not
/// suffice.
struct SignedDigits {
  private var digits: Int128
  private var exponent: Int

  /// - Returns: `nil` for NaN, and for a number of more than 18 or 19 digits.
  private init?(_ value: Decimal) {
    guard !value.isNaN, let parts = DecimalParts(value), parts.significand <= UInt128(Int64.max) else { return nil }
    digits = parts.isNegative ? -Int128(parts.significand) : Int128(parts.significand)
    exponent = parts.exponent
  }

  static func isLess(_ left: Decimal, _ right: Decimal) -> Bool? {
    aligned(left, right).map { $0.left < $0.right }
  }

  static func sum(_ left: Decimal, _ right: Decimal) -> Decimal? {
    aligned(left, right).flatMap { value($0.left + $0.right, $0.exponent) }
  }

  static func difference(_ left: Decimal, _ right: Decimal) -> Decimal? {
    aligned(left, right).flatMap { value($0.left - $0.right, $0.exponent) }
  }

  static func product(_ left: Decimal, _ right: Decimal) -> Decimal? {
    guard let first = SignedDigits(left), let second = SignedDigits(right) else { return nil }
    return value(first.digits * second.digits, first.exponent + second.exponent)
  }

  /// Two numbers with the smaller of their exponents.
  private static func aligned(_ left: Decimal, _ right: Decimal) -> (left: Int128, right: Int128, exponent: Int)? {
    guard let first = SignedDigits(left), let second = SignedDigits(right) else { return nil }
    let exponent = min(first.exponent, second.exponent)
    guard let left = first.digits(at: exponent), let right = second.digits(at: exponent) else { return nil }
    return (left, right, exponent)
  }

  private func digits(at exponent: Int) -> Int128? {
    if digits == 0 { return 0 }
    let places = self.exponent - exponent
    // With one place more the product would not fit.
    return (0...18).contains(places) ? digits * Int128(Decimal.shortPowersOfTen[places]) : nil
  }

  /// - Returns: `nil` when no `Decimal` has the exponent.
  private static func value(_ digits: Int128, _ exponent: Int) -> Decimal? {
    DecimalParts(isNegative: digits < 0, significand: digits.magnitude, exponent: exponent).value
  }
}
