/// A line as the words that a shell makes of it: quotes and backslashes as in `sh`, without variables and patterns.
enum ShellWords {
  /// Why a line cannot be split.
  struct Unclosed: Error, Equatable {
    /// The quote that has no end.
    var quote: Character
  }

  static func split(_ line: String) throws(Unclosed) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        isEscaped = false
        // In double quotes a backslash is itself before everything but these.
        if quote == "\"", !"\"\\$`".contains(character) { word = (word ?? "") + "\\" }
        word = (word ?? "") + String(character)
      } else if character == "\\", quote != "'" {
        isEscaped = true
        word = word ?? ""
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let quote { throw Unclosed(quote: quote) }
    if isEscaped { word = (word ?? "") + "\\" }
    if let word { words.append(word) }
    return words
  }
}
