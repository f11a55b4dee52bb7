/// Repairs JSON so that it can be passed on: `NaN` and infinities become `null`, line breaks between tokens are
/// removed, characters that could control a terminal or change the direction of text are escaped, and invalid
/// characters become U+FFFD.
package enum JSONMend {
  /// - Parameter bytes: a document that `JSONScan` has accepted.
  package static func mend(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let span = bytes.span
    var mended: [UInt8] = []
    mended.reserveCapacity(bytes.count + 32)
    var isInString = false
    var at = 0
    while at < span.count {
      let byte = span[at]
      if isInString {
        at = copy(span, at, into: &mended)
        if byte == UInt8(ascii: "\"") { isInString = false }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
        mended.append(byte)
        at += 1
      case 0x0A, 0x0D, 0x09: at += 1
      case UInt8(ascii: "N"):
        mended += "null".utf8
        at += 3
      case UInt8(ascii: "I"):
        if mended.last == UInt8(ascii: "-") { mended.removeLast() }
        mended += "null".utf8
        at += 8
      default:
        mended.append(byte)
        at += 1
      }
    }
    return mended
  }

  /// Copies one character of a string, repaired.
  /// - Returns: where the next one begins.
  private static func copy(_ bytes: Span<UInt8>, _ at: Int, into mended: inout [UInt8]) -> Int {
    let byte = bytes[at]
    if byte == UInt8(ascii: "\\") {
      guard case .sound(let length) = JSONCharacter.escape(bytes, at) else {
        mended += #"\ufffd"#.utf8
        return at + 6
      }
      for place in at..<(at + length) { mended.append(bytes[place]) }
      return at + length
    }
    guard byte >= 0x80 else {
      if JSONCharacter.isHarmful(UInt32(byte)) { escape(UInt32(byte), into: &mended) } else { mended.append(byte) }
      return at + 1
    }
    guard let (scalar, length) = JSONCharacter.scalar(bytes, at) else {
      mended += "\u{FFFD}".utf8
      return at + 1
    }
    if JSONCharacter.isHarmful(scalar) {
      escape(scalar, into: &mended)
    } else {
      for place in at..<(at + length) { mended.append(bytes[place]) }
    }
    return at + length
  }

  private static func escape(_ scalar: UInt32, into mended: inout [UInt8]) {
    let digits = String(scalar, radix: 16)
    mended += #"\u"#.utf8
    mended += String(repeating: "0", count: max(0, 4 - digits.count)).utf8
    mended += digits.utf8
  }
}
