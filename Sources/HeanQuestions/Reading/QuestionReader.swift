import HeanCore

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
    let likeness = IntentLikeness(slots, isNegated: FigureWords.isNegated(slots.stems))
    var (intent, confidence, second) = likeness.best(ranked) ?? (QuestionIntent(.outside), 0, nil)
    // `what is peak equity` may ask for its meaning, `what was peak equity` does not.
    // So does `what is the profit factor overall`.
    let isOfValue =
      slots.words.words.prefix(3).contains { ["was", "were"].contains($0.typed.lowercased()) }
      || slots.words.words.dropFirst(2).contains {
        ["overall", "now", "today", "currently"].contains($0.typed.lowercased())
      }
    if intent.frame == .define, isOfValue,
      slots.codes.isEmpty, let figure = ranked.first(where: { $0.intent.frame == .figure })?.intent
    {
      let isNamed = figure.metric != nil && QuestionMetric.cues.best(slots.cued) == figure.metric
      (intent, confidence) = (figure, isNamed ? 1 : likeness.sum(figure, ranked))
      second = ranked.first { !likeness.isSame($0.intent, figure) }?.intent
    }
    var reading = slots.reading(intent.frame)
    if readPlain(&reading, slots) { return reading }
    (reading.confidence, reading.second) = (confidence, second)
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
    reading.settleDeals(slots)
    // Of a question about closing, `ClosingScope` has to know every word.
    if reading.frame.isAboutEngine, reading.topic?.closesPositions != true {
      reading.unusedWords =
        slots.words.words.filter { !$0.isSlot && !Self.isFiller($0) && !IntentModel.knows($0.stem) }
        .map { $0.typed.lowercased() }.withoutDuplicates
    }
    return reading
  }

  /// Reads a question that says by a few words what it is, whatever it is like.
  private func readPlain(_ reading: inout QuestionReading, _ slots: QuestionSlots) -> Bool {
    let stems = slots.stems
    if PlainWording.read(&reading, slots) {
      if reading.topic != nil { reading.settleTopic(slots) }
      return true
    }
    // `btc 5 percent lower, realistic?`, `eth or sol, which will do better`
    let isGuess = reading.frame == .whatIf && stems.contains("realistic")
    let isToCome = reading.frame.isOfRows && Self.futures.contains { slots.cued.has($0) }
    if isGuess || isToCome || [.figure, .compare].contains(reading.frame) && stems.contains("will") {
      reading.frame = .forecast
    } else if !slots.symbols.isEmpty, stems.allSatisfy({ $0 == "$symbol" }) {
      // A symbol alone asks what is held in it.
      (reading.frame, reading.topic) = (.state, .position)
    } else if stems == ["how", "be", "$symbol", "do"] {
      // `how is eth doing` asks for what is held in it.
      (reading.frame, reading.topic) = (.state, .position)
    } else if stems.count <= 6, stems.starts(with: ["what", "should"]), stems.contains("do") {
      // `what should i do` asks for the next step of an operator, not for a trade.
      (reading.frame, reading.topic) = (.howTo, .tradeAgain)
    } else if !slots.codes.isEmpty, stems.allSatisfy({ $0 == "$code" }) {
      // A reason code alone asks what it means.
      (reading.frame, reading.terms) = (.define, slots.codes)
    } else if stems.count == 4, stems.starts(with: ["be", "$symbol", "in"]), ["profit", "lose"].contains(stems[3]) {
      // `is eth in profit`
      (reading.frame, reading.metric) = (.figure, .unrealized)
    } else if OperationTarget.isPull(slots.words.words), OperationTarget.isWish(slots.words.words) {
      // Few examples say `trigger the kill switch`, of which most words tell that it tripped.
      (reading.frame, reading.topic) = (.howTo, .resetKillSwitch)
      reading.settleTopic(slots)
    } else if reading.frame.isOfRows, slots.words.words.first?.typed.lowercased() == "close", stems.contains("position")
    {
      // `close positions worth more than 1000 usdt` is a wish.
      (reading.frame, reading.topic) = (.howTo, .closePosition)
      reading.settleTopic(slots)
    } else if reading.frame.isOfRows, let statistic = Self.statistic(slots) {
      // `what is the sharpe ratio` is told with where it is worked out.
      (reading.frame, reading.terms) = (.define, [statistic])
    } else {
      return false
    }
    return true
  }

  /// A statistic that stands alone in a question, and that `ask` does not work out.
  private static func statistic(_ slots: QuestionSlots) -> String? {
    let words = slots.words.words.filter { !asking.contains($0.typed.lowercased()) }
    guard (1...2).contains(words.count), !words.contains(where: \.isSlot) else { return nil }
    let name = words.map { $0.typed.lowercased() }.joined(separator: "_")
    return Statistic.Name(explained: name) != nil && QuestionMetric.cues.best(slots.cued) == nil ? name : nil
  }

  private static let asking: Set<String> = ["what", "whats", "what's", "is", "the", "my", "our", "show", "me"]

  /// Whether a word changes nothing about what is asked, or is no word.
  private static func isFiller(_ word: QuestionWords.Word) -> Bool {
    fillers.contains(word.typed.lowercased()) || fillers.contains(word.stem) || !word.typed.contains(where: \.isLetter)
      || word.typed.contains { $0.isNumber || $0 == "_" }
  }

  private static let fillers = Set(
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
    $0.split(atEach: " ").map(QuestionWords.stem)
  }

  private func readFigure(_ reading: inout QuestionReading, _ intent: QuestionIntent, _ slots: QuestionSlots) {
    let words = slots.cued
    let cues = QuestionMetric.cues
    // What the engine does not send is seldom asked for, so that examples of it are few; its names are plain.
    let named = intent.metric == nil ? cues.best(words) : nil
    reading.metric = named?.isNotSent == true ? named : intent.metric
    // Funding is a payment, and the start of a strategy's name.
    let typed = slots.words.words.map { $0.typed.lowercased() }
    let namesHarvester = typed.contains { $0.hasPrefix("harvest") }
    if reading.metric == .fees, typed.contains("funding"), !namesHarvester { reading.metric = .funding }
    if reading.metric == .funding, !namesHarvester {
      reading.strategies.removeAll { $0 == "funding_harvester" }
      reading.except.removeAll { $0 == "funding_harvester" }
    }
    reading.group = FigureWords.group(words)
    reading.aggregate = reading.frame == .figure ? FigureWords.aggregate(words) : nil
    reading.side = FigureWords.side(slots.stems, countsDeeds: true)
    reading.settleFigure(words, terms: Terms.inGlossary(slots.words.words))
    reading.settleShareOfEquity(slots)
    if reading.frame == .difference { _ = readBoth(&reading, slots, isCompared: true) }
    guard reading.frame != .difference, reading.secondMetric == nil else { return }
    let metrics = [intent.metric, reading.metric].compactMap(\.self)
    let explained = metrics.reduce(into: Set<String>()) { $0.formUnion(cues.explained($1, words)) }
    if readPair(&reading, slots, words.nouns(without: explained)) { return }
    reading.unusedNouns = words.nouns(without: metrics.reduce(into: explained) { $0.formUnion($1.impliedNouns) })
    // The PnL of the account is after fees, that of a span is not.
    let isAfterFees =
      reading.metric == .dayPnL || reading.metric == .pnl && reading.window == nil && reading.aggregate == nil
    if isAfterFees, reading.isWhole, words.hasAny(["after", "minus", "net", "less"]) {
      reading.unusedNouns.removeAll { $0 == "fee" }
    }
    // `positions without a stop`
    if reading.metric == .positions, reading.isNegated {
      reading.unusedNouns.removeAll { ["stoploss", "takeprofit", "target"].contains($0) }
    }
  }

  /// `fees and drawdown`: both are told.
  /// - Parameter nouns: that the metric by itself does not explain.
  private func readPair(_ reading: inout QuestionReading, _ slots: QuestionSlots, _ nouns: [String]) -> Bool {
    let stems = slots.stems
    guard nouns.count == 1, let noun = nouns.first, reading.aggregate == nil,
      reading.group == nil || reading.group == .side, reading.condition == nil, reading.metric != .riskDistance,
      let second = QuestionMetric(noun: noun), let first = reading.metric, second != first, !first.isCounted,
      stems.indices.dropFirst().dropLast().contains(where: { at in
        ["and", "versus"].contains(stems[at])
          && (stems[at - 1] == noun || stems[(at + 1)...].prefix(2).contains(noun))
      })
    else { return false }
    reading.secondMetric = second
    if reading.frame == .list { reading.frame = .figure }
    return true
  }

  /// `realized and unrealized, both please`, `equity and balance side by side`: their values are wanted, not their meanings.
  /// - Parameter isCompared: whether the question was found to ask for figures, so that no word has to say so.
  private func readBoth(_ reading: inout QuestionReading, _ slots: QuestionSlots, isCompared: Bool) -> Bool {
    let stems = slots.cued
    let isLaidOut =
      FigureWords.isLaidOut(stems)
      || [["both"], ["in", "one", "view"], ["together"]].contains { stems.has($0.map(QuestionWords.stem)) }
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
      reading.terms = slots.codes + (isDifference ? Terms.ofEngine(found) : found)
    }
  }

  private func readTopic(_ reading: inout QuestionReading, _ intent: QuestionIntent, _ slots: QuestionSlots) {
    reading.topic = intent.topic
    reading.settleTopic(slots)
  }
}
