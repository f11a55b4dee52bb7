import HeanCore
import Synchronization

/// The requests of one look: a few at a time, so that many engines can be looked at with few connections, and counted.
final class LookTransport: RESTTransport {
  private struct State {
    var requests = 0
    var unanswered = 0
  }

  /// How many requests are under way at once. An engine answers one call at a time, so more would not make it faster.
  private static let width = 4

  private let transport: any RESTTransport
  private let places = AsyncSemaphore(LookTransport.width)
  private let state = Mutex(State())

  init(_ transport: any RESTTransport) { self.transport = transport }

  var displayURL: String { transport.displayURL }
  var requests: Int { state.withLock { $0.requests } }
  var unanswered: Int { state.withLock { $0.unanswered } }

  func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
    try await places.withPlace { () async throws(TransportError) in
      state.withLock { $0.requests += 1 }
      do throws(TransportError) {
        return try await transport.send(request)
      } catch {
        state.withLock { $0.unanswered += 1 }
        throw error
      }
    }
  }
}
