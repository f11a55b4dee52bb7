/// How many reads events may cause: some at once, then one every few seconds, because the engine limits how often it is
/// read, and every console takes from the same limit.
struct ReadBudget: Sendable {
  /// Reads that may follow each other at once.
  private static let most = 2.0
  /// Seconds until one more is allowed.
  private static let refill = 3.0

  private var left = most
  private var countedAt: Date?

  /// - Returns: whether a read is allowed now; then it counts.
  mutating func take(at now: Date) -> Bool {
    count(until: now)
    guard left >= 1 else { return false }
    left -= 1
    return true
  }

  /// How long it takes until a read is allowed.
  mutating func wait(at now: Date) -> Duration {
    count(until: now)
    return .seconds(max(0, 1 - left) * Self.refill)
  }

  private mutating func count(until now: Date) {
    // A clock that was put back adds nothing.
    let passed = max(0, countedAt.map { now.timeIntervalSince($0) } ?? 0)
    left = min(Self.most, left + passed / Self.refill)
    countedAt = now
  }
}
