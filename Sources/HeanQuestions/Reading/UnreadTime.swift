import HeanCore

/// Times that no window holds: another one would be told for them.
enum UnreadTime {
  static let checks: [UnreadPart.Check] = [
    opening, pastPositions, countedSpan, span, governorSpan, priceEnds, rate, change, trend, twoTimes, safety, moment,
  ]

  private static let openings = [
    "opened", "entered", "did it open", "did we open", "did i open", "did it take", "did it enter",
  ]

  private static func opening(_ text: TypedText, _ reading: QuestionReading) -> String? {
    if reading.frame == .state, reading.topic == .position, reading.window != nil,
      ["did", "has"].contains(text.words.first)
    {
      return "only what is open now can be told so; for what was closed ask for the trades of that time"
    }
    guard reading.window != nil, let word = openings.first(where: text.has) else { return nil }
    if reading.isOfNow {
      return "when positions were opened (\"\(word)\") cannot be asked so: say for example \"positions older than 2h\""
    }
    guard reading.frame.isOfRows, [.trades, .wins, .losses, .realized, .pnl].contains(reading.metric) else {
      return nil
    }
    return "closed trades are counted by their close, not by when they were opened (\"\(word)\")"
  }

  /// `did any short make money` is about the past too.
  private static func pastPositions(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.metric == .positions, text.words.first == "did" else { return nil }
    return "only what is open now can be told so; for what was closed ask for the trades"
  }

  private static let counted = ["days", "weeks", "months", "hours"].flatMap { unit in
    ["green", "red", "winning", "losing", "good", "bad", "profitable", "many"].map { "\($0) \(unit)" }
  }

  private static func countedSpan(_ text: TypedText, _ reading: QuestionReading) -> String? {
    reading.frame.isOfRows && reading.metric != .uptime
      ? counted.first(where: text.has).map { "hean does not count \($0)" } : nil
  }

  /// Spans that another one would be told for.
  private static let spans = [
    "day before yesterday", "hour before last", "week before last", "month before last", "outside the last",
    "since the restart", "since restart", "berlin time", "local time", "since i last", "since the last trade",
    "since the last fill", "since my last", "since i went", "since i left", "since i was", "since i slept",
    "since the crash", "in the crash", "during the crash", "in the dump", "during the dump", "in the drop",
    "in the fall",
    "since the halt", "since the stop", "since it stopped", "since it tripped", "since the trip",
    "after the kill switch", "after the crash", "after the halt", "before the crash", "daily reset",
  ]

  private static func span(_ text: TypedText, _ reading: QuestionReading) -> String? {
    // `how long since the last trade` asks for that moment.
    guard reading.frame.isOfRows || [.state, .why].contains(reading.frame) || text.has("daily reset"),
      reading.window == nil || !text.has("since i last")
    else { return nil }
    return spans.first(where: text.has).map { "the time (\"\($0)\") was not understood" }
  }

  private static let sides = ["before and after", "until and since"]

  private static func twoTimes(_ text: TypedText, _ reading: QuestionReading) -> String? {
    sides.first(where: text.has).map { "two times (\"\($0) …\") can be told one after the other only" }
  }

  private static func moment(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows || reading.frame == .state, let words = moment(text, reading.window) else {
      return nil
    }
    return "a moment of the past (\"\(words)\") was not understood: only spans are, such as \"last 2h\""
  }

  private static func moment(_ text: TypedText, _ window: QuestionWindow?) -> String? {
    if text.has("ago") { return "ago" }
    let words = text.words
    for (lead, word) in zip(words, words.dropFirst()) {
      if case .clocks? = window { return nil }
      let isClock = word.contains(":") || word.hasSuffix("am") || word.hasSuffix("pm")
      if ["at", "until", "before", "by", "around"].contains(lead), isClock, word.first?.isNumber == true {
        return "\(lead) \(word)"
      }
      // `the two last days`
      if word == "last", QuestionWindow.numbers[QuestionWords.stem(lead)].map({ $0 > 1 }) == true {
        return "\(lead) last"
      }
      if lead == "on" || lead == "last", QuestionWindow.days[word] != nil, window == nil { return "\(lead) \(word)" }
    }
    return nil
  }

  /// `trades per minute`, `every 10 minutes`
  private static func rate(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows else { return nil }
    let words = text.words
    for (at, lead) in words.enumerated() where ["per", "every", "each"].contains(lead) {
      let rest = words[(at + 1)...]
      let isNumbered = rest.first?.first?.isNumber == true
      // By the hour and by the day can be told.
      guard let unit = isNumbered ? rest.dropFirst().first : rest.first, QuestionWindow.isUnit(unit),
        isNumbered || !["hour", "day", "week"].contains(QuestionWords.stem(QuestionVocabulary.written[unit] ?? unit))
      else { continue }
      return "a rate or a split by \(unit) is not worked out"
    }
    return nil
  }

  private static let changes = [
    "move", "moved", "change", "changed", "gain", "gained", "rise", "rose", "fall", "fell", "drop", "dropped",
  ]

  /// `how much did eth move in the last hour`
  private static func change(_ text: TypedText, _ reading: QuestionReading) -> String? {
    let isOfResult =
      reading.metric?.isOfResult == true && reading.symbols.count == 1
      && !["pnl", "profit", "loss", "result"].contains(where: text.has)
    let moves = isOfResult ? ["fall", "rise", "drop", "move", "climb"] : changes
    guard reading.frame.isOfRows, moves.contains(where: text.has),
      reading.metric == .price && reading.window != nil
        || isOfResult && (text.words.starts(with: ["how", "much"]) || text.words.starts(with: ["how", "far"]))
          && (text.has("did") || text.has("has"))
    else { return nil }
    return "how a price moved over a time is not told here; the heatmap of the market has it"
  }

  /// `how long were we in soft brake`
  private static func governorSpan(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame == .when, reading.topic == .governor, text.has("how long"), text.has("were") || text.has("was")
    else { return nil }
    return "only the last change of the governor is kept, not how long a state lasted"
  }

  /// `what was the 24h high of eth`
  private static func priceEnds(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.metric == .price,
      let word = ["high", "low", "highest", "lowest", "ath", "peak"].first(where: text.has), reading.window != nil
    else { return nil }
    return "the \"\(word)\" of a price over a time is not told here; its candles and its chart have it"
  }

  private static let trends = [
    "going up", "going down", "rising", "falling", "improving", "getting better", "getting worse", "still dropping",
    "still crashing", "recovering",
  ]

  /// Only what is now is told, not which way it goes: `is the pnl going up`.
  private static func trend(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame == .figure || reading.frame == .state && reading.topic == .trading,
      let words = trends.first(where: text.has)
    else { return nil }
    return "which way it goes (\"\(words)\") is not told: ask for the value, or for two spans side by side"
  }

  private static let later = ["tomorrow", "later", "next week", "in the morning"]

  /// Whether something is safe is judged by how things stand now.
  private static func safety(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame == .safe, reading.topic != .account else { return nil }
    let word = later.first(where: text.has) ?? text.words.first.flatMap { ["was", "were"].contains($0) ? $0 : nil }
    return word.map { "only how things stand now can be judged (\"\($0)\" was not understood)" }
  }
}
