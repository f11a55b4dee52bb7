import HeanCore

/// The words of the examples, looked up where they stand in `LearnedWords`: nothing is built for it.
enum LearnedVocabulary {
  private static let space = UInt8(ascii: " ")

  /// Whether an example has this word, typed like this.
  static func has(_ word: String) -> Bool {
    let text = LearnedWords.all.utf8
    let bytes = text.span
    let wanted = word.utf8.span
    func isBreak(_ place: Int) -> Bool { bytes[place] <= space }
    // Between these two places a word that is there begins.
    var (low, high) = (0, bytes.count)
    while low < high {
      var start = (low + high) / 2
      while start > low, !isBreak(start - 1) { start -= 1 }
      while start < high, isBreak(start) { start += 1 }
      guard start < high else {
        high = (low + high) / 2
        continue
      }
      var (at, end) = (0, start)
      while at < wanted.count, end < bytes.count, !isBreak(end), bytes[end] == wanted[at] {
        (at, end) = (at + 1, end + 1)
      }
      let isAtEnd = end == bytes.count || isBreak(end)
      if isAtEnd, at == wanted.count { return true }
      // What ends first is the smaller one.
      let isSmaller = isAtEnd || at < wanted.count && bytes[end] < wanted[at]
      if isSmaller {
        while end < bytes.count, !isBreak(end) { end += 1 }
        low = end
      } else {
        high = start
      }
    }
    return false
  }

  static var all: [String] {
    LearnedWords.all.utf8.split { $0 <= space }.map { String(decoding: $0, as: UTF8.self) }
  }
}
