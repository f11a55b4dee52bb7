/// Turns tokens into ANSI sequences, or into nothing.
struct Palette: Sendable {
  /// `nil`: no colour.
  let depth: ColourDepth?
  /// Parameters of the SGR sequence of each token.
  private let codes: [Token: String]

  var isEnabled: Bool { depth != nil }

  /// - Parameter depth: `nil` for no colour.
  init(_ theme: Theme, _ depth: ColourDepth?) {
    self.depth = depth
    codes =
      depth.map { depth in
        Dictionary(uniqueKeysWithValues: Token.allCases.map { ($0, theme.code($0, depth)) })
      } ?? [:]
  }

  /// The parameters of the SGR sequence; `nil` without colour.
  func code(_ token: Token) -> String? { codes[token] }

  /// What begins the colour of a token, and what ends any; `nil` without colour.
  func marks(_ token: Token) -> (begin: String, end: String)? {
    codes[token].map { (begin: "\u{1B}[\($0)m", end: "\u{1B}[0m") }
  }

  func paint(_ text: String, as token: Token) -> String {
    guard let marks = marks(token), !text.isEmpty else { return text }
    return marks.begin + text + marks.end
  }

  /// A line as wide as a terminal shows it: without the sequences of colours.
  static func unpainted(_ line: String) -> String {
    guard line.utf8.contains(0x1B) else { return line }
    var plain = ""
    var isSequence = false
    for character in line.unicodeScalars {
      if character == "\u{1B}" { isSequence = true }
      if !isSequence { plain.unicodeScalars.append(character) }
      if character == "m" { isSequence = false }
    }
    return plain
  }
}
