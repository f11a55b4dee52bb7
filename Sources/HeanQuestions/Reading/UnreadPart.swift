import HeanCore

/// A part of a question that narrows it and that no slot can hold: an exception, a condition, half of something, a moment.
/// To leave it out would answer another question, or offer to close what was to stay open.
struct UnreadPart: Sendable {
  var message: String

  /// - Returns: `nil` when there is no such part.
  init?(_ question: String, _ reading: QuestionReading) {
    let text = TypedText(question)
    let found = Self.table.lazy.compactMap { $0.message(text, reading) }.first ?? Self.subtracted(question, reading)
    guard let found else { return nil }
    message = found
  }

  /// Each row looks for one kind of part; the first that finds one is told.
  private static let table: [UnreadRow] =
    [UnreadRow(check: slot)] + UnreadCondition.rows + UnreadEnd.rows + UnreadAssumption.rows + UnreadTime.rows + rows

  private static let rows: [UnreadRow] = [
    UnreadRow(check: groups),
    // Fees are a part of the PnL: `pnl minus fees` is told with them.
    UnreadRow(
      "divided by|multiplied by|minus", without: "minus fees|much minus|in minus|many minus",
      #"hean does not calculate with figures ("%")"#
    ) {
      $0.frame.isOfRows && $0.except.isEmpty && $0.condition == nil && $0.metric != .netExposure
        && $0.metric?.isRatio != true
    },
    // The averages of what is counted are not set side by side.
    UnreadRow(
      "average|avg|mean", #"how the % of each is to be compared was not understood: ask for one after the other"#
    ) { $0.frame == .compare && ($0.metric?.isCounted == true || $0.metric?.isOfResult == true) },
    UnreadRow(check: trust), UnreadRow(check: secondFigure), UnreadRow(check: secondRows),
    // `how many signals got blocked by it`
    UnreadRow("by it|by that|by this", #"what "%" means was not understood: name it"#) { $0.frame.isOfRows },
    UnreadRow(check: pronoun),
    // `did the risk check or the council block more`
    UnreadRow(
      "more|most", and: "or", "which of the two is more was not understood: ask for the figure of each"
    ) { $0.frame == .state },
    // `no of` is a number of something, `not of eth` leaves it out.
    UnreadRow("not of", #"the "not" in the question was not understood"#) { $0.frame.isAboutEngine },
    UnreadRow(check: ban),
    UnreadRow(
      "reconnect", "what is to connect again was not understood: the engine connects to the exchange by itself"
    ) { $0.frame == .howTo && $0.topic == .connect },
    // `disable the kill switch` is not about a strategy.
    UnreadRow(
      """
      kill switch|killswitch|council|stop loss|stop losses|stops|lights|governor|alerts|emergency stop
      """, #"hean cannot switch "%" on or off"#
    ) {
      $0.frame == .howTo && ($0.topic == .enableStrategy || $0.topic == .disableStrategy) && $0.strategies.isEmpty
    },
    // Accounts and venues that are not those of this engine.
    UnreadRow(
      """
      binance|kraken|coinbase|okx|kucoin|bitget|bitmex|second account|other account|other accounts|other bot|vat
      tax return|brother s|sister s|friend s|brothers|friends|neighbour s|whales|whale|other traders
      """, #"hean asks one engine only, and knows nothing of "%""#
    ) { $0.frame.isAboutEngine && $0.topic != .connect },
    // `take profit on sol now` may be a wish to close.
    UnreadRow(
      "now|please|on my|on the", says: beginsWithTakingProfit,
      "whether the level or a close is meant was not understood: ask for the level, or how to close the position"
    ) { $0.frame.isOfRows && $0.metric == .takeProfit && $0.secondMetric == nil },
    // `is the exchange rejecting our orders or are we`
    UnreadRow(
      "or are we|or is it us|or do we|or the council",
      #"which of two ("%") it is was not understood: ask for the rejected orders and for the refused signals"#
    ) { $0.frame.isOfRows && $0.isOf(.rejectedOrders, .refused) },
    // `how much of the profit goes to fees`
    UnreadRow(
      """
      eating|of our profit|of the profit|of my profit|of our profits|of the profits|of my profits|of our gains
      of the gains|of my gains|of our winnings|of the winnings|of my winnings|of our pnl|of the pnl|of my pnl
      """, "what share of the profit the fees are is not worked out here: it is among the analytics"
    ) { $0.frame.isOfRows && $0.metric == .fees && $0.secondMetric == nil },
    // `which trade is most of the loss` asks for no highest value.
    UnreadRow(
      "most of the|most of our|most of my|most of it|most of its",
      #"whether something is "most of" something else is not worked out: ask for both figures"#
    ) { $0.frame.isOfRows && $0.aggregate?.isExtreme == true && $0.group == nil },
    // A drawdown is measured from the highest equity, not from the capital at the start.
    UnreadRow(
      "starting capital|initial capital|start capital|where we started|what we started with",
      #"a loss against the capital at the start ("%") is told by the PnL of the account"#
    ) { $0.isOf(.drawdown, .peakEquity) },
    // Fees are known of orders, not of trades: the average, best or last trade is told before them.
    UnreadRow(
      "after fees|after the fees|net of fees|after commission|including fees|after costs",
      #"fees are not known by trade, so that a PnL "%" is told of the whole account only"#
    ) {
      $0.frame.isOfRows && $0.metric?.isOfResult == true && $0.metric != .dayPnL
        && ($0.aggregate != nil || $0.group != nil)
    },
    // The account's PnL is told after fees.
    UnreadRow(
      "before fees|before the fees|before commission|before costs",
      #"the PnL of the account is told after fees, not "%": realized and unrealized PnL are without them"#
    ) { $0.isOf(.pnl, .dayPnL) && $0.isWhole },
    // `how many positions got stopped out`
    UnreadRow(
      "stopped out", #"why a position was closed is not told by the engine ("%")"#
    ) { $0.frame.isOfRows && $0.metric?.isCounted == true },
    UnreadRow(
      "stopped out|stopped|hit", and: "was|were|got|been", "what a position was stopped out at is not kept"
    ) { $0.frame.isOfRows && $0.isOf(.stopLoss, .takeProfit) },
    UnreadRow(without: "and", "how much one of two is of the other is not worked out") {
      $0.frame.isOfRows && $0.aggregate == .ratio && $0.symbols.count == 2
    },
    UnreadRow(check: wholeOfShare),
    UnreadRow("tons", #"whether "%" means TON was not understood"#) { $0.symbols.isEmpty },
    UnreadRow(
      "euro|euros|eur|gbp|pounds|sterling|yen|jpy|chf|francs|sats|satoshi|satoshis",
      #"amounts are in USDT; hean has no rate for "%""#),
    // `when does the daily high reset`: what the engine counts by the day is no block that ends.
    UnreadRow(
      """
      daily|day s|day|midnight|high|low|counter|counters|pnl|loss limit|limit|limits|stats|session|week|weekly|streak
      streaks|count|counts
      """, and: "reset|resets|resetting|roll over|rolls over|start over|starts over",
      without: """
        kill switch|killswitch|block|blocked|quarantine|governor|brake|latch|halt|trading|cooldown|cool down|pause|it
        """, #"when a figure ("%") begins anew is not told here: only when a block of trading ends"#
    ) { $0.frame == .when && ($0.topic == .unblock || $0.topic == .killSwitch) },
    // Entry prices are those of positions, and a buy can end one.
    UnreadRow(
      "buys|sells|fills", "an average price of % is not worked out: each is listed with its own among the orders"
    ) { $0.frame.isOfRows && $0.metric == .entryPrice && $0.aggregate == .average },
    UnreadRow(check: statistic),
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

  private static func beginsWithTakingProfit(_ text: TypedText) -> Bool {
    ["take profit", "take profits", "take some profit"].contains {
      text.text.hasPrefix(" \($0) on ") || text.text.hasPrefix(" \($0) in ")
    }
  }

  /// `can i trust the pnl`, `does the equity add up` ask for more than the figure.
  private static func trust(_ text: TypedText, _ reading: QuestionReading) -> String? {
    let asks: Phrases =
      switch text.words.first {
      case "do"?, "does"?: "trust|believe|rely|add up"
      case "is"?, "are"?: "trust|believe|rely|correct|accurate|up to date"
      default: "trust|believe|rely"
      }
    guard reading.frame == .figure, let word = text.first(asks) else { return nil }
    return "whether a figure can be relied on (\"\(word)\") is told with the account and its sources"
  }

  /// `compare bnb and link, pnl and win rate`: of several names only one figure is told.
  private static func secondFigure(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.secondMetric == nil, !reading.hasSecondQuestion, reading.metric != .pnl,
      reading.metric?.isOfResult != true,
      reading.condition == nil, text.has("pnl and|and pnl|profit and fees" as Phrases)
    else { return nil }
    return "two figures were named (\"pnl\" and \"\(reading.metric?.label ?? "another")\"): ask for one after the other"
  }

  private static let rowWords: Set<String> = ["positions", "trades", "orders", "signals", "fills", "strategies"]

  /// `how many positions and trades`, `entry price of eth and its stop`
  private static func secondRows(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.secondMetric == nil, !reading.hasSecondQuestion else { return nil }
    let words = text.words
    let isOfRows = words.indices.dropFirst().dropLast().contains { at in
      words[at] == "and" && rowWords.contains(words[at - 1]) && rowWords.contains(words[at + 1])
    }
    guard isOfRows || reading.group == nil && text.has("and its|and number of|and how many" as Phrases)
    else { return nil }
    return "two figures were named: ask for one after the other"
  }

  /// `how many of them were shorts`
  private static func pronoun(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, let word = ["them", "those", "these"].first(where: { text.has("of \($0)") }),
      ["of \(word) positions", "of \(word) trades", "all of \(word)", "became of \(word)"].allSatisfy({ !text.has($0) })
    else { return nil }
    return "what \"\(word)\" are was not understood: name them"
  }

  private static let bans: Set<String> = [
    "quarantine", "quarantining", "block", "blacklist", "ban", "avoid", "exclude", "stop", "keep", "skip",
  ]

  private static let negations: Set<String> = ["not", "never", "t", "dont", "cant", "cannot", "no", "nobody"]

  /// `do not quarantine eth`; but `do not trade eth` is a wish.
  private static func ban(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame == .howTo, reading.topic == .avoidSymbol,
      let at = text.words.firstIndex(where: bans.contains),
      text.words[..<at].suffix(4).contains(where: negations.contains)
    else { return nil }
    return "the \"not\" in the question was not understood"
  }

  private static func wholeOfShare(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.aggregate == .ratio, reading.isWhole, reading.metric?.isRatio == false, !reading.isShareOfEquity
    else { return nil }
    return "of what the \(reading.metric?.label ?? "figure") is a share was not understood"
  }

  private static let statistics: Phrases = """
    median|percentile|p50|p90|p95|p99|stdev|std|deviation|variance|volatility|sharpe|sortino|calmar|corr|correlation
    kurtosis|skew|beta|alpha|cagr|annualized
    """

  private static func statistic(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard let word = text.first(statistics), reading.asksFor(word) else { return nil }
    return "\"\(word)\" is not worked out here; what is known of it is among the analytics"
  }
}

extension QuestionReading {
  /// Whether a statistic is asked for, and not a strategy that has its name.
  fileprivate func asksFor(_ statistic: String) -> Bool {
    frame.isOfRows && !strategies.contains { $0.contains(statistic) }
  }
}
