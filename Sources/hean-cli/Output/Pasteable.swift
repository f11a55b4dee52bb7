/// Breaks text into lines and never breaks a command in it: half of one, pasted, is another command.
enum Pasteable {
  private static let commands: Set<Substring> = Set(
    CommandTable.root.subcommands.flatMap { [$0.name] + $0.aliases }.map { Substring($0) })

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

  static func wrap(_ text: String, indent: Int, width: Int) -> [String] {
    wrap(pieces(in: text), indent: indent, width: width)
  }

  static func steps(_ text: String, indent: Int, width: Int) -> [String] {
    steps(pieces(in: text), indent: indent, width: width)
  }

  /// A text that is no value yet.
  private static func pieces(in text: String) -> [Piece] {
    var pieces: [Piece] = []
    var place = text.startIndex
    for range in ranges(in: text) {
      if place < range.lowerBound { pieces.append(.words(String(text[place..<range.lowerBound]))) }
      pieces.append(.command(String(text[range])))
      place = range.upperBound
    }
    if place < text.endIndex { pieces.append(.words(String(text[place...]))) }
    return pieces
  }

  /// Stands for a blank that is no place to break: from the private use area, which no screen shows.
  private static let blank: Character = "\u{E000}"
  private static func isQuote(_ character: Character) -> Bool { character == "'" || character == "`" }

  /// Where commands stand: from `hean` and a name of one to the end of the clause, or of the quotes around it.
  static func ranges(in text: String) -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    var place = text.startIndex
    while let start = text[place...].firstRange(of: "hean ") {
      place = start.upperBound
      let before = start.lowerBound == text.startIndex ? " " : text[text.index(before: start.lowerBound)]
      guard " '`(".contains(before) else { continue }
      let end = end(of: text[start.lowerBound...], quote: isQuote(before) ? before : nil)
      guard names(text[start.upperBound..<max(start.upperBound, end)]) else { continue }
      found.append(start.lowerBound..<end)
      place = end
    }
    return found
  }

  private static func names(_ words: Substring) -> Bool {
    words.split(separator: " ").contains { commands.contains($0) }
  }

  private static func end(of text: Substring, quote: Character?) -> String.Index {
    var isQuoted = false
    var place = text.startIndex
    while place < text.endIndex {
      let character = text[place]
      let rest = text[text.index(after: place)...]
      if let quote, character == quote { return place }
      if quote == nil, character == "'" { isQuoted.toggle() }
      if !isQuoted {
        if ",;:.)".contains(character), rest.isEmpty || rest.first == " " || rest.first == ";" { return place }
        if character == " ", rest.first == "(" || rest.first == ">" || rest.first == "|" { return place }
      }
      place = text.index(after: place)
    }
    return place
  }
}
