import HeanCore

/// Exceptions and conditions that no slot holds: they narrow what is asked for.
enum UnreadCondition {
  static let rows: [UnreadRow] = [
    UnreadRow(check: exception), UnreadRow(check: condition),
    UnreadRow(check: range),
    // A closed trade has a PnL and a duration, but no size that a condition could compare.
    UnreadRow("size|bigger than|larger than|notional", unread) {
      $0.frame.isOfRows && $0.condition?.subject == .value && $0.isOf(.trades, .wins, .losses, .realized)
    },
    // What a figure without a sign may be below zero: `more than 300 under water`.
    UnreadRow("under water|underwater|bleeding|in the hole", unread) { $0.condition?.subject == .value },
    UnreadRow(check: clause),
    // Of rows only: an order by hand is placed so, and the engine runs over a weekend.
    UnreadRow(
      """
      by hand|manually|on weekends|on weekdays|at night|by mistake|weekday|weekdays|mondays|tuesdays|wednesdays
      thursdays|fridays|saturdays|sundays
      """, unread
    ) { $0.frame.isOfRows && $0.metric != .actions },
  ]

  private static let unread = #"the condition ("%") was not understood"#

  private static func unread(_ words: String) -> String { unread.replacing("%", with: words) }

  private static func narrows(_ reading: QuestionReading) -> Bool {
    [.figure, .list, .howTo, .safe, .compare].contains(reading.frame)
  }

  private static let exceptions: Phrases = """
    except|excluding|exclude|apart from|other than|all but|everything but|but not|besides|anything but|leave out
    ignoring|keep
    """

  private static func exception(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard narrows(reading), reading.except.isEmpty, reading.topic != .avoidSymbol || text.has("except"),
      let words = text.first(exceptions), words != "keep" || reading.takesKeep(text)
    else { return nil }
    return "the exception (\"\(words)\") was not understood: name what is meant instead"
  }

  private static let conditions: Phrases = """
    above|below|bigger than|larger than|smaller than|older than|younger than|longer than|more than|less than|at least
    at most|between|half|a third|a quarter|part of|partly|in profit|in loss|in the red|in the green|in plus|in minus
    losing position|winning position|losing positions|winning positions|losing trades|winning trades|losing trade
    winning trade|losers|winners|because of
    """
  /// Those that winning or losing itself does not explain.
  private static let comparisons: Phrases = "above|below|more than|less than|at least|at most|longer than"

  private static func condition(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard narrows(reading), reading.frame != .compare, reading.condition == nil else { return nil }
    if reading.takesConditions { return conditions.all.first { text.has($0) && !reading.explains($0) }.map(unread) }
    return reading.metric?.isLosing == true && reading.unreadNumber == nil ? text.first(comparisons).map(unread) : nil
  }

  /// Two ends of a figure or a duration: `lost between 5 and 10`, `between 30 minutes and 1 hour`.
  private static func range(_ text: TypedText, _ reading: QuestionReading) -> String? {
    let words = text.words
    guard reading.frame.isOfRows, let at = words.firstIndex(of: "between"), at + 3 < words.count else { return nil }
    // `between march and june`
    let isOfMonths = [words[at + 1], words[at + 3]].allSatisfy { QuestionWindow.months[$0] != nil }
    if isOfMonths { return unread(words[at...].prefix(4).joined(separator: " ")) }
    guard words[at + 1].first?.isNumber == true, !words[at + 1].contains(":") else { return nil }
    let isOfSpan = [at + 2, at + 4].contains { $0 < words.count && QuestionWindow.isUnit(words[$0]) }
    guard isOfSpan || !reading.isOfClocks || at == 0 || results.contains(words[at - 1]) else { return nil }
    if words[at...].prefix(6).contains(where: { ["am", "pm"].contains(String($0.suffix(2))) }) { return nil }
    let isOfResult = at > 0 && results.contains(words[at - 1])
    let isOfMoney = words[at...].contains { ["dollars", "usdt", "usd", "bucks", "profit", "loss"].contains($0) }
    guard isOfResult || isOfSpan || isOfMoney else { return nil }
    return unread(words[at...].prefix(5).joined(separator: " "))
  }

  private static let results: Set<String> = [
    "lose", "lost", "losing", "loses", "made", "make", "making", "won", "win", "profit", "pnl", "earned", "lasted",
    "lasting", "took", "held", "cost",
  ]

  /// Behind the first word of a question about figures, these begin a condition that no slot holds.
  private static let clauses: Phrases = "when|whenever|once|if|unless|before the|before my|before it"

  private static func clause(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.metric != .riskDistance,
      reading.except.isEmpty, !text.has("since when")
    else { return nil }
    // `how many more can it open before it hits the cap` says what the room is.
    let isOfRoom = reading.metric == .positionRoom
    return clauses.all.first { text.hasLater($0) && !(isOfRoom && $0.hasPrefix("before")) }
      .map { unread("\($0) …") }
  }
}

extension QuestionReading {
  /// Whether "keep" can say what is left out: not in `earn its keep`, `keep me posted`, `stop it but keep the positions`.
  fileprivate func takesKeep(_ text: TypedText) -> Bool {
    if [.watch, .stop, .pause, .restart, .connect, .stopEntries, .triggerKillSwitch].contains(topic) { return false }
    return !text.has("its keep")
  }

  /// Whether what it tells of is open now: rows or a figure of this moment.
  var listsWhatIsNow: Bool { [.figure, .list].contains(frame) && metric?.isOfNow == true }

  /// Whether words of a condition could be one here that was not read.
  fileprivate var takesConditions: Bool {
    let isTold = metric == .stopDistance || metric == .spread || metric?.isLosing == true
    return !isTold && (metric?.isOfResult != true || group != nil)
  }

  /// Whether words that look like a condition are a part of what was read.
  fileprivate func explains(_ words: String) -> Bool {
    switch words {
    case "between", "half": window != nil
    case "because of": frame == .howTo
    case "part of": metric?.isRatio == true || aggregate == .ratio
    case "below": metric == .drawdown
    default: false
    }
  }
}

extension QuestionMetric {
  /// Whether winning or losing is what it counts, and no condition on something else.
  fileprivate var isLosing: Bool { [.wins, .losses, .winStreak, .lossStreak, .winRate, .profitFactor].contains(self) }
}
