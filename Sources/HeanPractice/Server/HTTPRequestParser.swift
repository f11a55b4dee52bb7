import Foundation

/// Turns the bytes of one connection into requests. A pure value: bytes in, requests or a refusal out.
struct HTTPRequestParser {
  struct Request: Equatable {
    var method: String
    var path: String
    var query: [String: String]
    var headers: [String: String]
    var body: Data
    var keepsAlive: Bool
  }

  enum Output: Equatable {
    case needsMore
    case request(Request)
    /// The status to answer with before closing.
    case refuse(Int)
  }

  static let maximumHead = 16 << 10
  static let maximumBody = 1 << 20

  private var buffer: [UInt8] = []

  /// What came behind the last request.
  var rest: [UInt8] { buffer }

  mutating func append(_ bytes: some Sequence<UInt8>) { buffer += bytes }

  /// The next whole request, leaving what follows it for the next call.
  mutating func next() -> Output {
    guard let end = headEnd() else { return buffer.count > Self.maximumHead ? .refuse(431) : .needsMore }
    guard end <= Self.maximumHead else { return .refuse(431) }
    let lines = String(decoding: buffer[..<end], as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    let parts = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0", parts[1].hasPrefix("/") else {
      return .refuse(400)
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex, !line[..<colon].contains(" ") else {
        return .refuse(400)
      }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    guard headers["transfer-encoding"] == nil else { return .refuse(501) }
    guard let length = Int(headers["content-length"] ?? "0"), length >= 0 else { return .refuse(400) }
    guard length <= Self.maximumBody else { return .refuse(413) }
    let start = end + 4
    guard buffer.count >= start + length else { return .needsMore }
    let body = Data(buffer[start..<(start + length)])
    buffer.removeFirst(start + length)
    let target = URLComponents(string: String(parts[1]))
    let query = Dictionary(
      (target?.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
    return .request(
      Request(
        method: String(parts[0]), path: target?.path ?? String(parts[1]), query: query, headers: headers, body: body,
        keepsAlive: parts[2] == "HTTP/1.1" && headers["connection"]?.lowercased() != "close"))
  }

  private func headEnd() -> Int? {
    guard buffer.count >= 4 else { return nil }
    return (0...(buffer.count - 4)).first { at in
      buffer[at] == 13 && buffer[at + 1] == 10 && buffer[at + 2] == 13 && buffer[at + 3] == 10
    }
  }
}
