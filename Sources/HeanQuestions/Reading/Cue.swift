import HeanCore

/// A pattern of stems that speaks for a metric or an aggregate.
///
/// `"stop close|far !loss"`: all words must be there in any order, `|` separates alternatives, `!` means that a word must
/// not be there, `a_b` are neighbours in that order. `~` in front makes the whole pattern count less than a plain word.
struct Cue: Sendable {
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

  /// As it stands in the table. Most are tried once in a run, so that to read it while it is compared takes less time than
  /// to take it apart first.
  private let pattern: Substring

  init(_ pattern: Substring) { self.pattern = pattern }

  /// The words that it has, as stems.
  var words: [String] {
    pattern.split { " |_!~".contains($0) }.filter { $0.first != "$" }.map { QuestionWords.stem(String($0)) }
  }

  /// How much of the question the pattern explains: 1 for each word that it requires, a half more for each neighbour.
  /// - Returns: `nil` when it does not match.
  func weight(in question: CuedWords) -> Double? {
    let utf8 = pattern.utf8
    let bytes = utf8.span
    var at = 0
    var strength = 1.0
    if !bytes.isEmpty, bytes[0] == UInt8(ascii: "~") { (strength, at) = (0.45, 1) }
    var weight = 0.0
    while at < bytes.count {
      let end = bytes.firstIndex(of: UInt8(ascii: " "), in: at..<bytes.count)
      let element = CueElement(bytes, at..<end)
      at = end + 1
      let longest = element.longestMatch(pattern, bytes, in: question)
      if element.isExcluded {
        if longest > 0 { return nil }
        continue
      }
      guard longest > 0 else { return nil }
      weight += 0.5 + 0.5 * Double(longest)
      if element.stems(pattern).contains(where: Self.distinctNouns.contains) { weight += Self.distinction }
    }
    return weight * strength
  }
}

/// The alternatives of one place of a pattern.
private struct CueElement {
  let isExcluded: Bool
  /// Where its text is in the pattern, without its mark.
  private let range: Range<Int>

  init(_ bytes: Span<UInt8>, _ whole: Range<Int>) {
    isExcluded = whole.first.map { bytes[$0] } == UInt8(ascii: "!")
    range = isExcluded ? whole.dropFirst() : whole
  }

  /// How many words the longest alternative has that stands in the question; 0 without one.
  func longestMatch(_ pattern: Substring, _ bytes: Span<UInt8>, in question: CuedWords) -> Int {
    var longest = 0
    var at = range.lowerBound
    while at < range.upperBound {
      let end = bytes.firstIndex(of: UInt8(ascii: "|"), in: at..<range.upperBound)
      // Nearly all fail at their first letters.
      if question.mayHave(bytes, at..<end) {
        let phrase = Self.stems(pattern, at..<end)
        if phrase.count > longest, question.has(phrase) { longest = phrase.count }
      }
      at = end + 1
    }
    return longest
  }

  /// The words of all its alternatives, as stems.
  func stems(_ pattern: Substring) -> [String] { Self.stems(pattern, range) }

  private static func stems(_ pattern: Substring, _ range: Range<Int>) -> [String] {
    let utf8 = pattern.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let words = pattern[start..<utf8.index(start, offsetBy: range.count)].utf8
    return words.split { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "|") }.map { word in
      word.first == UInt8(ascii: "$") ? String(Substring(word)) : QuestionWords.stem(String(Substring(word)))
    }
  }
}

extension Span<UInt8> {
  /// The first place of a byte in a range; its end when there is none.
  fileprivate func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int {
    var at = range.lowerBound
    while at < range.upperBound, self[at] != byte { at += 1 }
    return at
  }
}
