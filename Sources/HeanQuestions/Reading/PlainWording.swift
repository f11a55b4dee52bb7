import HeanCore

/// Questions whose wording says what is asked, and of which there are too few examples to learn from, or which would be taken
/// for a forecast. Each wording is narrow: what it catches by mistake gets an answer to something else.
enum PlainWording {
  private struct Wording: Sendable {
    let intent: QuestionIntent
    /// A second metric, told beside the first.
    let second: QuestionMetric?
    let group: QuestionGroup?
    let condition: QuestionCondition?
    let aggregate: QuestionAggregate?
    /// A longer question says more than the wording.
    let mostWords: Int
    /// Whether a phrase of the last part has to end the question.
    let endsIt: Bool
    /// Of each part one phrase has to stand in the question.
    let parts: [Phrases]
    /// None of these may stand in it.
    let without: [Phrases]

    init(
      _ frame: QuestionFrame, _ metric: QuestionMetric? = nil, topic: QuestionTopic? = nil,
      second: QuestionMetric? = nil, by group: QuestionGroup? = nil, where condition: QuestionCondition? = nil,
      aggregate: QuestionAggregate? = nil, most mostWords: Int = 16, endsIt: Bool = false, _ parts: Phrases...,
      without: Phrases...
    ) {
      intent = QuestionIntent(frame, metric: metric, topic: topic)
      (self.second, self.group, self.condition, self.aggregate) = (second, group, condition, aggregate)
      (self.mostWords, self.endsIt, self.parts, self.without) = (mostWords, endsIt, parts, without)
    }

    func fits(_ text: TypedText) -> Bool {
      guard text.words.count <= mostWords, parts.allSatisfy(text.has), !without.contains(where: text.has) else {
        return false
      }
      return !endsIt || parts.last?.all.contains { text.text.hasSuffix(" \($0) ") } == true
    }
  }

  /// Reads what such a wording asks for.
  /// - Returns: whether it is one of them. A question that names a symbol or a strategy never is: these are of the whole
  ///   account, or of the engine.
  static func read(_ reading: inout QuestionReading, _ slots: QuestionSlots) -> Bool {
    guard slots.symbols.isEmpty, slots.strategies.isEmpty, slots.codes.isEmpty else { return false }
    guard let wording = wordings.first(where: { $0.fits(slots.text) }) else { return false }
    let intent = wording.intent
    (reading.frame, reading.metric, reading.topic) = (intent.frame, intent.metric, intent.topic)
    (reading.secondMetric, reading.group, reading.aggregate) = (wording.second, wording.group, wording.aggregate)
    reading.condition = wording.condition ?? reading.condition
    if wording.endsIt || wording.second != nil { reading.hasSecondQuestion = false }
    return true
  }

  // Lists that several wordings leave out.
  /// A wish to change a setting is no question about its value.
  private static let changing: Phrases = "set|change|changed|raise|lower|increase|reduce|adjust"
  /// Nor is a wish of another kind, or a question about its meaning or about what was.
  private static let meaning: Phrases =
    "make|cut|should|can|mean|means|meaning|average|actual|positions have|do we have|did we have"
  /// What narrows or compares averages and ends, or asks for more than they are.
  private static let averaging: Phrases = """
    ratio|long|longs|short|shorts|by|per|each|strategy|coin|second|hold|held|duration|long lasting|than|bigger|larger
    smaller|difference
    """
  /// A cause, a condition, a time or a person is another question.
  private static let others: Phrases = "why|if|when|who"

  private static let wordings: [Wording] = [
    Wording(
      .figure, .initialCapital, most: 7,
      "starting capital|initial capital|start capital|starting balance|capital at the start",
      without: """
        below|above|under|over|on|if|why|from|change|set|return|percent|of|made|make|and|how do|vs|versus|than
        """),
    Wording(
      .figure, .positionRoom, "what|whats|how close|how far|how near",
      """
      position limit|positions limit|limit of positions|max positions|max number of open positions|max open positions
      maximum number of positions|max number of positions|maximum of open positions|maximum number of open positions
      """, without: changing, others, "because|refused|happens|hit|how do|how can"),
    Wording(
      .figure, .positionRoom, "positions|position|trades|slots|slot",
      """
      can we still open|can i still open|can it still open|could we still open|could it still open|can still be opened
      can we open|can it open|can i open|room for more|room for another|slots are free|slots left|free slots
      slots are left|still be opened|positions are left to open
      """, without: "margin|money|usdt|close|order|orders|how do|why|stop"),
    Wording(
      .whatIf, topic: .console, "internet|wifi|laptop|computer|terminal|ssh|phone|pc|macbook", "my|this|our office",
      "if|when|while|once",
      """
      drops|drop|close|closes|goes|go|dies|die|shut|lose|crashes|crash|off|sleep|sleeps|disconnect|disconnects|reboot
      fails|down|turn off|switch off
      """, without: "how do i|how can i|bybit|exchange|server|engine|bot"),
    Wording(
      .figure, .drawdown, "down|lost|lose|fallen|fell|drop|dropped|given back|gave back|below|under",
      """
      since the top|from the top|from the peak|since the peak|from the high|from our high|from our peak|from the highs
      since the high|off the peak|off our peak|from our best|the peak
      """,
      without: others, "should|losers|trades|positions|price|and|what|ever|furthest|farthest|deepest|max|worst|most"),
    Wording(
      .state, topic: .markets, most: 8, endsIt: true, "which|what|how many", "coins|symbols|pairs|markets|tickers",
      """
      does it trade|do we trade|does the bot trade|does the engine trade|does it watch|do we watch|are we watching
      is it watching|are we trading|is it trading|are watched|are configured|can it trade|are traded|does it follow
      are set up|do you trade|are there
      """),
    Wording(
      .figure, .liquidationPrice,
      """
      get liquidated|be liquidated|being liquidated|getting liquidated|liquidation risk|risk of liquidation
      margin call|margin called
      """, without: "what is|what does|what s|mean|if|when|why"),
    Wording(
      .when, topic: .unblock,
      "will it|will trading|will the|does it|does trading|would it|is it going to|is it gonna",
      """
      start|restart|resume|trade again|trading again|recover|unlock|come back|go away|turn back on|release
      reset itself|clear itself
      """, "by itself|on its own|by themselves|automatically|by its own|itself",
      without: "pnl|profit|loss|position|positions|price|prices|strategy|order|orders|midnight|drawdown|did"),
    Wording(
      .figure, .equity, second: .initialCapital, most: 12, "equity",
      "at the start|at start|when we started|when it started|started with|starting equity",
      "now|vs|versus|compared|current", without: "why|if|day|session|how much did|percent"),
    Wording(
      .figure, .wins, second: .losses, aggregate: .average, most: 12,
      "average win|avg win|mean win|average winner|average winning trade",
      "average loss|avg loss|mean loss|average loser|average losing trade", without: averaging, others),
    Wording(
      .figure, .wins, second: .losses, aggregate: .top, most: 12,
      "biggest win|largest win|best win|biggest winner|best trade|max win",
      "biggest loss|largest loss|worst loss|biggest loser|worst trade|max loss", without: averaging, others),
    Wording(
      .list, .positions, where: .inProfit, most: 10,
      "is anything|is any position|are any positions|is any of them|are any of my positions|is any trade",
      "making money|in profit|in the green|in the money|in plus", without: "not|today|did|if|or|losing|strategy"),
    Wording(
      .figure, .reasons, by: .reason, endsIt: true, "how many", "signals|signal",
      "rejected|refused|blocked|turned down|denied", "and why|and for what|and what for",
      without: "accepted|if|since the"),
    Wording(
      .howTo, topic: .changeSetting, most: 12, "council",
      "less strict|more lenient|less picky|looser|threshold|less harsh|relax|loosen",
      "make|lower|raise|change|set|loosen|relax|reduce|increase", without: others, "did|should|sense"),
    Wording(
      .howTo, topic: .tradeAgain, most: 10, "latch",
      "clear|reset|remove|release|end|lift|rid of|unlatch|past|unlock|undo|open",
      "how|clear|reset|remove|release|lift", without: others, "did|not|safe|mean"),
    Wording(
      .figure, .riskDistance, most: 10, "drawdown",
      """
      vs the limit|versus the limit|vs limit|against the limit|vs the limits|compared to the limit|vs the kill switch
      and its limit|and the limit
      """, without: "if|why|set|change|raise|lower|mean|difference"),
    Wording(
      .whatIf, topic: .start, most: 11, "what will happen|what happens|what would happen",
      """
      i start it|we start it|i start the engine|we start the engine|i start the bot|i start it again
      i start the engine again
      """, without: "not|and|stop"),
    Wording(
      .howTo, topic: .tradeAgain, most: 9,
      """
      would restarting help|will restarting help|would a restart help|will a restart help|does a restart help
      does restarting help|do i need to restart|do we need to restart|do i have to restart|do we have to restart
      does it need a restart|do we need a restart|is a restart needed|would it help to restart
      """, without: "not|after|change|setting"),
    Wording(
      .howTo, topic: .tradeAgain, most: 7,
      "can we trade again|can it trade again|can i trade again|can the engine trade again",
      without: "if|why|when|after|tomorrow"),
    Wording(
      .figure, .netExposure, most: 11, "are we|am i|is the book|is our book|is my book",
      "more long or short|net long or short|net long or net short|more long or more short|long or short",
      without: """
        why|if|should|on|in|money|profitable|losing|making|winning|better|allowed|trades|trading|earning|doing|worse
        """),
    Wording(
      .figure, .realized, aggregate: .last, most: 6, "what was",
      "our last trade|my last trade|the last trade|its last trade",
      without: "time|when|size|price|entry|and|fee|fees|before|of|side"),
    Wording(
      .state, topic: .setting, most: 12, "how much|what|whats|what s", SettingWords.riskOfTrade,
      without: changing, meaning, others, "left|did"),
    Wording(
      .state, topic: .setting, most: 12, "how many|what|whats",
      "losses in a row|consecutive losses|losing trades in a row",
      "limit|allowed|allow|before it stops|before it pauses|until it stops|until it pauses",
      without: changing, meaning, "why|who|had"),
    Wording(
      .state, topic: .setting, most: 8, "what|whats|how high|which",
      "daily loss limit|daily drawdown limit|limit of the daily drawdown",
      without: changing, meaning, others, "far|close|left|away|hit"),
    Wording(
      .figure, .trades, aggregate: .count, most: 12,
      """
      did we make any trade|did we make any trades|did it make any trade|did it make any trades|did we trade at all
      did it trade at all|have we traded at all|has it traded at all|has it made any trade|has it made any trades
      have we made any trades
      """, without: others, "by hand|manually|losing|winning|after|before"),
    Wording(
      .state, topic: .setting, most: 9, "council", "threshold", "what|whats|how high|which",
      without: changing, meaning, others, "reject|rejects|rejected"),
    Wording(
      .why, topic: .trading, most: 8,
      """
      why did it stop trading|why has it stopped trading|why did trading stop|why has trading stopped
      why did we stop trading|why did the bot stop trading|why did the engine stop trading
      why has the bot stopped trading|why has the engine stopped trading|why did the trading stop
      """, without: "when|at"),
    Wording(
      .figure, .uptime, most: 10, "how many hours|how many minutes|how many days",
      "running|been up|been on|been online|is it up|been alive",
      without: """
        position|positions|trade|trades|strategy|until|kill|order|orders|did|lost|lose|made|won|streak|without
        governor|quarantine|profit|profitable|losing
        """),
    Wording(
      .whatIf, topic: .stopAll, most: 8, "what does|what would", "panic|a panic|hean panic", "do",
      without: "mean|market|not|and"),
    Wording(
      .whatIf, topic: .stopAll, most: 9, "what happens|what happen",
      "i panic|we panic|i hit panic|i run panic|i use panic", without: "not|and"),
    Wording(
      .state, topic: .protect, most: 12, "will it|will the engine|will the bot|does it|does the engine|would it",
      "close the positions|close my positions|close our positions|close positions|close them",
      "by itself|on its own|automatically", without: "if|when|midnight"),
    Wording(
      .figure, .accepted, most: 12,
      """
      did any signal get through|did any signals get through|has any signal got through|did anything get through
      did any signal pass|have any signals passed|are any signals accepted|are any signals passing
      were any signals accepted|was any signal accepted
      """, without: "when|why|if"),
    Wording(
      .state, topic: .profile,
      """
      logged in as|log in as|who am i|which profile am i|what profile am i|engine am i talking|engine am i connected
      engine am i on|server am i|host am i|url am i|address am i
      """, without: "key|user|password"),
  ]
}
