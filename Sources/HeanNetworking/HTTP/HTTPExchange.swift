import HeanCore

/// The state of one request that is being carried out. The deadline and a cancellation end it here.
final class HTTPExchange {
  enum Ending { case expired, cancelled }

  private(set) var ending: Ending?
  private(set) var connection: HTTPConnection?
  private var opening: StreamOpening?
  /// Bytes of the request that the system has accepted. From the first byte on, the server may act on the request.
  var sentBytes = 0
  /// Bytes of the answer's body that are kept.
  var bodyBytes = 0
  let deadline: ContinuousClock.Instant
  /// The time limit of all attempts together, for error messages.
  let allowed: Duration

  init(within limit: Duration, allowed: Duration) {
    deadline = ContinuousClock.now + limit
    self.allowed = allowed
  }

  var remaining: Duration { max(.zero, deadline - ContinuousClock.now) }

  func use(_ connection: HTTPConnection) { self.connection = connection }

  func waitFor(_ opening: StreamOpening?) { self.opening = opening }

  /// Ends the exchange and releases the waiting task; what arrives later is ignored.
  func end(_ why: Ending) {
    guard ending == nil else { return }
    ending = why
    opening?.giveUp()
    connection?.drop()
  }

  /// Why the exchange is over; `nil` while it is not. Also checks the deadline itself, because the timer gets no turn
  /// on the queue while the server keeps sending.
  func problem() -> TransportError? {
    if ending == nil, ContinuousClock.now >= deadline { end(.expired) }
    switch ending {
    case nil: return nil
    case .expired: return .deadlineExceeded(after: allowed, sent: sentBytes > 0)
    case .cancelled: return .connectionLost(reason: "interrupted", sent: sentBytes > 0)
    }
  }
}
