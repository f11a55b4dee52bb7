public import HeanCore
import Synchronization

/// Serves one practice engine over HTTP/1.1 on loopback.
public actor PracticeServer {
  private let engine: SharedEngine
  private let hub: SocketHub
  private let limits: ServerLimits
  private var listener: ServerListener?
  private var exchange: ServerListener?
  private var clock: Task<Void, Never>?

  public init(engine: PracticeEngine, now: @escaping @Sendable () -> Date) {
    self.init(engine: engine, now: now, limits: ServerLimits())
  }

  init(engine: PracticeEngine, now: @escaping @Sendable () -> Date, limits: ServerLimits) {
    self.engine = SharedEngine(engine, now)
    self.limits = limits
    hub = SocketHub(engine: self.engine)
  }

  /// - Parameters:
  ///   - port: 0 chooses a free port.
  ///   - keepsTime: whether the world goes on while nobody asks. Otherwise a world that nobody asked for ten simulated
  ///     minutes has stood still, and the times of everything before are moved.
  /// - Returns: the port that was bound.
  public func start(port: UInt16, keepsTime: Bool = false) throws -> UInt16 {
    let engine = self.engine
    let hub = self.hub
    let limits = self.limits
    let full = Connection.refusal(503, "too many connections: close one, or try again")
    let listener = try ServerListener(
      .loopback(port: port), limits: limits, refusal: HTTPConnection.encode(full, keepsAlive: false)
    ) { stream, table in
      let http = HTTPConnection(limits: limits, stream: stream, table: table, refusal: Connection.refusal)
      Connection(engine: engine, hub: hub, http: http).serve()
    }
    self.listener = listener
    if keepsTime {
      clock = Task {
        while !Task.isCancelled {
          engine.keepUp()
          try? await Task.sleep(for: .milliseconds(200))
        }
      }
    }
    return listener.port
  }

  /// Serves the exchange beside the engine, at an address of its own.
  /// - Parameter port: 0 chooses a free port.
  /// - Returns: the port that was bound.
  public func startExchange(port: UInt16) throws -> UInt16 {
    let engine = self.engine
    let limits = self.limits
    let full = ExchangeConnection.refusal(503, "too many connections")
    let listener = try ServerListener(
      .loopback(port: port), limits: limits, refusal: HTTPConnection.encode(full, keepsAlive: false)
    ) { stream, table in
      let http = HTTPConnection(limits: limits, stream: stream, table: table, refusal: ExchangeConnection.refusal)
      ExchangeConnection(engine: engine, http: http).serve()
    }
    exchange = listener
    return listener.port
  }

  /// Closes the ports and every connection.
  public func stop() {
    clock?.cancel()
    hub.stop()
    listener?.stop()
    listener = nil
    exchange?.stop()
    exchange = nil
  }

  /// Causes a fault on every open WebSocket.
  public func apply(_ fault: PracticeFault) { hub.apply(fault) }

  /// The present state of the world, to be saved for the next run.
  public func engineState() throws -> Data { try engine.saved() }
}

/// The engine behind a lock, because each connection has its own thread.
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

  func respond(toExchange call: ExchangeCall) -> PracticeResponse {
    engine.withLock { $0.respond(toExchange: call, now: now()) }
  }

  var date: Date { now() }

  /// - Parameter clients: the number of connected clients, given once a second; otherwise `nil`.
  func frames(beatFor clients: Int?) -> [FeedFrame] {
    engine.withLock { engine in
      let now = now()
      if let clients { engine.beat(clients: clients, now: now) }
      return engine.frames(now: now)
    }
  }

  func keepUp() { engine.withLock { $0.keepUp(with: now()) } }

  func snapshot(of topic: String) -> FeedFrame? { engine.withLock { $0.snapshot(of: topic, now: now()) } }

  func setHeard(_ isHeard: Bool) { engine.withLock { $0.setHeard(isHeard, now: now()) } }

  func restartJournal() { engine.withLock { $0.restartJournal() } }

  func saved() throws -> Data { try engine.withLock { try $0.saved() } }
}
