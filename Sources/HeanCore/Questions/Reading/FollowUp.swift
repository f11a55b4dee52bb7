import Foundation

/// A short question that only makes sense after the one before: `and for eth?`, `what about yesterday`, `only longs`.
struct FollowUp: Sendable {
  let names: QuestionNames

  private static let leads = [
    "and", "what about", "how about", "same for", "only", "also", "or", "for", "but", "in the", "since", "now for",
  ]

  /// Whether it begins like a follow-up and says little more than a name, a span or a side.
  static func isOne(_ question: String) -> Bool {
    let text = question.lowercased().trimmingCharacters(in: .whitespaces)
    let words = QuestionWords(question).words.count
    return words <= 6 && (hasLead(text) || words <= 2)
  }

  private static func hasLead(_ text: String) -> Bool { leads.contains { text.hasPrefix($0 + " ") } }

  /// The earlier reading with what the new question names in its place.
  func merged(_ question: String, into earlier: QuestionReading, _ alone: QuestionReading) -> QuestionReading {
    let slots = QuestionSlots(question, names: names)
    let stems = slots.stems
    let rest = stems.filter { !$0.hasPrefix("$") && !Self.fillers.contains($0) }
    let metric = QuestionMetric.cues.best(CuedWords(rest))
    let side = FigureWords.side(stems, countsDeeds: true)
    let group = FigureWords.group(CuedWords(stems))
    let names =
      !slots.symbols.isEmpty || !slots.strategies.isEmpty || slots.window != nil || side != nil || group != nil
    let isFigure = [.figure, .list, .compare].contains(earlier.frame)
    // With a verb of its own, or a metric where none was, it is a question of its own.
    guard names || (metric != nil && isFigure), rest.count <= 2 else { return alone }
    // `panic` and then `and btc?`: an operation is asked for whole, never by what was asked before.
    guard earlier.topic?.isOperation != true else { return alone }
    // `fees` alone asks for fees; only `and fees` keeps what was asked before.
    if !rest.isEmpty, !Self.hasLead(question.lowercased()) || (metric == nil && side == nil && group == nil) {
      return alone
    }
    var merged = earlier
    if !slots.symbols.isEmpty || !slots.strategies.isEmpty {
      merged.symbols = slots.symbols
      merged.strategies = slots.strategies
    }
    if let window = slots.window { merged.window = window }
    if let side { merged.side = side }
    if let group { merged.group = group }
    if isFigure, let metric, side == nil || rest.count > 1 {
      (merged.metric, merged.aggregate, merged.number) = (metric, nil, nil)
    }
    merged.unknownWords = alone.unknownWords
    merged.unusedWords = []
    (merged.unreadNumber, merged.unreadTime) = (alone.unreadNumber, alone.unreadTime)
    (merged.confidence, merged.second) = (1, nil)
    return merged
  }

  private static let fillers: Set<String> = [
    "and", "what", "about", "how", "same", "for", "only", "also", "or", "but", "in", "the", "since", "now", "of", "on",
    "with", "please",
    "my", "be", "then", "to", "a",
  ]
}
