package import HeanCore

/// What a server answers to one request.
package struct HTTPReply: Sendable {
  package var status: Int
  package var headers: [String: String]
  package var body: Data

  package init(status: Int, headers: [String: String], body: Data) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// One connection of a server over HTTP/1.1, on a thread of its own: reads requests, and ends when one of the two sides
/// wants that or takes too long.
package struct HTTPConnection: Sendable {
  package var limits: ServerLimits
  package var stream: ServerStream
  package var table: ConnectionTable
  /// Makes the answer to what cannot be served, of a status and a reason.
  package var refusal: @Sendable (Int, String) -> HTTPReply

  package init(
    limits: ServerLimits, stream: ServerStream, table: ConnectionTable,
    refusal: @escaping @Sendable (Int, String) -> HTTPReply
  ) {
    self.limits = limits
    self.stream = stream
    self.table = table
    self.refusal = refusal
  }

  /// - Parameter answer: gets a request, and the bytes that came after it; it writes the answer and tells whether the
  ///   connection can go on.
  package func serve(_ answer: (HTTPRequestParser.Request, [UInt8]) -> Bool) {
    var parser = HTTPRequestParser()
    var phase = HTTPRequestParser.Phase.idle
    // The first byte of the first request must come within the time that a head may take.
    var deadline = ContinuousClock.now + limits.head
    while true {
      switch parser.next() {
      case .needsMore:
        if parser.phase != phase {
          phase = parser.phase
          deadline = .now + limit(of: phase)
        }
        switch stream.read(by: deadline) {
        case .bytes(let bytes): parser.append(bytes)
        case .ended: return
        case .late:
          guard phase != .idle else { return }
          return refuse(408, "the request did not come in time")
        }
      case .refuse(let status, let reason): return refuse(status, reason)
      case .request(let request):
        guard table.setWaiting(stream.descriptor, false), answer(request, parser.rest), request.keepsAlive,
          table.setWaiting(stream.descriptor, true)
        else { return }
        phase = .idle
        deadline = .now + limits.idle
      }
    }
  }

  private func limit(of phase: HTTPRequestParser.Phase) -> Duration {
    switch phase {
    case .idle: limits.idle
    case .head: limits.head
    case .body: limits.body
    }
  }

  /// Answers with what cannot be served, and ends the connection.
  package func refuse(_ status: Int, _ reason: String, to request: HTTPRequestParser.Request? = nil) {
    guard write(Self.encode(refusal(status, reason), keepsAlive: false, allowsBody: request?.method != "HEAD"))
    else { return }
    stream.endWrites()
  }

  /// - Returns: whether everything went out.
  package func write(_ reply: HTTPReply, to request: HTTPRequestParser.Request) -> Bool {
    write(Self.encode(reply, keepsAlive: request.keepsAlive, allowsBody: request.method != "HEAD"))
  }

  func write(_ bytes: [UInt8]) -> Bool { stream.write(bytes, stall: limits.stall) }

  /// Head and body in one write: a second write could wait until the client has confirmed the first.
  package static func encode(_ reply: HTTPReply, keepsAlive: Bool, allowsBody: Bool = true) -> [UInt8] {
    var head = "HTTP/1.1 \(reply.status) \(phrase(reply.status))\r\n"
    // An answer with status 204 has no body and must not have a length.
    if reply.status != 204 { head += "Content-Length: \(reply.body.count)\r\n" }
    for (name, value) in reply.headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
    head += "Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
    return Array(head.utf8) + (allowsBody && reply.status != 204 ? Array(reply.body) : [])
  }

  private static func phrase(_ status: Int) -> String {
    [
      200: "OK", 204: "No Content", 307: "Temporary Redirect", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
      405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 413: "Content Too Large",
      421: "Misdirected Request", 422: "Unprocessable Content", 429: "Too Many Requests",
      431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
      503: "Service Unavailable",
    ][status] ?? "Status"
  }
}
