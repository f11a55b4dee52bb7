import HeanCore

/// Ends and ranks of an order that cannot be told.
enum UnreadEnd {
  static let rows: [UnreadRow] = [
    UnreadRow(
      "first|newest|oldest|youngest", says: { !$0.text.hasSuffix(" first ") }, #"which "%" is meant was not understood"#
    ) {
      ($0.frame == .figure || $0.frame == .list) && $0.number == nil && $0.aggregate != .last
        && !$0.isOf(.positionAge, .priceAge)
    },
    UnreadRow(check: firstRows), UnreadRow(check: oppositeEnds),
    UnreadRow("before last|before the last|but the last|but last", unknownRank) {
      $0.frame.isOfRows || $0.frame == .when
    },
    UnreadRow(check: rank),
    UnreadRow(
      "order limit", #"how many are left to a limit ("%") is not worked out here; the status has both numbers"#
    ) { $0.metric == .riskDistance },
    UnreadRow(
      "how many more|still be opened|can still open|could still open|order slots|slots|allowed",
      #"how many are left to a limit ("%") is not worked out here"#
    ) { $0.frame.isOfRows && $0.metric != .riskDistance && $0.metric != .positionRoom },
    // What was lost before a halt is not the room that is left to one.
    UnreadRow(
      "did we lose|did i lose|did it lose|was lost|have we lost|we lost",
      #"what was lost before something happened ("%") is not worked out: name a span of time"#
    ) { $0.metric == .riskDistance },
    // `how much more can we lose before we hit zero` is about the equity, not about a limit.
    UnreadRow(
      "zero|0|broke|wiped out|nothing left|nothing is left",
      #"how far it is to nothing ("%") is what the equity is: ask for that"#
    ) { $0.metric == .riskDistance },
    UnreadRow(check: lastOfEach),
  ]

  /// `win rate of the first 10 trades`: the newest are told, not the oldest.
  private static func firstRows(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.number != nil, let word = text.word(behind: "first"),
      word.first?.isNumber == true
    else { return nil }
    return "which \"first \(word)\" are meant was not understood"
  }

  /// Both ends of what is ordered; one of them would be left out.
  private static let opposites = [
    ("best", "worst"), ("highest", "lowest"), ("biggest", "smallest"), ("most", "least"), ("largest", "smallest"),
    ("largest win", "largest loss"), ("biggest win", "biggest loss"), ("oldest", "youngest"), ("oldest", "newest"),
    ("longest", "shortest"), ("winning trades", "losing trades"), ("average win", "average loss"),
    ("average win", "and loss"), ("average loss", "and win"), ("biggest win", "and loss"),
  ]

  private static func oppositeEnds(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.secondMetric == nil,
      let pair = opposites.first(where: { text.has($0.0) && text.has($0.1) && !text.has("at \($0.1)") })
    else { return nil }
    return "both ends (\"\(pair.0)\" and \"\(pair.1)\") cannot be told at once: ask for one of them"
  }

  private static let unknownRank = #"the rank ("%") was not understood: only the first and the last are known"#
  private static let ranks = ["second", "2nd", "third", "3rd", "fourth", "4th", "fifth", "next", "runner up"]
  private static let extremes = [
    "largest", "biggest", "highest", "smallest", "lowest", "best", "worst", "most", "least", "closest", "oldest",
    "newest", "longest", "last", "latest",
  ]

  private static func rank(_ text: TypedText, _ reading: QuestionReading) -> String? {
    let rank = ranks.first { rank in text.has(rank) && extremes.contains { text.has("\(rank) \($0)") } }
    return rank.map { unknownRank.replacing("%", with: $0) }
  }

  /// `last trade of each symbol`
  private static func lastOfEach(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.group != nil, reading.window == nil, reading.number == nil,
      text.has("last trade|last fill|last signal|last order" as Phrases), text.has("each|every|per" as Phrases)
    else { return nil }
    return "the last one of each \(reading.group?.rawValue ?? "group") is not told: ask for one of them"
  }
}
