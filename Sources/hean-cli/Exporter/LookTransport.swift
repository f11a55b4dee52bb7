import HeanCore
import Synchronization

/// The requests of one look: a few at a time, so that many engines can be looked at with few connections, and counted.
final class LookTransport: RESTTransport {
  private struct State {
    var free = LookTransport.width
    var waiting: [CheckedContinuation<Void, Never>] = []
    var requests = 0
    var unanswered = 0
  }

  /// How many requests are under way at once. An engine answers one call at a time, so more would not make it faster.
  private static let width = 4

  private let transport: any RESTTransport
  private let state = Mutex(State())

  init(_ transport: any RESTTransport) { self.transport = transport }

  var displayURL: String { transport.displayURL }
  var requests: Int { state.withLock { $0.requests } }
  var unanswered: Int { state.withLock { $0.unanswered } }

  func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
    await enter()
    defer { leave() }
    state.withLock { $0.requests += 1 }
    do throws(TransportError) {
      return try await transport.send(request)
    } catch {
      state.withLock { $0.unanswered += 1 }
      throw error
    }
  }

  private func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  private func leave() {
    // Its place goes to who has waited longest.
    let next = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil as CheckedContinuation<Void, Never>?
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
