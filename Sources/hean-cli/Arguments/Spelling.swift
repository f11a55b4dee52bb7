import HeanCore

/// Finds the word that was probably meant.
enum Spelling {
  /// The nearest candidate within a third of its length (at least two edits), a swap of neighbours counting as one.
  static func nearest(to word: String, in candidates: [String]) -> String? {
    let scored = candidates.map { ($0, distance(word.lowercased(), $0.lowercased())) }
    guard let best = scored.min(by: { $0.1 < $1.1 }), best.1 <= max(2, best.0.count / 3), best.1 < best.0.count else {
      return nil
    }
    return best.0
  }

  static func distance(_ left: String, _ right: String) -> Int { EditDistance.between(left, right) }
}
