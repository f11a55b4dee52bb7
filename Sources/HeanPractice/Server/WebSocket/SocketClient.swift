import Foundation
import Synchronization

/// One connected console as the engine sees it.
final class SocketClient: Sendable {
  struct State {
    var topics: Set<String>
    /// Out of the table: it gets no event any more, and its socket stays open.
    var isZombie = false
    /// Neither reads nor writes.
    var isFrozen = false
    /// A ping of the protocol is on its way and was not answered.
    var owesPong = false
    var slow = 0
    var reorder = 0
    var duplicate = 0
    var swapped: FeedFrame?
  }

  /// What is to be sent, in whole frames.
  private struct Queue {
    var bytes: [UInt8] = []
    var isEnded = false
  }

  /// Who holds it writes. Events come from one thread, answers from another.
  private struct Writing {
    /// Taken from the queue, and not yet by the socket.
    var rest: ArraySlice<UInt8> = []
    /// Since when the socket takes nothing.
    var stalled: ContinuousClock.Instant?
    var isEnded = false
  }

  let id: String
  private let stream: LoopbackStream
  private let limits: ServerLimits
  private let state = Mutex(State(topics: SocketTopics.automatic))
  private let queue = Mutex(Queue())
  private let writing = Mutex(Writing())

  init(id: String, stream: LoopbackStream, limits: ServerLimits = ServerLimits()) {
    self.id = id
    self.stream = stream
    self.limits = limits
  }

  var isFrozen: Bool { state.withLock { $0.isFrozen } }
  var isCounted: Bool { state.withLock { !$0.isZombie } }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  /// From the connection's own thread: waits until the client has taken it.
  /// - Returns: `false` when the client is gone or takes nothing any more.
  func send(_ bytes: [UInt8]) -> Bool {
    guard !isFrozen else { return true }
    enqueue(bytes)
    return writing.withLock { drain(&$0, waits: true) }
  }

  /// From any other thread: never waits. What the socket does not take now goes with a later call.
  func post(_ bytes: [UInt8] = []) {
    guard !isFrozen else { return }
    enqueue(bytes)
    // Who holds the lock takes it along, or leaves it for the next turn.
    let stalled = writing.withLockIfAvailable { writing in
      _ = drain(&writing, waits: false)
      return writing.stalled.map { ContinuousClock.now - $0 > limits.stall } ?? false
    }
    let waiting = queue.withLock { $0.bytes.count }
    // As the engine does: who does not read for five seconds is dropped from the table, and the socket stays open.
    if stalled == true || waiting > limits.backlog { change { $0.isZombie = true } }
  }

  func send(text: String) -> Bool { send(ServerSocketFrame.text(text)) }

  /// Nothing is written from now on: the descriptor's number may soon be another connection's.
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

  /// As the engine's server does: a ping, and the end with 1011 for who has not answered the one before.
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

  /// Sends what it is subscribed to.
  func broadcast(_ frames: [FeedFrame]) {
    var batch: [UInt8] = []
    for frame in frames {
      let (due, isSlow) = state.withLock { state in Self.due(frame, &state) }
      for frame in due { batch += ServerSocketFrame.text(frame.text) }
      if isSlow {
        flush(&batch)
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
    flush(&batch)
  }

  private func flush(_ batch: inout [UInt8]) {
    post(batch)
    batch = []
  }

  /// What a frame becomes on this connection, with the faults that are on.
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
  /// What every connection is subscribed to without asking.
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
