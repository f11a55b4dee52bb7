import HeanCore

extension QuestionWindow {
  static let months: [String: Int] = {
    let names = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
      "december",
    ]
    var months = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0 + 1) })
    for (at, name) in names.enumerated() where name.count > 4 { months[String(name.prefix(3))] = at + 1 }
    months["sept"] = 9
    return months
  }()
  /// These are words of their own, too.
  private static let ordinary: Set<String> = ["may", "march", "mar", "dec", "jun", "sep"]
  private static let leads: Set<String> = ["in", "of", "on", "for", "from", "during", "last", "this", "the", "all"]

  /// `in november`, `since october`, `on 20 november 2026`, `nov 20th`.
  static func month(_ words: [QuestionWords.Word], _ at: Int, _ mark: (Range<Int>) -> Void) -> QuestionWindow? {
    let typed = words.map { $0.typed.lowercased() }
    func word(_ place: Int) -> String { typed.indices.contains(place) ? typed[place] : "" }
    guard let month = months[words[at].spelledOut] ?? months[typed[at]] else { return nil }
    var (first, end) = (at, at + 1)
    var day: Int?
    if let before = dayOfMonth(word(at - 1)) {
      (day, first) = (before, at - 1)
    } else if word(at - 1) == "of", let before = dayOfMonth(word(at - 2)) {
      (day, first) = (before, at - 2)
    } else if let after = dayOfMonth(word(at + 1)) {
      (day, end) = (after, at + 2)
    }
    let isLed = ["in", "since", "of", "for", "during", "this", "last"].contains(word(at - 1))
    // `may 5 positions be open`, `top 5 november trades`
    if ordinary.contains(typed[at]), day == nil ? !isLed : !isDated(word(first - 1), word(end - 1)) { return nil }
    // From its first day on, or from its end on: `after october` may be either.
    if word(first - 1) == "after" || word(first - 2) == "after" { return nil }
    if let day, day > (lengths[month] ?? 31) { return nil }
    var year: Int?
    if let found = Int(word(end)), (2000...2100).contains(found) { (year, end) = (found, end + 1) }
    if word(first - 1) == "the" { first -= 1 }
    let isOpen = word(first - 1) == "since" || word(first - 1) == "from" && openEnd(typed[end...]) != nil
    if isOpen || leads.contains(word(first - 1)) { first -= 1 }
    if word(first) == "from", let count = openEnd(typed[end...]) { end += count }
    mark(first..<end)
    if let year {
      guard let day else {
        return isOpen ? .sinceDay(year: year, month: month, day: 1) : .inMonth(year: year, month: month)
      }
      guard CivilDay.isDate(year, month, day) else { return nil }
      return isOpen ? .sinceDay(year: year, month: month, day: day) : .day(year: year, month: month, day: day)
    }
    guard let day else { return isOpen ? .sinceMonth(month) : .inMonth(year: nil, month: month) }
    return isOpen ? .sinceMonthDay(month: month, day: day) : .monthDay(month: month, day: day)
  }

  private static let lengths = [2: 29, 4: 30, 6: 30, 9: 30, 11: 30]

  /// Whether words before, or the end of a number, say that a day of a month is meant.
  private static func isDated(_ before: String, _ last: String) -> Bool {
    ["on", "of", "since", "the", "from"].contains(before) || ["st", "nd", "rd", "th"].contains { last.hasSuffix($0) }
  }

  /// `20`, `20th`.
  private static func dayOfMonth(_ word: String) -> Int? {
    let digits = word.prefix(while: \.isNumber)
    guard let day = Int(digits), (1...31).contains(day) else { return nil }
    return ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) ? day : nil
  }

  /// How many words say that a span goes on until now: `up to now`, `onwards`; `nil` when none does.
  static func openEnd(_ rest: ArraySlice<String>) -> Int? {
    [
      ["up", "to", "now"], ["until", "now"], ["till", "now"], ["to", "now"], ["to", "date"], ["onwards"], ["onward"],
      ["on"],
    ]
    .first { rest.starts(with: $0) && ($0 != ["on"] || rest.count == 1) }?.count
  }
}
