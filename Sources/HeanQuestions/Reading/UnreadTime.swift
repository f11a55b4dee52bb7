import HeanCore

/// Times that no window holds: another one would be told for them.
enum UnreadTime {
  static let rows: [UnreadRow] = [
    UnreadRow(
      says: { ["did", "has"].contains($0.words.first) },
      "only what is open now can be told so; for what was closed ask for the trades of that time"
    ) { $0.frame == .state && $0.topic == .position && $0.window != nil },
    UnreadRow(
      openings, #"when positions were opened ("%") cannot be asked so: say for example "positions older than 2h""#
    ) { $0.window != nil && $0.listsWhatIsNow },
    UnreadRow(
      openings, #"closed trades are counted by their close, not by when they were opened ("%")"#
    ) { $0.window != nil && $0.frame.isOfRows && $0.isOf(.trades, .wins, .losses, .realized, .pnl) },
    // `did any short make money` is about the past too.
    UnreadRow(
      says: { $0.words.first == "did" }, "only what is open now can be told so; for what was closed ask for the trades"
    ) { $0.frame.isOfRows && $0.metric == .positions },
    UnreadRow(
      """
      green days|red days|winning days|losing days|good days|bad days|profitable days|many days|green weeks|red weeks
      winning weeks|losing weeks|good weeks|bad weeks|profitable weeks|many weeks|green months|red months
      winning months|losing months|good months|bad months|profitable months|many months|green hours|red hours
      winning hours|losing hours|good hours|bad hours|profitable hours|many hours
      """, "hean does not count %"
    ) { $0.frame.isOfRows && $0.metric != .uptime },
    UnreadRow(check: span),
    // `how long were we in soft brake`
    UnreadRow(
      "how long", and: "were|was", "only the last change of the governor is kept, not how long a state lasted"
    ) { $0.frame == .when && $0.topic == .governor },
    // `what was the 24h high of eth`
    UnreadRow(
      "high|low|highest|lowest|ath|peak",
      #"the "%" of a price over a time is not told here; its candles and its chart have it"#
    ) { $0.frame.isOfRows && $0.metric == .price && $0.window != nil },
    UnreadRow(check: rate), UnreadRow(check: change),
    // Only what is now is told, not which way it goes: `is the pnl going up`.
    UnreadRow(
      """
      going up|going down|rising|falling|improving|getting better|getting worse|still dropping|still crashing
      recovering
      """, #"which way it goes ("%") is not told: ask for the value, or for two spans side by side"#
    ) { $0.frame == .figure || $0.frame == .state && $0.topic == .trading },
    UnreadRow("before and after|until and since", #"two times ("% …") can be told one after the other only"#),
    UnreadRow(check: safety), UnreadRow(check: moment),
  ]

  private static let openings: Phrases =
    "opened|entered|did it open|did we open|did i open|did it take|did it enter"

  /// Spans that another one would be told for.
  private static let spans: Phrases = """
    day before yesterday|hour before last|week before last|month before last|outside the last|since the restart
    since restart|berlin time|local time|since i last|since the last trade|since the last fill|since my last
    since i went|since i left|since i was|since i slept|since the crash|in the crash|during the crash|in the dump
    during the dump|in the drop|in the fall|since the halt|since the stop|since it stopped|since it tripped
    since the trip|after the kill switch|after the crash|after the halt|before the crash|daily reset
    """

  private static func span(_ text: TypedText, _ reading: QuestionReading) -> String? {
    // `how long since the last trade` asks for that moment.
    guard reading.frame.isOfRows || [.state, .why].contains(reading.frame) || text.has("daily reset"),
      reading.window == nil || !text.has("since i last")
    else { return nil }
    return text.first(spans).map { "the time (\"\($0)\") was not understood" }
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

  private static let changes: Phrases = "move|moved|change|changed|gain|gained|rise|rose|fall|fell|drop|dropped"

  /// `how much did eth move in the last hour`
  private static func change(_ text: TypedText, _ reading: QuestionReading) -> String? {
    let isOfResult =
      reading.metric?.isOfResult == true && reading.symbols.count == 1
      && !text.has("pnl|profit|loss|result" as Phrases)
    let moves: Phrases = isOfResult ? "fall|rise|drop|move|climb" : changes
    guard reading.frame.isOfRows, text.has(moves),
      reading.metric == .price && reading.window != nil
        || isOfResult && (text.words.starts(with: ["how", "much"]) || text.words.starts(with: ["how", "far"]))
          && (text.has("did") || text.has("has"))
    else { return nil }
    return "how a price moved over a time is not told here; the heatmap and the screen of one symbol have it"
  }

  private static let later: Phrases = "tomorrow|later|next week|in the morning"

  /// Whether something is safe is judged by how things stand now.
  private static func safety(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame == .safe, reading.topic != .account else { return nil }
    let word = text.first(later) ?? text.words.first.flatMap { ["was", "were"].contains($0) ? $0 : nil }
    return word.map { "only how things stand now can be judged (\"\($0)\" was not understood)" }
  }
}
