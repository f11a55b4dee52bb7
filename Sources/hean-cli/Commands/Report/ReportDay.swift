import Foundation
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

  /// From the first to the last moment of the day; a day that is not over has no end.
  /// - Throws: for a day that is still to come.
  func filter(now: Date, in zone: TimeZone) throws(UsageError) -> TimeFilter {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let today = calendar.startOfDay(for: now)
    let start: Date?
    switch name {
    case .today: start = today
    case .yesterday: start = calendar.date(byAdding: .day, value: -1, to: today)
    case .date(let date):
      start = Since(date).flatMap { $0.seconds(before: now, in: zone) }.map { now - $0.double }.map {
        // The span back from now is in whole seconds.
        calendar.startOfDay(for: $0 + 1)
      }
    }
    guard let start, let next = calendar.date(byAdding: .day, value: 1, to: start) else {
      throw typed.invalid(expected: "a day that has begun")
    }
    // A close at midnight belongs to the day that begins then.
    return TimeFilter(since: start, until: next > now ? nil : next - 0.000_001)
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
