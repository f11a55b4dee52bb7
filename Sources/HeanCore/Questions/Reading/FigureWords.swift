/// How the values that a question asks about are put together.
public enum QuestionAggregate: String, Codable, Sendable {
  case count, top, bottom, average, last, ratio
}

/// What values are told apart by.
public enum QuestionGroup: String, Codable, Sendable {
  case strategy, symbol, side, reason, hour
}

/// An assumed change of price.
public struct AssumedMove: Codable, Sendable, Equatable {
  /// As the engine writes it; `nil` for all symbols.
  public var symbol: String?
  /// In percent of the mark price; negative for a fall.
  public var percent: Double

  /// A change of one symbol, or of all of them.
  public init(symbol: String?, percent: Double) {
    self.symbol = symbol
    self.percent = percent
  }
}

/// Reads the small words around a metric: best, average, per strategy, not, five.
enum FigureWords {
  private static let groupWords: [(stem: String, group: QuestionGroup)] = [
    ("strategy", .strategy), ("coin", .symbol), ("market", .symbol), ("asset", .symbol), ("side", .side),
    ("direction", .side), ("reason", .reason), ("hour", .hour), ("currency", .symbol), ("crypto", .symbol),
  ]

  private static let superlatives = CueTable<QuestionAggregate>([
    (
      .bottom,
      [
        "worst", "least", "lowest", "smallest", "closest", "bottom", "minimum|min", "lose most", "most lose", "weak",
        "cheapest", "least_wide",
      ]
    ),
    (
      .top,
      [
        "best", "most", "highest", "biggest", "longest", "maximum|max", "most_common|common|frequent|frequently",
        "leading", "top", "strong", "busiest",
      ]
    ),
  ])

  static func aggregate(_ stems: [String]) -> QuestionAggregate? {
    if stems.contains("ratio"), stems.contains("reject") || stems.contains("refuse") || stems.contains("accept") {
      return .ratio
    }
    if stems.contains("average") || hasPhrase(stems, ["per", "trade"]) { return .average }
    if stems.contains(QuestionWords.stem("share")) || stems.contains("fraction") || stems.contains("proportion")
      || hasPhrase(stems, ["percent", "of"]) || hasPhrase(stems, ["percent", "be"])
    {
      return .ratio
    }
    // `burns the most fees` is at the top of the fees.
    let superlative = superlatives.best(isOfPnL(stems) ? stems : stems.filter { $0 != "lose" })
    if let superlative, !hasPhrase(stems, ["at", "least"]), !hasPhrase(stems, ["at", "most"]) {
      // `loses the most` is at the bottom of the PnL, `least losing` at its top.
      if stems.contains("lose"), superlative == .top, isOfPnL(stems) { return .bottom }
      if stems.contains("lose"), superlative == .bottom, stems.contains("least") || stems.contains("smallest") {
        return .top
      }
      return superlative
    }
    if stems.contains("howmany") || stems.contains("count") || hasPhrase(stems, ["number", "of"]) { return .count }
    if stems.contains("last") || stems.contains("latest") || hasPhrase(stems, ["most", "recent"]) { return .last }
    return nil
  }

  /// Whether `lose` is about money, not the losing trades themselves.
  private static func isOfPnL(_ stems: [String]) -> Bool {
    !stems.contains("fee") && !stems.contains("streak") && !stems.contains("reject") && !stems.contains("refuse")
  }

  static func group(_ stems: [String]) -> QuestionGroup? {
    // `strategy with the worst win rate`
    if let group = groupWords.first(where: { $0.stem == stems.first })?.group, group != .hour,
      superlatives.best(stems) != nil
    {
      return group
    }
    if stems.first == "hour", stems.count > 1, !stems.contains("of") { return .hour }
    for (stem, group) in groupWords {
      if hasPhrase(stems, [stem, "wise"]) || hasPhrase(stems, [stem, "wis"]) { return group }
      for lead in ["per", "by", "each", "which", "what", "every", "whose"] where hasPhrase(stems, [lead, stem]) {
        return group
      }
      for words in [
        ["of", "the", stem], ["for", "each", stem], ["for", "all", stem], ["split", "by", stem], ["across", stem],
      ]
      where hasPhrase(stems, words) && words[0] != "of" { return group }
    }
    let best: Set<String> = ["best", "worst", "top", "lead", "weak", "strong", "busiest"]
    for (at, stem) in stems.enumerated().dropFirst() {
      guard let group = groupWords.first(where: { $0.stem == stem })?.group else { continue }
      let before = stems[max(0, at - 2)..<at]
      if before.contains(where: { best.contains($0) || ["most", "least", "highest", "lowest", "biggest"].contains($0) })
      {
        return group
      }
    }
    if stems.first == "who", stems.contains("lose") || stems.contains("earn") || stems.contains("win") {
      return .strategy
    }
    if hasPhrase(stems, ["long", "versus", "short"]) || hasPhrase(stems, ["short", "versus", "long"])
      || hasPhrase(stems, ["long", "and", "short"]) || hasPhrase(stems, ["long", "or", "short"])
      || hasPhrase(stems, ["buy", "versus", "sell"])
    {
      return .side
    }
    return nil
  }

  /// - Parameter countsDeeds: whether `buy` and `sell` alone say a side; `why did it sell` asks about a close.
  static func side(_ stems: [String], countsDeeds: Bool) -> QuestionSide? {
    // `the shorts without touching the longs` is about the shorts.
    var stems = stems
    if let end = stems.firstIndex(where: { ["without", "leave", "leav", "keep", "not"].contains($0) }), end > 0,
      !Set(stems[..<end]).isDisjoint(with: ["long", "short"])
    {
      stems = Array(stems[..<end])
    }
    func says(_ side: String, _ deed: String) -> Bool {
      if stems.contains(side) || (countsDeeds && stems.contains(deed)) { return true }
      return ["order", "signal"].contains { hasPhrase(stems, [deed, $0]) }
    }
    let long = says("long", "buy")
    let short = says("short", "sell")
    guard long != short else { return nil }
    return long ? .long : .short
  }

  static func isNegated(_ stems: [String]) -> Bool {
    stems.contains("not") || stems.contains("without") || stems.contains("except")
  }

  static func hasPhrase(_ stems: [String], _ phrase: [String]) -> Bool {
    guard phrase.count <= stems.count else { return false }
    return (0...(stems.count - phrase.count)).contains { start in zip(phrase, stems[start...]).allSatisfy { $0 == $1 } }
  }
}

/// The direction of a position; an order that buys counts as long.
public enum QuestionSide: String, Codable, Sendable {
  case long, short
}
