import HeanCore

/// Serves one connection: reads requests and writes answers until one of the two sides ends it.
struct Connection {
  var engine: SharedEngine
  var hub: SocketHub
  var limits: ServerLimits
  var stream: LoopbackStream
  var table: ConnectionTable

  func serve() {
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
        guard table.setWaiting(stream.descriptor, false), answer(request, early: parser.rest), request.keepsAlive,
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

  /// - Returns: whether the connection can go on.
  private func answer(_ request: HTTPRequestParser.Request, early: [UInt8]) -> Bool {
    let isUpgrade = SocketSession.isUpgrade(request)
    if let (status, reason) = LoopbackOnly.refusal(request.headers) {
      refuse(status, reason, to: request)
      return false
    }
    if isUpgrade {
      upgrade(request, early: early)
      return false
    }
    if let fault = Self.fault(request) {
      hub.apply(fault)
      let done = PracticeResponse(status: 200, headers: Self.marks, body: Data("{}".utf8))
      return write(Self.encode(done, keepsAlive: request.keepsAlive))
    }
    let response = engine.respond(
      to: PracticeRequest(
        method: request.method == "HEAD" ? "GET" : request.method, path: request.path, query: request.query,
        body: request.body))
    switch response.delivery {
    case .whole: break
    case .late(let wait):
      // A client that sends more bytes or closes the connection does not wait for this answer.
      guard case .late = stream.read(by: .now + wait) else { return false }
    case .cut: return false
    case .never:
      // Waits until the client closes the connection.
      while case .bytes = stream.read(by: nil) {}
      return false
    }
    return write(Self.encode(response, keepsAlive: request.keepsAlive, allowsBody: request.method != "HEAD"))
  }

  /// Opens a WebSocket. An unknown path is refused with 403, as the engine does (docs/engine.md 3.1).
  private func upgrade(_ request: HTTPRequestParser.Request, early: [UInt8]) {
    guard !hub.isRefusing else { return refuse(404, "no WebSocket here") }
    guard let purpose = SocketSession.purpose(of: request) else { return refuse(403, "the WebSocket is at /ws") }
    guard let answer = SocketSession.answer(request) else { return refuse(400, "no WebSocket handshake") }
    guard write([UInt8](answer)) else { return }
    SocketSession(engine: engine, hub: hub, stream: stream, purpose: purpose, limits: limits).run(early: early)
  }

  /// `POST /practice/faults/NAME`: the practice engine's own; a real engine has no such path.
  private static func fault(_ request: HTTPRequestParser.Request) -> PracticeFault? {
    let prefix = "/practice/faults/"
    guard request.method == "POST", request.path.hasPrefix(prefix) else { return nil }
    return PracticeFault(rawValue: String(request.path.dropFirst(prefix.count)))
  }

  private func refuse(_ status: Int, _ reason: String, to request: HTTPRequestParser.Request? = nil) {
    guard write(Self.refusal(status, reason, allowsBody: request?.method != "HEAD")) else { return }
    stream.endWrites()
  }

  private func write(_ bytes: [UInt8]) -> Bool { stream.write(bytes, stall: limits.stall) }

  /// An answer after which the connection ends.
  static func refusal(_ status: Int, _ reason: String, allowsBody: Bool) -> [UInt8] {
    let body = JSONText.data(["detail": .string(reason)])
    return encode(
      PracticeResponse(status: status, headers: marks, body: body), keepsAlive: false, allowsBody: allowsBody)
  }

  private static let marks = ["Content-Type": "application/json", "X-Hean-Practice": "1"]

  /// Head and body in one write: a second write could wait until the client has confirmed the first.
  private static func encode(_ response: PracticeResponse, keepsAlive: Bool, allowsBody: Bool = true) -> [UInt8] {
    var head = "HTTP/1.1 \(response.status) \(phrase(response.status))\r\n"
    // An answer with status 204 has no body and must not have a length.
    if response.status != 204 { head += "Content-Length: \(response.body.count)\r\n" }
    for (name, value) in response.headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
    head += "Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
    return Array(head.utf8) + (allowsBody && response.status != 204 ? Array(response.body) : [])
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
