import HeanCore

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

  /// Says what was not understood; `nil` when it finds no such part.
  typealias Check = @Sendable (TypedText, QuestionReading) -> String?

  /// Each looks for one kind of part; the first that finds one is told.
  private static let checks: [Check] =
    [slot] + UnreadCondition.checks + UnreadEnd.checks + [UnreadAssumption.message] + UnreadTime.checks + [
      groups, arithmetic, average, trust, secondFigure, secondRows, pronoun, choice, leftOut, ban, reconnection, target,
      foreignAccount, takingProfit, rejecter, feeShare, mostOf, otherBase, afterFees, beforeFees, stopOut, wholeOfShare,
      tons, currency, dayReset, priceOfDeals,
      statistic,
    ]

  private static func slot(_ text: TypedText, _ reading: QuestionReading) -> String? {
    reading.unusedSlot.map {
      "\(reading.metric?.label ?? reading.topic?.label ?? "this") cannot be narrowed to \($0)"
    }
  }

  /// The name behind a lone minus: `close everything - eth`.
  private static func subtracted(_ question: String, _ reading: QuestionReading) -> String? {
    let words = question.lowercased().split(atEach: " ")
    let behind = zip(words, words.dropFirst()).filter { $0.0 == "-" || $0.0 == "–" }.map(\.1)
    let name = behind.first { word in
      (reading.symbols + reading.strategies).contains { $0.lowercased().contains(word) }
    }
    return name.map { "whether \"- \($0)\" leaves it out was not understood: say \"except \($0)\"" }
  }

  private static let grouped: Set<String> = [
    "symbol", "symbols", "coin", "coins", "strategy", "strategies", "side", "reason", "hour", "day", "market", "pair",
  ]

  /// `pnl by symbol and by strategy`
  private static func groups(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.group != nil else { return nil }
    let words = text.words
    for (at, lead) in words.enumerated() where ["by", "per"].contains(lead) {
      let rest = words[(at + 1)...].prefix(4).filter { !["and", "by", "per", "then", "each"].contains($0) }
      guard rest.count >= 2, grouped.contains(rest[0]), grouped.contains(rest[1]), rest[0] != rest[1] else { continue }
      return "two groups (\"\(rest[0])\" and \"\(rest[1])\") cannot be told at once: ask for one of them"
    }
    return nil
  }

  /// Fees are a part of the PnL: `pnl minus fees` is told with them.
  private static func arithmetic(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.except.isEmpty, reading.condition == nil, reading.metric != .netExposure,
      reading.metric?.isRatio != true,
      !["minus fees", "much minus", "in minus", "many minus"].contains(where: text.has),
      let words = ["divided by", "multiplied by", "minus"].first(where: text.has)
    else { return nil }
    return "hean does not calculate with figures (\"\(words)\")"
  }

  /// `take profit on sol now` may be a wish to close.
  private static func takingProfit(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.metric == .takeProfit, reading.secondMetric == nil,
      ["take profit", "take profits", "take some profit"].contains(where: {
        text.text.hasPrefix(" \($0) on ") || text.text.hasPrefix(" \($0) in ")
      }), text.has("now") || text.has("please") || text.has("on my") || text.has("on the")
    else { return nil }
    return "whether the level or a close is meant was not understood: ask for the level, or how to close the position"
  }

  /// `is the exchange rejecting our orders or are we`
  private static func rejecter(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.metric == .rejectedOrders || reading.metric == .refused,
      let words = ["or are we", "or is it us", "or do we", "or the council"].first(where: text.has)
    else { return nil }
    return
      "which of two (\"\(words)\") it is was not understood: ask for the rejected orders and for the refused signals"
  }

  private static let ofProfit = ["profit", "profits", "gains", "winnings", "pnl"].flatMap { noun in
    ["our", "the", "my"].map { "of \($0) \(noun)" }
  }

  /// `how much of the profit goes to fees`
  private static func feeShare(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.metric == .fees, reading.secondMetric == nil,
      text.has("eating") || ofProfit.contains(where: text.has)
    else { return nil }
    return "what share of the profit the fees are is not worked out here: it is among the analytics"
  }

  /// `which trade is most of the loss` asks for no highest value.
  private static func mostOf(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.aggregate?.isExtreme == true, reading.group == nil,
      ["most of the", "most of our", "most of my", "most of it", "most of its"].contains(where: text.has)
    else { return nil }
    return "whether something is \"most of\" something else is not worked out: ask for both figures"
  }

  /// The averages of what is counted are not set side by side.
  private static func average(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame == .compare, let metric = reading.metric, metric.isCounted || metric.isOfResult,
      let word = ["average", "avg", "mean"].first(where: text.has)
    else { return nil }
    return "how the \(word) of each is to be compared was not understood: ask for one after the other"
  }

  /// The account's PnL is told after fees.
  private static func beforeFees(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.metric == .pnl || reading.metric == .dayPnL, reading.isWhole,
      let words = ["before fees", "before the fees", "before commission", "before costs"].first(where: text.has)
    else { return nil }
    return "the PnL of the account is told after fees, not \"\(words)\": realized and unrealized PnL are without them"
  }

  /// Fees are known of orders, not of trades: the average, best or last trade is told before them.
  private static func afterFees(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.metric?.isOfResult == true, reading.metric != .dayPnL,
      reading.aggregate != nil || reading.group != nil,
      let words = ["after fees", "after the fees", "net of fees", "after commission", "including fees", "after costs"]
        .first(where: text.has)
    else { return nil }
    return "fees are not known by trade, so that a PnL \"\(words)\" is told of the whole account only"
  }

  /// A drawdown is measured from the highest equity, not from the capital at the start.
  private static func otherBase(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.metric == .drawdown || reading.metric == .peakEquity,
      let base = ["starting capital", "initial capital", "start capital", "where we started", "what we started with"]
        .first(
          where: text.has)
    else { return nil }
    return "a loss against the capital at the start (\"\(base)\") is told by the PnL of the account"
  }

  /// `can i trust the pnl`, `does the equity add up` ask for more than the figure.
  private static func trust(_ text: TypedText, _ reading: QuestionReading) -> String? {
    let asks =
      switch text.words.first {
      case "do"?, "does"?: ["trust", "believe", "rely", "add up"]
      case "is"?, "are"?: ["trust", "believe", "rely", "correct", "accurate", "up to date"]
      default: ["trust", "believe", "rely"]
      }
    guard reading.frame == .figure, let word = asks.first(where: text.has) else { return nil }
    return "whether a figure can be relied on (\"\(word)\") is told with the account and its sources"
  }

  /// `compare bnb and link, pnl and win rate`: of several names only one figure is told.
  private static func secondFigure(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.secondMetric == nil, !reading.hasSecondQuestion, reading.metric != .pnl,
      reading.metric?.isOfResult != true,
      reading.condition == nil, text.has("pnl and") || text.has("and pnl") || text.has("profit and fees")
    else { return nil }
    return "two figures were named (\"pnl\" and \"\(reading.metric?.label ?? "another")\"): ask for one after the other"
  }

  private static let rows: Set<String> = ["positions", "trades", "orders", "signals", "fills", "strategies"]

  /// `how many positions and trades`, `entry price of eth and its stop`
  private static func secondRows(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.secondMetric == nil, !reading.hasSecondQuestion else { return nil }
    let words = text.words
    let isOfRows = words.indices.dropFirst().dropLast().contains { at in
      words[at] == "and" && rows.contains(words[at - 1]) && rows.contains(words[at + 1])
    }
    guard isOfRows || reading.group == nil && ["and its", "and number of", "and how many"].contains(where: text.has)
    else {
      return nil
    }
    return "two figures were named: ask for one after the other"
  }

  /// `how many of them were shorts`
  private static func pronoun(_ text: TypedText, _ reading: QuestionReading) -> String? {
    // `how many signals got blocked by it`
    if reading.frame.isOfRows, let words = ["by it", "by that", "by this"].first(where: text.has) {
      return "what \"\(words)\" means was not understood: name it"
    }
    guard reading.frame.isOfRows, let word = ["them", "those", "these"].first(where: { text.has("of \($0)") }),
      ["of \(word) positions", "of \(word) trades", "all of \(word)", "became of \(word)"].allSatisfy({ !text.has($0) })
    else { return nil }
    return "what \"\(word)\" are was not understood: name them"
  }

  /// `did the risk check or the council block more`
  private static func choice(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame == .state, text.has("or"), text.has("more") || text.has("most") else { return nil }
    return "which of the two is more was not understood: ask for the figure of each"
  }

  private static let bans: Set<String> = [
    "quarantine", "quarantining", "block", "blacklist", "ban", "avoid", "exclude", "stop", "keep", "skip",
  ]

  private static let negations: Set<String> = ["not", "never", "t", "dont", "cant", "cannot", "no", "nobody"]

  /// `no of` is a number of something, `not of eth` leaves it out.
  private static func leftOut(_ text: TypedText, _ reading: QuestionReading) -> String? {
    reading.frame.isAboutEngine && text.has("not of") ? "the \"not\" in the question was not understood" : nil
  }

  /// `do not quarantine eth`; but `do not trade eth` is a wish.
  private static func ban(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame == .howTo, reading.topic == .avoidSymbol,
      let at = text.words.firstIndex(where: bans.contains),
      text.words[..<at].suffix(4).contains(where: negations.contains)
    else { return nil }
    return "the \"not\" in the question was not understood"
  }

  private static func reconnection(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame == .howTo, reading.topic == .connect, text.has("reconnect") else { return nil }
    return "what is to connect again was not understood: the engine connects to the exchange by itself"
  }

  private static let others = [
    "kill switch", "killswitch", "council", "stop loss", "stop losses", "stops", "lights", "governor", "alerts",
    "emergency stop",
  ]

  /// `disable the kill switch` is not about a strategy.
  private static func target(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame == .howTo, reading.topic == .enableStrategy || reading.topic == .disableStrategy,
      reading.strategies.isEmpty,
      let name = others.first(where: text.has)
    else { return nil }
    return "hean cannot switch \"\(name)\" on or off"
  }

  /// Accounts and venues that are not those of this engine.
  private static let foreign = [
    "binance", "kraken", "coinbase", "okx", "kucoin", "bitget", "bitmex", "second account", "other account",
    "other accounts", "other bot", "vat", "tax return", "brother s", "sister s", "friend s", "brothers", "friends",
    "neighbour s", "whales", "whale", "other traders",
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
    // `how many positions got stopped out`
    if reading.frame.isOfRows, reading.metric?.isCounted == true, text.has("stopped out") {
      return "why a position was closed is not told by the engine (\"stopped out\")"
    }
    guard reading.frame.isOfRows, reading.metric == .stopLoss || reading.metric == .takeProfit,
      hits.contains(where: text.has), pasts.contains(where: text.has)
    else { return nil }
    return "what a position was stopped out at is not kept"
  }

  private static func wholeOfShare(_ text: TypedText, _ reading: QuestionReading) -> String? {
    if reading.frame.isOfRows, reading.aggregate == .ratio, reading.symbols.count == 2, !text.has("and") {
      return "how much one of two is of the other is not worked out"
    }
    guard reading.aggregate == .ratio, reading.isWhole, reading.metric?.isRatio == false, !reading.isShareOfEquity
    else { return nil }
    return "of what the \(reading.metric?.label ?? "figure") is a share was not understood"
  }

  private static func tons(_ text: TypedText, _ reading: QuestionReading) -> String? {
    text.has("tons") && reading.symbols.isEmpty ? "whether \"tons\" means TON was not understood" : nil
  }

  private static let counters = [
    "daily", "day s", "day", "midnight", "high", "low", "counter", "counters", "pnl", "loss limit", "limit", "limits",
    "stats", "session", "week", "weekly", "streak", "streaks", "count", "counts",
  ]
  private static let blocks = [
    "kill switch", "killswitch", "block", "blocked", "quarantine", "governor", "brake", "latch", "halt", "trading",
    "cooldown", "cool down", "pause", "it",
  ]

  /// `when does the daily high reset`: what the engine counts by the day is no block that ends.
  private static func dayReset(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame == .when, reading.topic == .unblock || reading.topic == .killSwitch,
      ["reset", "resets", "resetting", "roll over", "rolls over", "start over", "starts over"].contains(
        where: text.has),
      let counter = counters.first(where: text.has), !blocks.contains(where: text.has)
    else { return nil }
    return "when a figure (\"\(counter)\") begins anew is not told here: only when a block of trading ends"
  }

  /// Entry prices are those of positions, and a buy can end one.
  private static func priceOfDeals(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.metric == .entryPrice, reading.aggregate == .average,
      let deals = ["buys", "sells", "fills"].first(where: text.has)
    else { return nil }
    return "an average price of \(deals) is not worked out: each is listed with its own among the orders"
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
    return "\"\(word)\" is not worked out here; what is known of it is among the analytics"
  }
}

extension QuestionReading {
  /// Whether a statistic is asked for, and not a strategy that has its name.
  fileprivate func asksFor(_ statistic: String) -> Bool {
    frame.isOfRows && !strategies.contains { $0.contains(statistic) }
  }
}
