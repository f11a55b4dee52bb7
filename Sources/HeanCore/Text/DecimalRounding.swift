extension Decimal {
  /// The nearest binary number; NaN for NaN.
  package var double: Double {
    guard let parts = DecimalParts(digitsOf: self) else { return .nan }
    // Both numbers are exact up to here, so the result is rounded once.
    guard parts.significand < 1 << 53, abs(parts.exponent) <= 22 else { return Double("\(self)") ?? .nan }
    let digits = Double(UInt64(truncatingIfNeeded: parts.significand))
    let power = Self.powersOfTen[abs(parts.exponent)]
    let size = parts.exponent < 0 ? digits / power : digits * power
    return parts.isNegative ? -size : size
  }

  private static let powersOfTen: [Double] = (0...22).map { Double("1e\($0)") ?? .nan }

  /// Those that a UInt64 holds.
  static let shortPowersOfTen: [UInt64] = (1...19).reduce(into: [1]) { powers, place in
    powers.append(powers[place - 1] * 10)
  }

  /// The whole number before the point; `nil` for NaN and for what no `Int` holds.
  package var wholePart: Int? {
    // More digits than an Int has would overflow below.
    guard let parts = DecimalParts(digitsOf: rounded(to: 0, .towardZero)), (0...19).contains(parts.exponent),
      parts.significand <= UInt128(UInt64.max)
    else { return nil }
    var whole = parts.significand
    for _ in 0..<parts.exponent { whole *= 10 }
    return Int(exactly: parts.isNegative ? -Int128(clamping: whole) : Int128(clamping: whole))
  }

  /// Rounded to so many digits after the point; of two that are equally near the one further from zero.
  package func rounded(to places: Int, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> Decimal {
    guard var parts = DecimalParts(digitsOf: self), -parts.exponent > places else { return self }
    let dropped = -parts.exponent - places
    // Of a number with 39 digits at most nothing is left.
    guard dropped <= 39 else { return 0 }
    func rounded<Number: FixedWidthInteger>(_ digits: Number, by divisor: Number) -> UInt128 {
      let (whole, rest) = digits.quotientAndRemainder(dividingBy: divisor)
      return UInt128(whole) + (rule == .toNearestOrAwayFromZero && rest >= divisor - rest ? 1 : 0)
    }
    if parts.significand <= UInt128(UInt64.max), dropped < Self.shortPowersOfTen.count {
      // A 128-bit division takes ten times as long.
      parts.significand = rounded(
        UInt64(truncatingIfNeeded: parts.significand), by: Self.shortPowersOfTen[dropped])
    } else {
      var (divisor, isOver) = (UInt128(1), false)
      for _ in 0..<dropped where !isOver { (divisor, isOver) = divisor.multipliedReportingOverflow(by: 10) }
      parts.significand = isOver ? 0 : rounded(parts.significand, by: divisor)
    }
    parts.exponent = -places
    return parts.value ?? self
  }
}
