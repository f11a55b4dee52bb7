/// Checks JSON in place and finds its parts, without building any values.
///
/// For event streams, where most of a record is passed on unchanged. It accepts and notes Python's bare `NaN` and
/// `Infinity`, and everything else that must not reach an output unchanged; `JSONMend` repairs it.
package struct JSONScan: Sendable {
  package struct Malformed: Error, Sendable, Equatable {
    /// Where reading stopped, as an offset in bytes.
    package var offset: Int
  }

  package private(set) var at: Int
  /// Whether the bytes read so far can be passed on unchanged: strict JSON on one line, without characters that could
  /// control a terminal.
  package private(set) var isClean = true

  /// Deeper nesting is refused; the engine sends nothing near it.
  private static let deepest = 64

  package init(at: Int = 0) { self.at = at }

  /// Reads an object. `body` gets the range of each key without its quotes, and has to read the value.
  @inline(__always)
  package mutating func object(
    _ bytes: Span<UInt8>, _ body: (inout JSONScan, Range<Int>) throws(Malformed) -> Void
  ) throws(Malformed) {
    try expect(UInt8(ascii: "{"), bytes)
    skipSpace(bytes)
    if take(UInt8(ascii: "}"), bytes) { return }
    while true {
      skipSpace(bytes)
      let key = try string(bytes)
      skipSpace(bytes)
      try expect(UInt8(ascii: ":"), bytes)
      skipSpace(bytes)
      try body(&self, key)
      skipSpace(bytes)
      if take(UInt8(ascii: "}"), bytes) { return }
      try expect(UInt8(ascii: ","), bytes)
    }
  }

  /// Reads an array; `body` has to read each element.
  @inline(__always)
  package mutating func array(
    _ bytes: Span<UInt8>, _ body: (inout JSONScan) throws(Malformed) -> Void
  ) throws(Malformed) {
    try expect(UInt8(ascii: "["), bytes)
    skipSpace(bytes)
    if take(UInt8(ascii: "]"), bytes) { return }
    while true {
      skipSpace(bytes)
      try body(&self)
      skipSpace(bytes)
      if take(UInt8(ascii: "]"), bytes) { return }
      try expect(UInt8(ascii: ","), bytes)
    }
  }

  /// Reads any value.
  /// - Returns: the range of its bytes; for a string, with its quotes.
  @discardableResult
  package mutating func value(_ bytes: Span<UInt8>, depth: Int = 0) throws(Malformed) -> Range<Int> {
    guard at < bytes.count, depth < Self.deepest else { throw Malformed(offset: at) }
    let start = at
    switch bytes[at] {
    case UInt8(ascii: "\""): _ = try string(bytes)
    case UInt8(ascii: "{"):
      try object(bytes) { (scan, _) throws(Malformed) in try scan.value(bytes, depth: depth + 1) }
    case UInt8(ascii: "["):
      try array(bytes) { (scan) throws(Malformed) in try scan.value(bytes, depth: depth + 1) }
    case UInt8(ascii: "t"): try word("true", bytes)
    case UInt8(ascii: "f"): try word("false", bytes)
    case UInt8(ascii: "n"): try word("null", bytes)
    case UInt8(ascii: "N"):
      try word("NaN", bytes)
      isClean = false
    case UInt8(ascii: "I"):
      try word("Infinity", bytes)
      isClean = false
    default: try number(bytes)
    }
    return start..<at
  }

  /// Reads a string.
  /// - Returns: the range of its bytes without the quotes; escapes are not decoded.
  package mutating func string(_ bytes: Span<UInt8>) throws(Malformed) -> Range<Int> {
    try expect(UInt8(ascii: "\""), bytes)
    let start = at
    let count = bytes.count
    while true {
      var next = at
      while next < count, Self.isPlain(bytes[next]) { next += 1 }
      at = next
      guard at < count else { break }
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        at += 1
        return start..<(at - 1)
      } else if byte == UInt8(ascii: "\\") {
        try escape(bytes)
      } else if byte < 0x80 {
        // An unescaped control character.
        isClean = false
        at += 1
      } else if let (scalar, length) = JSONCharacter.scalar(bytes, at) {
        if JSONCharacter.isHarmful(scalar) { isClean = false }
        at += length
      } else {
        isClean = false
        at += 1
      }
    }
    throw Malformed(offset: at)
  }

  /// Whether the byte needs no further check inside a string: printable ASCII, no quote and no backslash.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func escape(_ bytes: Span<UInt8>) throws(Malformed) {
    switch JSONCharacter.escape(bytes, at) {
    case .sound(let length): at += length
    case .half:
      isClean = false
      at += 6
    case .broken: throw Malformed(offset: at)
    }
  }

  /// A number of the JSON grammar, or `-Infinity`.
  private mutating func number(_ bytes: Span<UInt8>) throws(Malformed) {
    if let end = JSONGrammar.numberEnd(bytes, at) {
      at = end
    } else if let end = JSONGrammar.end(of: "-Infinity", bytes, at) {
      isClean = false
      at = end
    } else {
      throw Malformed(offset: at)
    }
  }

  private mutating func word(_ word: StaticString, _ bytes: Span<UInt8>) throws(Malformed) {
    guard let end = JSONGrammar.end(of: word, bytes, at) else { throw Malformed(offset: at) }
    at = end
  }

  package mutating func skipSpace(_ bytes: Span<UInt8>) {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20: break
      case 0x0A, 0x0D, 0x09: isClean = false
      default: return
      }
      at += 1
    }
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  @inline(__always)
  private mutating func expect(_ byte: UInt8, _ bytes: Span<UInt8>) throws(Malformed) {
    guard take(byte, bytes) else { throw Malformed(offset: at) }
  }
}
