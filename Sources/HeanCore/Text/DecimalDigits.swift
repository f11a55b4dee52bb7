extension Decimal {
  /// All digits, without rounding, grouping or exponent.
  package var exactText: String { digits(atLeast: 0) }

  /// `exactText` as bytes at the end of others, because a large answer has hundreds of thousands of numbers.
  package func appendDigits(to bytes: inout [UInt8]) { appendDigits(to: &bytes, atLeast: 0) }

  /// The same with at least so many digits after the point, of which those that are missing are zeros.
  func digits(atLeast places: Int) -> String {
    var bytes: [UInt8] = []
    appendDigits(to: &bytes, atLeast: places)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func appendDigits(to bytes: inout [UInt8], atLeast places: Int) {
    // `description` takes 1 to 2 microseconds.
    guard let parts = DecimalParts(digitsOf: self) else { return bytes.append(contentsOf: description.utf8) }
    parts.appendDigits(to: &bytes, atLeast: places)
  }
}

extension DecimalParts {
  /// How many digits the significand has; 1 for zero.
  var digitCount: Int {
    guard significand > UInt128(UInt64.max) else {
      return Self.count(digitsOf: UInt64(truncatingIfNeeded: significand))
    }
    // A UInt64 has room for any number of 19 digits.
    let (rest, _) = significand.quotientAndRemainder(dividingBy: 10_000_000_000_000_000_000)
    return Self.count(digitsOf: UInt64(truncatingIfNeeded: rest)) + 19
  }

  private static func count(digitsOf number: UInt64) -> Int {
    var count = 1
    var rest = number / 10
    while rest > 0 {
      count += 1
      rest /= 10
    }
    return count
  }

  fileprivate func appendDigits(to bytes: inout [UInt8], atLeast places: Int) {
    guard significand != 0 else {
      bytes.append(0x30)
      guard places > 0 else { return }
      bytes.append(0x2E)
      return bytes.append(contentsOf: repeatElement(0x30, count: places))
    }
    if isNegative { bytes.append(0x2D) }
    let start = bytes.count
    // From the last digit to the first, because that is the order in which they are computed.
    var fraction = max(0, -exponent)
    if places > fraction {
      bytes.append(contentsOf: repeatElement(0x30, count: places - fraction))
      if fraction == 0 { bytes.append(0x2E) }
    }
    for _ in 0..<max(0, exponent) { bytes.append(0x30) }
    var place = 0
    func add(_ digit: UInt8) {
      // Zeros at the end of a fraction add no precision, so they are left out.
      if fraction > places, place == 0, digit == 0 {
        fraction -= 1
        return
      }
      if place == fraction, fraction > 0 { bytes.append(0x2E) }
      bytes.append(0x30 + digit)
      place += 1
    }
    var high = significand
    while high > UInt128(UInt64.max) {
      let (rest, digit) = high.quotientAndRemainder(dividingBy: 10)
      add(UInt8(truncatingIfNeeded: digit))
      high = rest
    }
    var low = UInt64(truncatingIfNeeded: high)
    while low > 0 {
      add(UInt8(truncatingIfNeeded: low % 10))
      low /= 10
    }
    while place <= fraction { add(0) }
    bytes[start...].reverse()
  }
}
