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
  func has(_ phrase: String) -> Bool { place(phrase.utf8.span, 0..<phrase.utf8.count) }

  /// Whether they stand in it behind its first word.
  func hasLater(_ phrase: String) -> Bool { place(phrase.utf8.span, 0..<phrase.utf8.count, from: 1) }

  /// Whether one of these stands in it.
  func has(_ phrases: Phrases) -> Bool { first(phrases) != nil }

  /// The first of these, in the order in which they are written down, that stands in it.
  func first(_ phrases: Phrases) -> String? {
    let utf8 = phrases.text.utf8
    let bytes = utf8.span
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, !Phrases.separates(bytes[end]) { end += 1 }
      if place(bytes, start..<end) {
        let first = utf8.index(utf8.startIndex, offsetBy: start)
        return String(phrases.text[first..<utf8.index(first, offsetBy: end - start)])
      }
      start = end + 1
    }
    return nil
  }

  /// - Parameters:
  ///   - phrase: the range of these bytes that is looked for.
  ///   - first: the first place at which the space before the phrase may be.
  private func place(_ wanted: Span<UInt8>, _ phrase: Range<Int>, from first: Int = 0) -> Bool {
    let utf8 = text.utf8
    let bytes = utf8.span
    let space = UInt8(ascii: " ")
    var start = first
    while start + phrase.count + 1 < bytes.count {
      if bytes[start] == space, bytes[start + phrase.count + 1] == space {
        var at = 0
        while at < phrase.count, bytes[start + 1 + at] == wanted[phrase.lowerBound + at] { at += 1 }
        if at == phrase.count { return true }
      }
      start += 1
    }
    return false
  }
}

/// Phrases to look for in a question, with `|` or a line break between them: `"more than|less than"`. They are compared where
/// they stand, so that a table of them costs nothing before a question is asked.
struct Phrases: Sendable, ExpressibleByStringLiteral {
  let text: String

  init(stringLiteral text: String) { self.text = text }

  var all: [String] { text.utf8.split { Self.separates($0) }.map { String(Substring($0)) } }

  static func separates(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "|") || byte == UInt8(ascii: "\n") }
}
