/// A line of a shell as far as the cursor, which may end within a quote.
struct TypedLine: Sendable, Equatable {
  /// The words before the one at the cursor, as the shell reads them.
  var words: [String] = []
  /// The word at the cursor, without its quotes.
  var word = ""
  /// How many characters of it bash leaves where they are: those up to an open quote, or the last character at which it
  /// begins a word of its own, such as the `=` of `--sort=`.
  var left = 0
  /// The quote that is open at the cursor.
  var quote: Character?
  /// Whether a word has begun at the cursor, be it an empty one in quotes.
  private(set) var isOpen = false
  /// Whether the last character is a backslash that awaits another one.
  private(set) var isEscaped = false

  /// - Parameter breaks: the characters that end a word for bash (`COMP_WORDBREAKS`).
  init(_ line: String, breaks: String = "") {
    func add(_ character: Character) {
      word.append(character)
      isOpen = true
    }
    for character in line {
      if isEscaped {
        isEscaped = false
        if quote == "\"", !"\"\\$`".contains(character) { add("\\") }
        add(character)
      } else if character == "\\", quote != "'" {
        isEscaped = true
        isOpen = true
      } else if let open = quote {
        if character == open { quote = nil } else { add(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        left = word.count
        isOpen = true
      } else if character.isWhitespace {
        if isOpen { words.append(word) }
        (word, isOpen, left) = ("", false, 0)
      } else {
        add(character)
        if breaks.contains(character) { left = word.count }
      }
    }
  }
}
