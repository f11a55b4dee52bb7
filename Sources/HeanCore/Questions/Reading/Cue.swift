/// A pattern of stems that speaks for a metric, a topic or a frame.
///
/// `"stop close|far !loss"`: all words must be there in any order, `|` separates alternatives, `!` means that a word must
/// not be there, `a_b` are neighbours in that order, `^a` is the first word, `a$` the last. `~` in front makes the whole pattern count less
/// than a plain word.
struct Cue: Sendable {
  private struct Element: Sendable {
    var alternatives: [[String]]
    var isFirst = false
    var isLast = false
    var isExcluded = false
    /// Whether it asks for a noun that hardly anybody says who means something else.
    var isDistinct = false
  }

  private static let distinction = 0.6

  /// Nouns of which a question that has one is nearly always about it.
  static let distinctNouns: Set<String> = Set(
    [
      "fill", "order", "openorder", "fee", "leverage", "margin", "entry", "takeprofit", "stoploss", "drawdown",
      "exposure", "notional", "spread", "volume", "winrate", "profitfactor", "fillrate", "acceptancerate", "governor",
      "killswitch", "quarantine", "softbrake", "hardstop", "dailypause", "equity", "balance", "realized", "unrealized",
      "signal", "uptime", "audit", "holdtime", "streak", "freemargin", "setting", "latency", "slippage", "target",
      "excel", "csv", "spreadsheet", "json", "cancel", "partial", "council", "cooldown", "beyond",
      "multiplier",
    ].map(QuestionWords.stem))

  private var elements: [Element]
  private var strength = 1.0

  init(_ pattern: String) {
    // Bytes, because there are thousands of words in the patterns, and looking for letters takes several times as long.
    var bytes = Array(pattern.utf8)[...]
    if bytes.first == UInt8(ascii: "~") { (strength, bytes) = (0.45, bytes.dropFirst()) }
    elements = bytes.split(separator: UInt8(ascii: " ")).map { raw in
      var text = raw
      var element = Element(alternatives: [])
      if text.first == UInt8(ascii: "!") { (element.isExcluded, text) = (true, text.dropFirst()) }
      if text.first == UInt8(ascii: "^") { (element.isFirst, text) = (true, text.dropFirst()) }
      if text.last == UInt8(ascii: "$") { (element.isLast, text) = (true, text.dropLast()) }
      element.alternatives = text.split(separator: UInt8(ascii: "|")).map {
        $0.split(separator: UInt8(ascii: "_")).map { word in
          let word = String(decoding: word, as: UTF8.self)
          return word.utf8.first == UInt8(ascii: "$") ? word : QuestionWords.stem(word)
        }
      }
      element.isDistinct = element.alternatives.contains { $0.contains(where: Self.distinctNouns.contains) }
      return element
    }
  }

  /// The words that it asks for.
  var words: [String] { elements.flatMap { $0.alternatives.flatMap(\.self) }.filter { $0.first != "$" } }

  /// How much of the question the pattern explains: 1 for each word that it requires, a half more for each neighbour.
  /// - Returns: `nil` when it does not match.
  func weight(in question: CuedWords) -> Double? {
    var weight = 0.0
    for element in elements {
      var longest = 0
      for phrase in element.alternatives
      where phrase.count > longest && question.has(phrase, atStart: element.isFirst, atEnd: element.isLast) {
        longest = phrase.count
      }
      if element.isExcluded {
        if longest > 0 { return nil }
        continue
      }
      guard longest > 0 else { return nil }
      weight += 0.5 + 0.5 * Double(longest) + (element.isFirst ? 0.25 : 0) + (element.isDistinct ? Self.distinction : 0)
    }
    return weight * strength
  }
}
