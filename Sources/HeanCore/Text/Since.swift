/// A time of the past as it is typed: a span back from now (`90s`, `-7d`, `2h ago`), a date (`2026-11-21`), a date with a
/// time, a time in the last 24 hours (`01:40`), or a day by its name (`yesterday`, `monday 09:00`). The one reader of
/// such words.
package enum Since: Sendable, Equatable {
  case now
  case span(Duration)
  /// Without a zone of its own it is what the clocks show, as if they showed UTC; `moment(before:in:)` corrects that.
  case moment(Date, hasZone: Bool)
  /// Seconds after midnight.
  case clock(TimeInterval)
  /// - Parameter clock: seconds after midnight; `nil` for where the day begins.
  case day(Day, clock: TimeInterval?)

  /// A day, without the zone whose day it is.
  package enum Day: Sendable, Equatable {
    case today, yesterday
    /// The latest one, today included; 0 is Monday.
    case weekday(Int)
    /// Days since 1970-01-01.
    case date(Int)
  }

  /// Which end of a span the time is. They differ in an hour that the clocks show twice: a start is then the first of the
  /// two, and an end the second, so that nothing is left out.
  package enum Edge: Sendable {
    case start, end
  }

  /// What is read, for errors.
  package static let accepted =
    "a span back from now (90s, 2h, 1h30m, -7d), a time (14:05), a date (2026-11-21 or '2026-11-21 14:05'), now, today, "
    + "yesterday or a weekday, with a time or without ('monday 09:00')"

  /// A regular expression for what names a whole day.
  package static let dayPattern =
    "^(today|yesterday|mon(day)?|tue(sday)?|wed(nesday)?|thu(rsday)?|fri(day)?|sat(urday)?|sun(day)?"
    + "|[0-9]{4}-[0-9]{2}-[0-9]{2})$"

  /// - Returns: `nil` when the text is none of these.
  package init?(_ text: String) {
    let text = text.trimmed()
    let length = Self.length(of: text)
    // Seven of what? A span elsewhere is in seconds without a unit, and nobody looks back that far.
    if let span = Spans.duration(length), !length.allSatisfy({ $0.isNumber || $0 == "." }) {
      self = .span(span)
    } else if text.lowercased() == "now" {
      self = .now
    } else if let clock = Self.clock(text) {
      self = .clock(clock)
    } else if text.utf8.count == 10, let midnight = Self.moment(text) {
      self = .day(.date(Zone.utc.day(of: midnight)), clock: nil)
    } else if let moment = Self.moment(text) {
      self = .moment(moment, hasZone: Self.hasZone(text.dropFirst(10)))
    } else if let day = Self.named(text) {
      self = day
    } else {
      return nil
    }
  }

  /// The moment that is meant, to the instant. What names no zone is what the clocks of the zone showed then, whatever
  /// they show now; a time that they skipped is the first moment after it.
  /// - Parameters:
  ///   - zone: the zone of a time that names none.
  ///   - edge: which of the two is meant, of a time that the clocks showed twice.
  /// - Returns: `nil` when it is not in the past.
  package func moment(before now: Date, in zone: Zone, as edge: Edge = .start) -> Date? {
    let moment: Date
    switch self {
    case .now: return nil
    case .span(let span): moment = now.addingTimeInterval(-span.decimalSeconds.double)
    case .moment(let date, hasZone: true): moment = date
    case .moment(let date, hasZone: false):
      let second = Int64(date.timeIntervalSince1970.rounded(.down))
      let fraction = date.timeIntervalSince1970 - TimeInterval(second)
      let shown = edge == .start ? zone.moment(ofLocal: second) : zone.lastMoment(ofLocal: second)
      moment = Date(timeIntervalSince1970: TimeInterval(shown) + fraction)
    case .clock(let clock):
      let today = zone.day(of: now)
      let latest = zone.moment(day: today, clock: clock, as: edge)
      moment = latest <= now ? latest : zone.moment(day: today - 1, clock: clock, as: edge)
    case .day(let name, nil): moment = zone.start(ofDay: name.number(today: zone.day(of: now)))
    case .day(let name, let clock?):
      let day = name.number(today: zone.day(of: now))
      let latest = zone.moment(day: day, clock: clock, as: edge)
      // Only a weekday can be another one of that name.
      guard case .weekday = name, latest > now else {
        moment = latest
        break
      }
      moment = zone.moment(day: day - 7, clock: clock, as: edge)
    }
    return moment < now ? moment : nil
  }

  /// The day that was named, as days since 1970-01-01; `nil` for everything but a whole day.
  package func day(before now: Date, in zone: Zone) -> Int? {
    guard case .day(let name, nil) = self else { return nil }
    return name.number(today: zone.day(of: now))
  }

  /// Seconds from that moment until `now`; `nil` when it is not in the past.
  package func seconds(before now: Date, in zone: Zone) -> Decimal? {
    if case .span(let span) = self { return span.decimalSeconds }
    return moment(before: now, in: zone).flatMap { Decimal(checked: now.timeIntervalSince($0)) }
  }
}

extension Since {
  /// `7d` of `-7d`, and `2h` of `2h ago`; any other text as it is.
  private static func length(of text: String) -> String {
    if text.hasPrefix("-"), text.dropFirst().first?.isASCII == true, text.dropFirst().first?.isNumber == true {
      return String(text.dropFirst())
    }
    return text.lowercased().hasSuffix(" ago") ? String(text.dropLast(4)).trimmed() : text
  }

  private static func clock(_ text: String) -> TimeInterval? {
    guard !hasZone(text) else { return nil }
    return moment("1970-01-01T" + text)?.timeIntervalSince1970
  }

  /// `yesterday`, `mon`, `monday 09:00`.
  private static func named(_ text: String) -> Since? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, words.count <= 2, let day = Day(first.lowercased()) else { return nil }
    guard words.count == 2 else { return .day(day, clock: nil) }
    return clock(String(words[1])).map { .day(day, clock: $0) }
  }

  /// Reads a date, alone or with a time to the minute or to the second.
  private static func moment(_ text: String) -> Date? {
    var whole = text
    if text.count == 10 { whole += "T00:00" }
    let minutes = whole.prefix(16)
    let rest = whole.dropFirst(16)
    whole = rest.first == ":" ? whole : "\(minutes):00\(rest)"
    let bytes = Array(whole.utf8)
    return EngineTime.parse(bytes, bytes.indices)
  }

  private static func hasZone(_ text: some StringProtocol) -> Bool { text.contains { "Z+-".contains($0) } }
}

extension Since.Day {
  package static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  fileprivate init?(_ word: String) {
    switch word {
    case "today": self = .today
    case "yesterday": self = .yesterday
    default:
      guard let place = Self.weekdays.firstIndex(where: { $0 == word || $0.prefix(3) == word }) else { return nil }
      self = .weekday(place)
    }
  }

  /// As days since 1970-01-01, which was a Thursday.
  fileprivate func number(today: Int) -> Int {
    switch self {
    case .today: today
    case .yesterday: today - 1
    case .weekday(let weekday): today - (((today + 3 - weekday) % 7) + 7) % 7
    case .date(let day): day
    }
  }
}

extension Zone {
  fileprivate func moment(day: Int, clock: TimeInterval, as edge: Since.Edge) -> Date {
    edge == .start ? moment(day: day, clock: Int(clock)) : lastMoment(day: day, clock: Int(clock))
  }
}
