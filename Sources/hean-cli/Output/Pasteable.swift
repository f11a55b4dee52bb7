/// Wraps text without breaking a command: half of a command, when pasted, is another command.
enum Pasteable {
  /// Wraps at spaces outside commands.
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

  /// Wraps a step. When it does not fit on one line, its commands get their own lines.
  static func steps(_ pieces: [Piece], indent: Int, width: Int) -> [String] {
    let text = pieces.map(\.text).joined()
    guard indent + displayWidth(text) > width else { return [String(repeating: " ", count: indent) + text] }
    return parted(pieces).flatMap { wrap($0, indent: indent, width: width) }
  }

  /// Splits into sentences and commands. A command in quotes stays in its sentence.
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

  /// Without the punctuation that joined it to the previous command, and without spaces at its end.
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

  /// Replaces a space at which a line must not be broken. A private-use character, which never occurs on a screen.
  private static let blank: Character = "\u{E000}"
  private static func isQuote(_ character: Character) -> Bool { character == "'" || character == "`" }
}
