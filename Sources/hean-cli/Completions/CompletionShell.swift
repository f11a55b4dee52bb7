/// A shell that completes lines of hean: how it asks, and how it is answered.
enum CompletionShell: String, Sendable, CaseIterable {
  case bash, zsh, fish

  /// The word that asks for completions in place of a command. It is no command: people do not type it.
  static let request = "__complete"

  /// What is typed, of the words behind the request.
  /// - Returns: `nil` for a request that no script of this version makes.
  func typed(_ arguments: [String]) -> TypedLine? {
    switch self {
    case .bash, .fish:
      guard arguments.count == 2 else { return nil }
      return TypedLine(arguments[1], breaks: arguments[0])
    case .zsh:
      guard let word = arguments.last else { return nil }
      var line = TypedLine("")
      (line.words, line.word) = (Array(arguments.dropLast()), word)
      return line
    }
  }

  /// Kind and candidates, a line each, as the script of this shell reads them. bash inserts what it is given as it is, so it
  /// gets words that are quoted; the other two quote by themselves.
  func reply(_ completion: Completion, to typed: TypedLine) -> String {
    let lines: [String]
    switch self {
    case .bash:
      lines = completion.candidates.compactMap { candidate in
        let rest = candidate.word.dropFirst(typed.left)
        // Within a quote a word is inserted as it is: only one that is the same in any quote.
        if typed.quote != nil { return rest.allSatisfy(Self.isPlain) ? String(rest) : nil }
        return Self.escaped(rest)
      }
    case .zsh:
      let width = completion.candidates.map { displayWidth($0.word) }.max() ?? 0
      lines = completion.candidates.map { candidate in
        guard !candidate.text.isEmpty else { return "\(candidate.word)\t\(candidate.word)" }
        let pad = String(repeating: " ", count: width - displayWidth(candidate.word))
        return "\(candidate.word)\t\(candidate.word)\(pad)  -- \(sanitized(candidate.text))"
      }
    case .fish:
      lines = completion.candidates.map { "\($0.word)\t\(sanitized($0.text))" }
    }
    return ([completion.kind.rawValue] + lines).map { $0 + "\n" }.joined()
  }

  private static func isPlain(_ character: Character) -> Bool {
    !character.isASCII || character.isLetter || character.isNumber || "_-./:@%+=,".contains(character)
  }

  private static func escaped(_ word: Substring) -> String {
    String(word.flatMap { isPlain($0) ? [$0] : ["\\", $0] })
  }
}
