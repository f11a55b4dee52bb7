import HeanCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The open connections of one listener. Only this table closes a connection: otherwise the number of a closed
/// descriptor could belong to a new connection a moment later.
package final class ConnectionTable: Sendable {
  private struct State {
    /// Since when each connection waits for a request; `nil` while it is answering or carries a WebSocket.
    var waiting: [Int32: ContinuousClock.Instant?] = [:]
    /// Those that have not sent a request yet.
    var unheard: Set<Int32> = []
    var isStopped = false
  }

  private let state = Mutex(State())
  private let most: Int
  private let patience: Duration

  /// - Parameter patience: a connection that has sent no request for this long may be closed for a new one.
  init(most: Int, patience: Duration) {
    self.most = most
    self.patience = patience
  }

  /// - Returns: whether the connection is accepted. If the table is full, the connection that has been silent the
  ///   longest is closed for it.
  func admit(_ descriptor: Int32) -> Bool {
    state.withLock { state in
      guard !state.isStopped else { return false }
      let now = ContinuousClock.now
      guard state.waiting.count < most || Self.makeRoom(&state, now, patience) else { return false }
      state.waiting.updateValue(now, forKey: descriptor)
      state.unheard.insert(descriptor)
      return true
    }
  }

  /// Whether no connection is taken any more.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Ends the oldest connection that has never sent a request, else the one that has been silent the longest, if that is
  /// at least `patience`. A client that says nothing keeps nobody out, however many of them there are.
  func makeRoom() { state.withLock { _ = Self.makeRoom(&$0, .now, patience) } }

  private static func makeRoom(_ state: inout State, _ now: ContinuousClock.Instant, _ patience: Duration) -> Bool {
    let silent = state.waiting.compactMap { key, since in since.map { (key, $0) } }
    let oldest =
      silent.filter { state.unheard.contains($0.0) }.min { $0.1 < $1.1 }
      ?? silent.filter { now - $0.1 >= patience }.min { $0.1 < $1.1 }
    guard let (longest, _) = oldest else { return false }
    shutdown(longest, Int32(SHUT_RDWR))
    state.waiting.removeValue(forKey: longest)
    state.unheard.remove(longest)
    return true
  }

  /// - Returns: `false` for a connection that was closed to make room: its request must not be carried out, because the
  ///   answer would not arrive.
  func setWaiting(_ descriptor: Int32, _ isWaiting: Bool) -> Bool {
    state.withLock { state in
      guard state.waiting.keys.contains(descriptor), !state.isStopped || !isWaiting else { return false }
      state.waiting.updateValue(isWaiting ? .now : nil, forKey: descriptor)
      state.unheard.remove(descriptor)
      return true
    }
  }

  func close(_ descriptor: Int32) {
    state.withLock { state in
      state.waiting.removeValue(forKey: descriptor)
      state.unheard.remove(descriptor)
      Self.release(descriptor)
    }
  }

  /// Takes no more connections, and ends those that wait for a request.
  func stopWaiting() {
    state.withLock { state in
      state.isStopped = true
      for (descriptor, since) in state.waiting where since != nil { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

  /// Wakes every blocked thread; each thread closes its own connection.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for descriptor in state.waiting.keys { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  private static func release(_ descriptor: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #endif
  }
}
