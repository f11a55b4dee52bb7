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
    let slots = QuestionSlots(question, names: names, corrected: QuestionSpelling.shared.corrected)
    let stems = slots.stems
    let scores = classifier.scores(stems)
    var reading = QuestionReading(frame: scores[0].frame)
    reading.margin = scores[0].score - scores[1].score
    reading.second = scores[1].frame
    reading.symbols = slots.symbols
    reading.strategies = slots.strategies
    reading.except = slots.exceptions
    reading.condition = slots.condition
    reading.window = slots.window
    reading.moves = slots.moves
    reading.number = slots.number
    reading.id = slots.id
    reading.isNegated = FigureWords.isNegated(stems)
    reading.hasSecondWindow = slots.hasSecondWindow
    reading.unreadNumber = slots.words.words.first { !$0.isSlot && $0.typed.contains(where: \.isNumber) }?.typed
    let content = slots.words.words.filter { !$0.isSlot && $0.typed.count >= 3 }.map { $0.typed.lowercased() }
    reading.unknownWords = content.filter { typed in
      typed.allSatisfy { $0.isLetter || $0 == "_" } && !QuestionSpelling.shared.knows(typed)
    }
    let strange = reading.unknownWords.count { $0.allSatisfy(\.isLetter) }
    reading.isMostlyUnknown = strange > 0 && strange * 2 >= content.count { $0.allSatisfy(\.isLetter) }
    // A symbol alone asks what is held in it.
    if !slots.symbols.isEmpty, stems.allSatisfy({ $0 == "$symbol" }) {
      (reading.frame, reading.topic, reading.margin) = (.state, .position, Self.requiredMargin)
      return reading
    }
    // `close positions in loss` is no list of closed ones.
    let first = slots.words.words.first?.typed.lowercased() ?? ""
    if reading.frame == .list || reading.frame == .figure, ["close", "sell", "flatten", "dump"].contains(first),
      reading.second == .howTo || stems.contains("position") || stems.contains("everything")
    {
      (reading.frame, reading.margin) = (.howTo, Self.requiredMargin)
    }
    if reading.frame == .state, stems.contains("latency") { reading.frame = .figure }
    // A reason code alone asks what it means.
    if !slots.codes.isEmpty, stems.allSatisfy({ $0 == "$code" }) {
      (reading.frame, reading.terms, reading.margin) = (.define, slots.codes, Self.requiredMargin)
      return reading
    }
    switch reading.frame {
    case .figure, .list, .compare:
      reading.metric = QuestionMetric.cues.best(stems)
      let first = reading.metric
      reading.group = FigureWords.group(stems)
      reading.aggregate = reading.frame == .figure ? FigureWords.aggregate(stems) : nil
      reading.side = FigureWords.side(stems, countsDeeds: true)
      settle(&reading, stems, terms: Terms.inGlossary(slots.words.words))
      let used = [first, reading.metric].compactMap(\.self).map { QuestionMetric.cues.explained($0, stems) }
      if reading.frame != .difference { reading.unusedNouns = Self.unused(stems, used.reduce([]) { $0.union($1) }) }
    case .define, .difference:
      let found = Terms.found(slots.words.words, atLeast: reading.frame == .difference ? 2 : 1)
      // What a code means is asked by its name: the words around it are no terms.
      // A strategy's name is a term, too.
      if reading.frame == .define, found.isEmpty, slots.codes.isEmpty {
        (reading.terms, reading.strategies) = (slots.strategies, [])
        break
      }
      reading.terms = slots.codes.isEmpty ? found : reading.frame == .define ? slots.codes : slots.codes + found
    case .state, .why, .howTo, .safe, .when, .who, .whatIf:
      reading.topic = topic(reading.frame, stems)
      if let topic = reading.topic, let cues = QuestionTopic.cues(reading.frame) {
        reading.unusedNouns = Self.unused(stems, cues.explained(topic, stems).union(topic.companions(reading.frame)))
      }
      reading.side = FigureWords.side(
        stems, countsDeeds: [.state, .when].contains(reading.frame) || reading.topic == .placeOrder)
      if reading.topic == .stopAll, !reading.except.isEmpty || reading.condition != nil || reading.side != nil {
        reading.topic = .closePosition
      }
      reading.unreadScope = ClosingScope.unread(stems, reading, hasWindow: slots.window != nil)
      // `for 30 minutes` and `tonight` are of the future there.
      if reading.frame == .whatIf || reading.frame == .safe || reading.frame == .howTo && reading.topic != .export {
        reading.window = nil
      }
      if !slots.codes.isEmpty { reading.terms = slots.codes }
    case .forecast, .advice, .secret, .outside: break
    }
    return reading
  }

  private func topic(_ frame: QuestionFrame, _ stems: [String]) -> QuestionTopic? {
    var wanted = stems
    // What is to be left as it is does not say what to do: `stop it but leave the positions open`.
    if frame == .howTo || frame == .safe,
      let at = wanted.firstIndex(where: { ["leave", "leav", "keep"].contains($0) }),
      !Self.deeds.isDisjoint(with: wanted[..<at])
    {
      for place in at..<wanted.count where wanted[place].first != "$" { wanted[place] = "" }
    }
    // What is not to be done does not say what is: `stop it but do not close anything`.
    for (at, stem) in stems.enumerated().dropFirst()
    where Self.deeds.contains(stem) && ["not", "without"].contains(stems[at - 1]) {
      wanted[at] = ""
    }
    guard let cues = QuestionTopic.cues(frame) else { return nil }
    let matches = cues.matches(wanted)
    // What takes up the nouns of the question is before what only has the better pattern.
    let left = matches.map { match in
      Self.unused(stems, cues.explained(match.value, stems).union(match.value.companions(frame))).count
    }
    let ranked = zip(matches, left).filter { $0.1 == left.min() }.map(\.0.value)
    // An operation that is named counts for more than the account with which it is done.
    if frame == .safe, let first = ranked.first(where: { $0 != .account }) { return first }
    return ranked.first
  }

  /// Nouns that say what a question is about, and that nothing of the reading has taken up.
  private static func unused(_ stems: [String], _ used: Set<String>) -> [String] {
    stems.filter { Cue.distinctNouns.contains($0) && !used.contains($0) }.withoutDuplicates
  }

  private static let deeds: Set<String> = [
    "close", "stop", "cancel", "disable", "reset", "sell", "kill", "touch", "panic",
  ]

  /// Joins what was read apart: `pnl today` is the day's figure only without a symbol, `how many` needs something to count.
  private func settle(_ reading: inout QuestionReading, _ stems: [String], terms: [String]) {
    if reading.frame == .compare, reading.metric == nil,
      reading.symbols.count + reading.strategies.count > 1 || reading.group == .side
    {
      reading.metric = .pnl
    }
    if reading.frame == .figure, reading.aggregate == nil, reading.metric?.isCounted == true, stems.contains("howmuch")
    {
      reading.aggregate = .count
    }
    if reading.metric == .pnl, reading.window == .today, reading.symbols.isEmpty, reading.strategies.isEmpty,
      reading.group == nil, reading.side == nil, reading.aggregate == nil
    {
      reading.metric = .dayPnL
    }
    // `how many positions are in the red` counts positions; the condition took the words of PnL.
    if let condition = reading.condition, condition.subject != .value, reading.metric == .unrealized,
      reading.group == nil, reading.aggregate == .count || reading.aggregate == nil && reading.frame == .list
    {
      reading.metric = .positions
    }
    if reading.metric == .trades, let condition = reading.condition, condition.subject == .pnl, condition.value == 0 {
      reading.metric = condition == .inProfit ? .wins : .losses
      reading.condition = nil
    }
    // What blocks most is a reason.
    if reading.metric == .refused, reading.aggregate == .top || reading.aggregate == .bottom, reading.group == nil {
      (reading.metric, reading.group) = (.reasons, .reason)
    }
    if reading.frame == .list, let aggregate = FigureWords.aggregate(stems), [.ratio, .average].contains(aggregate) {
      (reading.frame, reading.aggregate) = (.figure, aggregate)
    }
    // `the 3 worst trades` are the extremes, not the newest ones.
    if reading.frame == .list, reading.number != nil, let aggregate = FigureWords.aggregate(stems),
      aggregate == .top || aggregate == .bottom
    {
      (reading.frame, reading.aggregate) = (.figure, aggregate)
    }
    // `longs versus shorts` compares what they earn, unless they are counted.
    if reading.frame == .compare, reading.group == .side, reading.metric == .positions,
      Set(stems).isDisjoint(with: ["position", "howmany", "count", "number"])
    {
      reading.metric = .pnl
    }
    // `btc and eth combined` is one figure.
    if reading.frame == .compare, !Set(stems).isDisjoint(with: ["combin", "together", "sum", "total"]) {
      reading.frame = .figure
    }
    // `how much of the exposure is btc` asks for a share.
    if reading.frame == .figure, reading.aggregate == nil, stems.starts(with: ["howmuch", "of"]),
      !reading.symbols.isEmpty || !reading.strategies.isEmpty || reading.side != nil,
      reading.metric == .exposure || reading.metric == .margin || reading.metric == .pnl
    {
      reading.aggregate = .ratio
    }
    // A figure of the account, or of one symbol, has no rows to list.
    let isOfOne = reading.symbols.count == 1 && reading.metric?.isCount == false && reading.metric?.isOfNow == true
    if reading.frame == .list, reading.group == nil, isOfOne || reading.metric?.isOneFigure == true {
      reading.frame = .figure
    }
    // `orders not filled` are among the orders, `positions without a stop` among the positions.
    if reading.isNegated, reading.metric == .filledOrders || reading.metric == .fills { reading.metric = .orders }
    if reading.isNegated, reading.metric == .stopLoss || reading.metric == .takeProfit, stems.contains("position"),
      reading.aggregate == .count
    {
      reading.metric = .positions
    }
    // `the biggest loser that is open`
    if reading.metric == .wins || reading.metric == .losses, !Set(stems).isDisjoint(with: ["open", "book", "now"]),
      reading.aggregate == .top || reading.aggregate == .bottom
    {
      reading.metric = .unrealized
    }
    // The best of the wins, or the worst of the losses, is one by its PnL.
    if reading.metric == .wins || reading.metric == .losses, let aggregate = reading.aggregate,
      [.average, .top, .bottom, .last].contains(aggregate)
    {
      let isExtreme = aggregate == .top || aggregate == .bottom
      // The best trade is the best win: the condition would say nothing more.
      if !isExtreme || (reading.metric == .wins) != (aggregate == .top) {
        reading.condition = reading.metric == .wins ? .inProfit : .inLoss
      }
      reading.metric = .realized
    }
    // `how many positions are worth more than 2k` counts positions.
    if reading.metric == .notional, reading.condition != nil, reading.aggregate == .count {
      reading.metric = .positions
    }
    // `how many of the last 10 trades were wins` is a share of all trades, not a number of wins.
    if reading.number != nil, reading.frame == .figure, reading.aggregate != .top, reading.aggregate != .bottom {
      switch reading.metric {
      case .wins?, .losses?: (reading.metric, reading.aggregate) = (.winRate, nil)
      case .filledOrders?: (reading.metric, reading.aggregate) = (.fillRate, nil)
      case .accepted?, .refused?: (reading.metric, reading.aggregate) = (.acceptanceRate, nil)
      default: break
      }
    }
    // `how many usdt` asks for the sum, and the peak is the highest by itself.
    if let metric = reading.metric, !metric.isCount,
      reading.aggregate == .count || [.peakEquity, .winStreak, .lossStreak, .maxDrawdown].contains(metric)
    {
      reading.aggregate = nil
    }
    // A best or worst position is one by its PnL.
    if reading.metric == .positions, reading.aggregate == .top || reading.aggregate == .bottom {
      reading.metric = .unrealized
    }
    if reading.metric == .strategies {
      let isOff = !Set(stems).isDisjoint(with: ["disable", "off", "inactive"])
      let isOn = !Set(stems).isDisjoint(with: ["enable", "on", "active", "run"])
      if isOff != isOn { reading.isOn = isOn != reading.isNegated }
    }
    if reading.group != nil, reading.metric == .strategies, reading.aggregate == .top || reading.aggregate == .bottom {
      reading.metric = .pnl
    }
    if reading.metric == .strategies { reading.group = nil }
    // The average of what was lost is one of the losses alone.
    if reading.metric == .realized, reading.aggregate == .average, reading.condition == nil {
      let says = (win: stems.contains("win"), lose: stems.contains("lose"))
      if says.win != says.lose { reading.condition = says.win ? .inProfit : .inLoss }
    }
    // Terms are told apart where there is nothing to compare.
    if reading.frame == .compare, reading.symbols.isEmpty, reading.strategies.isEmpty, reading.group == nil,
      terms.count > 1
    {
      (reading.frame, reading.metric, reading.terms) = (.difference, nil, terms)
    }
    if [.winRate, .fillRate, .acceptanceRate, .profitFactor].contains(reading.metric),
      reading.aggregate == .ratio || reading.aggregate == .count || reading.aggregate == .last
    {
      reading.aggregate = nil
    }
    if reading.metric == .longExposure || reading.metric == .shortExposure { reading.side = nil }
  }
}
