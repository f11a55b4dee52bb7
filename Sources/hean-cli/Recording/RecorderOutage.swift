import HeanCore

/// Something that should come again and again, and when it came last.
struct RecorderOutage: Sendable {
  let reason: RecordGap.Reason
  let subject: RecordGap.Subject
  /// How long it may stay away (seconds) before that is a gap.
  let patience: TimeInterval
  /// The end of what is known, or of what was told to be a gap.
  private(set) var known: Date
  /// Whether it stays away now.
  private(set) var isOut = false
  /// Whether it has come at all.
  private(set) var hasCome = false

  /// A gap that goes on is told in pieces of this length (seconds), so that whoever reads meanwhile knows of it.
  private static let piece: TimeInterval = 300

  /// - Parameter now: the beginning, from which on it should come.
  init(_ reason: RecordGap.Reason, of subject: RecordGap.Subject, patience: TimeInterval, from now: Date) {
    (self.reason, self.subject, self.patience, known) = (reason, subject, patience, now)
  }

  /// It came.
  /// - Returns: the rest of the gap that ends with it.
  mutating func came(at now: Date) -> RecordGap? {
    defer { (known, isOut, hasCome) = (now, false, true) }
    return isOut ? gap(to: now) : nil
  }

  /// Another gap tells of this time.
  /// - Returns: the rest of the gap until then.
  mutating func passed(at now: Date) -> RecordGap? {
    defer { (known, isOut) = (now, false) }
    return isOut ? gap(to: now) : nil
  }

  /// It did not come.
  /// - Returns: the next piece of the gap.
  mutating func missed(at now: Date) -> RecordGap? {
    // The clock was set back: what is known ends now.
    if now < known { known = now }
    let span = now.timeIntervalSince(known)
    guard span > patience else { return nil }
    isOut = true
    guard span >= Self.piece else { return nil }
    defer { known = now }
    return gap(to: now)
  }

  /// What is not told yet when all ends. What never came is a gap, however short.
  func rest(at now: Date) -> RecordGap? { isOut || !hasCome ? gap(to: now) : nil }

  private func gap(to now: Date) -> RecordGap? {
    now > known ? RecordGap(from: known, to: now, reason: reason, subject: subject) : nil
  }
}
