import HeanCore

/// Request line and header fields of one request, read strictly.
struct HTTPRequestHead {
  struct Refusal: Error {
    var status: Int
    var reason: String
    static func malformed(_ reason: String) -> Refusal { Refusal(status: 400, reason: reason) }
  }

  var method: String
  var path: String
  var query: [String: String]
  /// What stands after the question mark, as it came.
  var rawQuery: String
  var headers: [String: String] = [:]
  /// Bytes of the body.
  var length = 0
  var keepsAlive: Bool

  static let maximumFields = 100
  /// Fields that decide where a request ends, for whom it is or where it comes from. A request with two of the same
  /// name is refused, because its meaning is not clear.
  private static let single: Set<String> = [
    "host", "content-length", "transfer-encoding", "origin", "sec-fetch-site", "sec-websocket-key",
    "sec-websocket-version",
  ]

  /// - Parameter bytes: without the empty line at the end. Lines end with CR LF, and there is no other control character
  ///   but the tab.
  init(_ bytes: ArraySlice<UInt8>) throws(Refusal) {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { $0.last == 13 ? $0.dropLast() : $0 }
    let parts = lines[0].split(separator: 32, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard parts.count == 3, parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0" else {
      throw .malformed("the request line is not 'METHOD /path HTTP/1.1'")
    }
    guard Self.isToken(parts[0].utf8), parts[0].utf8.count <= 20 else { throw .malformed("the method is not valid") }
    method = parts[0]
    (path, query) = try Self.target(parts[1], method)
    rawQuery = parts[1].firstIndex(of: "?").map { String(parts[1][parts[1].index(after: $0)...]) } ?? ""
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: 58), Self.isToken(line[..<colon]) else {
        throw .malformed("a header field without a name, or a folded one")
      }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self).trimmed(of: Self.blanks)
      if let earlier = headers[name] {
        guard !Self.single.contains(name) else { throw .malformed("two fields '\(name)'") }
        headers[name] = earlier + ", " + value
      } else {
        headers[name] = value
      }
    }
    guard lines.count <= Self.maximumFields + 1 else { throw Refusal(status: 431, reason: "too many header fields") }
    let isLatest = parts[2] == "HTTP/1.1"
    guard headers["host"] != nil || !isLatest else { throw .malformed("no field 'host'") }
    keepsAlive = isLatest && !HTTPRequestHead.tokens(headers["connection"]).contains("close")
    length = try Self.length(headers)
  }

  /// The words of a field that is a list, in lower case.
  static func tokens(_ value: String?) -> [String] {
    (value ?? "").lowercased().split(separator: ",").map { $0.trimmed(of: blanks) }
  }

  private static func length(_ headers: [String: String]) throws(Refusal) -> Int {
    let text = headers["content-length"]
    if headers["transfer-encoding"] != nil {
      guard text == nil else { throw .malformed("a length and a transfer coding contradict each other") }
      throw Refusal(status: 501, reason: "transfer codings are not supported: send content-length")
    }
    guard let text else { return 0 }
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw .malformed("content-length is no number")
    }
    // A number with too many digits for `Int` is too large as well.
    guard let length = Int(text), length <= HTTPRequestParser.maximumBody else {
      throw Refusal(status: 413, reason: "the body is larger than \(HTTPRequestParser.maximumBody) bytes")
    }
    return length
  }

  private static func target(_ text: String, _ method: String) throws(Refusal) -> (String, [String: String]) {
    if text == "*", method == "OPTIONS" { return ("*", [:]) }
    guard text.hasPrefix("/"), text.utf8.allSatisfy({ (33...126).contains($0) && $0 != 35 }) else {
      throw .malformed("the target is no path")
    }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = parts[0].percentDecoded, path.utf8.allSatisfy({ $0 >= 32 && $0 != 127 }) else {
      throw .malformed("the path cannot be decoded")
    }
    var query: [String: String] = [:]
    for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = halves[0].percentDecoded,
        let value = halves.count > 1 ? halves[1].percentDecoded : ""
      else { throw .malformed("the query cannot be decoded") }
      if query[name] == nil { query[name] = value }
    }
    return (path, query)
  }

  private static let blanks = " \t"

  private static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }
}
