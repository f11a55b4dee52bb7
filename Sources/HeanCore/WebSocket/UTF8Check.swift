/// Checks UTF-8 as it arrives, in pieces of any size, and fails at the first byte that cannot be valid.
package struct UTF8Check: Sendable {
  /// How many continuation bytes are still to come; `lowest` and `highest` are the limits of the next one.
  private var missing = 0
  private var lowest: UInt8 = 0x80
  private var highest: UInt8 = 0xBF

  package init() {}

  /// Whether the text may end here.
  package var isComplete: Bool { missing == 0 }

  /// - Returns: `false` as soon as the text is invalid, whatever follows.
  package mutating func accept(_ bytes: ArraySlice<UInt8>) -> Bool {
    let span = bytes.span
    let raw = unsafe span.bytes
    var at = 0
    let end = span.count
    while at < end {
      // Most text is ASCII, and is checked eight bytes at a time.
      while missing == 0, at + 8 <= end,
        unsafe raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        at += 8
      }
      guard at < end else { return true }
      let byte = span[at]
      at += 1
      if missing == 0 {
        if byte < 0x80 { continue }
        guard begin(byte) else { return false }
      } else {
        guard byte >= lowest, byte <= highest else { return false }
        missing -= 1
        lowest = 0x80
        highest = 0xBF
      }
    }
    return true
  }

  /// Begins a character of several bytes. The limits of its second byte exclude overlong forms, surrogates and code
  /// points above U+10FFFF.
  private mutating func begin(_ byte: UInt8) -> Bool {
    lowest = 0x80
    highest = 0xBF
    switch byte {
    case 0xC2...0xDF: missing = 1
    case 0xE0...0xEF:
      missing = 2
      if byte == 0xE0 { lowest = 0xA0 }
      if byte == 0xED { highest = 0x9F }
    case 0xF0...0xF4:
      missing = 3
      if byte == 0xF0 { lowest = 0x90 }
      if byte == 0xF4 { highest = 0x8F }
    default: return false
    }
    return true
  }
}
