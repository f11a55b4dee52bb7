/// Corrects typing errors against the words that patterns and examples know.
enum QuestionSpelling {
  /// The known words, with how much each counts as a correction.
  private static let known: [String: Double] = {
    let typed = LearnedWords.all.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    var known: [String: Double] = [:]
    known.reserveCapacity(2 * typed.count)
    for word in typed { known[String(decoding: word, as: UTF8.self)] = 2 }
    for word in QuestionVocabulary.stems.keys where known[word] == nil { known[word] = 1 }
    for word in QuestionVocabulary.written.keys where known[word] == nil { known[word] = 1 }
    for word in QuestionVocabulary.whole where known[word] == nil { known[word] = 1 }
    return known
  }()

  /// Those that a typing error may have become another word of, by their first letter. Most questions have no error, and
  /// never need it.
  private static let index = Dictionary(grouping: known.keys.filter { $0.utf8.count >= 4 }) { $0.utf8.first ?? 0 }

  /// Ordinary words that are near one of the field's and must stay what they are.
  private static let kept: Set<String> = [
    "binance", "bybit", "weather", "better", "later", "water", "love", "home", "house", "strat",
  ]

  /// Whether it is a known word as it stands, or an inflection of one.
  static func isWord(_ word: String) -> Bool {
    let root = QuestionWords.stem(word)
    return known[word] != nil || kept.contains(word) || root != word && (known[root] != nil || known[root + "e"] != nil)
  }

  /// Whether it is a known word, an inflection of one, or one with a typing error.
  static func knows(_ word: String) -> Bool {
    isWord(word) || corrected(word) != word
  }

  /// The known word that was meant: one error away, two in a long word; else the word as it is.
  static func corrected(_ stem: String) -> String {
    guard stem.count >= 4, stem.allSatisfy({ $0.isLetter && $0.isASCII }), known[stem] == nil, !kept.contains(stem)
    else {
      return stem
    }
    // An inflection of a known word is no error.
    let root = QuestionWords.stem(stem)
    if root != stem, known[root] != nil || known[root + "e"] != nil { return stem }
    let length = stem.utf8.count
    let reach = length >= 9 ? 2 : 1
    var best: (word: String, distance: Int, count: Double)?
    // The first letter is seldom wrong; it may be swapped with the second.
    for word in Set(stem.utf8.prefix(2)).flatMap({ index[$0] ?? [] }) where abs(word.utf8.count - length) <= reach {
      // One letter in place of another makes a different short word more often than an error: `talks`, `tanks`.
      if length <= 5, word.utf8.count == length, word.sorted() != stem.sorted() { continue }
      let distance = EditDistance.between(word, stem)
      guard distance <= reach else { continue }
      let count = known[word] ?? 0
      if let now = best, (now.distance, -now.count, now.word) <= (distance, -count, word) { continue }
      best = (word, distance, count)
    }
    return best?.word ?? stem
  }
}
