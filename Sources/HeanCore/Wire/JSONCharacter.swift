/// Decodes and checks characters of JSON strings in their raw bytes.
enum JSONCharacter {
  /// Decodes one character beyond ASCII, and tells how many bytes it takes.
  /// - Returns: `nil` when the bytes are not valid UTF-8.
  @inline(__always)
  static func scalar(_ bytes: Span<UInt8>, _ at: Int) -> (value: UInt32, length: Int)? {
    let lead = bytes[at]
    let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    guard length > 0, at + length <= bytes.count else { return nil }
    var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
    for place in 1..<length {
      let next = bytes[at + place]
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    // Rejects overlong forms, surrogates and values above U+10FFFF.
    guard value >= (length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000), value <= 0x10FFFF, value & 0x1F_F800 != 0xD800
    else { return nil }
    return (value, length)
  }

  /// Whether the character could control a terminal or change the direction of text.
  @inline(__always)
  static func isHarmful(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: scalar < 0x20
    }
  }

  /// Result of checking one escape sequence.
  enum Escape {
    /// Valid, with its length in bytes.
    case sound(Int)
    /// Half of a surrogate pair: the grammar of JSON allows it, and it is not a character.
    case half
    case broken
  }

  /// - Parameter at: offset of the backslash.
  static func escape(_ bytes: Span<UInt8>, _ at: Int) -> Escape {
    guard at + 1 < bytes.count else { return .broken }
    switch bytes[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return .sound(2)
    case UInt8(ascii: "u"):
      guard let unit = unit(bytes, at) else { return .broken }
      switch unit {
      case 0xD800...0xDBFF:
        guard let second = self.unit(bytes, at + 6), (0xDC00...0xDFFF).contains(second) else { return .half }
        return .sound(12)
      case 0xDC00...0xDFFF: return .half
      default: return .sound(6)
      }
    default: return .broken
    }
  }

  /// The character of a `\u` escape of 6 or 12 bytes that `escape` found valid.
  static func escaped(_ bytes: Span<UInt8>, _ at: Int, _ length: Int) -> Unicode.Scalar? {
    guard let first = unit(bytes, at) else { return nil }
    guard length == 12 else { return Unicode.Scalar(first) }
    return unit(bytes, at + 6).flatMap { Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + $0 & 0x3FF) }
  }

  /// The UTF-16 code unit of `\u` and four hexadecimal digits.
  private static func unit(_ bytes: Span<UInt8>, _ at: Int) -> UInt32? {
    guard at + 6 <= bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else { return nil }
    var unit: UInt32 = 0
    for place in (at + 2)..<(at + 6) {
      let digit: UInt8
      switch bytes[place] {
      case let byte where byte >= 0x30 && byte <= 0x39: digit = byte - 0x30
      case let byte where byte >= 0x41 && byte <= 0x46: digit = byte - 0x37
      case let byte where byte >= 0x61 && byte <= 0x66: digit = byte - 0x57
      default: return nil
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
