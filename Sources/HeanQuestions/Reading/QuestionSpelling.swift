import HeanCore

/// Corrects typing errors against the words that patterns and examples know.
enum QuestionSpelling {
  /// How much a word counts as a correction; `nil` for one that is not known.
  private static func count(_ word: String) -> Double? {
    // `postion` is a position more often than a portion.
    if LearnedVocabulary.has(word) { return QuestionVocabulary.stems[word] == nil ? 2 : 3 }
    let isKnown =
      QuestionVocabulary.stems[word] != nil || QuestionVocabulary.written[word] != nil
      || QuestionVocabulary.whole.contains(word)
    return isKnown ? 1 : nil
  }

  /// Words that a typing error may have become another word of, by their first letter. Most questions have no error, and
  /// never need it.
  private static let index: [UInt8: [String]] = {
    var words = Set(LearnedVocabulary.all)
    words.formUnion(QuestionVocabulary.stems.keys)
    words.formUnion(QuestionVocabulary.written.keys)
    words.formUnion(QuestionVocabulary.whole)
    return Dictionary(grouping: words.filter { $0.utf8.count >= 4 }) { $0.utf8.first ?? 0 }
  }()

  /// Ordinary words that are near one of the field's and must stay what they are.
  private static let kept: Set<String> = [
    "binance", "bybit", "weather", "better", "later", "water", "love", "home", "house", "strat",
  ]

  /// Whether it is a known word as it stands, or an inflection of one.
  static func isWord(_ word: String) -> Bool {
    let root = QuestionWords.stem(word)
    return count(word) != nil || kept.contains(word) || root != word && (count(root) != nil || count(root + "e") != nil)
  }

  /// Whether it is a known word, an inflection of one, or one with a typing error.
  static func knows(_ word: String) -> Bool {
    isWord(word) || corrected(word) != word
  }

  /// The known word that was meant: one error away, two in a long word; else the word as it is.
  static func corrected(_ stem: String) -> String {
    guard (4...24).contains(stem.utf8.count), stem.allSatisfy({ $0.isLetter && $0.isASCII }), count(stem) == nil,
      !kept.contains(stem)
    else {
      return stem
    }
    // A word of English is what was meant, though no example has it.
    if WordMeaning.isKnown(stem) { return stem }
    // An inflection of a known word is no error.
    let root = QuestionWords.stem(stem)
    if root != stem, count(root) != nil || count(root + "e") != nil { return stem }
    let length = stem.utf8.count
    let reach = length >= 9 ? 2 : 1
    var best: (word: String, distance: Int, count: Double)?
    // The first letter is seldom wrong; it may be swapped with the second.
    for word in Set(stem.utf8.prefix(2)).flatMap({ index[$0] ?? [] }) where abs(word.utf8.count - length) <= reach {
      // One letter in place of another makes a different short word more often than an error: `talks`, `tanks`.
      if length <= 5, word.utf8.count == length, word.sorted() != stem.sorted() { continue }
      let distance = EditDistance.between(word, stem)
      guard distance <= reach else { continue }
      let count = count(word) ?? 0
      if let now = best, (now.distance, -now.count, now.word) <= (distance, -count, word) { continue }
      best = (word, distance, count)
    }
    return best?.word ?? stem
  }
}
