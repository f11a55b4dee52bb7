/// A line as the words that a shell makes of it: quotes and backslashes as in `sh`, without variables and patterns.
enum ShellWords {
  /// Why a line cannot be split.
  struct Unclosed: Error, Equatable {
    /// The quote that has no end.
    var quote: Character
  }

  static func split(_ line: String) throws(Unclosed) -> [String] {
    var read = TypedLine(line)
    if let quote = read.quote { throw Unclosed(quote: quote) }
    if read.isEscaped { read.word += "\\" }
    return read.words + (read.isOpen ? [read.word] : [])
  }
}
