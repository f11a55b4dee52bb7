import HeanCore

/// Finds the known word that is most similar to a misspelled one.
enum Spelling {
  /// The nearest candidate. It may differ by a third of the word's length (at least two edits, of three letters one); two
  /// swapped neighbours count as one edit.
  static func nearest(to word: String, in candidates: [String]) -> String? {
    let scored = candidates.map { ($0, distance(word.lowercased(), $0.lowercased())) }
    guard let best = scored.min(by: { $0.1 < $1.1 }), best.1 < best.0.count else { return nil }
    // Of three letters two others make any other word, unless it is the beginning of a longer one.
    let isShort = min(word.count, best.0.count) < 4 && !best.0.lowercased().hasPrefix(word.lowercased())
    let most = isShort ? 1 : max(2, best.0.count / 3)
    guard best.1 <= most else { return nil }
    return best.0
  }

  static func distance(_ left: String, _ right: String) -> Int { EditDistance.between(left, right) }
}
