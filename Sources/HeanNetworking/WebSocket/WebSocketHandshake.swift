import HeanCore

/// The opening handshake of a client (RFC 6455, 4.1): makes the request and checks the answer.
struct WebSocketHandshake: Sendable {
  static let maximumHead = 16 << 10
  static let maximumHeaders = 100

  /// Path and query.
  var target: String
  /// The value of the header `Host`.
  var host: String
  var userAgent: String
  /// Base64 of 16 random bytes.
  var key: String

  var request: [UInt8] {
    let lines = [
      "GET \(target) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13", "User-Agent: \(userAgent)",
    ]
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  enum Judgement: Sendable, Equatable {
    case needsMore
    /// The server accepted; frames begin after this many bytes.
    case accepted(bytes: Int)
    case failed(WebSocketError)
  }

  /// - Parameter search: the search for the end of this answer's head; pass the same one with each call.
  func judge(_ bytes: ArraySlice<UInt8>, _ search: inout HTTPHeadSearch) -> Judgement {
    // A server of another protocol is reported with its first bytes, not after a timeout.
    let start = Array("HTTP/".utf8)
    guard bytes.prefix(start.count).elementsEqual(start.prefix(bytes.count)) else {
      return .failed(.handshake("the answer is not HTTP"))
    }
    guard let length = search.length(bytes) else {
      guard bytes.count <= Self.maximumHead else {
        return .failed(.handshake("the answer's head is larger than 16 KiB"))
      }
      return .needsMore
    }
    let end = bytes.startIndex + length
    guard length <= Self.maximumHead else {
      return .failed(.handshake("the answer's head is larger than 16 KiB"))
    }
    guard bytes[..<end].count(where: { $0 == UInt8(ascii: "\n") }) < Self.maximumHeaders else {
      return .failed(.handshake("the answer has more than \(Self.maximumHeaders) headers"))
    }
    let head: HTTPResponseHead
    do throws(HTTPResponseHead.Violation) {
      head = try HTTPResponseHead(bytes[..<end])
    } catch {
      return .failed(.handshake("the answer is not valid HTTP: \(error.reason)"))
    }
    guard head.status == 101 else { return .failed(.refused(status: head.status)) }
    if let problem = problem(in: head.fields) { return .failed(.handshake(problem)) }
    return .accepted(bytes: length + 4)
  }

  private func problem(in headers: [String: String]) -> String? {
    func tokens(_ name: String) -> [String] {
      (headers[name] ?? "").lowercased().split(separator: ",").map { $0.trimmed() }
    }
    guard tokens("upgrade") == ["websocket"] else { return "the answer does not upgrade to websocket" }
    guard tokens("connection").contains("upgrade") else { return "the answer's Connection header is no upgrade" }
    guard headers["sec-websocket-accept"] == WebSocketAccept.key(for: key) else {
      return "the answer's accept key does not belong to this connection"
    }
    guard headers["sec-websocket-extensions"] == nil else { return "the answer takes an extension nobody offered" }
    guard headers["sec-websocket-protocol"] == nil else { return "the answer takes a subprotocol nobody offered" }
    return nil
  }
}
