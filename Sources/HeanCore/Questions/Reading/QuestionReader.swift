import Foundation

/// Reads what a question asks for: first all that it names, then what it wants, which is learnt from examples, then the small
/// words that say how the values are put together.
public struct QuestionReader: Sendable {
  /// The names that it takes for symbols and strategies.
  let names: QuestionNames

  /// - Parameters:
  ///   - symbols: that the engine knows, beside the usual ones.
  ///   - strategies: of the engine; those that come with it when it has not told.
  public init(symbols: [String] = [], strategies: [String]? = nil) {
    names = QuestionNames(
      symbols: Symbols.defaults + symbols.filter { !Symbols.defaults.contains($0) },
      strategies: strategies ?? Resolver.shippedStrategies)
  }

  /// A question in a conversation: `and for eth?` keeps the rest of the reading before.
  func read(_ question: String, after earlier: QuestionReading?) -> QuestionReading {
    guard let earlier, FollowUp.isOne(question) else { return read(question) }
    return FollowUp(names: names).merged(question, into: earlier, read(question))
  }

  /// What is asked; `confidence` and a missing metric or topic tell how sure that is.
  public func read(_ question: String) -> QuestionReading {
    let slots = QuestionSlots(question, names: names, corrected: QuestionSpelling.corrected)
    return read(slots, IntentModel.ranked(slots))
  }

  /// - Parameter ranked: what is wanted, the likeliest first.
  func read(_ slots: QuestionSlots, _ ranked: [IntentModel.Ranked]) -> QuestionReading {
    var intent = ranked.first?.intent ?? QuestionIntent(.outside)
    // `what is peak equity` may ask for its meaning, `what was peak equity` does not.
    if intent.frame == .define,
      slots.words.words.prefix(3).contains(where: { ["was", "were"].contains($0.typed.lowercased()) }),
      slots.codes.isEmpty, let figure = ranked.first(where: { $0.intent.frame == .figure })
    {
      intent = figure.intent
    }
    var reading = slots.reading(intent.frame)
    // `btc 5 percent lower, likely?`, `eth or sol, which will do better`
    let isGuess =
      intent.frame == .whatIf && slots.stems.contains { ["likely", "realistic", "odds", "probable"].contains($0) }
    let isToCome = intent.frame.isOfRows && Self.futures.contains { CuedWords(slots.stems).has($0) }
    if isGuess || isToCome || [.figure, .compare].contains(intent.frame) && slots.stems.contains("will") {
      reading.frame = .forecast
      return reading
    }
    // A symbol alone asks what is held in it.
    if !slots.symbols.isEmpty, slots.stems.allSatisfy({ $0 == "$symbol" }) {
      (reading.frame, reading.topic) = (.state, .position)
      return reading
    }
    // `what should i do` asks for the next step of an operator, not for a trade.
    if slots.stems.count <= 6, slots.stems.starts(with: ["what", "should"]), slots.stems.contains("do") {
      (reading.frame, reading.topic) = (.howTo, .tradeAgain)
      return reading
    }
    // A reason code alone asks what it means.
    if !slots.codes.isEmpty, slots.stems.allSatisfy({ $0 == "$code" }) {
      (reading.frame, reading.terms) = (.define, slots.codes)
      return reading
    }
    // Of today, the PnL is the one of the day.
    let days: [QuestionMetric?] = slots.window == .today ? [.pnl, .dayPnL] : []
    // The best or worst of the positions is one by its unrealized PnL.
    let valued: [QuestionMetric?] = [.positions, .unrealized]
    let results: [QuestionMetric?] = [.pnl, .realized, .trades, .wins, .losses]
    let isExtreme =
      (valued.contains(intent.metric) || results.contains(intent.metric))
      && FigureWords.aggregate(CuedWords(slots.stems))?.isExtreme == true
    // Of one symbol or strategy, why it is not traded is why its signals were refused.
    let isNamed = !slots.symbols.isEmpty || !slots.strategies.isEmpty
    let causes: [QuestionTopic?] = isNamed ? [.trading, .refused] : []
    func isSame(_ other: QuestionIntent) -> Bool {
      other.answersSame(as: intent)
        || intent.frame == .why && other.frame == .why && causes.contains(other.topic) && causes.contains(intent.topic)
        || isExtreme && valued.contains(intent.metric) && valued.contains(other.metric) && other.frame != .compare
        // The best trade, the best of the wins and the highest PnL of a trade are one.
        || isExtreme && results.contains(intent.metric) && results.contains(other.metric) && other.frame != .compare
          && FigureWords.group(CuedWords(slots.stems)) == nil
        || days.contains(other.metric) && days.contains(intent.metric) && other.frame == intent.frame
    }
    reading.confidence = ranked.reduce(0) { $0 + (isSame($1.intent) ? $1.probability : 0) }
    reading.second = ranked.first { !isSame($0.intent) }?.intent
    // `am i losing money` asks whether, not why.
    if intent.metric == .pnl, ["am", "are"].contains(slots.words.words.first?.typed.lowercased()) {
      reading.confidence = 1
    }
    switch reading.frame {
    case .figure, .list, .compare: readFigure(&reading, intent, slots)
    case .define, .difference: readTerms(&reading, slots)
    case .state, .why, .howTo, .safe, .when, .who, .whatIf: readTopic(&reading, intent, slots)
    case .forecast, .advice, .secret, .outside: break
    }
    // Of a question about closing, `ClosingScope` has to know every word.
    if reading.frame.isAboutEngine, reading.topic?.closesPositions != true {
      reading.unusedWords =
        slots.words.words.filter { !$0.isSlot && !Self.isPlain($0) && !IntentModel.knows($0.stem) }
        .map { $0.typed.lowercased() }.withoutDuplicates
    }
    return reading
  }

  /// Whether a word changes nothing about what is asked, or is no word.
  private static func isPlain(_ word: QuestionWords.Word) -> Bool {
    plain.contains(word.typed.lowercased()) || plain.contains(word.stem) || !word.typed.contains(where: \.isLetter)
      || word.typed.contains { $0.isNumber || $0 == "_" }
  }

  private static let plain = Set(
    """
    a an the this that these those there here it its he she they them their theirs we us our ours i me my mine you your
    yours one ones own some any other another such both either neither who whom whose which what where when how why or and
    but nor so yet as at by for from in into of off on onto out over to up upon with within about around than then too also
    just only even ever still already always often now again once soon later today please thanks thank sorry hello hi hey
    ok okay yes well really very quite pretty rather somehow actually basically exactly currently right quickly quick fast
    slowly nicely gently properly cleanly safely gracefully immediately maybe perhaps be am is are was were been being do
    does did done have has had can could may might must shall should will would need want like know see tell show give let
    make get go come happen seem look bot engine hean thing stuff guy guys man mate dude friend colleague boss team
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// `fees by the end of the month`
  private static let futures = ["by the end of", "by end of", "by tomorrow", "next week", "next month", "next hour"].map
  {
    $0.split(separator: " ").map { QuestionWords.stem(String($0)) }
  }

  private func readFigure(_ reading: inout QuestionReading, _ intent: QuestionIntent, _ slots: QuestionSlots) {
    let words = CuedWords(slots.stems, typed: slots.words.words.filter { !$0.isSlot }.map { $0.typed.lowercased() })
    let cues = QuestionMetric.cues
    // What the engine does not send is seldom asked for, so that examples of it are few; its names are plain.
    let named = intent.metric == nil ? cues.best(words) : nil
    reading.metric = named?.isNotSent == true ? named : intent.metric
    // Funding is a payment, and the start of a strategy's name.
    if reading.metric == .funding, !slots.words.words.contains(where: { $0.typed.lowercased().hasPrefix("harvest") }) {
      reading.strategies.removeAll { $0 == "funding_harvester" }
      reading.except.removeAll { $0 == "funding_harvester" }
    }
    reading.group = FigureWords.group(words)
    reading.aggregate = reading.frame == .figure ? FigureWords.aggregate(words) : nil
    reading.side = FigureWords.side(slots.stems, countsDeeds: true)
    reading.settleFigure(words, terms: Terms.inGlossary(slots.words.words))
    if reading.frame == .difference { _ = readBoth(&reading, slots, isCompared: true) }
    guard reading.frame != .difference, reading.secondMetric == nil else { return }
    let used = [intent.metric, reading.metric].compactMap(\.self).reduce(into: Set<String>()) {
      $0.formUnion(cues.explained($1, words).union($1.impliedNouns))
    }
    reading.unusedNouns = words.nouns(without: used)
    reading.joinsNouns = words.hasAny(["and", "after", "minus", "plus", "less", "versus", "per", "over"])
    // `fees and drawdown`: both are told.
    if reading.unusedNouns.count == 1, let noun = reading.unusedNouns.first,
      reading.aggregate == nil,
      reading.group == nil || reading.group == .side, reading.condition == nil,
      let second = QuestionMetric(noun: noun), let first = reading.metric, second != first, !first.isCounted,
      slots.stems.indices.dropFirst().dropLast().contains(where: { at in
        ["and", "versus", "beside"].contains(slots.stems[at])
          && (slots.stems[at - 1] == noun || slots.stems[(at + 1)...].prefix(2).contains(noun))
      })
    {
      (reading.secondMetric, reading.unusedNouns) = (second, [])
      if reading.frame == .list { reading.frame = .figure }
    }
  }

  /// `realized and unrealized, both please`, `equity and balance side by side`: their values are wanted, not their meanings.
  /// - Parameter isCompared: whether the question was found to ask for figures, so that no word has to say so.
  private func readBoth(_ reading: inout QuestionReading, _ slots: QuestionSlots, isCompared: Bool) -> Bool {
    let stems = CuedWords(slots.stems)
    let lays = [["both"], ["beside"], ["next", "to"], ["side", "by", "side"], ["in", "one", "view"], ["together"]]
    let isLaidOut = lays.contains { stems.has($0.map(QuestionWords.stem)) }
    guard !stems.hasAny(["differ", "mean", "explain", "what", "same"]), isCompared || isLaidOut else { return false }
    let metrics: [QuestionMetric] = slots.stems.compactMap { QuestionMetric(noun: $0) }
    guard metrics.count == 2, metrics[0] != metrics[1] else { return false }
    (reading.frame, reading.metric, reading.secondMetric, reading.terms) = (.figure, metrics[0], metrics[1], [])
    reading.side = FigureWords.side(slots.stems, countsDeeds: true)
    if isLaidOut { reading.confidence = 1 }
    return true
  }

  private func readTerms(_ reading: inout QuestionReading, _ slots: QuestionSlots) {
    if reading.frame == .difference, readBoth(&reading, slots, isCompared: false) { return }
    // `exit` alone is another term.
    if slots.stems.contains("exit"), slots.stems.contains(QuestionWords.stem("code")) {
      reading.terms = ["exit code"]
      return
    }
    let isDifference = reading.frame == .difference
    let found = Terms.found(slots.words.words, atLeast: isDifference ? 2 : 1)
    let known = Terms.inGlossary(slots.words.words)
    if isDifference, known.count + slots.strategies.count + slots.codes.count >= 2, found != known || known.isEmpty {
      // A strategy's name is a term, too.
      (reading.terms, reading.strategies) = (slots.codes + slots.strategies + known, [])
    } else if reading.frame == .define, slots.codes.isEmpty, found.isEmpty || known.isEmpty && !slots.strategies.isEmpty
    {
      (reading.terms, reading.strategies) = (slots.strategies, [])
    } else if reading.frame == .define, !slots.codes.isEmpty {
      // What a code means is asked by its name: the words around it are no terms.
      reading.terms = slots.codes
    } else {
      reading.terms = slots.codes + found
    }
  }

  private func readTopic(_ reading: inout QuestionReading, _ intent: QuestionIntent, _ slots: QuestionSlots) {
    reading.topic = intent.topic
    // `put stop and target next to each other`
    let nouns = Set(slots.stems)
    let isLaidOut = [["beside"], ["next", "to"], ["side", "by", "side"]].contains {
      CuedWords(slots.stems).has($0.map(QuestionWords.stem))
    }
    if reading.frame == .howTo, reading.topic == .protect, isLaidOut,
      nouns.isSuperset(of: ["stop", "target"]) || nouns.isSuperset(of: ["stoploss", "takeprofit"])
    {
      (reading.frame, reading.topic) = (.figure, nil)
      (reading.metric, reading.secondMetric) = (.stopLoss, .takeProfit)
      return
    }
    // `when does the quarantine finish`
    let isOfGovernor = !Set(slots.stems).isDisjoint(with: ["governor", "quarantine", "softbrake"])
    if reading.frame == .when, reading.topic == .unblock, isOfGovernor { reading.topic = .governor }
    // When a strategy was enabled or disabled is when somebody did it; when it lost or closed is when a trade ended.
    if reading.frame == .when {
      switch reading.topic {
      case .strategy: reading.topic = .action
      case .loss: (reading.topic, reading.condition) = (.trade, reading.condition ?? .inLoss)
      case .closed: reading.topic = .trade
      default: break
      }
      if reading.topic == .trade, reading.condition == nil {
        let stems = Set(slots.stems)
        let (isGood, isBad) = (
          !stems.isDisjoint(with: ["win", "profit", "gain", "good", "green"]), stems.contains("lose")
        )
        if isGood != isBad { reading.condition = isGood ? .inProfit : .inLoss }
      }
    }
    let stems = Set(slots.stems)
    // `smart_limit_1795 has not traded, how come` is about that order.
    if reading.frame == .why, reading.id != nil, [.trading, .refused].contains(reading.topic) {
      reading.topic = .order
    }
    // `when was a signal last accepted` is not about the last signal.
    if reading.frame == .when, reading.topic == .signal, stems.contains("accept") {
      (reading.frame, reading.topic, reading.metric, reading.aggregate) = (.figure, nil, .accepted, .last)
      return
    }
    // `who opened the eth position` is a strategy, and what trips the switch is no operator.
    if reading.frame == .who, stems.contains("open"), !stems.isDisjoint(with: ["position", "long", "short"]) {
      (reading.frame, reading.topic) = (.why, .position)
    }
    if reading.frame == .who, stems.isSuperset(of: ["trip", "killswitch"]) {
      (reading.frame, reading.topic) = (.why, .killSwitch)
    }
    // `why did it sell ton short` asks about an entry.
    if reading.frame == .why, reading.topic == .closed, stems.isSuperset(of: ["sell", "short"]),
      stems.isDisjoint(with: ["close", "exit"])
    {
      reading.topic = .position
    }
    // `how long is it open` asks for a span, `since when` for a moment.
    if reading.frame == .when, reading.topic == .position, slots.stems.contains("howlong") {
      (reading.frame, reading.topic, reading.metric) = (.figure, nil, .positionAge)
    }
    // `am i net short` has a sign for an answer.
    if reading.frame == .state, reading.topic == .position, reading.symbols.isEmpty, slots.stems.contains("net") {
      (reading.frame, reading.topic, reading.metric) = (.figure, nil, .netExposure)
      return
    }
    // `anything resting on eth`
    if reading.frame == .state, reading.topic == .position, slots.stems.contains("rest") { reading.topic = .order }
    // `what mode is the governor in`
    if reading.topic == .mode, slots.stems.contains("governor") { reading.topic = .governor }
    reading.side = FigureWords.side(
      slots.stems,
      countsDeeds: [.state, .when].contains(reading.frame)
        || [.placeOrder, .cancelOrder, .order].contains(reading.topic)
        || reading.frame == .why && [.refused, .trading, .position].contains(reading.topic))
    if [.cancelOrder, .order, .placeOrder].contains(reading.topic), slots.stems.contains("bid") {
      reading.side = .long
    }
    if reading.frame == .when, reading.topic == .unblock { reading.side = nil }
    // `how do i stop it from buying doge`
    if reading.frame == .howTo, let topic = reading.topic, [.stop, .pause].contains(topic), !reading.symbols.isEmpty,
      let verb = slots.stems.firstIndex(where: { ["stop", "pause", "prevent"].contains($0) }),
      slots.stems[(verb + 1)...].prefix(3).contains(where: { ["buy", "sell", "trade", "touch", "enter"].contains($0) })
    {
      (reading.topic, reading.confidence) = (.avoidSymbol, 1)
    }
    // `close all positions` names no position.
    if reading.topic == .closePosition, reading.isWithoutScope,
      !Set(slots.stems).isDisjoint(with: ["all", "every", "everything", "whole", "flat", "flatten", "each"])
    {
      reading.topic = .closeAll
    }
    if reading.topic == .closeAll, !reading.except.isEmpty || reading.condition != nil || reading.side != nil {
      reading.topic = .closePosition
    }
    reading.unreadScope =
      OperationScope(words: slots.words.words, stems: slots.stems, reading: reading).unread
      ?? ClosingScope.unread(slots.stems, reading, hasWindow: slots.window != nil)
    reading.waits =
      reading.frame == .howTo && reading.topic?.isOperation == true
      && (slots.window != nil || OperationScope.waits(slots.stems, reading.topic))
    // `for 30 minutes` and `tonight` are of the future there.
    if reading.frame == .whatIf || reading.frame == .safe || reading.frame == .howTo && reading.topic != .export {
      reading.window = nil
    }
    if !slots.codes.isEmpty {
      reading.terms = slots.codes
      // `what can i do about COUNCIL_REJECTED`
      if reading.frame == .howTo, reading.topic == .tradeAgain { reading.topic = .getPast }
    }
  }
}
