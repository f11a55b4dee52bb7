/// Corrects typing errors against the words that patterns and examples know.
struct QuestionSpelling: Sendable {
  static let shared = QuestionSpelling(LearnedExamples.words)

  private let known: [String: Double]
  /// The known words by their first letter, with their lengths: comparing each with all of them would take too long.
  private let index: [Character: [(word: String, length: Int)]]

  /// - Parameter words: separated by spaces and line ends.
  init(_ words: String) {
    var known: [String: Double] = [:]
    for word in words.split(whereSeparator: \.isWhitespace) { known[String(word)] = 2 }
    for word in QuestionVocabulary.stems.keys where known[word] == nil { known[word] = 1 }
    for word in QuestionVocabulary.written.keys where known[word] == nil { known[word] = 1 }
    for word in QuestionVocabulary.whole where known[word] == nil { known[word] = 1 }
    self.known = known
    index = Dictionary(grouping: known.keys.map { ($0, $0.count) }.filter { $0.1 >= 4 }) { $0.0.first ?? " " }
  }

  /// Ordinary words that are near one of the field's and must stay what they are.
  private static let kept: Set<String> = [
    "binance", "bybit", "weather", "better", "later", "water", "love", "home", "house", "strat",
  ]

  /// Whether it is a known word, an inflection of one, or one with a typing error.
  func knows(_ word: String) -> Bool {
    if known[word] != nil || Self.kept.contains(word) || corrected(word) != word { return true }
    let root = QuestionWords.stem(word)
    return root != word && (known[root] != nil || known[root + "e"] != nil)
  }

  /// The known word that was meant: one error away, two in a long word; else the word as it is.
  func corrected(_ stem: String) -> String {
    guard stem.count >= 4, stem.allSatisfy({ $0.isLetter && $0.isASCII }), known[stem] == nil, !Self.kept.contains(stem)
    else {
      return stem
    }
    // An inflection of a known word is no error.
    let root = QuestionWords.stem(stem)
    if root != stem, known[root] != nil || known[root + "e"] != nil { return stem }
    let length = stem.count
    let reach = length >= 9 ? 2 : 1
    var best: (word: String, distance: Int, count: Double)?
    // The first letter is seldom wrong; it may be swapped with the second.
    for start in Set(stem.prefix(2)) {
      for entry in index[start] ?? [] where abs(entry.length - length) <= reach {
        // One letter in place of another makes a different short word more often than an error: `talks`, `tanks`.
        if length <= 5, entry.length == length, entry.word.sorted() != stem.sorted() { continue }
        let distance = EditDistance.between(entry.word, stem)
        guard distance <= reach else { continue }
        let count = known[entry.word] ?? 0
        if let now = best, (now.distance, -now.count, now.word) <= (distance, -count, entry.word) { continue }
        best = (entry.word, distance, count)
      }
    }
    return best?.word ?? stem
  }
}
