/// Strings of a document, made from their bytes.
enum WireText {
  /// Of a string that needs nothing done: ASCII without escapes.
  static func plain(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  static func copy(_ bytes: Span<UInt8>) -> [UInt8] {
    unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// Of any string that `WireParser` has passed.
  /// - Returns: `nil` when half of a surrogate pair is missing.
  static func whole(_ bytes: [UInt8], _ range: Range<Int>) -> String? {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = bytes[at]
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        at += 1
        continue
      }
      guard bytes[at + 1] == UInt8(ascii: "u") else {
        text.append(short(bytes[at + 1]))
        at += 2
        continue
      }
      guard let (scalar, length) = scalar(bytes, at, end: range.upperBound) else { return nil }
      text.append(contentsOf: scalar.utf8)
      at += length
    }
    return String(validating: text, as: UTF8.self)
  }

  static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46: UInt32(byte) - 0x37
    case 0x61...0x66: UInt32(byte) - 0x57
    default: nil
    }
  }

  private static func short(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  /// `\u00e9`, or a pair of them.
  private static func scalar(_ bytes: [UInt8], _ at: Int, end: Int) -> (Unicode.Scalar, Int)? {
    guard let first = unit(bytes, at, end: end) else { return nil }
    if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
    guard first < 0xDC00, let second = unit(bytes, at + 6, end: end), (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { return nil }
    return (scalar, 12)
  }

  private static func unit(_ bytes: [UInt8], _ at: Int, end: Int) -> UInt32? {
    guard at + 6 <= end, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else { return nil }
    var value: UInt32 = 0
    for place in (at + 2)..<(at + 6) {
      guard let digit = hexDigit(bytes[place]) else { return nil }
      value = value << 4 | digit
    }
    return value
  }
}
