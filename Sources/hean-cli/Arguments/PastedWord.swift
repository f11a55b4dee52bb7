/// A word that a chat or a word processor has made of what was typed: a hyphen became a dash, quotes became curly.
struct PastedWord {
  /// What stands in it instead of ASCII.
  private let found: String
  /// The word as it was meant.
  private let meant: String

  /// - Returns: `nil` for a word without such characters.
  init?(_ word: String) {
    let dashes = word.prefix { Self.dashes[$0] != nil }
    // A word processor makes one dash of two hyphens, or of the first alone.
    let rest = word.dropFirst(dashes.count).drop { $0 == "-" }
    if let first = dashes.first, let name = Self.dashes[first] {
      found = "begins with \(name), which is no hyphen"
      meant = (rest.count == 1 ? "-" : "--") + Self.plain(rest)
    } else if let quote = word.first(where: { Self.quotes[$0] != nil }) {
      found = "has a curly quote (\(quote)), which is no quote of a shell"
      meant = Self.plain(word[...])
    } else if word.contains("\u{A0}") {
      found = "has a no-break space in it"
      meant = Self.plain(word[...])
    } else {
      return nil
    }
  }

  /// For the end of a message.
  var hint: String { ": it \(found). Did you mean '\(meant)'?" }

  private static let dashes: [Character: String] = [
    "\u{2010}": "a hyphen of print (U+2010)", "\u{2011}": "a no-break hyphen (U+2011)",
    "\u{2012}": "a figure dash (U+2012)", "\u{2013}": "an en dash (U+2013)", "\u{2014}": "an em dash (U+2014)",
    "\u{2015}": "a bar (U+2015)", "\u{2212}": "a minus sign (U+2212)", "\u{FE58}": "a small em dash (U+FE58)",
    "\u{FE63}": "a small hyphen (U+FE63)", "\u{FF0D}": "a wide hyphen (U+FF0D)",
  ]
  private static let quotes: [Character: Character] = [
    "\u{2018}": "'", "\u{2019}": "'", "\u{201A}": "'", "\u{201B}": "'", "\u{201C}": "\"", "\u{201D}": "\"",
    "\u{201E}": "\"", "\u{201F}": "\"", "\u{00AB}": "\"", "\u{00BB}": "\"",
  ]

  private static func plain(_ word: Substring) -> String {
    String(word.map { dashes[$0] != nil ? "-" : $0 == "\u{A0}" ? " " : quotes[$0] ?? $0 })
  }
}
