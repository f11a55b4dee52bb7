import Foundation

/// A part of a question that narrows it and that no slot can hold: an exception, a condition, half of something, a moment.
/// To leave it out would answer another question, or offer to close what was to stay open.
struct UnreadPart: Sendable {
  var message: String

  /// - Returns: `nil` when there is no such part.
  init?(_ question: String, _ reading: QuestionReading) {
    let text = TypedText(question)
    let found = Self.checks.lazy.compactMap { $0(text, reading) }.first ?? Self.subtracted(question, reading)
    guard let found else { return nil }
    message = found
  }

  /// Each looks for one kind of part, and says what was not understood; the first that finds one is told.
  private static let checks: [@Sendable (TypedText, QuestionReading) -> String?] = [
    slot, exception, condition, range, size, end, opening, UnreadAssumption.message, countedSpan, span, room,
    oppositeEnds,
    twoTimes, depth, clause, origin, rank, foreignAccount, stopOut, wholeOfShare, tons, currency, statistic, moment,
  ]

  private static func slot(_ text: TypedText, _ reading: QuestionReading) -> String? {
    reading.unusedSlot.map {
      "\(reading.metric?.label ?? reading.topic?.label ?? "this") cannot be narrowed to \($0)"
    }
  }

  private static func narrows(_ reading: QuestionReading) -> Bool {
    [.figure, .list, .howTo, .safe, .compare].contains(reading.frame)
  }

  // MARK: Exceptions and conditions

  private static let exceptions = [
    "except", "excluding", "exclude", "apart from", "other than", "all but", "everything but", "but not", "besides",
    "anything but", "leave out", "ignoring", "keep",
  ]

  private static func exception(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard narrows(reading), reading.except.isEmpty, reading.topic != .avoidSymbol || text.has("except"),
      let words = exceptions.first(where: text.has), words != "keep" || reading.takesKeep(text)
    else { return nil }
    return "the exception (\"\(words)\") was not understood: name what is meant instead"
  }

  private static let conditions = [
    "above", "below", "bigger than", "larger than", "smaller than", "older than", "younger than", "longer than",
    "more than", "less than", "at least", "at most", "between", "half", "a third", "a quarter", "part of", "partly",
    "in profit", "in loss", "in the red", "in the green", "in plus", "in minus", "losing position", "winning position",
    "losing positions", "winning positions", "losing trades", "winning trades", "losing trade", "winning trade",
    "losers", "winners", "because of",
  ]
  /// Those that winning or losing itself does not explain.
  private static let comparisons = ["above", "below", "more than", "less than", "at least", "at most", "longer than"]

  private static func condition(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard narrows(reading), reading.frame != .compare, reading.condition == nil else { return nil }
    if reading.takesConditions { return conditions.first { text.has($0) && !reading.explains($0) }.map(unread) }
    return reading.metric?.isLosing == true && reading.unreadNumber == nil
      ? comparisons.first(where: text.has).map(unread) : nil
  }

  /// Two ends of a figure or a duration: `lost between 5 and 10`, `between 30 minutes and 1 hour`.
  private static func range(_ text: TypedText, _ reading: QuestionReading) -> String? {
    let words = text.text.split(separator: " ").map(String.init)
    guard reading.frame.isOfRows, let at = words.firstIndex(of: "between"), at + 1 < words.count,
      words[at + 1].first?.isNumber == true, !words[at + 1].contains(":")
    else { return nil }
    let isOfResult = at > 0 && results.contains(words[at - 1])
    let isOfSpan = words[at...].dropFirst(2).prefix(2).contains(where: spansOfTime.contains)
    let isOfMoney = words[at...].contains { ["dollars", "usdt", "usd", "bucks", "profit", "loss"].contains($0) }
    guard isOfResult || isOfSpan || isOfMoney else { return nil }
    return unread(condition: words[at...].prefix(5).joined(separator: " "))
  }

  private static let results: Set<String> = [
    "lose", "lost", "losing", "loses", "made", "make", "making", "won", "win", "profit", "pnl", "earned", "lasted",
    "lasting", "took", "held", "cost",
  ]
  private static let spansOfTime: Set<String> = [
    "s", "m", "h", "sec", "secs", "seconds", "min", "mins", "minutes", "minute", "hour", "hours", "days",
  ]

  /// A closed trade has a PnL and a duration, but no size that a condition could compare.
  private static func size(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.condition?.subject == .value,
      [.trades, .wins, .losses, .realized].contains(reading.metric)
    else { return nil }
    return ["size", "bigger than", "larger than", "notional"].first(where: text.has).map(unread)
  }

  private static func unread(condition words: String) -> String {
    "the condition (\"\(words)\") was not understood"
  }

  /// What a figure without a sign may be below zero: `more than 300 under water`.
  private static let below = ["under water", "underwater", "bleeding", "in the hole"]

  private static func depth(_ text: TypedText, _ reading: QuestionReading) -> String? {
    reading.condition?.subject == .value ? below.first(where: text.has).map(unread) : nil
  }

  /// Behind the first word of a question about figures, these begin a condition that no slot holds.
  private static let clauses = ["when", "whenever", "once", "if", "unless", "before the", "before my", "before it"]

  private static func clause(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.metric != .riskDistance, reading.except.isEmpty else { return nil }
    return clauses.first(where: text.hasLater).map { unread(condition: "\($0) …") }
  }

  /// Of rows only: an order by hand is placed so, and the engine runs over a weekend.
  private static let origins = [
    "by hand", "manually", "on weekends", "on weekdays", "at night", "by mistake", "weekday", "weekdays", "mondays",
    "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays",
  ]

  private static func origin(_ text: TypedText, _ reading: QuestionReading) -> String? {
    reading.frame.isOfRows && reading.metric != .actions ? origins.first(where: text.has).map(unread) : nil
  }

  /// The name behind a lone minus: `close everything - eth`.
  private static func subtracted(_ question: String, _ reading: QuestionReading) -> String? {
    let words = question.lowercased().split(separator: " ").map(String.init)
    let behind = zip(words, words.dropFirst()).filter { $0.0 == "-" || $0.0 == "–" }.map(\.1)
    let name = behind.first { word in
      (reading.symbols + reading.strategies).contains { $0.lowercased().contains(word) }
    }
    return name.map { "whether \"- \($0)\" leaves it out was not understood: say \"except \($0)\"" }
  }

  // MARK: Ends and ranks

  private static let ends = ["first", "newest", "oldest", "youngest"]

  private static func end(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard [.figure, .list].contains(reading.frame), reading.number == nil, reading.aggregate != .last,
      ![.positionAge, .priceAge].contains(reading.metric), let rank = ends.first(where: text.has),
      !text.text.hasSuffix(" first ")
    else { return nil }
    return "which \"\(rank)\" is meant was not understood"
  }

  /// Both ends of what is ordered; one of them would be left out.
  private static let opposites = [
    ("best", "worst"), ("highest", "lowest"), ("biggest", "smallest"), ("most", "least"), ("largest", "smallest"),
    ("largest win", "largest loss"), ("biggest win", "biggest loss"), ("oldest", "youngest"), ("oldest", "newest"),
    ("longest", "shortest"),
  ]

  private static func oppositeEnds(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows,
      let pair = opposites.first(where: { text.has($0.0) && text.has($0.1) && !text.has("at \($0.1)") })
    else { return nil }
    return "both ends (\"\(pair.0)\" and \"\(pair.1)\") cannot be told at once: ask for one of them"
  }

  private static let ranks = ["second", "2nd", "third", "3rd", "fourth", "4th", "fifth", "next", "runner up"]
  private static let extremes = [
    "largest", "biggest", "highest", "smallest", "lowest", "best", "worst", "most", "least", "closest", "oldest",
    "newest", "longest",
  ]

  private static func rank(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard
      let rank = ranks.first(where: { rank in
        text.has(rank) && extremes.contains { text.has("\(rank) \($0)") }
      })
    else { return nil }
    return "the rank (\"\(rank)\") was not understood: only the first and the last are known"
  }

  private static let rooms = ["how many more", "still be opened", "can still open", "could still open"]

  private static func room(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, let words = rooms.first(where: text.has) else { return nil }
    return "how many are left to a limit (\"\(words)\") is not worked out here"
  }

  // MARK: Times

  private static let openings = ["opened", "entered"]

  private static func opening(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.window != nil, let word = openings.first(where: text.has) else { return nil }
    if reading.isOfNow {
      return "when a position was \(word) cannot be asked so: say for example \"positions older than 2h\""
    }
    guard reading.frame.isOfRows, [.trades, .wins, .losses, .realized, .pnl].contains(reading.metric) else {
      return nil
    }
    return "closed trades are counted by their close, not by when they were \(word)"
  }

  private static let counted = ["days", "weeks", "months", "hours"].flatMap { unit in
    ["green", "red", "winning", "losing", "good", "bad", "profitable", "many"].map { "\($0) \(unit)" }
  }

  private static func countedSpan(_ text: TypedText, _ reading: QuestionReading) -> String? {
    reading.frame.isOfRows ? counted.first(where: text.has).map { "hean does not count \($0)" } : nil
  }

  /// Spans that another one would be told for.
  private static let spans = [
    "day before yesterday", "hour before last", "week before last", "month before last", "outside the last",
    "since the restart", "since restart", "berlin time", "local time",
  ]

  private static func span(_ text: TypedText, _ reading: QuestionReading) -> String? {
    reading.frame.isOfRows ? spans.first(where: text.has).map { "the time (\"\($0)\") was not understood" } : nil
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
    let words = text.text.split(separator: " ").map(String.init)
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

  // MARK: What hean has not

  /// Accounts and venues that are not those of this engine.
  private static let foreign = [
    "binance", "kraken", "coinbase", "okx", "kucoin", "bitget", "bitmex", "second account", "other account",
    "other accounts", "other bot", "vat", "tax return", "brother s", "sister s", "friend s", "brothers", "friends",
    "neighbour s",
  ]

  private static func foreignAccount(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isAboutEngine, reading.topic != .connect, let name = foreign.first(where: text.has) else {
      return nil
    }
    return "hean asks one engine only, and knows nothing of \"\(name)\""
  }

  private static let hits = ["stopped out", "stopped", "hit"]
  private static let pasts = ["was", "were", "got", "been"]

  private static func stopOut(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.metric == .stopLoss || reading.metric == .takeProfit,
      hits.contains(where: text.has), pasts.contains(where: text.has)
    else { return nil }
    return "what a position was stopped out at is not kept"
  }

  private static func wholeOfShare(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.aggregate == .ratio, reading.isWhole, reading.metric?.isRatio == false else { return nil }
    return "of what the \(reading.metric?.label ?? "figure") is a share was not understood"
  }

  private static func tons(_ text: TypedText, _ reading: QuestionReading) -> String? {
    text.has("tons") && reading.symbols.isEmpty ? "whether \"tons\" means TON was not understood" : nil
  }

  private static let currencies = [
    "euro", "euros", "eur", "gbp", "pounds", "sterling", "yen", "jpy", "chf", "francs", "sats", "satoshi", "satoshis",
  ]

  private static func currency(_ text: TypedText, _ reading: QuestionReading) -> String? {
    currencies.first(where: text.has).map { "amounts are in USDT; hean has no rate for \"\($0)\"" }
  }

  private static let statistics = [
    "median", "percentile", "p50", "p90", "p95", "p99", "stdev", "std", "deviation", "variance", "volatility", "sharpe",
    "sortino", "calmar", "corr", "correlation", "kurtosis", "skew", "beta", "alpha", "cagr", "annualized",
  ]

  private static func statistic(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard let word = statistics.first(where: text.has), reading.asksFor(word) else { return nil }
    return "hean does not work out a \(word) here"
  }
}

extension QuestionReading {
  /// Whether "keep" can say what is left out: not in `earn its keep`, `keep me posted`, `stop it but keep the positions`.
  fileprivate func takesKeep(_ text: TypedText) -> Bool {
    if [.watch, .stop, .pause, .restart, .connect].contains(topic) { return false }
    return !text.has("its keep")
  }

  fileprivate var isOfNow: Bool { [.figure, .list].contains(frame) && metric?.isOfNow == true }

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

  /// Whether a statistic is asked for, and not a strategy that has its name.
  fileprivate func asksFor(_ statistic: String) -> Bool {
    [.figure, .list, .compare].contains(frame) && !strategies.contains { $0.contains(statistic) }
  }
}

extension QuestionMetric {
  /// Whether winning or losing is what it counts, and no condition on something else.
  fileprivate var isLosing: Bool { [.wins, .losses, .winStreak, .lossStreak, .winRate, .profitFactor].contains(self) }
}
