/// RFC 8259 read by itself, so that what the console writes is not judged by what the console reads with.
struct StrictJSON {
  private let bytes: [UInt8]
  private let deepest: Int
  private var at = 0

  /// Whether it is one JSON text in valid UTF-8, every escape a character, without what could steer a terminal or turn
  /// text around.
  static func accepts(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isHarmful) else {
      return false
    }
    return isGrammatical(bytes)
  }

  /// The same, whatever its characters are.
  static func isGrammatical(_ bytes: [UInt8], deepest: Int = 512) -> Bool {
    var reader = StrictJSON(bytes: bytes, deepest: deepest)
    return reader.value(0) && reader.at == bytes.count
  }

  static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private init(bytes: [UInt8], deepest: Int) {
    self.bytes = bytes
    self.deepest = deepest
  }

  private mutating func value(_ depth: Int) -> Bool {
    guard depth <= deepest else { return false }
    space()
    let isValue: Bool
    switch peek {
    case UInt8(ascii: "{"):
      isValue = list(UInt8(ascii: "}"), depth) { $0.string() && $0.colon() && $0.value(depth + 1) }
    case UInt8(ascii: "["): isValue = list(UInt8(ascii: "]"), depth) { $0.value(depth + 1) }
    case UInt8(ascii: "\""): isValue = string()
    case UInt8(ascii: "t"): isValue = word("true")
    case UInt8(ascii: "f"): isValue = word("false")
    case UInt8(ascii: "n"): isValue = word("null")
    default: isValue = number()
    }
    space()
    return isValue
  }

  private mutating func list(_ end: UInt8, _ depth: Int, _ element: (inout StrictJSON) -> Bool) -> Bool {
    at += 1
    space()
    if take(end) { return true }
    while true {
      space()
      guard element(&self) else { return false }
      space()
      if take(end) { return true }
      guard take(UInt8(ascii: ",")) else { return false }
    }
  }

  private mutating func colon() -> Bool {
    space()
    return take(UInt8(ascii: ":"))
  }

  private mutating func string() -> Bool {
    guard take(UInt8(ascii: "\"")) else { return false }
    while let byte = peek {
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case ..<0x20: return false
      case UInt8(ascii: "\\"): if !escape() { return false }
      default: break
      }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let letter = peek else { return false }
    at += 1
    guard letter == UInt8(ascii: "u") else { return #""\/bfnrt"#.utf8.contains(letter) }
    guard let first = unit() else { return false }
    guard first & 0xF800 == 0xD800 else { return true }
    guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let second = unit() else { return false }
    return second & 0xFC00 == 0xDC00
  }

  private mutating func unit() -> UInt32? {
    guard at + 4 <= bytes.count else { return nil }
    let digits = bytes[at..<(at + 4)]
    guard digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else { return nil }
    at += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func number() -> Bool {
    _ = take(UInt8(ascii: "-"))
    let start = at
    guard digits(), bytes[start] != 0x30 || at == start + 1 else { return false }
    if take(UInt8(ascii: ".")), !digits() { return false }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      return digits()
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = at
    while let byte = peek, byte >= 0x30, byte <= 0x39 { at += 1 }
    return at > start
  }

  private mutating func word(_ word: String) -> Bool {
    guard bytes[at...].starts(with: word.utf8) else { return false }
    at += word.utf8.count
    return true
  }

  private mutating func space() {
    while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 }
  }

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    at += 1
    return true
  }
}
