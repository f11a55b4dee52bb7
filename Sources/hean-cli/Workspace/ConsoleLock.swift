/// Whether keys may lead to a verb. Locked at first; what was unlocked locks itself again when no key comes for a while.
struct ConsoleLock: Sendable, Equatable {
  /// How long it stays unlocked without a key.
  var span: Duration
  /// `nil` while it is locked.
  private(set) var openUntil: Duration?

  init(span: Duration) { self.span = span }

  /// Why it is locked again.
  enum Reason: String, Sendable {
    case asked = "asked for", idle = "no key for the time that was set"
    case changed = "the engine is another one, or in another mode", left = "console left"
    case ended = "console ended by a signal"
  }

  var isOpen: Bool { openUntil != nil }

  mutating func open(at now: Duration) { openUntil = now + span }

  mutating func close() { openUntil = nil }

  /// A key was pressed. A key that comes too late opens nothing.
  mutating func touch(at now: Duration) { if let end = openUntil, now < end { openUntil = now + span } }

  /// Locks when the time is over.
  /// - Returns: whether it has locked just now.
  mutating func expire(at now: Duration) -> Bool {
    guard let end = openUntil, now >= end else { return false }
    openUntil = nil
    return true
  }

  /// How long it stays unlocked if no key comes; `nil` while it is locked.
  func left(at now: Duration) -> Duration? { openUntil.map { max(.zero, $0 - now) } }
}
