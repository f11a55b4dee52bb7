import HeanCore

/// What of an assumption was not read: without it another one would be answered.
enum UnreadAssumption {
  private static let deeds = ["close", "sell", "exit", "buy", "halve", "reduce", "cut", "double"]
  private static let levels = ["stopped out", "stopped", "liquidated"]
  private static let turns = ["and then", "recovers", "recover", "rebounds", "bounces", "comes back"]
  /// Sizes and directions of a move that `AssumedMoves` does not read, or reads as others.
  private static let strange = [
    "half percent", "half a percent", "quarter percent", "quarter of a percent", "gave up", "gives up", "give up",
    "squeezes", "squeeze", "squeezed", "against me", "against us", "against my", "against our", "positions lose",
    "position loses", "shorts lose", "longs lose", "and i close", "and i sell", "and i exit", "and i buy", "and close",
    "and sell", "and we close",
  ]
  private static let past = [
    "dropped", "fell", "rose", "pumped", "crashed", "dumped", "rallied", "jumped", "slid", "tanked", "gained", "lost",
  ]
  private static let assumptions = [
    "if", "suppose", "say", "assume", "assuming", "imagine", "would", "when", "once", "case",
  ]
  /// Verbs of a move.
  private static let verbs: Set<String> = [
    "falls", "drops", "rises", "dumps", "crashes", "tanks", "slides", "pumps", "rallies", "fall", "drop", "fell",
    "dropped", "rise", "rose", "tank", "slide", "goes",
  ]
  /// Between what moves and the verb: `the market really drops`.
  private static let adverbs: Set<String> = [
    "really", "now", "only", "suddenly", "just", "even", "all", "together", "still", "again",
  ]
  /// Before the verb, where all prices move.
  private static let wholes: Set<String> = [
    "everything", "market", "price", "board", "crypto", "it", "book", "portfolio", "world", "thing", "lot", "bag",
    "this", "that", "if", "everybody", "rest", "when", "and", "basket", "sector", "also",
    "then", "mkt", "stuff", "whole", "space", "complex", "coin", "prices", "markets", "coins", "things", "positions",
    "holdings", "they", "would", "could", "should", "will", "to", "longs", "shorts", "a", "an", "the", "percent", "by",
    "further", "big", "small", "sharp", "sudden", "huge", "flash", "quick", "another", "of", "for", "do", "did", "both",
    "others", "what", "there", "else", "value", "i", "we", "cryptos", "books", "bags", "or", "with",
  ]

  /// - Returns: `nil` when all was read, and for a question that assumes nothing.
  static func message(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame == .whatIf else { return nil }
    if reading.topic == .close, let part = ["half", "part of", "a third", "some of", "quarter"].first(where: text.has) {
      return "hean closes whole positions only (\"\(part)\")"
    }
    if let part = operation(text, reading) { return part }
    if reading.topic != .move, !reading.moves.isEmpty {
      return "a move of prices and \(reading.topic?.label ?? "something else") cannot be assumed together"
    }
    guard reading.topic == .move, !reading.moves.isEmpty else { return nil }
    // `btc dropped 3 %, what did i lose` is about what was.
    if past.contains(where: text.has), !assumptions.contains(where: text.has) {
      return "whether prices moved or are assumed to move was not understood"
    }
    if let deed = deeds.first(where: { text.text.hasPrefix(" \($0) ") }) {
      return ["halve", "reduce", "cut"].contains(deed)
        ? "hean closes whole positions only (\"\(deed) …\")"
        : "hean has no order that waits for a price (\"\(deed) …\")"
    }
    if let words = strange.first(where: text.has) {
      return "how far prices are assumed to move (\"\(words)\") was not understood"
    }
    if let name = mover(text, reading) {
      return "what \"\(name)\" is, whose price is assumed to move, was not understood"
    }
    if let level = levels.first(where: text.has) {
      return "a move of prices and what is \(level) cannot be assumed together"
    }
    if Set(reading.moves.map(\.symbol)).count < reading.moves.count {
      return "only one move for each symbol can be assumed"
    }
    let isOfAll = reading.moves.contains { $0.symbol == nil }
    if !isOfAll, let name = reading.symbols.first(where: { name in !reading.moves.contains { $0.symbol == name } }) {
      return "how \(name) is assumed to move was not understood"
    }
    return turns.first(where: text.has).map {
      "only one move for each symbol can be assumed (\"\($0)\" was not understood)"
    }
  }

  private static let ends = [
    "worst", "best", "oldest", "newest", "biggest", "smallest", "largest", "youngest", "first", "last", "two", "three",
    "2", "3",
  ]

  /// What an assumption would do beside the PnL.
  private static let effects = [
    "kill switch", "killswitch", "drawdown", "hard stop", "soft brake", "close it", "sell it", "twice", "quarantine",
  ]

  /// An assumed close of some that are not named, and one operation that is read for another.
  private static func operation(_ text: TypedText, _ reading: QuestionReading) -> String? {
    switch reading.topic {
    case .close?: return ends.first(where: text.has).map { "which positions \"\($0)\" means was not understood" }
    case .stop?, .pause?, .restart?:
      return ["close", "closing", "sell"].first(where: text.has).map {
        "whether \"\($0)\" or \(reading.topic?.label ?? "something else") is assumed was not understood"
      }
    case .stops?:
      return ["target", "targets", "take profit", "take profits"].first(where: text.has).map {
        "stop losses and \"\($0)\" cannot be assumed together"
      }
    case .move? where Self.effects.contains(where: text.has):
      return Self.effects.first(where: text.has).map {
        "what becomes of \"\($0)\" under an assumed price is not worked out: compare the PnL of the assumption with the distance to the limits"
      }
    case .move?:
      return ["i double", "we double", "i halve", "we halve", "i add", "i buy", "we buy"].first(where: text.has).map {
        "what is done to a position (\"\($0)\") and a move of prices are two assumptions"
      }
    default: return nil
    }
  }

  /// What stands before a fall or a rise of all prices, where it names neither all of them nor one: `if foo drops 5 %`.
  private static func mover(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.moves.allSatisfy({ $0.symbol == nil }) else { return nil }
    let words = text.words
    guard let verb = words.firstIndex(where: verbs.contains), verb > 0 else { return nil }
    let subject = words[..<verb].last { !adverbs.contains($0) && !$0.hasSuffix("ly") } ?? "it"
    let isNumber = subject.first?.isNumber == true
    // `everything but btc falls 5 %`
    let isLeftOut = reading.except.contains { $0.lowercased().hasPrefix(subject) }
    return wholes.contains(subject) || isNumber || isLeftOut ? nil : subject
  }
}
