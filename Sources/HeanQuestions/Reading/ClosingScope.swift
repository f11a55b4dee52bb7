import HeanCore

/// Whether a question about closing positions is read to its last word. A part that is overlooked would offer to close
/// what was to stay open, so anything that is not known here is a reason to offer nothing.
enum ClosingScope {
  /// Words that narrow nothing.
  private static let allowed = Set(
    """
    close sell flatten exit dump fall liquidate unload ditch get out rid of all every everything each both my our
    the a position open long short please now how do can could i we me us you to at market and what which be command
    for in on it that this those them want need would like way quick quickly just only side panic stop kill halt
    right away asap from up down off immediately manually hand by id with engine trade coin help emergency button
    flat go must should cancel order openorder plug pull abort cut unwind take let let's s t pls so then there
    everyth whole book account thing complete completely total totally entire any still have leave keep rest other
    else touch without not shut n whatever outta bail bin shall case instant instantly fast hurry make give show tell somehow has
    """.split(whereSeparator: \.isWhitespace).map { QuestionWords.stem(String($0)) })

  /// - Parameters:
  ///   - stems: of the question, with its slots as `$symbol` and the like.
  ///   - hasWindow: whether a span of time was named.
  ///   - saysOnes: whether "ones" was typed, which is all of them, where "one" is one that was not said.
  /// - Returns: what was not understood, in words; `nil` when everything was.
  static func unread(_ stems: [String], _ reading: QuestionReading, hasWindow: Bool, saysOnes: Bool) -> String? {
    guard reading.frame == .howTo, let topic = reading.topic, topic.closesPositions else { return nil }
    if hasWindow { return "a time" }
    if reading.number != nil { return "a number" }
    if let end = stems.firstIndex(of: "$except") {
      // `except btc and the shorts`: a side or a condition behind an exception belongs to it, not to what is closed.
      let behind = stems[end...]
      if reading.condition != nil, behind.contains("$condition") { return "what stands behind the exception" }
      if behind.contains("long") || behind.contains("short") { return "what stands behind the exception" }
    } else if stems.contains("leave") || stems.contains("keep") || stems.contains("but") || stems.contains("except") {
      return "the exception"
    }
    // `longs not opened by momentum` leaves something out that is not named; `without touching the longs` is read as a side.
    let spared: Set<String> = ["touch", "close", "sell", "stop", "cancel"]
    if zip(stems, stems.dropFirst() + [""]).contains(where: { ["not", "without"].contains($0) && !spared.contains($1) })
    {
      return "the \"not\""
    }
    // `close btc below 60000` waits for a price, and `sell at market open` for a time.
    if reading.condition?.subject == .value,
      zip(stems, stems.dropFirst()).contains(where: { $0 == "$symbol" && $1 == "$condition" })
    {
      return "whether a price or a notional is meant"
    }
    let lead: Set<String> = ["market", "at"]
    let places = stems.indices.filter { ["open", "close"].contains(stems[$0]) }
    if places.contains(where: { at in
      at > 0 && lead.contains(stems[at - 1]) || at > 1 && stems[at - 1] == "the" && lead.contains(stems[at - 2])
    }) {
      return "a time"
    }
    let measured: Set<String> = reading.condition == nil ? [] : ["worth", "pnl", "notional", "unrealized"]
    let ones: Set<String> = saysOnes && (reading.condition != nil || reading.side != nil) ? ["one"] : []
    return stems.first { $0.first != "$" && !allowed.contains($0) && !measured.contains($0) && !ones.contains($0) }.map
    {
      "\"\($0)\""
    }
  }
}
