public import Foundation
import Synchronization

/// Serves one practice engine over HTTP/1.1 on loopback.
public actor PracticeServer {
  /// The port cannot be had, e.g. because somebody listens there.
  public struct BindFailure: Error, Sendable, Equatable {
    public var port: UInt16
    public var reason: String
  }

  private let engine: SharedEngine
  private let hub: SocketHub
  private var listener: LoopbackListener?

  public init(engine: PracticeEngine, now: @escaping @Sendable () -> Date) {
    self.engine = SharedEngine(engine, now)
    hub = SocketHub(engine: self.engine)
  }

  /// - Parameter port: 0 takes a free one.
  /// - Returns: the port that was bound.
  public func start(port: UInt16) throws -> UInt16 {
    let engine = self.engine
    let hub = self.hub
    let listener = try LoopbackListener(port: port) { stream in Connection(engine: engine, hub: hub).serve(stream) }
    self.listener = listener
    return listener.port
  }

  /// Closes the port and every connection.
  public func stop() {
    hub.stop()
    listener?.stop()
    listener = nil
  }

  /// Lets something go wrong on every open socket.
  public func apply(_ fault: PracticeFault) { hub.apply(fault) }

  /// The world as it stands, for the next run.
  public func engineState() throws -> Data { try engine.saved() }
}

/// The engine behind a lock: connections come on threads of their own.
final class SharedEngine: Sendable {
  private let engine: Mutex<PracticeEngine>
  private let now: @Sendable () -> Date

  init(_ engine: PracticeEngine, _ now: @escaping @Sendable () -> Date) {
    self.engine = Mutex(engine)
    self.now = now
  }

  func respond(to request: PracticeRequest) -> PracticeResponse {
    engine.withLock { $0.respond(to: request, now: now()) }
  }

  var date: Date { now() }

  /// - Parameter clients: given once a second, with how many listen.
  func frames(beatFor clients: Int?) -> [FeedFrame] {
    engine.withLock { engine in
      let now = now()
      if let clients { engine.beat(clients: clients, now: now) }
      return engine.frames(now: now)
    }
  }

  func snapshot(of topic: String) -> FeedFrame? { engine.withLock { $0.snapshot(of: topic, now: now()) } }

  func setHeard(_ isHeard: Bool) { engine.withLock { $0.setHeard(isHeard, now: now()) } }

  func restartJournal() { engine.withLock { $0.restartJournal() } }

  func saved() throws -> Data { try engine.withLock { try $0.saved() } }
}

/// One connection: requests in, answers out, until somebody has had enough.
struct Connection {
  var engine: SharedEngine
  var hub: SocketHub

  func serve(_ stream: LoopbackStream) {
    var parser = HTTPRequestParser()
    while true {
      switch parser.next() {
      case .needsMore:
        guard let bytes = stream.read() else { return }
        parser.append(bytes)
      case .refuse(let status):
        stream.write(Self.encode(PracticeResponse(status: status, headers: [:], body: Data()), keepsAlive: false))
        return
      case .request(let request):
        if SocketSession.isUpgrade(request) {
          upgrade(request, stream, early: parser.rest)
          return
        }
        if let fault = Self.fault(request) {
          hub.apply(fault)
          let done = PracticeResponse(status: 200, headers: [:], body: Data("{}".utf8))
          guard stream.write(Self.encode(done, keepsAlive: request.keepsAlive)), request.keepsAlive else { return }
          continue
        }
        let response = engine.respond(
          to: PracticeRequest(method: request.method, path: request.path, query: request.query, body: request.body))
        switch response.delivery {
        case .whole: break
        case .cut: return
        case .never:
          // Until the other side has had enough.
          while stream.read() != nil {}
          return
        }
        guard stream.write(Self.encode(response, keepsAlive: request.keepsAlive)), request.keepsAlive else { return }
      }
    }
  }

  /// Any path but the contract's is refused with 403, as the engine does.
  private func upgrade(_ request: HTTPRequestParser.Request, _ stream: LoopbackStream, early: [UInt8]) {
    func refuse(_ status: Int) {
      stream.write(Self.encode(PracticeResponse(status: status, headers: [:], body: Data()), keepsAlive: false))
    }
    guard !hub.isRefusing else { return refuse(404) }
    guard let purpose = SocketSession.purpose(of: request) else { return refuse(403) }
    guard let answer = SocketSession.answer(request) else { return refuse(400) }
    guard stream.write(answer) else { return }
    SocketSession(engine: engine, hub: hub, stream: stream, purpose: purpose).run(early: early)
  }

  /// `POST /practice/faults/NAME`: the practice engine's own, no part of the contract.
  private static func fault(_ request: HTTPRequestParser.Request) -> PracticeFault? {
    let prefix = "/practice/faults/"
    guard request.method == "POST", request.path.hasPrefix(prefix) else { return nil }
    return PracticeFault(rawValue: String(request.path.dropFirst(prefix.count)))
  }

  /// Head and body in one piece: in two they would wait for each other.
  private static func encode(_ response: PracticeResponse, keepsAlive: Bool) -> Data {
    var head = "HTTP/1.1 \(response.status) \(phrase(response.status))\r\nContent-Length: \(response.body.count)\r\n"
    for (name, value) in response.headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
    head += "Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
    return Data(head.utf8) + response.body
  }

  private static func phrase(_ status: Int) -> String {
    [
      200: "OK", 307: "Temporary Redirect", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
      405: "Method Not Allowed",
      409: "Conflict", 429: "Too Many Requests",
      413: "Content Too Large", 422: "Unprocessable Content", 431: "Request Header Fields Too Large",
      500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
    ][status] ?? "Status"
  }
}
