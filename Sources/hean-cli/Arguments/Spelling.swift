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

  static func distance(_ left: String, _ right: String) -> Int {
    let from = Array(left)
    let to = Array(right)
    var rows = [Array(0...to.count)]
    for (i, letter) in from.enumerated() {
      var row = [i + 1]
      for (j, other) in to.enumerated() {
        var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == to[j - 1], from[i - 1] == other { cost = min(cost, rows[i - 1][j - 1] + 1) }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[from.count][to.count]
  }
}
