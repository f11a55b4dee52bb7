import Foundation

/// Reads what a question asks for: first all that it names, then what kind of answer it wants, then about what.
public struct QuestionReader: Sendable {
  /// A frame with a smaller lead over the second is not settled.
  static let requiredMargin = 1.0

  /// The names that it takes for symbols and strategies.
  let names: QuestionNames
  private let classifier: FrameClassifier

  /// - Parameters:
  ///   - symbols: that the engine knows, beside the usual ones.
  ///   - strategies: of the engine; those that come with it when it has not told.
  ///   - isForMany: whether many questions follow; the first one takes longer then, and the others less.
  public init(symbols: [String] = [], strategies: [String]? = nil, isForMany: Bool = false) {
    names = QuestionNames(
      symbols: Symbols.defaults + symbols.filter { !Symbols.defaults.contains($0) },
      strategies: strategies ?? Resolver.shippedStrategies)
    classifier = FrameClassifier(isForMany: isForMany)
  }

  /// A question in a conversation: `and for eth?` keeps the rest of the reading before.
  func read(_ question: String, after earlier: QuestionReading?) -> QuestionReading {
    guard let earlier, FollowUp.isOne(question) else { return read(question) }
    return FollowUp(names: names).merged(question, into: earlier, read(question))
  }

  /// What is asked; `margin` and a missing metric or topic tell how sure that is.
  public func read(_ question: String) -> QuestionReading {
    let slots = QuestionSlots(question, names: names, corrected: QuestionSpelling.corrected)
    let words = CuedWords(slots.stems)
    let scores = classifier.scores(words)
    let ranked = scores.ranked
    var reading = slots.reading(ranked[0].frame)
    reading.margin = ranked[0].score - ranked[1].score
    reading.second = ranked[1].frame
    // A symbol alone asks what is held in it.
    if !slots.symbols.isEmpty, slots.stems.allSatisfy({ $0 == "$symbol" }) {
      (reading.frame, reading.topic, reading.margin) = (.state, .position, Self.requiredMargin)
      return reading
    }
    // A reason code alone asks what it means.
    if !slots.codes.isEmpty, slots.stems.allSatisfy({ $0 == "$code" }) {
      (reading.frame, reading.terms, reading.margin) = (.define, slots.codes, Self.requiredMargin)
      return reading
    }
    settleFrame(&reading, slots)
    var used: Set<String> = []
    switch reading.frame {
    case .figure, .list, .compare: used = readFigure(&reading, slots, words)
    case .define, .difference: readTerms(&reading, slots)
    case .state, .why, .howTo, .safe, .when, .who, .whatIf: used = readTopic(&reading, slots)
    case .forecast, .advice, .secret, .outside: break
    }
    // Of a question about closing, `ClosingScope` has to know every word.
    if reading.frame.isAboutEngine, reading.topic?.closesPositions != true {
      reading.unusedWords =
        slots.words.words.filter {
          !$0.isSlot && !used.contains($0.stem) && !Self.isPlain($0) && !scores.isUsual($0.stem, in: reading.frame)
        }.map { $0.typed.lowercased() }.withoutDuplicates
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

  private func settleFrame(_ reading: inout QuestionReading, _ slots: QuestionSlots) {
    // `close positions in loss` is no list of closed ones.
    let first = slots.words.words.first?.typed.lowercased() ?? ""
    if reading.frame == .list || reading.frame == .figure, ["close", "sell", "flatten", "dump"].contains(first),
      reading.second == .howTo || slots.stems.contains("position") || slots.stems.contains("everything")
    {
      (reading.frame, reading.margin) = (.howTo, Self.requiredMargin)
    }
    if reading.frame == .state, slots.stems.contains("latency") { reading.frame = .figure }
  }

  /// - Returns: the stems that it took up.
  private func readFigure(
    _ reading: inout QuestionReading, _ slots: QuestionSlots, _ words: CuedWords
  ) -> Set<String> {
    let cues = QuestionMetric.cues
    let named = cues.best(words)
    reading.metric = named
    reading.group = FigureWords.group(words)
    reading.aggregate = reading.frame == .figure ? FigureWords.aggregate(words) : nil
    reading.side = FigureWords.side(slots.stems, countsDeeds: true)
    reading.settleFigure(words, terms: Terms.inGlossary(slots.words.words))
    guard reading.frame != .difference else { return Set(words.stems) }
    let used = [named, reading.metric].compactMap(\.self).reduce(into: Set<String>()) {
      $0.formUnion(cues.explained($1, words))
    }
    reading.unusedNouns = words.nouns(without: used)
    return used
  }

  private func readTerms(_ reading: inout QuestionReading, _ slots: QuestionSlots) {
    let found = Terms.found(slots.words.words, atLeast: reading.frame == .difference ? 2 : 1)
    if reading.frame == .define, found.isEmpty, slots.codes.isEmpty {
      // A strategy's name is a term, too.
      (reading.terms, reading.strategies) = (slots.strategies, [])
    } else if reading.frame == .define, !slots.codes.isEmpty {
      // What a code means is asked by its name: the words around it are no terms.
      reading.terms = slots.codes
    } else {
      reading.terms = slots.codes + found
    }
  }

  /// - Returns: the stems that it took up.
  private func readTopic(_ reading: inout QuestionReading, _ slots: QuestionSlots) -> Set<String> {
    var used: Set<String> = []
    if let cues = QuestionTopic.cues(reading.frame) {
      let words = Self.withoutSpared(reading.frame, slots.stems)
      let frame = reading.frame
      let ranked = cues.ranked(words) { $0.companions(frame) }
      // An operation that is named counts for more than the account with which it is done.
      reading.topic = frame == .safe ? ranked.first { $0 != .account } ?? ranked.first : ranked.first
      if let topic = reading.topic {
        used = cues.explained(topic, words).union(topic.companions(frame))
        reading.unusedNouns = words.nouns(without: used)
      }
    }
    reading.side = FigureWords.side(
      slots.stems, countsDeeds: [.state, .when].contains(reading.frame) || reading.topic == .placeOrder)
    if reading.topic == .closeAll, !reading.except.isEmpty || reading.condition != nil || reading.side != nil {
      reading.topic = .closePosition
    }
    reading.unreadScope =
      OperationScope(stems: slots.stems, reading: reading).unread
      ?? ClosingScope.unread(slots.stems, reading, hasWindow: slots.window != nil)
    // `for 30 minutes` and `tonight` are of the future there.
    if reading.frame == .whatIf || reading.frame == .safe || reading.frame == .howTo && reading.topic != .export {
      reading.window = nil
    }
    if !slots.codes.isEmpty {
      reading.terms = slots.codes
      // `what can i do about COUNCIL_REJECTED`
      if reading.frame == .howTo, reading.topic == .tradeAgain { reading.topic = .getPast }
    }
    return used
  }

  /// The words without what says what is not to be done.
  private static func withoutSpared(_ frame: QuestionFrame, _ whole: [String]) -> CuedWords {
    var stems = whole
    // `stop it but leave the positions open`
    if frame == .howTo || frame == .safe,
      let at = stems.firstIndex(where: { ["leave", "leav", "keep"].contains($0) }),
      !deeds.isDisjoint(with: stems[..<at])
    {
      for place in at..<stems.count where stems[place].first != "$" { stems[place] = "" }
    }
    // `get it running again after i disabled it`
    if let at = stems.firstIndex(of: "after") {
      for place in at..<min(at + 4, stems.count) where deeds.contains(stems[place]) { stems[place] = "" }
    }
    // `stop it but do not close anything`
    for (at, stem) in whole.enumerated().dropFirst()
    where deeds.contains(stem) && ["not", "without"].contains(whole[at - 1]) {
      stems[at] = ""
    }
    var distinct = Cue.distinctNouns.union(QuestionTopic.distinctDeeds)
    // `close to a hard stop` closes nothing.
    if zip(stems, stems.dropFirst()).contains(where: { $0 == "close" && $1 == "to" }) { distinct.remove("close") }
    return CuedWords(stems, distinct: distinct)
  }

  private static let deeds: Set<String> = [
    "close", "stop", "cancel", "disable", "reset", "sell", "kill", "touch", "panic",
  ]
}
