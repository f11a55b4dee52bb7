import HeanCore

/// What of an assumption was not read: without it another one would be answered.
enum UnreadAssumption {
  static let rows: [UnreadRow] = [
    UnreadRow("half|part of|a third|some of|quarter", wholeOnly) { $0.assumes(.close) },
    UnreadRow(
      "worst|best|oldest|newest|biggest|smallest|largest|youngest|first|last|two|three|2|3",
      #"which positions "%" means was not understood"#
    ) { $0.assumes(.close) },
    UnreadRow(check: closeBeside),
    UnreadRow(
      "target|targets|take profit|take profits", #"stop losses and "%" cannot be assumed together"#
    ) { $0.assumes(.stops) },
    // What an assumption would do beside the PnL.
    UnreadRow(
      "kill switch|killswitch|drawdown|hard stop|soft brake|close it|sell it|twice|quarantine",
      #"what becomes of "%" under an assumed price is not worked out: compare the PnL of the assumption with the distance to the limits"#
    ) { $0.assumes(.move) },
    UnreadRow(
      "i double|we double|i halve|we halve|i add|i buy|we buy",
      #"what is done to a position ("%") and a move of prices are two assumptions"#
    ) { $0.assumes(.move) },
    UnreadRow(check: moveBeside),
    // `btc dropped 3 %, what did i lose` is about what was.
    UnreadRow(
      "dropped|fell|rose|pumped|crashed|dumped|rallied|jumped|slid|tanked|gained|lost",
      without: "if|suppose|say|assume|assuming|imagine|would|when|once|case",
      "whether prices moved or are assumed to move was not understood"
    ) { $0.assumesMoves },
    UnreadRow(check: deed),
    // Sizes and directions of a move that `AssumedMoves` does not read, or reads as others.
    UnreadRow(
      """
      half percent|half a percent|quarter percent|quarter of a percent|gave up|gives up|give up|squeezes|squeeze
      squeezed|against me|against us|against my|against our|positions lose|position loses|shorts lose|longs lose
      and i close|and i sell|and i exit|and i buy|and close|and sell|and we close
      """, #"how far prices are assumed to move ("%") was not understood"#
    ) { $0.assumesMoves },
    UnreadRow(check: mover),
    UnreadRow(
      "stopped out|stopped|liquidated", #"a move of prices and what is % cannot be assumed together"#
    ) { $0.assumesMoves },
    UnreadRow(check: repeated), UnreadRow(check: unmoved),
    UnreadRow(
      "and then|recovers|recover|rebounds|bounces|comes back",
      #"only one move for each symbol can be assumed ("%" was not understood)"#
    ) { $0.assumesMoves },
  ]

  private static let wholeOnly = #"hean closes whole positions only ("%")"#

  private static func closeBeside(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.assumes(.stop) || reading.assumes(.pause) || reading.assumes(.restart),
      let deed = text.first("close|closing|sell")
    else { return nil }
    return "whether \"\(deed)\" or \(reading.topic?.label ?? "something else") is assumed was not understood"
  }

  private static func moveBeside(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame == .whatIf, reading.topic != .move, !reading.moves.isEmpty else { return nil }
    return "a move of prices and \(reading.topic?.label ?? "something else") cannot be assumed together"
  }

  private static let deeds: Phrases = "close|sell|exit|buy|halve|reduce|cut|double"

  private static func deed(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.assumesMoves, let deed = deeds.all.first(where: { text.text.hasPrefix(" \($0) ") }) else {
      return nil
    }
    return ["halve", "reduce", "cut"].contains(deed)
      ? wholeOnly.replacing("%", with: "\(deed) …") : "hean has no order that waits for a price (\"\(deed) …\")"
  }

  private static func repeated(_ text: TypedText, _ reading: QuestionReading) -> String? {
    reading.assumesMoves && Set(reading.moves.map(\.symbol)).count < reading.moves.count
      ? "only one move for each symbol can be assumed" : nil
  }

  private static func unmoved(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.assumesMoves, reading.moves.allSatisfy({ $0.symbol != nil }) else { return nil }
    let name = reading.symbols.first { name in !reading.moves.contains { $0.symbol == name } }
    return name.map { "how \($0) is assumed to move was not understood" }
  }

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

  /// What stands before a fall or a rise of all prices, where it names neither all of them nor one: `if foo drops 5 %`.
  private static func mover(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.assumesMoves, reading.moves.allSatisfy({ $0.symbol == nil }) else { return nil }
    let words = text.words
    guard let verb = words.firstIndex(where: verbs.contains), verb > 0 else { return nil }
    let subject = words[..<verb].last { !adverbs.contains($0) && !$0.hasSuffix("ly") } ?? "it"
    let isNumber = subject.first?.isNumber == true
    // `everything but btc falls 5 %`
    let isLeftOut = reading.except.contains { $0.lowercased().hasPrefix(subject) }
    return wholes.contains(subject) || isNumber || isLeftOut
      ? nil : "what \"\(subject)\" is, whose price is assumed to move, was not understood"
  }
}

extension QuestionReading {
  fileprivate func assumes(_ assumed: QuestionTopic) -> Bool { frame == .whatIf && topic == assumed }

  fileprivate var assumesMoves: Bool { assumes(.move) && !moves.isEmpty }
}
