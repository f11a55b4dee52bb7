/// How the values that a question asks about are put together.
public enum QuestionAggregate: String, Codable, Sendable {
  case count, top, bottom, average, last, ratio

  var isExtreme: Bool { self == .top || self == .bottom }
}

/// What values are told apart by.
public enum QuestionGroup: String, Codable, Sendable {
  case strategy, symbol, side, reason, hour, day
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
    ("direction", .side), ("reason", .reason), ("hour", .hour), ("day", .day), ("date", .day), ("currency", .symbol),
    ("crypto", .symbol),
    ("gate", .reason),
  ]

  private static let superlatives = CueTable<QuestionAggregate>([
    (
      .bottom,
      [
        "worst", "lousiest", "poorest", "least", "lowest", "smallest", "closest", "bottom", "minimum|min", "lose most",
        "most lose", "weak",
        "cheapest", "least_wide", "shortest", "quickest", "fastest", "youngest", "narrowest", "rarest", "quietest",
        "laziest", "thinnest", "lightest", "ugliest", "tiniest", "how low do", "how thin do", "leanest", "calmest",
        "coldest", "sleepiest", "saddest", "hardest", "fewest", "most_conservative|most_careful",
      ]
    ),
    (
      .top,
      [
        "best", "most", "highest", "biggest", "longest", "maximum|max", "most_common|common|frequent|frequently",
        "leading", "top", "strong", "busiest", "fattest", "heaviest", "commonest", "stalest", "priciest",
        "noisiest", "loosest", "dearest", "costliest", "slowest", "deepest", "how high do", "chattiest", "greediest",
        "thickest", "hungriest", "hottest", "greenest", "bulk", "richest", "priciest", "loudest", "pickiest",
      ]
    ),
  ])

  static func aggregate(_ words: CuedWords) -> QuestionAggregate? {
    var stems = words.stems
    // `bottom line`, `top line`
    if let line = stems.firstIndex(of: "line"), line > 0, ["bottom", "best"].contains(stems[line - 1]) {
      stems.remove(at: line - 1)
      return aggregate(CuedWords(stems))
    }
    if stems.contains("rate"), stems.contains("reject") || stems.contains("refuse") || stems.contains("block") {
      return .ratio
    }
    if stems.contains("ratio"), stems.contains("reject") || stems.contains("refuse") || stems.contains("accept") {
      return .ratio
    }
    // `at what hour do we usually lose the most` asks for an end.
    let isEnd = superlatives.best(words) != nil
    if stems.contains("average") || words.has(["per", "trade"]) || !isEnd && usual.contains(where: stems.contains) {
      return .average
    }
    if parts.contains(where: stems.contains) || words.has(["as", "percent"]) || words.has(["in", "percent"])
      || stems.last == "percent"
      || words.has(["percent", "of"]) || words.has(["percent", "be"])
    {
      return .ratio
    }
    // `the most recent trade` is the last, not the greatest.
    if words.has(["most", "recent"]), !stems.contains("best"), !stems.contains("worst") { return .last }
    // `burns the most fees` is at the top of the fees.
    let superlative = superlatives.best(isOfPnL(stems) ? words : CuedWords(stems.filter { $0 != "lose" }))
    if let superlative, !words.has(["at", "least"]), !words.has(["at", "most"]) {
      // `loses the most` is at the bottom of the PnL, `least losing` at its top.
      if stems.contains("lose"), superlative == .top, isOfPnL(stems) { return .bottom }
      if stems.contains("lose"), superlative == .bottom, stems.contains("least") || stems.contains("smallest") {
        return .top
      }
      return superlative
    }
    // `min stop distance`: without a number before it, no minute is meant.
    if stems.first == "minute" { return .bottom }
    if stems.contains("howmany") || stems.contains("count") || words.has(["number", "of"]) { return .count }
    if stems.contains("last") || stems.contains("latest") { return .last }
    return nil
  }

  private static let usual = ["usually", "typically", "normally", "normal"].map(QuestionWords.stem)
  private static let parts = ["share", "fraction", "proportion", "portion", "slice", "chunk", "concentrated"].map(
    QuestionWords.stem)
  /// Words that put groups side by side, wherever the group is named: `rank strategies by win rate`.
  private static let rankings = [
    "rank", "ranking", "sort", "sorted", "split", "breakdown", "table", "league", "divided",
  ]
  .map(
    QuestionWords.stem)

  /// Whether `lose` is about money, not the losing trades themselves.
  private static func isOfPnL(_ stems: [String]) -> Bool {
    !stems.contains("fee") && !stems.contains("streak") && !stems.contains("reject") && !stems.contains("refuse")
  }

  /// Whether values are to stand next to each other.
  static func isLaidOut(_ words: CuedWords) -> Bool {
    [["beside"], ["next", "to"], ["side", "by", "side"]].contains { words.has($0.map(QuestionWords.stem)) }
  }

  static func group(_ words: CuedWords) -> QuestionGroup? {
    var stems = words.stems
    // `eth and bnb price side by side`
    if let side = stems.indices.first(where: { stems[$0...].starts(with: ["side", "by", "side"]) }) {
      stems.removeSubrange(side..<(side + 3))
      return group(CuedWords(stems))
    }
    // `strategy with the worst win rate`
    let leads: Set<String> = ["the", "any", "all", "list", "show", "$number"]
    let first = stems.first { !leads.contains($0) }
    // `coins that lost more than 60`
    if let group = groupWords.first(where: { $0.stem == first && $0.group != .hour && $0.group != .day })?.group,
      let at = stems.firstIndex(of: first ?? ""), at + 1 < stems.count,
      [
        "that", "with", "which", "who", "where", "have", "make", "lose", "win", "$condition", "in", "under", "over",
        "by",
      ].contains(stems[at + 1])
    {
      return group
    }
    if let group = groupWords.first(where: { $0.stem == first })?.group, group != .hour, group != .day,
      superlatives.best(words) != nil
    {
      return group
    }
    if stems.first == "hour", stems.count > 1, !stems.contains("of") { return .hour }
    for phrase in [["by", "the", "hour"], ["hour", "by", "hour"], ["hour", "after", "hour"], ["hour", "breakdown"]]
    where words.has(phrase) { return .hour }
    if words.has(["day", "by", "day"]) { return .day }
    if words.says("hourly") { return .hour }
    if words.has(["hour", "of", "day"]) || words.has(["hour", "of", "the", "day"]) { return .hour }
    if words.has(["howmany", "long", "howmany", "short"]) || words.has(["howmany", "short", "howmany", "long"]) {
      return .side
    }
    // `how many trades an hour`
    if stems.contains("howmany") {
      for (unit, group) in [("hour", QuestionGroup.hour), ("day", .day)]
      where words.has(["an", unit]) || words.has(["a", unit]) {
        return group
      }
    }
    if words.has(["and", "howmany", "sell"]) || words.has(["and", "howmany", "buy"]) { return .side }
    // `the priciest hour`
    for (unit, group) in [("hour", QuestionGroup.hour), ("day", .day)] {
      let at = stems.indices.dropFirst().first {
        stems[$0] == unit && superlatives.best(CuedWords([stems[$0 - 1]])) != nil
      }
      if at != nil { return group }
    }
    let named = groupWords.first { word in
      stems.indices.contains { stems[$0] == word.stem && ($0 == 0 || stems[$0 - 1] != "$strategy") }
    }
    let isRanked = rankings.contains(where: stems.contains) && !words.has(["sort", "of"])
    if let named, named.group != .hour, isRanked { return named.group }
    // There is one engine: which of the bots is which of the strategies.
    for lead in [["which"], ["per"], ["every"], ["each"], ["of", "the"], ["among", "the"]]
    where words.has(lead + ["engin"]) { return .strategy }
    for (stem, group) in groupWords {
      if words.has([stem, "wise"]) || words.has([stem, "wis"]) { return group }
      for lead in ["per", "by", "each", "which", "what", "every", "whose"]
      where words.has([lead, stem]) || words.has([lead, "$number", stem]) {
        return group
      }
      for phrase in [
        ["for", "each", stem], ["for", "all", stem], ["split", "by", stem], ["across", stem], ["among", stem],
        ["among", "the", stem], ["over", "the", stem], [stem, "for", stem],
      ]
      where words.has(phrase) { return group }
    }
    // `who of the strategies`
    if stems.first == "who" || stems.first == "which",
      let group = groupWords.first(where: { words.has(["of", "the", $0.stem]) })?.group
    {
      return group
    }
    let best: Set<String> = ["best", "worst", "top", "bottom", "lead", "weak", "strong", "busiest"]
    for (at, stem) in stems.enumerated().dropFirst() {
      guard let group = groupWords.first(where: { $0.stem == stem })?.group else { continue }
      let before = stems[max(0, at - 2)..<at]
      // `the widest spread of the coins`
      let isPlain = group != .hour && group != .day && !before.contains("$strategy")
      if isPlain, before.contains("of"), superlatives.best(words) != nil { return group }
      let isEnd = at > 0 && superlatives.best(CuedWords([stems[at - 1]])) != nil
      if isEnd
        || before.contains(where: {
          best.contains($0) || ["most", "least", "highest", "lowest", "biggest"].contains($0)
        })
      {
        return group
      }
    }
    // There is one engine: the worst of the bots is one of the strategies.
    if let at = stems.firstIndex(where: { $0 == "engin" || $0 == "bot" }), at > 0,
      superlatives.best(CuedWords([stems[at - 1]])) != nil
    {
      return .strategy
    }
    for lead in [["among"], ["of", "all"], ["of", "any"], ["of", "the"], ["among", "the"]]
    where words.has(lead + ["engin"]) || words.has(lead + ["bot"]) { return .strategy }
    for (stem, group) in groupWords
    where words.has(["row", "a", stem]) || words.has(["row", "per", stem])
      || words.has(["league", "table", "of", stem]) || words.has([stem, "league"]) || words.has([stem, "after", stem])
    {
      return group
    }
    if stems.first == "who", stems.contains("lose") || stems.contains("earn") || stems.contains("win") {
      return .strategy
    }
    if words.has(["long", "short"]) || words.has(["short", "long"]) || words.has(["long", "versus", "short"])
      || words.has(["short", "versus", "long"])
      || words.has(["long", "and", "short"]) || words.has(["long", "or", "short"])
      || words.has(["long", "and", "howmany", "short"]) || words.has(["buy", "versus", "sell"])
      || words.has(["buy", "sell"]) || words.has(["buy", "or", "sell"]) || words.has(["buy", "or", "on", "sell"])
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
    // `SL is short for?`
    if let at = stems.firstIndex(of: "short"), at + 1 < stems.count, stems[at + 1] == "for", at > 0,
      stems[at - 1] == "be"
    {
      stems.remove(at: at)
    }
    func says(_ side: String, _ deed: String) -> Bool {
      if stems.contains(side) || (countsDeeds && stems.contains(deed)) { return true }
      return zip(stems, stems.dropFirst()).contains { $0 == deed && ["order", "signal"].contains($1) }
    }
    let long = says("long", "buy")
    let short = says("short", "sell")
    guard long != short else { return nil }
    return long ? .long : .short
  }

  static func isNegated(_ stems: [String]) -> Bool {
    ["not", "without", "except", "neither", "nor", "non"].contains { stems.contains($0) }
  }
}

/// The direction of a position; an order that buys counts as long.
public enum QuestionSide: String, Codable, Sendable {
  case long, short
}
