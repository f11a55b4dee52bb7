import HeanCore

/// Where words stand on some axes of meaning, so that a word that no example has counts like those that mean about the same.
/// The axes come from a public model of English (`.ci/questions/packages.txt`); nothing of it runs here.
enum WordMeaning {
  /// Of 30 bits, under which a stem stands.
  static func key(_ stem: String) -> UInt32 {
    UInt32(truncatingIfNeeded: stem.utf8.fnv1a.mixed >> 34)
  }

  /// Whether it is a word of English.
  static func isKnown(_ word: String) -> Bool {
    LearnedWeights.meanings.row(of: key(QuestionWords.stem(word))) != nil
  }

  /// The meaning of a question with these stems, always of the same length; `nil` when no word of it is known. Seldom words
  /// count more than frequent ones.
  static func of(_ stems: [String]) -> [Double]? {
    var sums = [Double](repeating: 0, count: LearnedMeanings.steps.count)
    for stem in stems {
      guard let row = LearnedWeights.meanings.row(of: key(stem)) else { continue }
      LearnedWeights.meanings.add(row, times: 1, LearnedMeanings.steps, to: &sums)
    }
    let length = sums.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return length > 0 ? sums.map { 2 * $0 / length } : nil
  }
}
