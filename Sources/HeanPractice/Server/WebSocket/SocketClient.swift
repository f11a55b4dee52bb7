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

  let id: String
  private let stream: LoopbackStream
  private let state: Mutex<State>
  /// One frame at a time: events come from one thread, answers from another.
  private let writing = Mutex(())

  init(id: String, stream: LoopbackStream) {
    self.id = id
    self.stream = stream
    state = Mutex(State(topics: SocketTopics.automatic))
    // As the engine does: who does not read for five seconds is dropped from the table.
    stream.limitWrites(seconds: 5)
  }

  var isFrozen: Bool { state.withLock { $0.isFrozen } }
  var isCounted: Bool { state.withLock { !$0.isZombie } }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  func send(_ bytes: [UInt8]) -> Bool {
    guard !isFrozen else { return true }
    return writing.withLock { _ in stream.write(Data(bytes)) }
  }

  func send(text: String) { _ = send(ServerSocketFrame.text(text)) }

  /// As the engine's server does: a ping, and the end with 1011 for who has not answered the one before.
  func ping() {
    let isLate = state.withLock { state in
      defer { state.owesPong = true }
      return state.owesPong && !state.isFrozen
    }
    guard isLate else { return _ = send(ServerSocketFrame.encode(9, [])) }
    _ = send(ServerSocketFrame.close(1011))
    cut()
  }

  func cut() { stream.shutDown() }

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
    guard !batch.isEmpty else { return }
    if !send(batch) { change { $0.isZombie = true } }
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
