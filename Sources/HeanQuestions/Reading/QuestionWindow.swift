public import HeanCore

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
  func isToCome(at now: Date, in zone: Zone) -> Bool {
    switch self {
    case .sinceDay(let year, let month, let day), .day(let year, let month, let day):
      zone.start(of: year, month, day) > now
    case .inMonth(let year?, let month): zone.start(of: year, month, 1) > now
    default: false
    }
  }

  /// First and last moment.
  /// - Parameters:
  ///   - now: the moment of the answer; also the end, except of `yesterday`.
  ///   - zone: whose midnight it is.
  public func interval(at now: Date, in zone: Zone) -> DateInterval {
    let today = zone.day(of: now)
    let midnight = zone.start(ofDay: today)
    let date = CivilDay.parts(Int64(today))
    func from(_ start: Date) -> DateInterval { DateInterval(start: min(start, now), end: now) }
    func whole(_ day: Int) -> DateInterval {
      let start = min(zone.start(ofDay: day), now)
      return DateInterval(start: start, end: max(start, min(zone.start(ofDay: day + 1), now)))
    }
    // Weeks begin on Monday; 1970-01-01 was a Thursday.
    let monday = today - (today + 3) % 7
    let month = Int(CivilDay.number(date.year, date.month, 1))
    switch self {
    case .last(let seconds): return from(now.addingTimeInterval(-TimeInterval(seconds)))
    case .today: return from(midnight)
    case .yesterday: return whole(today - 1)
    case .week: return from(zone.start(ofDay: monday))
    case .month: return from(zone.start(ofDay: month))
    case .lastMonth:
      let before = CivilDay.parts(Int64(month - 1))
      let start = zone.start(of: Int(before.year), Int(before.month), 1)
      return DateInterval(start: start, end: max(start, zone.start(ofDay: month)))
    case .lastWeek:
      return DateInterval(start: zone.start(ofDay: monday - 7), end: zone.start(ofDay: monday))
    case .sinceClock(let seconds): return from(Self.clock(seconds, before: now, zone))
    case .sinceDay(let year, let month, let day): return from(zone.start(of: year, month, day))
    case .sinceYesterday: return from(zone.start(ofDay: today - 1))
    case .weekday(let day): return whole(Self.last(day, today))
    case .sinceWeekday(let day): return from(zone.start(ofDay: Self.last(day, today)))
    case .day(let year, let month, let day): return whole(CivilDay.number(year, month, day))
    case .inMonth(let year, let month):
      let year = year ?? Self.year(of: month, 1, upTo: today)
      let start = min(zone.start(of: year, month, 1), now)
      let end = zone.start(of: month == 12 ? year + 1 : year, month == 12 ? 1 : month + 1, 1)
      return DateInterval(start: start, end: max(start, min(end, now)))
    case .sinceMonth(let month): return from(zone.start(of: Self.year(of: month, 1, upTo: today), month, 1))
    case .monthDay(let month, let day):
      let year = Self.year(of: month, day, upTo: today)
      return whole(CivilDay.number(year, month, day))
    case .sinceMonthDay(let month, let day):
      return from(zone.start(of: Self.year(of: month, day, upTo: today), month, day))
    case .clocks(let first, let last):
      let end = Self.clock(last, before: now, zone, isEnd: true)
      let start = first.map { Self.clock($0, before: end, zone) } ?? zone.startOfDay(for: end)
      return DateInterval(start: min(start, end), end: end)
    }
  }

  /// The last day of this name up to today. Monday is 1.
  private static func last(_ day: Int, _ today: Int) -> Int {
    let weekday = (today + 3) % 7 + 1
    return today - (weekday - day + 7) % 7
  }

  /// The year of the last such date up to this day.
  private static func year(of month: Int, _ day: Int, upTo today: Int) -> Int {
    let year = Int(CivilDay.parts(Int64(today)).year)
    // 29 February is not in every year.
    return (0...8).map { year - $0 }.first { year in
      CivilDay.isDate(year, month, day) && CivilDay.number(year, month, day) <= today
    } ?? year
  }

  /// The last time before `now` that the clocks showed this. Of two such moments in an hour that comes twice it is the
  /// first, and for an end the second, where that has passed.
  private static func clock(_ seconds: Int, before now: Date, _ zone: Zone, isEnd: Bool = false) -> Date {
    let today = zone.day(of: now)
    for day in [today, today - 1] {
      let last = zone.lastMoment(day: day, clock: seconds)
      if isEnd, last < now { return last }
      let first = zone.moment(day: day, clock: seconds)
      if first < now { return first }
    }
    return zone.moment(day: today - 1, clock: seconds)
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
  func windowToCome(at now: Date, in zone: Zone) -> QuestionWindow? {
    guard window != nil || secondWindow != nil else { return nil }
    let midnight = zone.startOfDay(for: now)
    // A time of the day is the last one of its kind; one of yesterday was not meant.
    let isOfYesterday = isOfToday && window.map { $0.interval(at: now, in: zone).start < midnight } == true
    return isOfYesterday ? window : [window, secondWindow].compactMap(\.self).first { $0.isToCome(at: now, in: zone) }
  }
}
