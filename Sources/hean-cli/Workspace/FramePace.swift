import HeanCore

/// When a screen may be drawn: ten times a second at most for what the engine changes, and ten times for keys. So a key is
/// answered at once, unless keys come faster than anybody presses them; then several are drawn together.
struct FramePace: Sendable {
  /// Why something has to be drawn.
  enum Reason: Int, Sendable, Comparable {
    /// The engine, or time.
    case news
    /// A key, or the answer to one.
    case key

    static func < (left: Reason, right: Reason) -> Bool { left.rawValue < right.rawValue }
  }

  private static let apart = Duration.milliseconds(100)
  /// So many frames for keys may follow each other at once.
  private static let burst = 3

  private var latest: Duration?
  /// The latest frames for keys, the oldest first.
  private var keys: [Duration] = []

  /// How long a frame has to wait; zero when it may be drawn now.
  func wait(for reason: Reason, at now: Duration) -> Duration {
    switch reason {
    // What the engine changes also waits behind keys.
    case .news: max(.zero, (latest.map { $0 + Self.apart } ?? now) - now)
    case .key: keys.count < Self.burst ? .zero : max(.zero, keys[0] + Self.apart * Self.burst - now)
    }
  }

  mutating func drew(for reason: Reason, at now: Duration) {
    latest = now
    guard reason == .key else { return }
    keys.append(now)
    if keys.count > Self.burst { keys.removeFirst() }
  }
}
