import Foundation

extension Decimal {
  /// All digits, without rounding, grouping or exponent.
  var exactText: String { String(decoding: exactDigits, as: UTF8.self) }

  /// `exactText` as bytes, for the hundred thousands of numbers of a large answer.
  var exactDigits: [UInt8] {
    var digits: [UInt8] = []
    appendExactDigits(to: &digits)
    return digits
  }

  func appendExactDigits(to bytes: inout [UInt8]) {
    guard !isNaN, exponent <= 0, exponent > -19 else { return bytes.append(contentsOf: description.utf8) }
    // `description` takes 1 to 2 microseconds. A significand below 2^53 survives the way through Double whole.
    let approximation = NSDecimalNumber(decimal: significand.magnitude).doubleValue
    guard approximation < 9_007_199_254_740_992 else { return bytes.append(contentsOf: description.utf8) }
    var rest = UInt64(approximation)
    if rest == 0 { return bytes.append(0x30) }
    if sign == .minus { bytes.append(0x2D) }
    let start = bytes.count
    var fraction = -exponent
    // A number may arrive with zeros at its end, and is not more exact for it.
    while fraction > 0, rest % 10 == 0 {
      rest /= 10
      fraction -= 1
    }
    var place = 0
    while rest > 0 || place <= fraction {
      if place == fraction, fraction > 0 { bytes.append(0x2E) }
      bytes.append(0x30 + UInt8(rest % 10))
      rest /= 10
      place += 1
    }
    bytes[start...].reverse()
  }
}
