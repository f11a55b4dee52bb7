/// One value or key of a document, by its place in the bytes.
struct WireToken {
  enum Kind: UInt8 {
    case object, array, number, yes, no, null
    /// `NaN`, `Infinity` or `-Infinity`, which Python writes and JSON does not have: stands for no number.
    case none
    /// A string of ASCII without escapes: its bytes are its text.
    case plain
    /// A string with escapes, or with characters beyond ASCII.
    case text
  }

  var start: UInt32
  /// In bytes; a string's is without its quotes.
  var length: UInt32
  /// Index of the token that follows this value and everything in it.
  var next: UInt32
  var kind: Kind

  var range: Range<Int> { Int(start)..<(Int(start) + Int(length)) }
}

/// Finds the structure of a document (RFC 8259) and checks all of it, without building any value. `NaN` and infinities
/// are accepted in the place of values, because the engine writes them.
///
/// One thing is left unchecked: an escape that is half of a surrogate pair. It becomes an error only when that string
/// is decoded.
struct WireParser {
  /// The bytes are not JSON. The offset is not kept, because an excerpt of the body says more.
  struct Malformed: Error {
    /// Whether the only fault is that there are more values than are accepted.
    var isTooMuch = false
  }

  private(set) var at: Int
  /// Where the current document begins: the offsets of tokens count from here.
  private var base: Int
  private(set) var tokens: [WireToken] = []

  private static let deepest = 512
  /// Limit for one row of a list. A token takes eight times the memory of the shortest value.
  private static let mostInRow = 1 << 20

  private let most: Int

  /// - Parameters:
  ///   - count: how many keys and values to make room for.
  ///   - most: how many are accepted.
  init(at: Int = 0, expecting count: Int = 64, most: Int = Self.mostInRow) {
    self.most = most
    self.at = at
    base = at
    tokens.reserveCapacity(count)
  }

  /// Whether offsets of 32 bits suffice, as they do for every body that is accepted.
  static func canRead(_ count: Int) -> Bool { count < Int(UInt32.max) }

  mutating func value(_ bytes: Span<UInt8>, depth: Int = 0) throws(Malformed) {
    guard at < bytes.count else { throw Malformed() }
    guard tokens.count < most else { throw Malformed(isTooMuch: true) }
    switch bytes[at] {
    case UInt8(ascii: "\""): try string(bytes)
    case UInt8(ascii: "{"):
      guard depth < Self.deepest else { throw Malformed() }
      try object(bytes, depth)
    case UInt8(ascii: "["):
      guard depth < Self.deepest else { throw Malformed() }
      try array(bytes, depth)
    case UInt8(ascii: "t"): try word("true", .yes, bytes)
    case UInt8(ascii: "f"): try word("false", .no, bytes)
    case UInt8(ascii: "n"): try word("null", .null, bytes)
    case UInt8(ascii: "N"): try word("NaN", .none, bytes)
    case UInt8(ascii: "I"): try word("Infinity", .none, bytes)
    default: try number(bytes)
    }
  }

  mutating func skipSpace(_ bytes: Span<UInt8>) {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  /// Skips a byte-order mark before the document.
  mutating func skipByteOrderMark(_ bytes: Span<UInt8>) {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { at = 3 }
  }

  @inline(__always)
  mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  mutating func expect(_ byte: UInt8, _ bytes: Span<UInt8>) throws(Malformed) {
    guard take(byte, bytes) else { throw Malformed() }
  }

  /// Starts a new document at the current place.
  mutating func begin() {
    tokens.removeAll(keepingCapacity: true)
    base = at
  }

  /// The document that was read since `begin`.
  mutating func taken(
    _ bytes: Span<UInt8>, noting findings: WireFindings? = nil, row: WireDocument.Row? = nil
  ) -> WireDocument {
    let taken = tokens
    tokens = []
    tokens.reserveCapacity(taken.count)
    let bytes = WireText.copy(bytes.extracting(base..<at))
    return WireDocument(bytes: bytes, tokens: taken, findings: findings, row: row)
  }

  private mutating func object(_ bytes: Span<UInt8>, _ depth: Int) throws(Malformed) {
    let place = open(.object)
    skipSpace(bytes)
    if !take(UInt8(ascii: "}"), bytes) {
      while true {
        try string(bytes)
        skipSpace(bytes)
        try expect(UInt8(ascii: ":"), bytes)
        skipSpace(bytes)
        try value(bytes, depth: depth + 1)
        skipSpace(bytes)
        if take(UInt8(ascii: "}"), bytes) { break }
        try expect(UInt8(ascii: ","), bytes)
        skipSpace(bytes)
      }
    }
    close(place)
  }

  private mutating func array(_ bytes: Span<UInt8>, _ depth: Int) throws(Malformed) {
    let place = open(.array)
    skipSpace(bytes)
    if !take(UInt8(ascii: "]"), bytes) {
      while true {
        try value(bytes, depth: depth + 1)
        skipSpace(bytes)
        if take(UInt8(ascii: "]"), bytes) { break }
        try expect(UInt8(ascii: ","), bytes)
        skipSpace(bytes)
      }
    }
    close(place)
  }

  private mutating func open(_ kind: WireToken.Kind) -> Int {
    tokens.append(WireToken(start: UInt32(at - base), length: 0, next: 0, kind: kind))
    at += 1
    return tokens.count - 1
  }

  private mutating func close(_ place: Int) {
    tokens[place].length = UInt32(at - base) - tokens[place].start
    tokens[place].next = UInt32(tokens.count)
  }

  private mutating func add(_ kind: WireToken.Kind, from start: Int, to end: Int) {
    tokens.append(
      WireToken(start: UInt32(start - base), length: UInt32(end - start), next: UInt32(tokens.count + 1), kind: kind))
  }

  mutating func string(_ bytes: Span<UInt8>) throws(Malformed) {
    try expect(UInt8(ascii: "\""), bytes)
    let start = at
    let count = bytes.count
    var isPlain = true
    var isASCII = true
    while at < count {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "\""):
        if !isASCII {
          do { _ = try UTF8Span(validating: bytes.extracting(start..<at)) } catch { throw Malformed() }
        }
        add(isPlain ? .plain : .text, from: start, to: at)
        at += 1
        return
      case UInt8(ascii: "\\"):
        isPlain = false
        try escape(bytes)
      case 0x00..<0x20: throw Malformed()
      case 0x80...:
        isPlain = false
        isASCII = false
        at += 1
      default: at += 1
      }
    }
    throw Malformed()
  }

  private mutating func escape(_ bytes: Span<UInt8>) throws(Malformed) {
    switch JSONCharacter.escape(bytes, at) {
    case .sound(let length): at += length
    case .half: at += 6
    case .broken: throw Malformed()
    }
  }

  private mutating func number(_ bytes: Span<UInt8>) throws(Malformed) {
    guard let end = JSONGrammar.numberEnd(bytes, at) else { return try word("-Infinity", .none, bytes) }
    add(.number, from: at, to: end)
    at = end
  }

  private mutating func word(
    _ word: StaticString, _ kind: WireToken.Kind, _ bytes: Span<UInt8>
  ) throws(Malformed) {
    guard let end = JSONGrammar.end(of: word, bytes, at) else { throw Malformed() }
    add(kind, from: at, to: end)
    at = end
  }
}
