import HeanCore

/// Why a question is not answered although something was understood: a wrong answer would be worse than none.
struct QuestionDoubt: Sendable {
  var message: String
  /// Questions that may have been meant.
  var suggestions: [String] = []

  /// - Returns: `nil` when the question can be answered as it was read.
  init?(_ question: String, _ reading: QuestionReading) {
    let doubt =
      (reading.frame.isAboutEngine ? Self.aboutWords(question, reading) : nil) ?? Self.aboutScope(question, reading)
      ?? Self.aboutMeaning(question, reading) ?? Self.aboutIntent(reading)
    guard let doubt else { return nil }
    self = doubt
  }

  private init(_ message: String, _ suggestions: [String] = []) {
    self.message = message
    self.suggestions = suggestions
  }

  /// A word or a part that nothing of the reading stands for.
  private static func aboutWords(_ question: String, _ reading: QuestionReading) -> QuestionDoubt? {
    if let name = reading.unknownWords.first(where: { mayBeName($0, question) }) {
      return QuestionDoubt(
        "\"\(name)\" is no symbol or strategy of this engine, and no word that hean knows", reading.offers)
    }
    if let name = reading.nearNames.first {
      return QuestionDoubt("whether \"\(name)\" means a symbol was not understood", reading.offers)
    }
    let isNegated = reading.isNegated && !question.lowercased().contains("without")
    if isNegated, reading.except.isEmpty, [.safe, .whatIf].contains(reading.frame) {
      return QuestionDoubt("the \"not\" in the question was not understood", reading.offers)
    }
    if reading.topic == .stop, question.lowercased().split(separator: " ").contains("kill") {
      return QuestionDoubt(
        "whether the engine is to be killed, which closes what is open, or stopped was not understood", reading.offers)
    }
    if let part = UnreadPart(question, reading) { return QuestionDoubt(part.message) }
    // `chunkiest bag`: which end an unknown superlative means cannot be guessed.
    if reading.frame.isOfRows, reading.aggregate == nil,
      let word = reading.unusedWords.first(where: { $0.hasSuffix("est") })
    {
      return QuestionDoubt("what \"\(word)\" means here was not understood", reading.offers)
    }
    if reading.unusedWords.count > 1 {
      let words = reading.unusedWords.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
      return QuestionDoubt("what \(words) mean here was not understood", reading.offers)
    }
    guard reading.isMostlyUnknown else { return nil }
    return QuestionDoubt(
      "most of its words are not known; hean understands English",
      ["is it trading", "what is my pnl", "why is it not trading"])
  }

  /// A time, a number or a noun that the answer would leave out.
  private static func aboutScope(_ question: String, _ reading: QuestionReading) -> QuestionDoubt? {
    if let scope = reading.unreadScope {
      return QuestionDoubt(
        "\(scope) was not understood, so no operation is offered", ["list positions", "is it trading", "am i safe"])
    }
    if reading.frame == .compare, reading.isOneSided { return oneSided(reading) }
    if reading.frame == .compare, reading.namesNothingToCompare {
      return QuestionDoubt(
        "what to compare with what was not understood: name two symbols, two strategies, two spans, or long and short",
        reading.offers)
    }
    if reading.frame.isOfRows, reading.metric?.isOfNow == true, let window = reading.window, !window.reachesNow,
      !reading.isOfClocks
    {
      return QuestionDoubt(
        "only the present \(reading.metric?.label ?? "value") is known, not that \(window.description)", reading.offers)
    }
    if reading.frame == .state, let window = reading.window, reading.isStateOfNow, !window.reachesNow {
      return QuestionDoubt("only how things stand now can be told, not \(window.description)", reading.offers)
    }
    // `between 9:00 and 12:00 yesterday` names one time in two parts, and nothing to compare.
    if reading.hasSecondWindow, reading.frame != .compare || reading.isOfClocks, reading.frame.isAboutEngine {
      return QuestionDoubt("two times were named, and only one can be used")
    }
    let isOfMore =
      reading.symbols.count > 1 || reading.strategies.count > 1 || reading.group != nil || reading.secondMetric != nil
    if reading.hasSecondWindow, isOfMore || reading.secondWindow == reading.window, reading.frame.isOfRows {
      return QuestionDoubt("two times were named, and only one can be used here", reading.offers)
    }
    if reading.hasSecondQuestion, [.safe, .howTo, .whatIf].contains(reading.frame) {
      return QuestionDoubt("two questions were asked, and only one can be answered: ask for one after the other")
    }
    if reading.hasPairs, reading.frame.isAboutEngine {
      return QuestionDoubt("two pairs were named, and only one can be used: ask for one after the other")
    }
    if reading.hasSecondCondition, reading.frame.isAboutEngine {
      return QuestionDoubt("two conditions were named, and only one can be used")
    }
    if reading.group == .day, reading.metric?.isOfNow == true {
      return QuestionDoubt("the \(reading.metric?.label ?? "value") of past days is not kept", reading.offers)
    }
    if reading.aggregate == .average, reading.group == .hour || reading.group == .day {
      return QuestionDoubt("an average by \(reading.group?.rawValue ?? "time") is not worked out", reading.offers)
    }
    if reading.frame == .figure, let condition = reading.condition, condition.value != 0, condition.subject != .age,
      reading.metric?.isCounted == false, reading.aggregate == nil, reading.group == nil,
      let first = question.split(separator: " ").first?.lowercased(),
      ["is", "are", "was", "were", "did", "does", "do", "has", "have", "am"].contains(first)
    {
      return QuestionDoubt("hean tells figures, not whether they are \(condition.description)", reading.offers)
    }
    if let number = reading.unreadNumber,
      [.figure, .list, .compare, .state, .why, .when, .whatIf].contains(reading.frame)
    {
      return QuestionDoubt("what \"\(number)\" means was not understood", reading.offers)
    }
    if let time = reading.unreadTime, reading.frame.isOfRows, !reading.tellsTime {
      return QuestionDoubt("the time (\"\(time)\") was not understood", reading.offers)
    }
    // `blocked by the council` narrows what is asked for.
    guard let noun = reading.unusedNouns.first else { return nil }
    let about = reading.metric?.label ?? "the rest"
    return QuestionDoubt("what \"\(noun)\" means beside \(about) was not understood", reading.offers)
  }

  private static func oneSided(_ reading: QuestionReading) -> QuestionDoubt {
    QuestionDoubt("only one side of the comparison was understood", reading.offers)
  }

  /// A metric or a topic that was not found, or that cannot be asked for in this way.
  private static func aboutMeaning(_ question: String, _ reading: QuestionReading) -> QuestionDoubt? {
    switch reading.frame {
    case .figure
    where reading.isOneSided && QuestionWords(question).stems.contains("better"): return oneSided(reading)
    case .figure, .list, .compare:
      guard let metric = reading.metric else {
        return QuestionDoubt(
          "what figure or list is meant was not understood",
          ["what is my pnl", "list positions", "how many signals were refused today"])
      }
      if metric.isCounted, reading.secondMetric == nil,
        reading.aggregate == .average || reading.aggregate?.isExtreme == true, reading.group == nil
      {
        return QuestionDoubt(
          "which value of the \(metric.label) is meant was not understood",
          ["which position is closest to its stop", "which strategy lost most", "list \(metric.label)"])
      }
      if reading.aggregate == .average, reading.window != nil, reading.group == nil, reading.isOfMoment {
        return QuestionDoubt("what the \(metric.label) was on average is not kept", reading.offers)
      }
      if reading.aggregate?.isExtreme == true, reading.group == nil, reading.isOfMoment {
        return QuestionDoubt("what the \(metric.label) was at its highest and lowest is not kept", reading.offers)
      }
      // `orders that are not eth`, `unrealized of positions that are not long`: what is left out is no exception.
      let isScoped = !reading.symbols.isEmpty || !reading.strategies.isEmpty || reading.side != nil
      if reading.isNegated, metric == .strategies, reading.isOn == nil, !reading.isOfIdleStrategies {
        return QuestionDoubt("the \"not\" in the question was not understood", reading.offers)
      }
      let isOfUptime = metric == .uptime && question.lowercased().contains("without")
      if reading.isNegated, reading.except.isEmpty, !isOfUptime,
        !metric.takesNegation || (metric == .positions && !namesExit(question)) || isScoped && !namesExit(question)
      {
        return QuestionDoubt("the \"not\" in the question was not understood", reading.offers)
      }
    case .difference
    where Set(reading.terms).isDisjoint(with: ["long", "longs"])
      != Set(reading.terms).isDisjoint(with: ["short", "shorts"]):
      // `long winrate vs short winrate` compares figures.
      return QuestionDoubt("what of long and short is to be compared was not understood", reading.offers)
    case .whatIf where reading.topic == .move && reading.moves.isEmpty:
      return QuestionDoubt("how prices are assumed to move was not understood", ["if btc drops 5 %"])
    case .whatIf where reading.topic?.hasKnownEffect == false:
      return QuestionDoubt(
        "what would happen then cannot be told from positions and prices",
        ["if btc drops 5 %", "if all stop losses get hit", "what happens if i stop the engine"])
    case .state, .why, .howTo, .when, .whatIf:
      guard reading.topic == nil else { return nil }
      return QuestionDoubt(
        "what the question is about was not understood",
        ["is it trading", "why is it not trading", "what changed in the last hour"])
    default: break
    }
    return nil
  }

  /// Two answers that are about as likely.
  private static func aboutIntent(_ reading: QuestionReading) -> QuestionDoubt? {
    guard reading.confidence < leastConfidence, let second = reading.second else { return nil }
    var other = reading
    (other.frame, other.metric, other.topic) = (second.frame, second.metric, second.topic)
    // `please do not close anything` is no wish to be told how.
    let offers = (reading.offers + other.offers).withoutDuplicates.filter {
      !reading.isNegated || !$0.hasPrefix("how do i")
    }
    return QuestionDoubt(
      offers.count > 1 ? "it can be understood in two ways" : "what it asks for is not certain", offers)
  }

  /// What is less likely is not settled.
  private static let leastConfidence = 0.5

  /// `without a stop`, `no take profit`: the only "not" about open positions that is understood.
  private static func namesExit(_ question: String) -> Bool {
    QuestionWords(question).stems.contains { ["stoploss", "takeprofit", "stop", "target"].contains($0) }
  }

  /// Whether an unknown word stands where a name stands: `pnl of pepe`, `is pepe open`.
  private static func mayBeName(_ word: String, _ question: String) -> Bool {
    let words = question.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "/" }.map(String.init)
    guard let at = words.firstIndex(of: word), word.count >= 2 else { return false }
    let before: Set<String> = [
      "of", "for", "on", "if", "is", "did", "does", "are", "by", "close", "sell", "buy", "long", "short", "trading",
      "vs", "why",
    ]
    // After these, a longer word is an ordinary one more often than a name: `for the handover`.
    let weak: Set<String> = ["in", "my", "with", "about", "the", "and"]
    guard at > 0 else { return false }
    return before.contains(words[at - 1]) || word.count <= 5 && weak.contains(words[at - 1])
  }
}

extension QuestionReading {
  fileprivate var namesNothingToCompare: Bool {
    symbols.count < 2 && strategies.count < 2 && group != .side && secondWindow == nil && secondMetric == nil
  }

  /// Whether a state is asked for of which only the present is told.
  fileprivate var isStateOfNow: Bool {
    switch topic {
    case .changes, .any: false
    default: true
    }
  }

  /// Whether it names one symbol or strategy, and nothing to set beside it: sides and times can be compared within one.
  fileprivate var isOneSided: Bool {
    symbols.count + strategies.count == 1 && group == nil && !hasSecondWindow && secondMetric == nil
  }

  /// Whether it is a figure of one thing, of which only the present is known: `how low did btc get`.
  fileprivate var isOfMoment: Bool {
    switch metric {
    case .price: symbols.count == 1
    case .equity, .balance, .freeMargin, .netExposure: true
    default: false
    }
  }

  /// Whether words of time are a part of what it asks for.
  fileprivate var tellsTime: Bool {
    hasSecondWindow || group == .hour || condition?.subject == .age
      || [.dayPnL, .uptime, .positionAge, .tradeDuration, .priceAge, .latency].contains(metric)
  }
}
