import HeanCore

extension Decimal {
  /// All digits, without rounding, grouping or exponent.
  var exactText: String { String(decoding: exactDigits, as: UTF8.self) }

  /// `exactText` as bytes, because a large answer has hundreds of thousands of numbers.
  var exactDigits: [UInt8] {
    var digits: [UInt8] = []
    appendExactDigits(to: &digits)
    return digits
  }

  func appendExactDigits(to bytes: inout [UInt8]) {
    // `description` is slower: 1 to 2 microseconds.
    guard !isNaN, let parts = DecimalParts(self) else { return bytes.append(contentsOf: description.utf8) }
    parts.appendDigits(to: &bytes)
  }
}

extension DecimalParts {
  fileprivate func appendDigits(to bytes: inout [UInt8]) {
    guard significand != 0 else { return bytes.append(0x30) }
    if isNegative { bytes.append(0x2D) }
    let start = bytes.count
    // From the last digit to the first, because that is the order in which they are computed.
    var fraction = max(0, -exponent)
    for _ in 0..<max(0, exponent) { bytes.append(0x30) }
    var place = 0
    func add(_ digit: UInt8) {
      // Zeros at the end of a fraction add no precision, so they are left out.
      if fraction > 0, place == 0, digit == 0 {
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
