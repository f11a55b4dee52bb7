import HeanCore

/// Notices that the clock of this machine was set, and that the recorder got no time.
struct RecorderClock: Sendable {
  private var last: (wall: Date, elapsed: TimeInterval)?

  /// Smaller jumps are those of a clock that is being corrected (seconds).
  private static let slack: TimeInterval = 2
  /// A pause that is no busy machine any more (seconds).
  private static let pause: TimeInterval = 10

  /// What was missed since the last beat; `nil` when nothing was.
  /// - Parameters:
  ///   - wall: the clock that people see.
  ///   - elapsed: a clock that is never set.
  mutating func beat(_ wall: Date, _ elapsed: Duration) -> RecordGap? {
    let elapsed = elapsed.seconds
    defer { last = (wall, elapsed) }
    guard let last else { return nil }
    let passed = max(0, elapsed - last.elapsed)
    let expected = last.wall + passed
    if wall < last.wall, wall.timeIntervalSince(expected) < -Self.slack {
      return RecordGap(from: wall, to: expected, reason: .clockSetBack)
    }
    // A clock that was set forward has skipped a time, and nothing was missed in it.
    guard passed > Self.pause, wall > last.wall else { return nil }
    return RecordGap(from: last.wall, to: wall, reason: .slept)
  }
}
