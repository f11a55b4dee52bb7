package import HeanCore

/// One HTTP/1.1 request.
package struct HTTPRequest: Sendable {
  package var method: String
  /// Path and query, percent-encoded.
  package var target: String
  /// The header fields, except `Host`, `Content-Length` and `Connection`, which are added.
  package var fields: [(name: String, value: String)]
  package var body: Data?

  /// A request of these parts.
  package init(method: String, target: String, fields: [(name: String, value: String)], body: Data?) {
    (self.method, self.target, self.fields, self.body) = (method, target, fields, body)
  }

  /// Whether sending it twice does no harm. Only such a request may reuse a connection: the server may have closed that
  /// connection meanwhile, and then the request is sent again.
  var isRead: Bool { method == "GET" || method == "HEAD" }

  /// - Returns: the bytes to send, or `nil` when a part holds characters that a request head must not contain.
  func encoded(host: String) -> [UInt8]? {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"]
    lines += fields.map { "\($0.name): \($0.value)" }
    if let body { lines.append("Content-Length: \(body.count)") } else if !isRead { lines.append("Content-Length: 0") }
    if !isRead { lines.append("Connection: close") }
    guard lines.allSatisfy({ line in line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }),
      target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    var bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    if let body { bytes += body }
    return bytes
  }
}

/// One complete response. Redirects are not followed.
package struct HTTPAnswer: Sendable {
  package var status: Int
  /// Names in lower case.
  package var fields: [String: String]
  package var body: Data

  package init(status: Int, fields: [String: String], body: Data) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}

/// Carries out single requests to one server.
package protocol HTTPSending: Sendable {
  /// - Parameters:
  ///   - limit: time for connecting, sending and receiving together.
  ///   - allowed: the time limit that an error message names, if `limit` is only what is left of it.
  func send(
    _ request: HTTPRequest, within limit: Duration, of allowed: Duration
  ) async throws(TransportError) -> HTTPAnswer
}
