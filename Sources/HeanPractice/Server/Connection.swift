import HeanCore

/// Answers the requests of one connection out of the practice engine.
struct Connection {
  var engine: SharedEngine
  var hub: SocketHub
  var http: HTTPConnection

  func serve() { http.serve(answer) }

  /// - Returns: whether the connection can go on.
  private func answer(_ request: HTTPRequestParser.Request, early: [UInt8]) -> Bool {
    let isUpgrade = SocketSession.isUpgrade(request)
    if let (status, reason) = LoopbackOnly.refusal(request.headers) {
      http.refuse(status, reason, to: request)
      return false
    }
    if isUpgrade {
      upgrade(request, early: early)
      return false
    }
    if let fault = Self.fault(request) {
      hub.apply(fault)
      return http.write(
        HTTPConnection.encode(
          HTTPReply(status: 200, headers: Self.marks, body: Data("{}".utf8)), keepsAlive: request.keepsAlive))
    }
    let response = engine.respond(
      to: PracticeRequest(
        method: request.method == "HEAD" ? "GET" : request.method, path: request.path, query: request.query,
        body: request.body))
    switch response.delivery {
    case .whole: break
    case .late(let wait):
      // A client that sends more bytes or closes the connection does not wait for this answer.
      guard case .late = http.stream.read(by: .now + wait) else { return false }
    case .cut: return false
    case .never:
      // Waits until the client closes the connection.
      while case .bytes = http.stream.read(by: nil) {}
      return false
    }
    return http.write(
      HTTPReply(status: response.status, headers: response.headers, body: response.body), to: request)
  }

  /// Opens a WebSocket. An unknown path is refused with 403, as the engine does (docs/engine.md 3.1).
  private func upgrade(_ request: HTTPRequestParser.Request, early: [UInt8]) {
    guard !hub.isRefusing else { return http.refuse(404, "no WebSocket here") }
    guard let purpose = SocketSession.purpose(of: request) else {
      return http.refuse(403, "the WebSocket is at /ws")
    }
    guard let answer = SocketSession.answer(request) else { return http.refuse(400, "no WebSocket handshake") }
    guard http.write([UInt8](answer)) else { return }
    SocketSession(engine: engine, hub: hub, stream: http.stream, purpose: purpose, limits: http.limits)
      .run(early: early)
  }

  /// `POST /practice/faults/NAME`: the practice engine's own; a real engine has no such path.
  private static func fault(_ request: HTTPRequestParser.Request) -> PracticeFault? {
    let prefix = "/practice/faults/"
    guard request.method == "POST", request.path.hasPrefix(prefix) else { return nil }
    return PracticeFault(rawValue: String(request.path.dropFirst(prefix.count)))
  }

  /// An answer after which the connection ends.
  static func refusal(_ status: Int, _ reason: String) -> HTTPReply {
    HTTPReply(status: status, headers: marks, body: JSONText.data(["detail": .string(reason)]))
  }

  private static let marks = ["Content-Type": "application/json", "X-Hean-Practice": "1"]
}
