import HeanCore

/// `--day`: a day of the calendar in the chosen zone.
struct ReportDay: Sendable {
  enum Name: Sendable {
    case today, yesterday
    /// As it was typed: `2026-11-21`.
    case date(String)
  }

  var name: Name
  private var typed: TypedText

  init(_ name: Name, typed: TypedText) {
    self.name = name
    self.typed = typed
  }

  var text: String {
    switch name {
    case .today: "today"
    case .yesterday: "yesterday"
    case .date(let date): date
    }
  }

  /// From the first moment of the day to that of the next; a day that is not over has no end.
  /// - Throws: for a day that is still to come.
  func filter(now: Date, in zone: Zone) throws(UsageError) -> TimeFilter {
    let today = zone.day(of: now)
    let day: Int?
    switch name {
    case .today: day = today
    case .yesterday: day = today - 1
    case .date(let date): day = Since(date)?.day
    }
    guard let day, day <= today else { throw typed.invalid(expected: "a day that has begun") }
    let next = zone.start(ofDay: day + 1)
    return TimeFilter(since: zone.start(ofDay: day), until: next > now ? nil : next)
  }
}

extension ValueType where Value == ReportDay {
  /// `today`, `yesterday` or a date.
  static var day: ValueType {
    ValueType(
      shape: ValueShape(pattern: "^(today|yesterday|[0-9]{4}-[0-9]{2}-[0-9]{2})$"),
      read: { (typed) throws(UsageError) in
        switch typed.text {
        case "today": return ReportDay(.today, typed: typed)
        case "yesterday": return ReportDay(.yesterday, typed: typed)
        default:
          guard typed.text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil, Since(typed.text) != nil else {
            throw typed.invalid(expected: "today, yesterday, or a date such as 2026-11-21")
          }
          return ReportDay(.date(typed.text), typed: typed)
        }
      }, text: \.text)
  }
}
