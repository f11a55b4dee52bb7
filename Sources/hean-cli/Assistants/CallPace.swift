import HeanCore

/// Limits a client that calls again and again: so many calls at once, then one for each pause.
struct CallPace: Sendable, Equatable {
  static let burst = 60
  static let pause = Duration.milliseconds(500)

  /// When the calls that count would all be paid off.
  private var paid = Duration.zero

  /// - Returns: how long to wait, when the call comes too soon; it does not count then.
  mutating func take(at now: Duration) -> Duration? {
    let start = max(paid, now)
    let wait = start - now - Self.pause * (Self.burst - 1)
    guard wait <= .zero else { return wait }
    paid = start + Self.pause
    return nil
  }
}
