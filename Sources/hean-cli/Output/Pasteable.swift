/// Breaks text into lines and never breaks a command in it: half of one, pasted, is another command.
enum Pasteable {
  private static let commands: Set<Substring> = Set(
    CommandTable.root.subcommands.flatMap { [$0.name] + $0.aliases }.map { Substring($0) })

  /// Breaks at blanks outside of commands.
  static func wrap(_ text: String, indent: Int, width: Int) -> [String] {
    let found = ranges(in: text)
    guard !found.isEmpty else { return HelpRenderer.wrap(text, indent: indent, width: width) }
    var bound = ""
    var place = text.startIndex
    for range in found {
      bound += text[place..<range.lowerBound] + text[range].replacing(" ", with: String(blank))
      place = range.upperBound
    }
    bound += text[place...]
    return HelpRenderer.wrap(bound, indent: indent, width: width).map { $0.replacing(String(blank), with: " ") }
  }

  /// The same for a step: what does not fit on one line has its commands on lines of their own.
  static func steps(_ text: String, indent: Int, width: Int) -> [String] {
    guard indent + displayWidth(text) > width else { return [String(repeating: " ", count: indent) + text] }
    return parted(text).flatMap { wrap($0, indent: indent, width: width) }
  }

  /// Whether it is a command from its first word on.
  static func isCommand(_ text: String) -> Bool { ranges(in: text).first?.lowerBound == text.startIndex }

  /// Prose and commands in turn. What is in quotes is part of its sentence.
  private static func parted(_ text: String) -> [String] {
    var parts: [String] = []
    var place = text.startIndex
    for range in ranges(in: text)
    where range.lowerBound == text.startIndex || !isQuote(text[text.index(before: range.lowerBound)]) {
      parts += [String(text[place..<range.lowerBound]), String(text[range])]
      place = range.upperBound
    }
    parts.append(String(text[place...]))
    return parts.map { part in
      var part = Substring(part)
      while let first = part.first, " ,;".contains(first) { part.removeFirst() }
      while part.last == " " { part.removeLast() }
      return String(part)
    }.filter { !$0.isEmpty && $0 != "." }
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
