import HeanCore
import Synchronization

/// One connected console as the engine sees it.
final class SocketClient: Sendable {
  struct State {
    var topics: Set<String>
    /// The engine has removed the client from its table: it gets no more events, but its socket stays open.
    var isZombie = false
    /// The engine neither reads from this socket nor writes to it.
    var isFrozen = false
    /// A WebSocket ping was sent and is not answered yet.
    var owesPong = false
    var slow = 0
    var reorder = 0
    var duplicate = 0
    var swapped: FeedFrame?
  }

  /// Bytes to be sent, always complete frames.
  private struct Queue {
    var bytes: [UInt8] = []
    var isEnded = false
  }

  /// The thread that holds this lock writes. Events come from one thread, answers from another.
  private struct Writing {
    /// Bytes taken from the queue that the socket has not taken yet.
    var rest: ArraySlice<UInt8> = []
    /// Since when the socket takes nothing.
    var stalled: ContinuousClock.Instant?
    var isEnded = false
  }

  let id: String
  private let stream: ServerStream
  private let limits: ServerLimits
  private let state = Mutex(State(topics: SocketTopics.automatic))
  private let queue = Mutex(Queue())
  private let writing = Mutex(Writing())

  init(id: String, stream: ServerStream, limits: ServerLimits = ServerLimits()) {
    self.id = id
    self.stream = stream
    self.limits = limits
  }

  var isFrozen: Bool { state.withLock { $0.isFrozen } }
  var isCounted: Bool { state.withLock { !$0.isZombie } }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  /// For the connection's own thread: waits until the socket has taken all bytes.
  /// - Returns: `false` when the client is gone or takes nothing any more.
  func send(_ bytes: [UInt8]) -> Bool {
    guard !isFrozen else { return true }
    enqueue(bytes)
    return writing.withLock { drain(&$0, waits: true) }
  }

  /// For every other thread: never waits. Bytes that the socket does not take now are sent with a later call.
  func post(_ bytes: [UInt8] = []) {
    guard !isFrozen else { return }
    enqueue(bytes)
    // If another thread holds the lock, that thread sends these bytes, or the next call does.
    let stalled = writing.withLockIfAvailable { writing in
      _ = drain(&writing, waits: false)
      return writing.stalled.map { ContinuousClock.now - $0 > limits.stall } ?? false
    }
    let waiting = queue.withLock { $0.bytes.count }
    // Like the engine: a client that does not read for five seconds is removed from the table, and its socket stays
    // open.
    if stalled == true || waiting > limits.backlog { change { $0.isZombie = true } }
  }

  func send(text: String) -> Bool { send(ServerSocketFrame.text(text)) }

  /// Ends all writing: the number of the descriptor may soon belong to another connection.
  func retire() {
    queue.withLock { queue in
      queue.isEnded = true
      queue.bytes = []
    }
    writing.withLock { writing in
      writing.isEnded = true
      writing.rest = []
    }
  }

  private func enqueue(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    queue.withLock { queue in if !queue.isEnded { queue.bytes += bytes } }
  }

  private func drain(_ writing: inout Writing, waits: Bool) -> Bool {
    while !writing.isEnded {
      if writing.rest.isEmpty {
        writing.rest = queue.withLock { queue in
          defer { queue.bytes = [] }
          return queue.bytes[...]
        }
        if writing.rest.isEmpty { return true }
      }
      guard let sent = stream.writeSome(writing.rest) else { return false }
      writing.rest = writing.rest.dropFirst(sent)
      if sent > 0 {
        writing.stalled = nil
      } else if waits {
        guard stream.isWritable(within: limits.stall) else {
          stream.abandonWrites()
          return false
        }
      } else {
        writing.stalled = writing.stalled ?? .now
        return true
      }
    }
    return false
  }

  /// Sends a ping, like the engine's server. A client that has not answered the ping before is closed with code 1011.
  func ping() {
    let isLate = state.withLock { state in
      defer { state.owesPong = true }
      return state.owesPong && !state.isFrozen
    }
    guard isLate else { return post(ServerSocketFrame.encode(9, [])) }
    post(ServerSocketFrame.close(1011))
    cut()
  }

  func cut() { queue.withLock { if !$0.isEnded { stream.shutDown() } } }

  /// Sends the frames of the topics that the client is subscribed to.
  func broadcast(_ frames: [FeedFrame]) {
    var batch: [UInt8] = []
    for frame in frames {
      let (due, isSlow) = state.withLock { state in Self.due(frame, &state) }
      for frame in due { batch += ServerSocketFrame.text(frame.text) }
      if isSlow {
        flush(&batch)
        DetachedThread.sleep(microseconds: 20_000)
      }
    }
    flush(&batch)
  }

  private func flush(_ batch: inout [UInt8]) {
    post(batch)
    batch = []
  }

  /// The frames to send now instead of one frame, with the faults that are active on this connection.
  private static func due(_ frame: FeedFrame, _ state: inout State) -> (frames: [FeedFrame], isSlow: Bool) {
    guard !state.isZombie, state.topics.contains(frame.topic) else { return ([], false) }
    var frames = [frame]
    if let earlier = state.swapped {
      frames.append(earlier)
      state.swapped = nil
    } else if state.reorder > 0 {
      state.reorder -= 1
      state.swapped = frame
      frames = []
    }
    if state.duplicate > 0, !frames.isEmpty {
      state.duplicate -= 1
      frames += frames
    }
    guard state.slow > 0 else { return (frames, false) }
    state.slow -= 1
    return (frames, true)
  }
}

enum SocketTopics {
  /// The topics that every connection is subscribed to from the start.
  static let automatic: Set<String> = [
    "system_status", "system_heartbeat", "metrics", "trading_metrics", "account_state", "positions", "orders",
    "orders_snapshot", "order_filled", "order_cancelled", "order_decisions", "order_exit_decisions", "trading_events",
    "signals", "strategy_events", "risk_events", "market_data", "market_ticks", "physics_update", "brain_update",
    "ai_catalyst", "ai_reasoning",
  ]
  static let all = automatic.union([
    "snapshot", "triangular_arb", "telemetry", "trading_signals", "performance", "risk", "logs",
  ])
}
