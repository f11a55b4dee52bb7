/// Decodes strings of a document.
enum WireText {
  /// The text of a string of ASCII without escapes.
  static func plain(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  static func copy(_ bytes: Span<UInt8>) -> [UInt8] {
    unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// The text of any string that `WireParser` accepted.
  /// - Returns: `nil` when half of a surrogate pair is missing.
  static func whole(_ bytes: [UInt8], _ range: Range<Int>) -> String? {
    let span = bytes.span.extracting(range)
    var text: [UInt8] = []
    text.reserveCapacity(span.count)
    var at = 0
    while at < span.count {
      let byte = span[at]
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        at += 1
        continue
      }
      guard case .sound(let length) = JSONCharacter.escape(span, at) else { return nil }
      if length == 2 {
        text.append(short(span[at + 1]))
      } else {
        guard let scalar = JSONCharacter.escaped(span, at, length) else { return nil }
        text.append(contentsOf: scalar.utf8)
      }
      at += length
    }
    return String(validating: text, as: UTF8.self)
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
}
