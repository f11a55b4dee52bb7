import HeanCore

/// Lengths of time in words: of spans of the past, and of durations and ages that are compared.
extension QuestionWindow {
  static let units = [
    "second": 1, "s": 1, "minute": 60, "m": 60, "hour": 3600, "h": 3600, "day": 86_400, "d": 86_400, "week": 604_800,
    "w": 604_800,
  ]
  static let numbers = Dictionary(spelled.map { (QuestionWords.stem($0.key), $0.value) }) { first, _ in first }
  private static let spelled = [
    "a": 1, "an": 1, "one": 1, "couple": 2, "two": 2, "few": 3, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10,
    "seven": 7, "eight": 8, "nine": 9, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30,
    "forty": 40,
    "fortyfive": 45, "sixty": 60, "ninety": 90, "half": 0,
  ]

  /// `last 20 min`, `past hour`, `3h`, `24 hours`, `since 2 hours`.
  static func span(_ stems: [String], _ at: Int, _ mark: (Range<Int>) -> Void) -> QuestionWindow? {
    // `longer than 1 hour` is a length, not a span of the past.
    if at > 0, ["than", "each", "next", "until"].contains(stems[at - 1]) { return nil }
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
      let rest = remainder(stems, after: at + 1, of: compactUnit(stems[at]) ?? 1)
      return lead || at + 1 == stems.count || stems[at + 1] != "chart"
        ? take(seconds + rest.seconds, rest.end - 1) : nil
    }
    let count = Int(stems[at]) ?? numbers[stems[at]]
    if let count, (0..<100_000).contains(count), at + 1 < stems.count {
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
      let isPast =
        lead || (unit + 1 < stems.count && ["ago", "back"].contains(stems[unit + 1])) || Int(stems[at]) != nil
      guard isPast else { return nil }
      if at > 1, stems[at - 1] == "in", stems[at - 2] != "back", stems.contains("will") { return nil }
      let total = stems[at] == "half" ? seconds / 2 : count * seconds
      let rest = remainder(stems, after: unit + 1, of: seconds)
      let end = rest.end - 1
      return take(
        total + rest.seconds, end + (end + 1 < stems.count && ["ago", "back"].contains(stems[end + 1]) ? 1 : 0))
    }
    // last hour
    if lead, ["last", "past", "previous"].contains(stems[at - 1]), let seconds = units[stems[at]], seconds >= 60,
      stems[at].count > 1
    {
      let rest = remainder(stems, after: at + 1, of: seconds)
      return take(seconds + rest.seconds, rest.end - 1)
    }
    return nil
  }

  /// What belongs to a length behind its first part: `and a half`, `30 minutes`, `and 15 minutes`.
  /// - Parameters:
  ///   - end: the place behind the first part.
  ///   - unit: of the first part, in seconds.
  /// - Returns: its seconds, and the place behind it; 0 and `end` when there is none.
  static func remainder(_ stems: [String], after end: Int, of unit: Int) -> (seconds: Int, end: Int) {
    let isJoined = end < stems.count && stems[end] == "and"
    let at = isJoined ? end + 1 : end
    if at < stems.count, !isJoined, let seconds = compact(stems[at]), seconds < unit { return (seconds, at + 1) }
    guard at + 1 < stems.count else { return (0, end) }
    if isJoined, stems[at] == "a", stems[at + 1] == "half" { return (unit / 2, at + 2) }
    guard let count = Int(stems[at]), let part = units[stems[at + 1]], part < unit, (1..<unit / part).contains(count)
    else { return (0, end) }
    return (count * part, at + 2)
  }

  /// `24h`, `20min`, `1h30m`; `nil` for a number without a unit.
  static func compact(_ word: String) -> Int? {
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

  /// The unit that a word such as `90m` ends with, in seconds.
  static func compactUnit(_ word: String) -> Int? {
    let unit = String(word.reversed().prefix { $0.isLetter }.reversed())
    return isUnit(unit) ? compact("1" + unit) : nil
  }

  /// Whether a word that was typed is a unit of time.
  static func isUnit(_ word: String) -> Bool {
    units[QuestionWords.stem(QuestionVocabulary.written[word] ?? word)] != nil
  }
}
