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
      "excel", "csv", "spreadsheet", "json",
    ].map(QuestionWords.stem))

  private var elements: [Element]
  private var strength = 1.0

  init(_ pattern: String) {
    if pattern.first == "~" { strength = 0.45 }
    elements = pattern.drop { $0 == "~" }.split(separator: " ").map { raw in
      var text = raw
      var element = Element(alternatives: [])
      if text.first == "!" { (element.isExcluded, text) = (true, text.dropFirst()) }
      if text.first == "^" { (element.isFirst, text) = (true, text.dropFirst()) }
      if text.last == "$" { (element.isLast, text) = (true, text.dropLast()) }
      element.alternatives = text.split(separator: "|").map {
        $0.split(separator: "_").map { $0.first == "$" ? String($0) : QuestionWords.stem(String($0)) }
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

/// The stems of a question, with what makes looking for one quick: hundreds of patterns are tried on each question.
struct CuedWords: Sendable {
  let stems: [String]
  private let places: [String: [Int]]

  init(_ stems: [String]) {
    self.stems = stems
    places = Dictionary(grouping: stems.indices) { stems[$0] }
  }

  func has(_ phrase: [String], atStart: Bool, atEnd: Bool = false) -> Bool {
    guard let first = phrase.first, let starts = places[first] else { return false }
    if phrase.count == 1, !atEnd { return !atStart || starts.first == 0 }
    return starts.contains { start in
      (!atStart || start == 0) && (!atEnd || start + phrase.count == stems.count) && start + phrase.count <= stems.count
        && zip(phrase, stems[start...]).allSatisfy { $0 == $1 }
    }
  }
}

/// Patterns for each value of a set, in order of preference where two match equally well.
struct CueTable<Value: Sendable & Equatable>: Sendable {
  private let rows: [(value: Value, cues: [Cue])]

  init(_ rows: [(Value, [String])]) {
    self.rows = rows.map { ($0.0, $0.1.map(Cue.init)) }
  }

  /// The values that match, the best first, with the weight of their best pattern.
  func matches(_ stems: [String]) -> [(value: Value, weight: Double)] {
    let question = CuedWords(stems)
    var found: [(value: Value, weight: Double, row: Int)] = []
    for (row, entry) in rows.enumerated() {
      if let weight = entry.cues.compactMap({ $0.weight(in: question) }).max() {
        found.append((entry.value, weight, row))
      }
    }
    return found.sorted { ($1.weight, $0.row) < ($0.weight, $1.row) }.map { ($0.value, $0.weight) }
  }

  /// The words of the question for which patterns of this value ask.
  func explained(_ value: Value, _ stems: [String]) -> Set<String> {
    let question = CuedWords(stems)
    let cues = rows.filter { $0.value == value }.flatMap(\.cues).filter { $0.weight(in: question) != nil }
    return Set(cues.flatMap(\.words)).intersection(stems)
  }

  /// All words of the patterns, as stems.
  var words: Set<String> { Set(rows.flatMap { $0.cues.flatMap(\.words) }) }

  /// The best value: the one that leaves the fewest distinct nouns of the question unexplained, and of these the one with
  /// the best pattern; `nil` when nothing matches.
  func best(_ stems: [String]) -> Value? {
    let matches = matches(stems)
    guard matches.count > 1, !Cue.distinctNouns.isDisjoint(with: stems) else { return matches.first?.value }
    let nouns = Cue.distinctNouns.intersection(stems)
    let left = matches.map { nouns.subtracting(explained($0.value, stems)).count }
    let least = left.min() ?? 0
    return zip(matches, left).first { $0.1 == least }?.0.value
  }
}
