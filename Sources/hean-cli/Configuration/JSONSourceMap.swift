/// The line of each key of a JSON text, and the exact position of a syntax error.
///
/// Foundation's decoder gives neither, and accepts trailing commas and duplicate keys without an error. This text is
/// edited by hand, so such mistakes must be reported.
struct JSONSourceMap {
  struct SyntaxError: Error, Equatable {
    var line: Int
    /// In bytes, from 1.
    var column: Int
    var problem: String
  }

  /// The line of each key, from 1, by path: `["profiles", "main", "url"]`.
  private(set) var lines: [[String]: Int] = [:]

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var lineStart = 0

  init(_ text: some Sequence<UInt8>) throws(SyntaxError) {
    bytes = Array(text)
    skipSpace()
    try value(at: [])
    skipSpace()
    if position < bytes.count { throw error("something follows the end of the document") }
  }

  private mutating func value(at path: [String]) throws(SyntaxError) {
    guard path.count < 32 else { throw error("nested too deeply") }
    switch peek {
    case UInt8(ascii: "{"): try object(at: path)
    case UInt8(ascii: "["): try array(at: path)
    case UInt8(ascii: "\""): _ = try string()
    case nil: throw error("the text ends where a value is expected")
    default: try word()
    }
  }

  private mutating func object(at path: [String]) throws(SyntaxError) {
    position += 1
    skipSpace()
    if take("}") { return }
    while true {
      guard peek == UInt8(ascii: "\"") else { throw error("a key in double quotes is expected") }
      let keyLine = line
      let key = try string()
      let keyPath = path + [key]
      if let first = lines[keyPath] { throw error("\"\(key.printable)\" stands here and on line \(first)") }
      lines[keyPath] = keyLine
      skipSpace()
      guard take(":") else { throw error("\":\" is expected after \"\(key.printable)\"") }
      skipSpace()
      try value(at: keyPath)
      skipSpace()
      if take("}") { return }
      guard take(",") else { throw error("\",\" or \"}\" is expected") }
      skipSpace()
    }
  }

  private mutating func array(at path: [String]) throws(SyntaxError) {
    position += 1
    skipSpace()
    if take("]") { return }
    var index = 0
    while true {
      try value(at: path + ["[\(index)]"])
      index += 1
      skipSpace()
      if take("]") { return }
      guard take(",") else { throw error("\",\" or \"]\" is expected") }
      skipSpace()
    }
  }

  private mutating func string() throws(SyntaxError) -> String {
    let start = position
    position += 1
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw error("a string has no closing quote on its line") }
      if byte == UInt8(ascii: "\\") { try escape() } else { position += 1 }
    }
    guard position < bytes.count else { throw error("a string has no closing quote") }
    position += 1
    // Escapes are not decoded: no known key is written with them.
    return String(decoding: bytes[(start + 1)..<(position - 1)], as: UTF8.self)
  }

  private mutating func escape() throws(SyntaxError) {
    let rest = String(decoding: bytes[position...].prefix(12), as: UTF8.self)
    // Half of a surrogate pair is not a character.
    let whole =
      /\\(["\\\/bfnrt]|u(?![dD][89a-fA-F])[0-9a-fA-F]{4}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})/
    guard let match = rest.prefixMatch(of: whole) else { throw error("a backslash is followed by no known escape") }
    position += match.0.utf8.count
  }

  private mutating func word() throws(SyntaxError) {
    let start = position
    while let byte = peek, !",]}: \t\r\n\"[{".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if ["true", "false", "null"].contains(text)
      || text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    {
      return
    }
    position = start
    throw error(text.isEmpty ? "a value is expected" : "\"\(text.prefix(40).description.printable)\" is no value")
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A {
      position += 1
      if byte == 0x0A {
        line += 1
        lineStart = position
      }
    }
  }

  private func error(_ problem: String) -> SyntaxError {
    SyntaxError(line: line, column: position - lineStart + 1, problem: problem)
  }
}
