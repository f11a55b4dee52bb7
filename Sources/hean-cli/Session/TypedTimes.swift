import HeanCore

/// `--since` and `--until` as they were typed.
struct TypedTimes: Sendable {
  var since: TypedSince?
  var until: TypedSince?

  static let options: [any AnyOption] = [Options.since, Options.until]

  init(since: TypedSince, until: TypedSince?) {
    self.since = since
    self.until = until
  }

  init(_ line: ParsedLine) throws(UsageError) {
    since = try line[Options.since]
    until = try line[Options.until]
  }

  /// Whether neither was given.
  var isAll: Bool { since == nil && until == nil }

  /// The moments between the two, read in the chosen zone.
  /// - Throws: for a time in the future, and for an end before the start.
  func filter(_ session: Session) throws -> TimeFilter {
    if let record = session.record { return record.times }
    // What ends now has no end yet.
    let end = until?.since == .now ? nil : until
    let times = TimeFilter(
      since: try since.map { try session.moment($0) }, until: try end.map { try session.moment($0, as: .end) })
    if let until, let first = times.since, let last = times.until, last <= first {
      let isDay = until.since.day(before: session.context.now(), in: session.output.zone) != nil
      throw until.invalid(expected: "a time after --since" + (isDay ? ": a day ends this where it begins" : ""))
    }
    return times
  }
}
