import HeanCore

/// A question in small letters, without signs, in which phrases are looked for: more than a hundred, so that nothing may be
/// built for one.
struct TypedText: Sendable {
  let words: [String]
  /// With a space before, between and after its words.
  let text: String

  init(_ question: String) {
    words = question.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != ":" }.map(String.init)
    text = " " + words.joined(separator: " ") + " "
  }

  /// The word that follows another one.
  func word(behind word: String) -> String? {
    words.firstIndex(of: word).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
  }

  /// Whether these words stand in it, one after the other.
  func has(_ phrase: String) -> Bool { place(phrase) != nil }

  /// Whether they stand in it behind its first word.
  func hasLater(_ phrase: String) -> Bool { place(phrase, from: 1) != nil }

  /// - Parameter first: the first place at which the space before the phrase may be.
  private func place(_ phrase: String, from first: Int = 0) -> Int? {
    let (utf8, wanted) = (text.utf8, phrase.utf8)
    let (bytes, phrase) = (utf8.span, wanted.span)
    let space = UInt8(ascii: " ")
    var start = first
    while start + phrase.count + 1 < bytes.count {
      if bytes[start] == space, bytes[start + phrase.count + 1] == space {
        var at = 0
        while at < phrase.count, bytes[start + 1 + at] == phrase[at] { at += 1 }
        if at == phrase.count { return start }
      }
      start += 1
    }
    return nil
  }
}
