import HeanCore
import Synchronization

/// All open WebSockets of one practice engine, and the thread that sends events to them.
final class SocketHub: Sendable {
  private struct State {
    var clients: [String: SocketClient] = [:]
    var isPumping = false
    var isStopped = false
    var isRefusing = false
    var beats = 0
  }

  private let engine: SharedEngine
  private let state = Mutex(State())

  /// How often a second events are sent, so that they come when they happen and not all at once.
  private static let stepsASecond = 5
  /// A WebSocket ping every 20 s, and every 30 s the engine's own ping message, which must not be answered.
  private static let turnsAPing = 20 * stepsASecond
  private static let turnsAnApplicationPing = 30 * stepsASecond

  init(engine: SharedEngine) { self.engine = engine }

  var isRefusing: Bool { state.withLock { $0.isRefusing } }
  var clients: [SocketClient] { state.withLock { Array($0.clients.values) } }

  func add(_ client: SocketClient) {
    let starts = state.withLock { state in
      state.clients[client.id] = client
      defer { state.isPumping = true }
      if !state.isPumping { engine.setHeard(true) }
      return !state.isPumping
    }
    if starts, !DetachedThread.run({ [self] in pump() }) { state.withLock { $0.isPumping = false } }
  }

  func remove(_ client: SocketClient) { state.withLock { $0.clients[client.id] = nil } }

  func stop() { state.withLock { $0.isStopped = true } }

  /// Sends events while a client is connected.
  private func pump() {
    var turn = 0
    while true {
      let (goesOn, isBeat) = state.withLock { state -> (Bool, Bool) in
        state.isPumping = !state.isStopped && !state.clients.isEmpty
        if !state.isPumping { engine.setHeard(false) }
        state.beats = (state.beats + 1) % Self.stepsASecond
        return (state.isPumping, state.beats == 0)
      }
      guard goesOn else { return }
      deliver(isBeat: isBeat)
      turn += 1
      if turn % Self.turnsAPing == 0 { clients.forEach { $0.ping() } }
      if turn % Self.turnsAnApplicationPing == 0 {
        let ping = JSONText.compact(["type": "ping", "timestamp": .zoned(engine.date)])
        clients.forEach { $0.post(ServerSocketFrame.text(ping)) }
      }
      DetachedThread.sleep(microseconds: 1_000_000 / UInt32(Self.stepsASecond))
    }
  }

  private func deliver(isBeat: Bool) {
    let clients = clients
    let counted = clients.count { $0.isCounted }
    let frames = engine.frames(beatFor: isBeat ? counted : nil)
    for client in clients { client.broadcast(frames) }
  }

  func apply(_ fault: PracticeFault) {
    let clients = clients
    switch fault {
    case .drop: clients.forEach { $0.cut() }
    case .halfOpen: clients.forEach { $0.change { $0.isFrozen = true } }
    case .zombie: clients.forEach { $0.change { $0.isZombie = true } }
    case .slow: clients.forEach { $0.change { $0.slow += 50 } }
    case .reorder: clients.forEach { $0.change { $0.reorder += 25 } }
    case .duplicate: clients.forEach { $0.change { $0.duplicate += 50 } }
    case .nan: broadcastFlat("metrics", #"{"type":"metrics_update","equity":NaN,"daily_pnl":-Infinity}"#)
    case .large:
      broadcastFlat("metrics", #"{"type":"metrics_update","padding":"\#(String(repeating: "x", count: 240_000))"}"#)
    case .restart:
      engine.restartJournal()
      for client in clients {
        client.post(ServerSocketFrame.close(1012))
        client.cut()
      }
    case .refuse: state.withLock { $0.isRefusing = true }
    case .accept: state.withLock { $0.isRefusing = false }
    }
  }

  private func broadcastFlat(_ topic: String, _ data: String) {
    let frame = FeedFrame(topic: topic, seq: nil, text: EventJournal.wrap(topic, data, engine.date))
    for client in clients { client.broadcast([frame]) }
  }
}
