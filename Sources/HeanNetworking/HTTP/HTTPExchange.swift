import HeanCore

/// What is known of one request under way, and the one place that ends it from outside.
final class HTTPExchange {
  enum Ending { case expired, cancelled }

  private(set) var ending: Ending?
  private(set) var connection: HTTPConnection?
  private var opening: StreamOpening?
  /// Bytes of the request that the system has taken. From the first one on the server may act on it.
  var sentBytes = 0
  /// Bytes of the answer's body that are kept.
  var bodyBytes = 0
  let deadline: ContinuousClock.Instant
  /// As it is reported: of all attempts together.
  let allowed: Duration

  init(within limit: Duration, allowed: Duration) {
    deadline = ContinuousClock.now + limit
    self.allowed = allowed
  }

  var remaining: Duration { max(.zero, deadline - ContinuousClock.now) }

  func use(_ connection: HTTPConnection) { self.connection = connection }

  func waitFor(_ opening: StreamOpening?) { self.opening = opening }

  /// Releases whoever waits; what comes later is not looked at.
  func end(_ why: Ending) {
    guard ending == nil else { return }
    ending = why
    opening?.giveUp()
    connection?.drop()
  }

  /// Why it is over, if it is. Looks at the clock, too: a peer that keeps sending leaves a timer no turn on the queue.
  func problem() -> TransportError? {
    if ending == nil, ContinuousClock.now >= deadline { end(.expired) }
    switch ending {
    case nil: return nil
    case .expired: return .deadlineExceeded(after: allowed, sent: sentBytes > 0)
    case .cancelled: return .connectionLost(reason: "interrupted", sent: sentBytes > 0)
    }
  }
}
