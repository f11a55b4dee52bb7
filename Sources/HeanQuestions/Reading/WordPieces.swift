import HeanCore

/// Cuts words into the pieces that `PieceNetwork` was taught: whole words where it has them, else the longest parts from the
/// left, so that an unknown word still tells something.
enum WordPieces {
  static let (start, end, number, unknown) = ("[start]", "[end]", "[number]", "[unknown]")

  /// What is cut: the words of a question, of which slots stand by their kind, in small letters without signs.
  static func tokens(_ plain: [String]) -> [String] {
    let words = plain.flatMap { word in
      word.hasPrefix("$")
        ? [word] : word.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
    return [start] + words.map { $0.contains(where: \.isLetter) ? $0 : number } + [end]
  }

  /// The rows of the pieces of a token in `LearnedPieces`.
  static func rows(_ token: String) -> [Int] {
    if let whole = row(token) { return [whole] }
    let letters = Array(token.utf8)
    // No word is so long, and to cut it would take time without bound.
    guard letters.count <= 40 else { return row(unknown).map { [$0] } ?? [] }
    var rows: [Int] = []
    var start = 0
    while start < letters.count {
      let prefix = start == 0 ? "" : "##"
      let ends = stride(from: letters.count, to: start, by: -1)
      let found = ends.lazy.compactMap { end in
        row(prefix + String(decoding: letters[start..<end], as: UTF8.self)).map { (row: $0, end: end) }
      }.first
      guard let found else { return row(unknown).map { [$0] } ?? [] }
      rows.append(found.row)
      start = found.end
    }
    return rows
  }

  private static func row(_ piece: String) -> Int? { LearnedWeights.pieces.row(of: WordMeaning.key(piece)) }
}
