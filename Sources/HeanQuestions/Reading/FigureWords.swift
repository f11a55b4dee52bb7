import HeanCore

/// How the values that a question asks about are put together.
public enum QuestionAggregate: String, Codable, Sendable {
  case count, top, bottom, average, last, ratio

  var isExtreme: Bool { self == .top || self == .bottom }
}

/// What values are told apart by.
public enum QuestionGroup: String, Codable, Sendable {
  case strategy, symbol, side, reason, hour, day
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
    .bottom: """
    worst, lousiest, poorest, least, lowest, smallest, closest, bottom, minimum|min, lose most, most lose, weak
    cheapest, least_wide, shortest, quickest, fastest, youngest, narrowest, rarest, quietest, laziest, thinnest
    lightest, ugliest, tiniest, how low do, how thin do, leanest, calmest, coldest, sleepiest, saddest, hardest, fewest
    most_conservative|most_careful
    """,
    .top: """
    best, most, highest, biggest, longest, maximum|max, most_common|common|frequent|frequently, leading, top, strong
    busiest, fattest, heaviest, commonest, stalest, priciest, noisiest, loosest, dearest, costliest, slowest, deepest
    how high do, chattiest, greediest, thickest, hungriest, hottest, greenest, bulk, richest, priciest, loudest
    pickiest
    """,
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

  /// What the values are told apart by; the surest words first.
  static func group(_ words: CuedWords) -> QuestionGroup? {
    // `eth and bnb price side by side`
    if let side = words.stems.indices.first(where: { words.stems[$0...].starts(with: ["side", "by", "side"]) }) {
      return group(CuedWords(Array(words.stems[..<side] + words.stems[(side + 3)...])))
    }
    return head(words) ?? said(words) ?? named(words) ?? led(words) ?? ofEnd(words) ?? ofSides(words)
  }

  private static func group(of stem: String?) -> QuestionGroup? { groupWords.first { $0.stem == stem }?.group }

  /// `strategy with the worst win rate`, `coins that lost more than 60`
  private static func head(_ words: CuedWords) -> QuestionGroup? {
    let leads: Set<String> = ["the", "any", "all", "list", "show", "$number"]
    guard let at = words.stems.firstIndex(where: { !leads.contains($0) }), let group = group(of: words.stems[at]),
      group != .hour, group != .day
    else { return nil }
    let isNarrowed = at + 1 < words.stems.count && narrowing.contains(words.stems[at + 1])
    return isNarrowed || superlatives.best(words) != nil ? group : nil
  }

  private static let narrowing: Set<String> = [
    "that", "with", "which", "who", "where", "have", "make", "lose", "win", "$condition", "in", "under", "over", "by",
  ]

  private static let spans: [(stem: String, group: QuestionGroup)] = [("hour", .hour), ("day", .day)]

  /// Phrases that say a group by themselves: `hour by hour`, `how many longs and how many shorts`.
  private static func said(_ words: CuedWords) -> QuestionGroup? {
    let stems = words.stems
    if stems.first == "hour", stems.count > 1, !stems.contains("of") { return .hour }
    let phrases: [(words: [String], group: QuestionGroup)] = [
      (["by", "the", "hour"], .hour), (["hour", "by", "hour"], .hour), (["hour", "after", "hour"], .hour),
      (["hour", "breakdown"], .hour), (["day", "by", "day"], .day), (["hour", "of", "day"], .hour),
      (["hour", "of", "the", "day"], .hour),
    ]
    if let group = phrases.first(where: { words.has($0.words) })?.group { return group }
    if words.says("hourly") { return .hour }
    let sides = [["howmany", "long", "howmany", "short"], ["howmany", "short", "howmany", "long"]]
    if sides.contains(where: { words.has($0) }) { return .side }
    // `how many trades an hour`
    if stems.contains("howmany") {
      let span = spans.first { words.has(["an", $0.stem]) || words.has(["a", $0.stem]) }
      if let span { return span.group }
    }
    if words.has(["and", "howmany", "sell"]) || words.has(["and", "howmany", "buy"]) { return .side }
    // `the priciest hour`
    let isMost = { (stem: String) in
      stems.indices.dropFirst().contains { stems[$0] == stem && superlatives.best(CuedWords([stems[$0 - 1]])) != nil }
    }
    return spans.first { isMost($0.stem) }?.group
  }

  /// `rank strategies by win rate`
  private static func named(_ words: CuedWords) -> QuestionGroup? {
    let stems = words.stems
    guard rankings.contains(where: stems.contains), !words.has(["sort", "of"]) else { return nil }
    let named = groupWords.first { word in
      stems.indices.contains { stems[$0] == word.stem && ($0 == 0 || stems[$0 - 1] != "$strategy") }
    }
    return named?.group == .hour ? nil : named?.group
  }

  private static func led(_ words: CuedWords) -> QuestionGroup? {
    // There is one engine: which of the bots is which of the strategies.
    let ofEngines = [["which"], ["per"], ["each"], ["of", "the"], ["among", "the"]]
    if ofEngines.contains(where: { words.has($0 + ["engin"]) }) { return .strategy }
    for (stem, group) in groupWords where words.stems.contains(stem) {
      let leads = ["per", "by", "each", "which", "what"]
      let phrases =
        [[stem, "wise"], [stem, "wis"]] + leads.flatMap { [[$0, stem], [$0, "$number", stem]] } + [
          ["for", "each", stem], ["for", "all", stem], ["split", "by", stem], ["across", stem], ["among", stem],
          ["among", "the", stem], ["over", "the", stem], [stem, "for", stem],
        ]
      if phrases.contains(where: { words.has($0) }) { return group }
    }
    // `who of the strategies`
    guard words.stems.first == "who" || words.stems.first == "which" else { return nil }
    return groupWords.first { words.has(["of", "the", $0.stem]) }?.group
  }

  private static let ends: Set<String> = [
    "best", "worst", "top", "bottom", "lead", "weak", "strong", "busiest", "most", "least", "highest", "lowest",
    "biggest", "smallest",
  ]

  /// `the widest spread of the coins`, `the worst of the bots`
  private static func ofEnd(_ words: CuedWords) -> QuestionGroup? {
    let stems = words.stems
    func isEnd(_ at: Int) -> Bool { superlatives.best(CuedWords([stems[at - 1]])) != nil }
    for (at, stem) in stems.enumerated().dropFirst() {
      guard let group = group(of: stem) else { continue }
      let before = stems[max(0, at - 2)..<at]
      let isPlain = group != .hour && group != .day && !before.contains("$strategy")
      if isPlain, before.contains("of"), superlatives.best(words) != nil { return group }
      if isEnd(at) || before.contains(where: ends.contains) { return group }
    }
    // There is one engine: the worst of the bots is one of the strategies.
    if let at = stems.firstIndex(where: { $0 == "engin" || $0 == "bot" }), at > 0, isEnd(at) { return .strategy }
    for lead in [["among"], ["of", "all"], ["of", "any"], ["of", "the"], ["among", "the"]]
    where words.has(lead + ["engin"]) || words.has(lead + ["bot"]) { return .strategy }
    for (stem, group) in groupWords where stems.contains(stem) {
      let rows = [["row", "a", stem], ["row", "per", stem], [stem, "after", stem]]
      if rows.contains(where: { words.has($0) }) { return group }
    }
    return stems.first == "who" && words.hasAny(["lose", "earn", "win"]) ? .strategy : nil
  }

  private static let bothSides: [[String]] = [
    ["long", "short"], ["short", "long"], ["long", "versus", "short"], ["short", "versus", "long"],
    ["long", "and", "short"], ["long", "or", "short"], ["long", "and", "howmany", "short"], ["buy", "versus", "sell"],
    ["buy", "sell"], ["buy", "or", "sell"], ["buy", "or", "on", "sell"],
  ]

  private static func ofSides(_ words: CuedWords) -> QuestionGroup? {
    bothSides.contains { words.has($0) } ? .side : nil
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
public enum QuestionSide: String, Codable, Sendable, CaseIterable {
  case long, short
}
