/// Breaks text into lines and never breaks a command in it: half of one, pasted, is another command.
enum Pasteable {
  /// Breaks at blanks outside of commands.
  static func wrap(_ pieces: [Piece], indent: Int, width: Int) -> [String] {
    let bound = pieces.map { piece in
      switch piece {
      case .words(let text): text
      case .command(let text): text.replacing(" ", with: String(blank))
      }
    }
    return HelpRenderer.wrap(bound.joined(), indent: indent, width: width).map {
      $0.replacing(String(blank), with: " ")
    }
  }

  /// The same for a step: what does not fit on one line has its commands on lines of their own.
  static func steps(_ pieces: [Piece], indent: Int, width: Int) -> [String] {
    let text = pieces.map(\.text).joined()
    guard indent + displayWidth(text) > width else { return [String(repeating: " ", count: indent) + text] }
    return parted(pieces).flatMap { wrap($0, indent: indent, width: width) }
  }

  /// Sentences and commands in turn. What is in quotes is part of its sentence.
  private static func parted(_ pieces: [Piece]) -> [[Piece]] {
    var parts: [[Piece]] = [[]]
    for piece in pieces {
      if case .command = piece, parts.last?.last?.text.last.map(isQuote) != true {
        parts += [[piece], []]
      } else {
        parts[parts.count - 1].append(piece)
      }
    }
    return parts.map(trimmed).filter { !$0.isEmpty && $0 != [.words(".")] }
  }

  /// Without the punctuation that joined it to the command before, and without blanks at its end.
  private static func trimmed(_ part: [Piece]) -> [Piece] {
    var part = part
    if case .words(let text)? = part.first {
      part[0] = .words(String(text.drop { " ,;".contains($0) }))
    }
    if case .words(var text)? = part.last {
      while text.last == " " { text.removeLast() }
      part[part.count - 1] = .words(text)
    }
    return part.filter { !$0.text.isEmpty }
  }

  typealias Piece = CommandLines.Piece

  /// Stands for a blank that is no place to break: from the private use area, which no screen shows.
  private static let blank: Character = "\u{E000}"
  private static func isQuote(_ character: Character) -> Bool { character == "'" || character == "`" }
}
