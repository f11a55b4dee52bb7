public import Foundation

/// A span of the past that a question, or `--since` and `--until`, names.
public enum QuestionWindow: Codable, Sendable, Equatable {
  /// The last so many seconds.
  case last(seconds: Int)
  /// Since midnight.
  case today
  /// From midnight to midnight of the day before.
  case yesterday
  /// Since the last Monday, midnight.
  case week
  /// Since the first of the month, midnight.
  case month
  /// From the first of the month before to the first of this month, midnight.
  case lastMonth
  /// From Monday to Monday, the week before this one.
  case lastWeek
  /// Since a time of the last 24 hours, in seconds after midnight.
  case sinceClock(Int)
  /// Since a date, midnight: year, month, day.
  case sinceDay(year: Int, month: Int, day: Int)
  /// Since midnight of the day before.
  case sinceYesterday
  /// The last day of this name, from midnight to midnight; today counts. 1 is Monday.
  case weekday(Int)
  /// Since midnight of the last day of this name. 1 is Monday.
  case sinceWeekday(Int)
  /// From midnight to midnight of a date: year, month, day.
  case day(year: Int, month: Int, day: Int)
  /// The whole of a month, up to now; without a year the last one of this number. 1 is January.
  case inMonth(year: Int?, month: Int)
  /// Since the first of the last month of this number.
  case sinceMonth(Int)
  /// From midnight to midnight of the last day of this date.
  case monthDay(month: Int, day: Int)
  /// Since midnight of the last day of this date.
  case sinceMonthDay(month: Int, day: Int)
  /// Between two times of the last 24 hours, in seconds after midnight; without the first, since the midnight before.
  case clocks(from: Int?, until: Int)

  /// Whether it begins or ends at a time of the last 24 hours.
  var isOfClock: Bool {
    switch self {
    case .sinceClock, .clocks: true
    default: false
    }
  }

  /// Whether it names a date that has not come: nothing on a list is no answer then.
  func isToCome(at now: Date, in zone: TimeZone) -> Bool {
    let date: DateComponents
    switch self {
    case .sinceDay(let year, let month, let day), .day(let year, let month, let day):
      date = DateComponents(year: year, month: month, day: day)
    case .inMonth(let year?, let month): date = DateComponents(year: year, month: month, day: 1)
    default: return false
    }
    return Calendar.iso(in: zone).date(from: date).map { $0 > now } ?? false
  }

  /// First and last moment.
  /// - Parameters:
  ///   - now: the moment of the answer; also the end, except of `yesterday`.
  ///   - zone: whose midnight it is.
  public func interval(at now: Date, in zone: TimeZone) -> DateInterval {
    let calendar = Calendar.iso(in: zone)
    let midnight = calendar.startOfDay(for: now)
    func from(_ start: Date?) -> DateInterval { DateInterval(start: min(start ?? midnight, now), end: now) }
    switch self {
    case .last(let seconds): return from(now.addingTimeInterval(-TimeInterval(seconds)))
    case .today: return from(midnight)
    case .yesterday:
      let before = calendar.date(byAdding: .day, value: -1, to: midnight) ?? midnight.addingTimeInterval(-86_400)
      return DateInterval(start: before, end: midnight)
    case .week: return from(calendar.dateInterval(of: .weekOfYear, for: now)?.start)
    case .month: return from(calendar.dateInterval(of: .month, for: now)?.start)
    case .lastMonth:
      let end = calendar.dateInterval(of: .month, for: now)?.start ?? midnight
      return DateInterval(start: min(calendar.date(byAdding: .month, value: -1, to: end) ?? end, end), end: end)
    case .lastWeek:
      let end = calendar.dateInterval(of: .weekOfYear, for: now)?.start ?? midnight
      return DateInterval(start: min(calendar.date(byAdding: .day, value: -7, to: end) ?? end, end), end: end)
    case .sinceClock(let seconds): return from(Self.clock(seconds, before: now, calendar))
    case .sinceDay(let year, let month, let day):
      return from(calendar.date(from: DateComponents(year: year, month: month, day: day)))
    case .sinceYesterday: return from(calendar.date(byAdding: .day, value: -1, to: midnight))
    case .weekday(let day):
      return Self.day(from: Self.last(day, midnight, calendar), calendar, now)
    case .sinceWeekday(let day): return from(Self.last(day, midnight, calendar))
    case .day(let year, let month, let day):
      let start = calendar.date(from: DateComponents(year: year, month: month, day: day)) ?? midnight
      return Self.day(from: min(start, now), calendar, now)
    case .inMonth(let year, let month):
      let given = year.flatMap { calendar.date(from: DateComponents(year: $0, month: month, day: 1)) }
      let start = min(given ?? Self.last(month: month, day: 1, now, calendar), now)
      let end = calendar.date(byAdding: .month, value: 1, to: start) ?? now
      return DateInterval(start: start, end: max(start, min(end, now)))
    case .sinceMonth(let month): return from(Self.last(month: month, day: 1, now, calendar))
    case .monthDay(let month, let day):
      return Self.day(from: Self.last(month: month, day: day, now, calendar), calendar, now)
    case .sinceMonthDay(let month, let day): return from(Self.last(month: month, day: day, now, calendar))
    case .clocks(let first, let last):
      let end = Self.clock(last, before: now, calendar)
      let start = first.map { Self.clock($0, before: end, calendar) } ?? calendar.startOfDay(for: end)
      return DateInterval(start: min(start, end), end: end)
    }
  }

  private static func day(from start: Date, _ calendar: Calendar, _ now: Date) -> DateInterval {
    let end = calendar.date(byAdding: .day, value: 1, to: start) ?? start.addingTimeInterval(86_400)
    return DateInterval(start: start, end: min(end, now))
  }

  /// The last midnight that begins a day of this name.
  private static func last(_ day: Int, _ midnight: Date, _ calendar: Calendar) -> Date {
    // Foundation counts from Sunday, which is 1.
    let today = (calendar.component(.weekday, from: midnight) + 5) % 7 + 1
    let back = (today - day + 7) % 7
    return calendar.date(byAdding: .day, value: -back, to: midnight) ?? midnight
  }

  /// The last midnight that begins a day of this date.
  private static func last(month: Int, day: Int, _ now: Date, _ calendar: Calendar) -> Date {
    let parts = DateComponents(month: month, day: day, hour: 0, minute: 0, second: 0)
    return calendar.nextDate(after: now, matching: parts, matchingPolicy: .nextTime, direction: .backward) ?? now
  }

  /// The last moment before `now` at which the clock showed this.
  private static func clock(_ seconds: Int, before now: Date, _ calendar: Calendar) -> Date {
    let parts = DateComponents(hour: seconds / 3600, minute: seconds / 60 % 60, second: 0)
    return calendar.nextDate(after: now, matching: parts, matchingPolicy: .nextTime, direction: .backward) ?? now
  }

  /// Whether it goes on until now.
  var reachesNow: Bool {
    switch self {
    case .yesterday, .lastMonth, .lastWeek, .weekday, .day, .monthDay, .clocks, .inMonth: false
    default: true
    }
  }

  /// Whether its words leave open which day is meant.
  var needsDates: Bool {
    switch self {
    case .weekday, .sinceWeekday, .clocks, .lastMonth, .lastWeek, .sinceClock, .inMonth, .sinceMonth, .monthDay,
      .sinceMonthDay:
      true
    default: false
    }
  }

  /// In words: `last 20m`, `today`, `since 22:30`.
  public var description: String {
    switch self {
    case .last(let seconds): "last \(Spans.exact(.seconds(seconds)))"
    case .today: "today"
    case .yesterday: "yesterday"
    case .week: "this week"
    case .month: "this month"
    case .lastMonth: "last month"
    case .lastWeek: "last week"
    case .sinceClock(let seconds): "since \(Self.clock(seconds))"
    case .sinceDay(let year, let month, let day): "since \(year)-\(Self.two(month))-\(Self.two(day))"
    case .sinceYesterday: "since yesterday"
    case .weekday(let day): "on \(Self.name(day))"
    case .sinceWeekday(let day): "since \(Self.name(day))"
    case .day(let year, let month, let day): "on \(year)-\(Self.two(month))-\(Self.two(day))"
    case .inMonth(let year, let month): "in \(Self.month(month))" + (year.map { " \($0)" } ?? "")
    case .sinceMonth(let month): "since \(Self.month(month))"
    case .monthDay(let month, let day): "on \(day) \(Self.month(month))"
    case .sinceMonthDay(let month, let day): "since \(day) \(Self.month(month))"
    case .clocks(let first, let last):
      (first.map { "from \(Self.clock($0)) " } ?? "") + "until \(Self.clock(last))"
    }
  }

  private static func name(_ day: Int) -> String {
    days.filter { $0.value == day }.map(\.key).max { $0.count < $1.count }?.capitalized ?? "day \(day)"
  }

  private static func month(_ month: Int) -> String {
    months.first { $0.value == month && $0.key.count > 4 || $0.value == month && $0.key == "may" }?.key.capitalized
      ?? "month \(month)"
  }

  private static func clock(_ seconds: Int) -> String { "\(two(seconds / 3600)):\(two(seconds / 60 % 60))" }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension QuestionReading {
  /// A span of the question that has not come yet: a date, or a time of today.
  func windowToCome(at now: Date, in zone: TimeZone) -> QuestionWindow? {
    // A calendar takes most of a millisecond to make.
    guard window != nil || secondWindow != nil else { return nil }
    let midnight = Calendar.iso(in: zone).startOfDay(for: now)
    // A time of the day is the last one of its kind; one of yesterday was not meant.
    let isOfYesterday = isOfToday && window.map { $0.interval(at: now, in: zone).start < midnight } == true
    return isOfYesterday ? window : [window, secondWindow].compactMap(\.self).first { $0.isToCome(at: now, in: zone) }
  }
}

extension Calendar {
  /// Weeks begin on Monday, days at midnight of this zone.
  fileprivate static func iso(in zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = zone
    return calendar
  }
}
