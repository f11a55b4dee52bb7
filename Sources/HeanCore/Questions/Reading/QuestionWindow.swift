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
  /// Since a time of the last 24 hours, in seconds after midnight.
  case sinceClock(Int)
  /// Since a date, midnight: year, month, day.
  case sinceDay(year: Int, month: Int, day: Int)

  /// First and last moment.
  /// - Parameters:
  ///   - now: the moment of the answer; also the end, except of `yesterday`.
  ///   - zone: whose midnight it is.
  public func interval(at now: Date, in zone: TimeZone) -> DateInterval {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = zone
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
    case .sinceClock(let seconds):
      let parts = DateComponents(hour: seconds / 3600, minute: seconds / 60 % 60)
      let today = calendar.nextDate(after: now, matching: parts, matchingPolicy: .nextTime, direction: .backward)
      return from(today)
    case .sinceDay(let year, let month, let day):
      return from(calendar.date(from: DateComponents(year: year, month: month, day: day)))
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
    case .sinceClock(let seconds): "since \(Self.two(seconds / 3600)):\(Self.two(seconds / 60 % 60))"
    case .sinceDay(let year, let month, let day): "since \(year)-\(Self.two(month))-\(Self.two(day))"
    }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension QuestionWindow {
  private static let units = [
    "second": 1, "s": 1, "minute": 60, "m": 60, "hour": 3600, "h": 3600, "day": 86_400, "d": 86_400, "week": 604_800,
    "w": 604_800,
  ]
  private static let numbers = [
    "a": 1, "an": 1, "one": 1, "couple": 2, "two": 2, "few": 3, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10,
    "twelve": 12, "twenty": 20, "thirty": 30, "half": 0,
  ]
  private static let days = [
    "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 7,
  ]

  /// Takes the span that a question names; its words are marked as slots.
  static func take(from words: inout QuestionWords) -> QuestionWindow? {
    let stems = words.stems
    func mark(_ range: Range<Int>) {
      for at in range where words.words.indices.contains(at) { words.words[at].isSlot = true }
    }
    for at in stems.indices {
      let before = at > 0 ? stems[at - 1] : ""
      switch stems[at] {
      case "today":
        mark(at..<(at + 1))
        return .today
      case "midnight" where ["since", "after", "from"].contains(before):
        mark((at - 1)..<(at + 1))
        return .today
      case "morning" where before == "this":
        mark((at - 1)..<(at + 1))
        return .today
      case "yesterday":
        mark((["since", "from"].contains(before) ? at - 1 : at)..<(at + 1))
        return .yesterday
      case "week" where ["this", "the", "in", "current"].contains(before):
        mark((at - 1)..<(at + 1))
        return .week
      case "week" where before == "last":
        mark((at - 1)..<(at + 1))
        return .last(seconds: 604_800)
      case "month" where ["this", "the", "current"].contains(before):
        mark((at - 1)..<(at + 1))
        return .month
      case "monday" where before == "since":
        mark((at - 1)..<(at + 1))
        return .week
      default: break
      }
      if let window = span(stems, at, mark) ?? since(words.words, at, before, mark) { return window }
    }
    return nil
  }

  /// `last 20 min`, `past hour`, `3h`, `24 hours`, `since 2 hours`.
  private static func span(_ stems: [String], _ at: Int, _ mark: (Range<Int>) -> Void) -> QuestionWindow? {
    // `longer than 1 hour` is a length, not a span of the past.
    if at > 0, ["than", "every", "each", "next", "until"].contains(stems[at - 1]) { return nil }
    let lead =
      at > 0 && ["last", "past", "since", "for", "in", "within", "previous", "over", "from"].contains(stems[at - 1])
    func take(_ seconds: Int, _ through: Int) -> QuestionWindow? {
      guard seconds > 0 else { return nil }
      var first = at
      while first > 0,
        ["last", "past", "since", "for", "within", "previous", "over", "the", "in", "during", "from"].contains(
          stems[first - 1])
      { first -= 1 }
      mark(first..<(through + 1))
      return .last(seconds: seconds)
    }
    // 24h, 20m, 1h30m
    if let seconds = compact(stems[at]) {
      if at + 1 < stems.count, ["old", "stale", "delay", "behind", "late"].contains(stems[at + 1]) { return nil }
      if at > 0, stems[at - 1] == "in", stems.contains("will") { return nil }
      return lead || at + 1 == stems.count || stems[at + 1] != "chart" ? take(seconds, at) : nil
    }
    let count = Int(stems[at]) ?? numbers[stems[at]]
    if let count, at + 1 < stems.count {
      var unit = at + 1
      if stems[unit] == "of" || stems[unit] == "an" || stems[unit] == "a", unit + 1 < stems.count { unit += 1 }
      guard let seconds = units[stems[unit]] else { return nil }
      let isArticle = stems[at] == "a" || stems[at] == "an"
      if isArticle, !lead || stems[at - 1] == "in" || stems[at - 1] == "for" { return nil }
      // `how many hours` and `2 hours ahead` are no window of the past; a bare `3 hours` needs a word that says so.
      if unit + 1 < stems.count,
        ["old", "stal", "stale", "ahead", "later", "delay", "behind"].contains(stems[unit + 1])
      {
        return nil
      }
      let isPast = lead || (unit + 1 < stems.count && stems[unit + 1] == "ago") || Int(stems[at]) != nil
      guard isPast else { return nil }
      if at > 1, stems[at - 1] == "in", stems[at - 2] != "back", stems.contains("will") { return nil }
      let total = stems[at] == "half" ? seconds / 2 : count * seconds
      return take(total, unit + (unit + 1 < stems.count && stems[unit + 1] == "ago" ? 1 : 0))
    }
    // last hour
    if lead, ["last", "past", "previous"].contains(stems[at - 1]), let seconds = units[stems[at]], seconds >= 60,
      stems[at].count > 1
    {
      return take(seconds, at)
    }
    return nil
  }

  /// `24h`, `20min`, `1h30m`; `nil` for a number without a unit.
  private static func compact(_ word: String) -> Int? {
    var rest = word[...]
    var seconds = 0
    repeat {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count)
      guard let number = Int(digits), number < 100_000, !unit.isEmpty else { return nil }
      guard let length = units[QuestionWords.stem(QuestionVocabulary.written[String(unit)] ?? String(unit))] else {
        return nil
      }
      seconds += number * length
    } while !rest.isEmpty
    return seconds
  }

  /// `since 22:30`, `after 9:00`, `since 2026-11-01`.
  private static func since(
    _ words: [QuestionWords.Word], _ at: Int, _ before: String, _ mark: (Range<Int>) -> Void
  ) -> QuestionWindow? {
    guard ["since", "after", "from"].contains(before) else { return nil }
    let typed = words[at].typed.lowercased()
    if let day = days[typed] {
      mark((at - 1)..<(at + 1))
      return day == 1 ? .week : nil
    }
    let date = typed.split(separator: "-").compactMap { Int($0) }
    if typed.count == 10, date.count == 3, (1...12).contains(date[1]), (1...31).contains(date[2]) {
      mark((at - 1)..<(at + 1))
      return .sinceDay(year: date[0], month: date[1], day: date[2])
    }
    let isAfternoon = typed.hasSuffix("pm")
    var clock = typed.replacing("am", with: "").replacing("pm", with: "")
    if !clock.contains(":"), typed != clock { clock += ":00" }
    let parts = clock.split(separator: ":").compactMap { Int($0) }
    guard clock.contains(":"), parts.count >= 2, (0...23).contains(parts[0]), (0...59).contains(parts[1]) else {
      return nil
    }
    mark((at - 1)..<(at + 1))
    let hour = isAfternoon && parts[0] < 12 ? parts[0] + 12 : parts[0]
    return .sinceClock(hour * 3600 + parts[1] * 60)
  }
}
