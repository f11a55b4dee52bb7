import HeanCore

/// A short question that only makes sense after the one before: `and for eth?`, `what about yesterday`, `only longs`.
struct FollowUp: Sendable {
  let names: QuestionNames

  private static let leads = [
    "and", "what about", "how about", "same for", "only", "also", "or", "for", "but", "in the", "since", "now for",
  ]

  /// Whether it begins like a follow-up and says little more than a name, a span or a side.
  static func isOne(_ question: String) -> Bool {
    let text = question.lowercased().trimmed()
    let words = QuestionWords(question).words.count
    return words <= 6 && (hasLead(text) || words <= 2)
  }

  private static func hasLead(_ text: String) -> Bool { leads.contains { text.hasPrefix($0 + " ") } }

  /// The earlier reading with what the new question names in its place.
  func merged(_ question: String, into earlier: QuestionReading, _ alone: QuestionReading) -> QuestionReading {
    let slots = QuestionSlots(question, names: names)
    let stems = slots.stems
    let rest = stems.filter { !$0.hasPrefix("$") && !Self.fillers.contains($0) }
    let other = Self.hasLead(question.lowercased()) ? other(rest, earlier) : nil
    // Funding is a payment, and the start of a strategy's name.
    let typed = slots.words.words.map { $0.typed.lowercased() }
    if typed.contains("funding"), !typed.contains(where: { $0.hasPrefix("harvest") }) {
      return alone
    }
    let metric = QuestionMetric.cues.best(CuedWords(rest))
    let side = FigureWords.side(stems, countsDeeds: true)
    let group = FigureWords.group(CuedWords(stems))
    let names =
      !slots.symbols.isEmpty || !slots.strategies.isEmpty || slots.window != nil || side != nil || group != nil
    let isFigure = [.figure, .list, .compare].contains(earlier.frame)
    // With a verb of its own, or a metric where none was, it is a question of its own.
    guard other != nil || (names || metric != nil && isFigure) && rest.count <= 2 else { return alone }
    // `panic` and then `and btc?`: an operation is asked for whole, never by what was asked before.
    guard earlier.topic?.isOperation != true else { return alone }
    // `fees` alone asks for fees; only `and fees` keeps what was asked before.
    if other == nil, !rest.isEmpty,
      !Self.hasLead(question.lowercased()) || (metric == nil && side == nil && group == nil)
    {
      return alone
    }
    if FigureWords.isNegated(stems) { return alone }
    var merged = other ?? earlier
    if !slots.symbols.isEmpty || !slots.strategies.isEmpty {
      merged.symbols = slots.symbols
      merged.strategies = slots.strategies
    }
    if let window = slots.window { merged.window = window }
    if let side { merged.side = side }
    if let group { merged.group = group }
    if other == nil, isFigure, let metric, side == nil || rest.count > 1 {
      (merged.metric, merged.aggregate, merged.number) = (metric, nil, nil)
    }
    // The figure of the day is one of the whole account.
    let isOfPart = !merged.namesNothing || merged.side != nil || merged.group != nil
    if merged.metric == .dayPnL, isOfPart || merged.window != nil && merged.window != .today {
      (merged.metric, merged.window) = (.pnl, merged.window ?? .today)
    }
    merged.unknownWords = alone.unknownWords
    merged.unusedWords = []
    (merged.unreadNumber, merged.unreadTime) = (alone.unreadNumber, alone.unreadTime)
    (merged.confidence, merged.second) = (1, nil)
    return merged
  }

  /// `best trade today`, `and the worst?`; `when was the last trade`, `and fill?`: the other end, or another event.
  private func other(_ rest: [String], _ earlier: QuestionReading) -> QuestionReading? {
    var other = earlier
    let nouns = rest.filter { Self.ends[$0] == nil && $0 != "big" && $0 != "high" }
    let end = rest.lazy.compactMap { Self.ends[$0] }.first
    if earlier.isExtreme, earlier.frame.isOfRows, nouns.isEmpty, let end {
      // The biggest loss is the lowest PnL, and the smallest the highest of the losses.
      let isOfSize = rest.contains { Self.sizes.contains($0) }
      guard isOfSize, [.realized, .unrealized, .pnl].contains(earlier.metric) else {
        (other.aggregate, other.condition) = (end, nil)
        return other
      }
      let isOfLosses = earlier.condition == .inLoss || earlier.condition == nil && earlier.aggregate == .bottom
      other.condition = isOfLosses ? .inLoss : .inProfit
      other.aggregate = (end == .top) == isOfLosses ? .bottom : .top
      return other
    }
    guard nouns.count == 1, let word = nouns.first else { return nil }
    if earlier.isExtreme, [.realized, .unrealized, .pnl].contains(earlier.metric), let end = Self.results[word] {
      (other.aggregate, other.condition) = (end, nil)
      return other
    }
    guard end == nil else { return nil }
    if earlier.frame.isOfRows, earlier.metric != nil, let metric = Self.counts[word] {
      (other.frame, other.metric, other.secondMetric, other.condition) = (.figure, metric, nil, nil)
      (other.aggregate, other.number) = (.count, nil)
      return other
    }
    guard earlier.frame == .when, let topic = Self.events[word] else { return nil }
    (other.topic, other.condition) = (topic, nil)
    return other
  }

  private static let ends: [String: QuestionAggregate] = [
    "best": .top, "most": .top, "highest": .top, "biggest": .top, "largest": .top, "worst": .bottom, "least": .bottom,
    "lowest": .bottom, "smallest": .bottom,
  ]
  private static let sizes: Set<String> = ["biggest", "largest", "smallest"]
  private static let results: [String: QuestionAggregate] = ["win": .top, "lose": .bottom]
  private static let counts: [String: QuestionMetric] = ["win": .wins, "lose": .losses]
  private static let events: [String: QuestionTopic] = [
    "trade": .trade, "fill": .fill, "signal": .signal, "order": .order,
  ]

  private static let fillers: Set<String> = [
    "and", "what", "about", "how", "same", "for", "only", "also", "or", "but", "in", "the", "since", "now", "of", "on",
    "with",
    "my", "be", "then", "to", "a",
  ]
}
