import Foundation

/// A part of a question that narrows it and that no slot can hold: an exception, a condition, half of something, a moment.
/// To leave it out would answer another question, or offer to close what was to stay open.
struct UnreadPart: Sendable {
  var message: String

  private static let exceptions = [
    "except", "excluding", "exclude", "apart from", "other than", "all but", "everything but", "but not", "besides",
    "anything but",
    "leave out", "ignoring", "keep",
  ]
  private static let conditions = [
    "above", "below", "bigger than", "larger than", "smaller than", "older than", "younger than", "longer than",
    "more than", "less than",
    "at least", "at most", "between", "half", "a third", "a quarter", "part of", "partly", "in profit", "in loss",
    "in the red",
    "in the green", "in plus", "in minus", "losing position", "winning position", "losing positions",
    "winning positions", "losers",
    "winners", "because of",
  ]
  private static let statistics = [
    "median", "percentile", "p50", "p90", "p95", "p99", "stdev", "std", "deviation", "variance", "volatility", "sharpe",
    "sortino", "calmar", "corr", "correlation", "kurtosis", "skew", "beta", "alpha", "cagr", "annualized",
  ]

  /// Of rows only: an order by hand is placed so, and the engine runs over a weekend.
  private static let origins = [
    "by hand", "manually", "on weekends", "on weekdays", "at night", "by mistake", "weekday", "weekdays", "mondays",
    "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays",
  ]
  /// Behind the first word of a question about figures, these begin a condition that no slot holds.
  private static let clauses = ["when", "whenever", "once", "if", "unless", "before the", "before my", "before it"]
  private static let counted = ["days", "weeks", "months", "hours"].flatMap { unit in
    ["green", "red", "winning", "losing", "good", "bad", "profitable", "many"].map { "\($0) \(unit)" }
  }
  private static let sides = ["before and after", "until and since"]
  /// Spans that another one would be told for.
  private static let spans = [
    "day before yesterday", "hour before last", "week before last", "month before last", "outside the last",
    "since the restart", "since restart", "berlin time", "local time",
  ]
  private static let rooms = ["how many more", "still be opened", "can still open", "could still open"]
  /// Both ends of what is ordered; one of them would be left out.
  private static let opposites = [("best", "worst"), ("highest", "lowest"), ("biggest", "smallest"), ("most", "least")]
  /// What a figure without a sign may be below zero: `more than 300 under water`.
  private static let below = ["under water", "underwater", "bleeding", "in the hole"]
  private static let currencies = [
    "euro", "euros", "eur", "gbp", "pounds", "sterling", "yen", "jpy", "chf", "francs", "sats", "satoshi", "satoshis",
  ]
  private static let ranks = [
    "second", "2nd", "third", "3rd", "fourth", "4th", "fifth", "next", "runner up",
  ]
  private static let extremes = [
    "largest", "biggest", "highest", "smallest", "lowest", "best", "worst", "most", "least", "closest", "oldest",
    "newest", "longest",
  ]
  private static let ends = ["first", "newest", "oldest", "youngest"]
  /// Accounts and venues that are not those of this engine.
  private static let foreign = [
    "binance", "kraken", "coinbase", "okx", "kucoin", "bitget", "bitmex", "second account", "other account",
    "other accounts", "other bot", "vat", "tax return", "brother s", "sister s", "friend s", "brothers", "friends",
    "neighbour s",
  ]
  private static let hits = ["stopped out", "stopped", "hit"]
  private static let pasts = ["was", "were", "got", "been"]
  private static let openings = ["opened", "entered"]

  /// - Returns: `nil` when there is no such part.
  init?(_ question: String, _ reading: QuestionReading) {
    let text =
      " " + question.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != ":" }.joined(separator: " ") + " "
    func has(_ words: String) -> Bool { text.contains(" \(words) ") }
    let narrows = [.figure, .list, .howTo, .safe, .compare].contains(reading.frame)
    if let slot = reading.unusedSlot {
      message = "\(reading.metric?.label ?? reading.topic?.label ?? "this") cannot be narrowed to \(slot)"
    } else if narrows, reading.except.isEmpty, reading.topic != .avoidSymbol || has("except"),
      let words = Self.exceptions.first(where: has), words != "keep" || reading.takesKeep(text)
    {
      message = "the exception (\"\(words)\") was not understood: name what is meant instead"
    } else if narrows, reading.takesConditions,
      let words = Self.conditions.first(where: { has($0) && !reading.explains($0) })
    {
      message = "the condition (\"\(words)\") was not understood"
    } else if [.figure, .list].contains(reading.frame), reading.number == nil,
      let rank = Self.ends.first(where: has), !text.hasSuffix(" first "), reading.aggregate != .last,
      ![.positionAge, .priceAge].contains(reading.metric)
    {
      message = "which \"\(rank)\" is meant was not understood"
    } else if reading.isOfNow, reading.window != nil, let word = Self.openings.first(where: has) {
      message = "when a position was \(word) cannot be asked so: say for example \"positions older than 2h\""
    } else if let unread = UnreadAssumption.message(text, reading) {
      message = unread
    } else if [.figure, .list, .compare].contains(reading.frame), let words = Self.counted.first(where: has) {
      message = "hean does not count \(words)"
    } else if reading.frame.isOfRows, let words = Self.spans.first(where: has) {
      message = "the time (\"\(words)\") was not understood"
    } else if let name = Self.subtracted(question, reading) {
      message = "whether \"- \(name)\" leaves it out was not understood: say \"except \(name)\""
    } else if reading.frame.isOfRows, let words = Self.rooms.first(where: has) {
      message = "how many are left to a limit (\"\(words)\") is not worked out here"
    } else if reading.frame.isOfRows,
      let pair = Self.opposites.first(where: { has($0.0) && has($0.1) && !has("at \($0.1)") })
    {
      message = "both ends (\"\(pair.0)\" and \"\(pair.1)\") cannot be told at once: ask for one of them"
    } else if let words = Self.sides.first(where: has) {
      message = "two times (\"\(words) …\") can be told one after the other only"
    } else if reading.condition?.subject == .value, let words = Self.below.first(where: has) {
      message = "the condition (\"\(words)\") was not understood"
    } else if [.figure, .list, .compare].contains(reading.frame),
      let words = Self.clauses.first(where: { text.dropFirst(2).contains(" \($0) ") }), reading.metric != .riskDistance,
      reading.except.isEmpty
    {
      message = "the condition (\"\(words) …\") was not understood"
    } else if [.figure, .list, .compare].contains(reading.frame), reading.metric != .actions,
      let words = Self.origins.first(where: has)
    {
      message = "the condition (\"\(words)\") was not understood"
    } else if let rank = Self.ranks.first(where: { rank in Self.extremes.contains { has("\(rank) \($0)") } }) {
      message = "the rank (\"\(rank)\") was not understood: only the first and the last are known"
    } else if reading.frame.isAboutEngine, reading.topic != .connect, let name = Self.foreign.first(where: has) {
      message = "hean asks one engine only, and knows nothing of \"\(name)\""
    } else if reading.isOfLevels, Self.hits.contains(where: has), Self.pasts.contains(where: has) {
      message = "what a position was stopped out at is not kept"
    } else if reading.aggregate == .ratio, reading.isWhole, reading.metric?.isRatio == false {
      message = "of what the \(reading.metric?.label ?? "figure") is a share was not understood"
    } else if has("tons"), reading.symbols.isEmpty {
      message = "whether \"tons\" means TON was not understood"
    } else if let currency = Self.currencies.first(where: has) {
      message = "amounts are in USDT; hean has no rate for \"\(currency)\""
    } else if let word = Self.statistics.first(where: has), reading.asksFor(word) {
      message = "hean does not work out a \(word) here"
    } else if [.figure, .list, .compare, .state].contains(reading.frame), let words = Self.moment(text, reading.window)
    {
      message = "a moment of the past (\"\(words)\") was not understood: only spans are, such as \"last 2h\""
    } else {
      return nil
    }
  }

  /// The name behind a lone minus: `close everything - eth`.
  private static func subtracted(_ question: String, _ reading: QuestionReading) -> String? {
    let words = question.lowercased().split(separator: " ").map(String.init)
    let behind = zip(words, words.dropFirst()).filter { $0.0 == "-" || $0.0 == "–" }.map(\.1)
    return behind.first { word in
      (reading.symbols + reading.strategies).contains { $0.lowercased().contains(word) }
    }
  }

  private static func moment(_ text: String, _ window: QuestionWindow?) -> String? {
    if text.contains(" ago ") { return "ago" }
    let words = text.split(separator: " ").map(String.init)
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
}

extension QuestionReading {
  /// Whether "keep" can say what is left out: not in `earn its keep`, `keep me posted`, `stop it but keep the positions`.
  fileprivate func takesKeep(_ text: String) -> Bool {
    if [.watch, .stop, .pause, .restart, .connect].contains(topic) { return false }
    return !text.contains(" its keep ")
  }

  fileprivate var isOfLevels: Bool { frame.isOfRows && (metric == .stopLoss || metric == .takeProfit) }
  fileprivate var isOfNow: Bool { [.figure, .list].contains(frame) && metric?.isOfNow == true }

  /// Whether words of a condition could be one here that was not read.
  fileprivate var takesConditions: Bool {
    guard frame != .compare, condition == nil else { return false }
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

  /// A symbol or a strategy beside an operation on the whole engine.
  private var unusedName: String? {
    if topic == .enableStrategy || topic == .disableStrategy {
      return frame == .whatIf ? nil : symbols.first ?? side?.rawValue
    }
    let isOfEngine = topic.map { [.stop, .start, .restart, .pause, .resume, .resetKillSwitch].contains($0) } == true
    guard isOfEngine, [.howTo, .safe, .whatIf].contains(frame) else { return nil }
    return (symbols + strategies).first ?? side?.rawValue
  }

  /// A name, a condition or an exception that the answer would leave out, in words; `nil` when it is used.
  fileprivate var unusedSlot: String? {
    let narrowsRows =
      switch frame {
      case .figure, .list, .compare: metric?.hasRows == true
      case .state, .why: topic == .position || topic == .closed || topic == .loss
      case .howTo:
        topic?.closesPositions == true
          || condition == nil && (topic == .enableStrategy || topic == .disableStrategy)
      case .whatIf: condition == nil || topic == .close && condition?.subject == .pnl
      case .define, .difference, .forecast, .advice, .secret, .outside: true
      case .when: topic == .trade
      case .safe, .who: false
      }
    if let name = unusedName { return name }
    if frame == .figure || frame == .list, metric?.isOfAccount == true, let name = (symbols + strategies).first {
      return name
    }
    guard !narrowsRows else { return nil }
    return condition?.description ?? (except.isEmpty ? nil : "all but \(except.joined(separator: ", "))")
  }
}

extension QuestionMetric {
  /// Whether there is one of it for the whole account only.
  fileprivate var isOfAccount: Bool {
    [.equity, .balance, .freeMargin, .drawdown, .peakEquity, .riskDistance].contains(self)
  }

  /// Whether it is made of rows that a condition or an exception can narrow.
  fileprivate var hasRows: Bool {
    switch self {
    case .equity, .balance, .freeMargin, .dayPnL, .drawdown, .peakEquity, .riskDistance, .uptime, .rejectedOrders,
      .events, .errors, .actions, .liquidationPrice, .slippage, .latency, .funding:
      false
    default: true
    }
  }

  /// Whether winning or losing is what it counts, and no condition on something else.
  fileprivate var isLosing: Bool { [.wins, .losses, .winStreak, .lossStreak, .winRate, .profitFactor].contains(self) }
}
