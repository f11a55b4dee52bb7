import Foundation
import HeanCore

/// Decides whether a failed read is tried again, and when. Full jitter; a bucket of tokens keeps a broken engine from
/// being asked three times as often by everyone.
struct RetryPolicy: Sendable {
  var attempts = 3
  var base = Duration.milliseconds(100)
  /// First wait after the engine said "too many".
  var throttledBase = Duration.seconds(1)
  var cap = Duration.seconds(5)
  private(set) var tokens = 500

  static let cost = 14
  static let throttledCost = 5

  /// How one attempt ended, as far as trying again is concerned.
  enum Outcome: Sendable, Equatable {
    /// An answer that stands.
    case final
    /// Nothing was listening; asking at once again rarely helps and never for long.
    case refused
    case failed
    /// 429, or a gateway that names a time. `wait` is what it asked for.
    case throttled(wait: Duration?)
  }

  enum Verdict: Sendable, Equatable {
    case stop
    case retry(after: Duration)
  }

  /// - Parameters:
  ///   - attempt: how many have been made, from 1.
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
      // Never earlier than asked.
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
