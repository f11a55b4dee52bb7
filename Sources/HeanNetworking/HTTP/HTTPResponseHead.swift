/// Status line and header fields of one response (RFC 9112, 4 and 5), read strictly: a head that two programs could
/// understand differently is refused.
struct HTTPResponseHead: Sendable, Equatable {
  var status: Int
  /// The digit after `HTTP/1.`.
  var minorVersion: Int
  /// Names in lower case; fields that came several times are joined by commas.
  var fields: [String: String]

  /// Why a head is refused.
  struct Violation: Error, Equatable { var reason: String }

  /// - Parameter bytes: everything before the empty line, without it.
  init(_ bytes: ArraySlice<UInt8>) throws(Violation) {
    var lines = Lines(bytes)
    (minorVersion, status) = try Self.statusLine(lines.next() ?? [])
    fields = [:]
    while let line = lines.next() {
      let (name, value) = try Self.field(line)
      if let earlier = fields[name] {
        guard !Self.singular.contains(name) else { throw Violation(reason: "two \(name) headers") }
        fields[name] = "\(earlier), \(value)"
      } else {
        fields[name] = value
      }
    }
  }

  /// Fields that decide where the body ends. A head with two of the same name is refused: two programs could see two
  /// different bodies (response smuggling).
  private static let singular: Set<String> = ["content-length", "transfer-encoding", "content-encoding"]

  private static func statusLine(_ line: ArraySlice<UInt8>) throws(Violation) -> (minor: Int, status: Int) {
    // "HTTP/1.1 200 OK". The reason is optional, and some servers also leave out the space before it.
    let prefix = Array("HTTP/1.".utf8)
    let at = line.startIndex + prefix.count
    guard line.count >= 12, line.starts(with: prefix), let minor = digit(line[at]), line[at + 1] == space,
      let hundreds = digit(line[at + 2]), let tens = digit(line[at + 3]), let ones = digit(line[at + 4]),
      hundreds >= 1, line.count == 12 || line[at + 5] == space, line.allSatisfy(isText)
    else { throw Violation(reason: "the status line is not HTTP/1") }
    return (minor, hundreds * 100 + tens * 10 + ones)
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(Violation) -> (name: String, value: String) {
    guard let first = line.first, first != space, first != tab else { throw Violation(reason: "a folded header") }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(isToken)
    else { throw Violation(reason: "a header without a proper name") }
    var value = line[(colon + 1)...]
    guard value.allSatisfy(isText) else { throw Violation(reason: "a control character in a header") }
    while let byte = value.first, byte == space || byte == tab { value.removeFirst() }
    while let byte = value.last, byte == space || byte == tab { value.removeLast() }
    return (String(decoding: line[..<colon], as: UTF8.self).lowercased(), String(decoding: value, as: UTF8.self))
  }

  private static let space = UInt8(ascii: " ")
  private static let tab = UInt8(ascii: "\t")

  private static func digit(_ byte: UInt8) -> Int? { byte >= 0x30 && byte <= 0x39 ? Int(byte - 0x30) : nil }

  private static func isText(_ byte: UInt8) -> Bool { byte == tab || byte >= 0x20 && byte != 0x7F }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  /// Splits a head into lines at CR LF. A single CR or LF stays in its line and is refused there.
  private struct Lines {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else { return nil }
      var at = rest.startIndex
      while at + 1 < rest.endIndex, !(rest[at] == 13 && rest[at + 1] == 10) { at += 1 }
      guard at + 1 < rest.endIndex else {
        defer { rest = [] }
        return rest
      }
      defer { rest = rest[(at + 2)...] }
      return rest[..<at]
    }
  }
}
