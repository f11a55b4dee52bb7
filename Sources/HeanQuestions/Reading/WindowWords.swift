import HeanCore

extension QuestionWindow {
  static let days = [
    "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 7, "mon": 1,
    "tue": 2, "tues": 2, "wed": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5,
  ]

  /// Takes the span that a question names; its words are marked as slots.
  static func take(from words: inout QuestionWords) -> QuestionWindow? {
    let stems = words.stems
    func mark(_ range: Range<Int>) {
      for at in range where words.words.indices.contains(at) { words.words[at].isSlot = true }
    }
    for at in stems.indices {
      let before = at > 0 ? stems[at - 1] : ""
      if let (window, range) = named(stems, at, before) {
        mark(range)
        return window
      }
      if let window = clocks(words.words, at, mark) ?? month(words.words, at, mark) ?? span(stems, at, mark)
        ?? since(words.words, at, before, mark) ?? day(words.words[at], at, before, mark)
      {
        return window
      }
    }
    return nil
  }

  /// A span that has a name of its own: `today`, `since midnight`, `last night`, `this week`.
  private static func named(_ stems: [String], _ at: Int, _ before: String) -> (QuestionWindow, Range<Int>)? {
    /// The word with as many before it as belong to it.
    func words(_ window: QuestionWindow, before count: Int = 0) -> (QuestionWindow, Range<Int>) {
      (window, (at - count)..<(at + 1))
    }
    let further = at > 1 ? stems[at - 2] : ""
    let starts: Set<String> = ["since", "after", "from"]
    switch stems[at] {
    case "today", "intraday": return words(.today)
    case "wtd": return words(.week)
    case "mtd": return words(.month)
    case "week", "month": return calendar(stems, at, before)
    case "midnight" where starts.contains(before): return words(.today, before: 1)
    case "midnight" where before == "last" && starts.contains(further): return words(.today, before: 2)
    // `best trade of the day`
    // But `which hour of the day` is about all days.
    case "day" where before == "the" && ["on", "of", "for"].contains(further) && (at < 3 || stems[at - 3] != "hour"):
      return words(.today, before: 2)
    // `the night's result`
    case "day" where before == "this": return words(.today, before: 1)
    case "night"
    where at == 0 && at + 1 < stems.count && ["pnl", "lose", "profit", "result", "trade"].contains(stems[1]):
      return words(.sinceClock(18 * 3600))
    case "night" where before == "the" && ["of", "during", "in", "over"].contains(further):
      return words(.sinceClock(18 * 3600), before: 2)
    case "morning" where before == "this": return words(.today, before: 1)
    case "morning" where ["since", "from"].contains(before): return words(.today, before: 1)
    case "evening", "night": return evening(stems, at, before)
    case "yesterday" where ["since", "after"].contains(before): return words(.sinceYesterday, before: 1)
    case "yesterday": return words(.yesterday, before: before == "from" ? 1 : 0)
    // What happened at night is asked for in the night and in the morning.
    case "tonight", "overnight":
      return words(.sinceClock(18 * 3600), before: ["last", "this"].contains(before) ? 1 : 0)
    case "afternoon" where before == "this": return words(.sinceClock(12 * 3600), before: 1)
    default: return nil
    }
  }

  private static func evening(_ stems: [String], _ at: Int, _ before: String) -> (QuestionWindow, Range<Int>)? {
    ["last", "this"].contains(before) ? (.sinceClock(18 * 3600), (at - 1)..<(at + 1)) : nil
  }

  /// `this week`, `last week`, `month to date`, `last month`.
  private static func calendar(_ stems: [String], _ at: Int, _ before: String) -> (QuestionWindow, Range<Int>)? {
    let isWeek = stems[at] == "week"
    // `last week and a half`
    if stems[(at + 1)...].starts(with: ["and", "a", "half"]) { return nil }
    if ["to", "till", "until"].contains(where: { stems[(at + 1)...].starts(with: [$0, "date"]) }) {
      return (isWeek ? .week : .month, at..<(at + 3))
    }
    switch before {
    case "this", "the", "current": return (isWeek ? .week : .month, (at - 1)..<(at + 1))
    case "in" where isWeek: return (.week, (at - 1)..<(at + 1))
    // `fees as a share of profit, month`; but `by week` puts weeks side by side.
    case "per", "by", "each", "every", "a": return nil
    case "" where at == 0: return nil
    case "past" where !isWeek: return nil
    case "past": return (.last(seconds: 604_800), (at - 1)..<(at + 1))
    case "last", "previous": return (isWeek ? .lastWeek : .lastMonth, (at - 1)..<(at + 1))
    case _ where at + 1 == stems.count && Int(before) == nil && numbers[before] == nil:
      return (isWeek ? .week : .month, at..<(at + 1))
    default: return nil
    }
  }

  /// `on monday`, `last friday`, `on 2026-11-16`.
  private static func day(_ word: QuestionWords.Word, _ at: Int, _ before: String, _ mark: (Range<Int>) -> Void)
    -> QuestionWindow?
  {
    let typed = days[word.spelledOut] == nil ? word.typed.lowercased() : word.spelledOut
    // `mondays trades`
    let own =
      typed.hasSuffix("'s")
      ? String(typed.dropLast(2)) : typed.hasSuffix("days") ? String(typed.dropLast()) : typed
    if let day = days[own], !["next", "until", "by"].contains(before) {
      mark((["on", "last", "this", "for", "of", "from"].contains(before) ? at - 1 : at)..<(at + 1))
      return .weekday(day)
    }
    guard ["on", "for", "of"].contains(before), let (year, month, day) = date(typed) else { return nil }
    mark((at - 1)..<(at + 1))
    return .day(year: year, month: month, day: day)
  }

  /// `since 22:30`, `after 9:00`, `since 2026-11-01`, `since friday`.
  private static func since(
    _ words: [QuestionWords.Word], _ at: Int, _ before: String, _ mark: (Range<Int>) -> Void
  ) -> QuestionWindow? {
    guard ["since", "after", "from"].contains(before) else { return nil }
    let typed = words[at].typed.lowercased()
    let end = openEnd(words[(at + 1)...].map { $0.typed.lowercased() }[...])
    let isSpan = before == "from" && at + 1 < words.count && ["to", "until", "till"].contains(words[at + 1].stem)
    if let day = days[words[at].spelledOut] ?? days[typed], !isSpan || end != nil {
      mark((at - 1)..<(at + 1 + (end ?? 0)))
      return day == 1 ? .week : .sinceWeekday(day)
    }
    if let (year, month, day) = date(typed) {
      mark((at - 1)..<(at + 1))
      return .sinceDay(year: year, month: month, day: day)
    }
    guard let (seconds, end) = clock(words, at) ?? (before == "since" ? bareClock(words, at) : nil) else { return nil }
    mark((at - 1)..<end)
    return seconds == 0 ? .today : .sinceClock(seconds)
  }

  /// `since 2`, `since 2330`, `since 10 last night`: a number without a unit that can only be a time of the day.
  private static func bareClock(_ words: [QuestionWords.Word], _ at: Int) -> (Int, Int)? {
    let typed = words[at].typed
    guard typed.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(typed) else { return nil }
    let rest = words[(at + 1)...].prefix(2).map(\.stem)
    // `since 2026` is a year.
    if typed.count == 4, number / 100 < 24, number % 100 < 60, !(2015...2035).contains(number) {
      return ((number / 100 * 60 + number % 100) * 60, at + 1)
    }
    guard typed.count <= 2, number < 24 else { return nil }
    if rest.last == "night" || rest.first == "tonight" {
      return ((number < 12 ? number + 12 : number) * 3600, at + 1 + (rest.last == "night" ? 2 : 1))
    }
    let isEnd = rest.isEmpty || ["how", "why", "what", "and"].contains(rest[0])
    return isEnd ? (number * 3600, at + 1) : nil
  }

  /// `between 9:00 and 12:00`, `from 9am to 12am`, `until 14:00`, `before 9:00`.
  private static func clocks(_ words: [QuestionWords.Word], _ at: Int, _ mark: (Range<Int>) -> Void)
    -> QuestionWindow?
  {
    let lead = words[at].typed.lowercased()
    // `14:00-15:00`, and `14:00 to 15:00` without a word before.
    let halves = lead.split(separator: "-").map {
      QuestionWords.Word(typed: String($0), stem: String($0), spelledOut: String($0))
    }
    if halves.count == 2, let (first, _) = clock(halves, 0), let (last, _) = clock(halves, 1) {
      mark(at..<(at + 1))
      return .clocks(from: first, until: last)
    }
    if let (first, next) = clock(words, at), next < words.count,
      ["to", "until", "till"].contains(words[next].typed.lowercased()), let (last, end) = clock(words, next + 1),
      at == 0 || !["since", "after", "between", "from"].contains(words[at - 1].stem)
    {
      mark(at..<end)
      return .clocks(from: first, until: last)
    }
    guard ["between", "from", "until", "till", "before", "til"].contains(lead),
      let (first, next) = clock(words, at + 1) ?? (lead == "between" ? hour(words, at + 1) : nil)
    else { return nil }
    if lead == "between" || lead == "from" {
      guard next < words.count, ["and", "to", "until", "till", "-", "n"].contains(words[next].typed.lowercased()),
        let (last, end) = clock(words, next + 1) ?? (lead == "between" ? hour(words, next + 1) : nil)
      else { return nil }
      // `pnl between 10 and 20 usdt`
      let amounts: Set<String> = [
        "usdt", "money", "percent", "pnl", "spread", "size", "worth", "price", "notional",
      ]
      // With `am`, `pm` or a colon it is a time, whatever else is named.
      let isSaid = words[at..<end].contains { word in
        let typed = word.typed.lowercased()
        return typed.hasSuffix("am") || typed.hasSuffix("pm") || typed.contains(":")
      }
      let isOfUnit = end < words.count && (units[words[end].stem] != nil || amounts.contains(words[end].stem))
      if !isSaid, isOfUnit || words.contains(where: { amounts.contains($0.stem) && !$0.isSlot }) { return nil }
      mark(at..<end)
      // `between 2 and 3pm`, `between 2 and 3 in the afternoon`
      let noon = 12 * 3600
      let rest = words[end...].prefix(3).map(\.stem)
      if last < noon, first < last, rest.contains("afternoon") || rest.contains("evening") {
        let half = words[end...].prefix(3).lastIndex { ["afternoon", "evening"].contains($0.stem) } ?? end
        mark(end..<(half + 1))
        return .clocks(from: first + noon, until: last + noon)
      }
      let isBare = Int(words[at + 1].typed) != nil && last > noon && first < noon
      return .clocks(from: isBare && first + noon < last ? first + noon : first, until: last)
    }
    mark(at..<next)
    return .clocks(from: nil, until: first)
  }

  /// `2` in `between 2 and 4`.
  private static func hour(_ words: [QuestionWords.Word], _ at: Int) -> (Int, Int)? {
    guard at < words.count, let hour = Int(words[at].typed), (0...23).contains(hour) else { return nil }
    return (hour * 3600, at + 1)
  }

  private static func date(_ typed: String) -> (Int, Int, Int)? {
    // `14.11.2026`, as it is written on the Continent.
    let dotted = typed.split(separator: ".").compactMap { Int($0) }
    let dashed = typed.count == 10 ? typed.split(separator: "-").compactMap { Int($0) } : []
    guard let parts = [Array(dotted.reversed()), dashed].first(where: { $0.count == 3 }), parts[0] > 2000 else {
      return nil
    }
    // 30 February is no day.
    return CivilDay.isDate(parts[0], parts[1], parts[2]) ? (parts[0], parts[1], parts[2]) : nil
  }

  /// A time of the day: `22:30`, `9am`, `9 pm`. `9` alone may be anything.
  /// - Returns: seconds after midnight, and the place after its words.
  private static func clock(_ words: [QuestionWords.Word], _ at: Int) -> (Int, Int)? {
    guard at < words.count else { return nil }
    var clock = words[at].typed.lowercased()
    if let named = ["noon": "12:00", "midday": "12:00", "midnight": "0:00"][clock] { clock = named }
    var end = at + 1
    var half = ["am", "pm"].first { clock.hasSuffix($0) }
    if half != nil {
      clock.removeLast(2)
    } else if end < words.count, ["am", "pm"].contains(words[end].typed.lowercased()) {
      half = words[end].typed.lowercased()
      end += 1
    }
    let isBare = !clock.contains(":")
    guard !isBare || half != nil, !clock.isEmpty else { return nil }
    let parts = (isBare ? clock + ":00" : clock).split(separator: ":").map { Int($0) }
    guard parts.count >= 2, let hour = parts[0], let minute = parts[1], (0...23).contains(hour),
      (0...59).contains(minute)
    else { return nil }
    let full = half == "pm" && hour < 12 ? hour + 12 : half == "am" && hour == 12 ? 0 : hour
    return (full * 3600 + minute * 60, end)
  }
}
