import HeanCore

/// `--day`: a day of the calendar in the chosen zone.
struct ReportDay: Sendable {
  private var since: Since
  private var typed: TypedText

  fileprivate init(_ since: Since, typed: TypedText) {
    self.since = since
    self.typed = typed
  }

  /// As it was typed.
  var text: String { typed.text }

  /// From the first moment of the day to that of the next; a day that is not over has no end.
  /// - Throws: for a day that is still to come.
  func filter(now: Date, in zone: Zone) throws(UsageError) -> TimeFilter {
    guard let day = since.day(before: now, in: zone), day <= zone.day(of: now) else {
      throw typed.invalid(expected: "a day that has begun")
    }
    let next = zone.start(ofDay: day + 1)
    return TimeFilter(since: zone.start(ofDay: day), until: next > now ? nil : next)
  }
}

extension ValueType where Value == ReportDay {
  /// `today`, `yesterday`, a weekday or a date.
  static var day: ValueType {
    ValueType(
      shape: ValueShape(pattern: Since.dayPattern),
      read: { (typed) throws(UsageError) in
        guard let since = Since(typed.text), case .day(_, nil) = since else {
          throw typed.invalid(expected: "today, yesterday, a weekday, or a date such as 2026-11-21")
        }
        return ReportDay(since, typed: typed)
      }, text: \.text)
  }
}
