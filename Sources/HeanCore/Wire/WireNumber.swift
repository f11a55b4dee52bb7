/// Decodes numbers of a document as exact decimals.
enum WireNumber {
  /// - Parameter range: bytes that `WireParser` accepted as a number.
  /// - Returns: `nil` when the number is outside the range of `Decimal`.
  static func decimal(_ bytes: [UInt8], _ range: Range<Int>) -> Decimal? {
    if let common = common(bytes, range) { return common }
    let value = Decimal(string: WireText.plain(bytes, range))
    return value.flatMap { $0.isNaN ? nil : $0 }
  }

  /// Fast way for the usual numbers, of up to 19 digits and an exponent of up to two; `nil` for all others.
  private static func common(_ bytes: [UInt8], _ range: Range<Int>) -> Decimal? {
    var at = range.lowerBound
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    var significand: UInt64 = 0
    var digits = 0
    var places = 0
    var isFraction = false
    while at < range.upperBound {
      let byte = bytes[at]
      if byte &- 0x30 < 10 {
        // Digits are counted, because a twentieth can overflow the sum back to 0.
        if digits > 0 || byte != UInt8(ascii: "0") { digits += 1 }
        significand = significand &* 10 &+ UInt64(byte &- 0x30)
        if isFraction { places += 1 }
        guard digits < 20, places < 40 else { return nil }
      } else if byte == UInt8(ascii: ".") {
        isFraction = true
      } else {
        break
      }
      at += 1
    }
    guard let exponent = exponent(bytes, at, range.upperBound) else { return nil }
    return DecimalParts(isNegative: isNegative, significand: UInt128(significand), exponent: exponent - places).value
  }

  private static func exponent(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    guard start < end else { return 0 }
    var at = start + 1
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative || bytes[at] == UInt8(ascii: "+") { at += 1 }
    guard end - at <= 2 else { return nil }
    var exponent = 0
    while at < end {
      exponent = exponent * 10 + Int(bytes[at] &- 0x30)
      at += 1
    }
    return isNegative ? -exponent : exponent
  }
}
