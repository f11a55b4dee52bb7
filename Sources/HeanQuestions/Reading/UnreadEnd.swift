import HeanCore

/// Ends and ranks of an order that cannot be told.
enum UnreadEnd {
  static let checks: [UnreadPart.Check] = [end, firstRows, oppositeEnds, rank, room, lostBefore, ruin, lastOfEach]

  private static let ends = ["first", "newest", "oldest", "youngest"]

  private static func end(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard [.figure, .list].contains(reading.frame), reading.number == nil, reading.aggregate != .last,
      ![.positionAge, .priceAge].contains(reading.metric), let rank = ends.first(where: text.has),
      !text.text.hasSuffix(" first ")
    else { return nil }
    return "which \"\(rank)\" is meant was not understood"
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

  private static let ranks = ["second", "2nd", "third", "3rd", "fourth", "4th", "fifth", "next", "runner up"]
  private static let extremes = [
    "largest", "biggest", "highest", "smallest", "lowest", "best", "worst", "most", "least", "closest", "oldest",
    "newest", "longest", "last", "latest",
  ]
  private static let besideLast = ["before last", "before the last", "but the last", "but last"]

  private static func rank(_ text: TypedText, _ reading: QuestionReading) -> String? {
    if reading.frame.isOfRows || reading.frame == .when, let words = besideLast.first(where: text.has) {
      return "the rank (\"\(words)\") was not understood: only the first and the last are known"
    }
    guard
      let rank = ranks.first(where: { rank in
        text.has(rank) && extremes.contains { text.has("\(rank) \($0)") }
      })
    else { return nil }
    return "the rank (\"\(rank)\") was not understood: only the first and the last are known"
  }

  private static let rooms = [
    "how many more", "still be opened", "can still open", "could still open", "order slots", "slots", "allowed",
  ]

  /// `how much more can we lose before we hit zero` is about the equity, not about a limit.
  private static func ruin(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.metric == .riskDistance,
      let words = ["zero", "0", "broke", "wiped out", "nothing left", "nothing is left"].first(where: text.has)
    else { return nil }
    return "how far it is to nothing (\"\(words)\") is what the equity is: ask for that"
  }

  /// What was lost before a halt is not the room that is left to one.
  private static func lostBefore(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.metric == .riskDistance,
      let words = ["did we lose", "did i lose", "did it lose", "was lost", "have we lost", "we lost"].first(
        where: text.has)
    else { return nil }
    return "what was lost before something happened (\"\(words)\") is not worked out: name a span of time"
  }

  private static func room(_ text: TypedText, _ reading: QuestionReading) -> String? {
    if reading.metric == .riskDistance, text.has("order limit") {
      return "how many are left to a limit (\"order limit\") is not worked out here; the status has both numbers"
    }
    guard reading.frame.isOfRows, reading.metric != .riskDistance, reading.metric != .positionRoom,
      let words = rooms.first(where: text.has)
    else {
      return nil
    }
    return "how many are left to a limit (\"\(words)\") is not worked out here"
  }

  /// `win rate of the first 10 trades`: the newest are told, not the oldest.
  private static func firstRows(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.number != nil, let word = text.word(behind: "first"),
      word.first?.isNumber == true
    else { return nil }
    return "which \"first \(word)\" are meant was not understood"
  }

  /// `last trade of each symbol`
  private static func lastOfEach(_ text: TypedText, _ reading: QuestionReading) -> String? {
    guard reading.frame.isOfRows, reading.group != nil, reading.window == nil, reading.number == nil,
      ["trade", "fill", "signal", "order"].contains(where: { text.has("last \($0)") }),
      ["each", "every", "per"].contains(where: text.has)
    else { return nil }
    return "the last one of each \(reading.group?.rawValue ?? "group") is not told: ask for one of them"
  }
}
