import HeanCore

/// Decides whether a failed read is sent again, and when. Each pause is a random part of its longest value (full
/// jitter). A token bucket limits retries, so that all consoles together do not triple the load on a broken engine.
struct RetryPolicy: Sendable {
  var attempts = 3
  var base = Duration.milliseconds(100)
  /// Longest first pause after the engine answered "too many requests".
  var throttledBase = Duration.seconds(1)
  var cap = Duration.seconds(5)
  private(set) var tokens = 500

  static let cost = 14
  static let throttledCost = 5

  /// How one attempt ended, as far as it matters for a retry.
  enum Outcome: Sendable, Equatable {
    /// A final answer: no retry.
    case final
    /// No connection could be made. An immediate second attempt rarely helps.
    case refused
    case failed
    /// HTTP 429, or a gateway that names a time. `wait` is the time it asked for.
    case throttled(wait: Duration?)
  }

  enum Verdict: Sendable, Equatable {
    case stop
    case retry(after: Duration)
  }

  /// - Parameters:
  ///   - attempt: how many attempts were made so far, at least 1.
  ///   - remaining: what is left of the deadline.
  ///   - random: 0 ..< 1.
  mutating func decide(_ outcome: Outcome, attempt: Int, remaining: Duration, random: Double) -> Verdict {
    guard outcome != .final else {
      tokens = min(500, tokens + 1)
      return .stop
    }
    guard attempt < attempts else { return .stop }
    let cost: Int
    var wait: Duration
    switch outcome {
    case .final: return .stop
    case .refused, .failed:
      cost = Self.cost
      wait = backoff(base, attempt, random)
    case .throttled(let asked):
      cost = Self.throttledCost
      wait = backoff(throttledBase, attempt, random)
      // Never earlier than the server asked for.
      if let asked { wait = max(wait, asked) }
    }
    guard tokens >= cost, wait < remaining else { return .stop }
    tokens -= cost
    return .retry(after: wait)
  }

  private func backoff(_ base: Duration, _ attempt: Int, _ random: Double) -> Duration {
    min(base * (1 << (attempt - 1)), cap) * random
  }
}
