import HeanCore

/// Completes the word at the cursor by the declarations that the parser uses.
struct Completer: Sendable {
  var parser: ArgumentParser
  /// Words that `hean help` takes beside the names of commands.
  var topics: [Completion.Candidate]
  /// What can be typed in place of a name, on a line that begins so.
  var names: @Sendable (ValueShape.Named, BegunLine) -> [Completion.Candidate]

  /// - Parameters:
  ///   - words: those before the one at the cursor, without the name of the program.
  ///   - word: the one at the cursor, as far as it is typed.
  func completion(of word: String, after words: [String]) -> Completion {
    let begun = parser.begun(words)
    guard begun.isKnown else { return Completion() }
    if let option = begun.awaited { return values(option.shape, word, begun) }
    if begun.takesOptions, word.hasPrefix("-"), !SplitArguments.isNegativeNumber(word) {
      return optionOrValue(word, begun)
    }
    let commands = begun.subcommands.map { Completion.Candidate($0.name, $0.summary) }
    guard let operand = begun.operand else {
      if commands.isEmpty, word.isEmpty, begun.takesOptions { return options(begun.command.options, begun, word) }
      return Completion(candidates: commands).beginning(with: word)
    }
    if operand.shape.names == .command { return commandWords(begun).beginning(with: word) }
    let found = values(operand.shape, word, begun)
    guard !commands.isEmpty else { return found }
    return Completion(candidates: commands + found.candidates).beginning(with: word, isCaseFree: true)
  }

  private func optionOrValue(_ word: String, _ begun: BegunLine) -> Completion {
    guard let equals = word.firstIndex(of: "="), word.hasPrefix("--") else {
      return options(begun.options, begun, word)
    }
    let name = word[..<equals].dropFirst(2)
    guard let option = begun.options.first(where: { $0.name == name && $0.takesValue }) else { return Completion() }
    let start = word[...equals]
    var value = word[word.index(after: equals)...]
    // `--sort=-unrealized_pnl`: the other way round.
    let sign = option.shape.names == .field && value.hasPrefix("-") ? "-" : ""
    value = value.dropFirst(sign.count)
    var found = values(option.shape, String(value), begun)
    found.candidates = found.candidates.map { Completion.Candidate("\(start)\(sign)\($0.word)", $0.text) }
    return found
  }

  private func options(_ options: [OptionSpec], _ begun: BegunLine, _ word: String) -> Completion {
    let free = options.filter { $0.isRepeatable || !begun.line.isGiven($0) }
    return Completion(candidates: free.map { Completion.Candidate("--" + $0.name, $0.text) }).beginning(with: word)
  }

  private func values(_ shape: ValueShape, _ word: String, _ begun: BegunLine) -> Completion {
    if !shape.choices.isEmpty {
      return Completion(candidates: shape.choices.map { Completion.Candidate($0) }).beginning(with: word)
    }
    guard let named = shape.names else { return Completion() }
    if named == .file { return Completion(kind: .files) }
    // A field of what a command writes, in `explain positions.unrealized_pnl`.
    if named == .term, let dot = word.lastIndex(of: ".") {
      let command = word[..<dot]
      let fields = names(.field, parser.begun(command.split(separator: ".").map(String.init)))
      return Completion(candidates: fields.map { Completion.Candidate("\(command).\($0.word)", $0.text) })
        .beginning(with: word)
    }
    let candidates = names(named, begun)
    // A list of names: those before the last comma stay.
    if named == .field, let comma = word.lastIndex(of: ",") {
      let kept = word[...comma]
      return Completion(candidates: candidates.map { Completion.Candidate("\(kept)\($0.word)", $0.text) })
        .beginning(with: word)
    }
    guard shape.pattern?.contains("=") == true else {
      return Completion(kind: named == .condition ? .open : .words, candidates: candidates)
        .beginning(with: word, isCaseFree: true)
    }
    return Completion(kind: .open, candidates: candidates.map { Completion.Candidate($0.word + "=", $0.text) })
      .beginning(with: word, isCaseFree: true)
  }

  /// The words behind those of `hean help` and `hean schema`, which name a command.
  private func commandWords(_ begun: BegunLine) -> Completion {
    guard let spec = parser.root.descendant(begun.line.operands) else { return Completion() }
    let commands = spec.subcommands.map { Completion.Candidate($0.name, $0.summary) }
    let isHelp = begun.line.path.first == "help" && begun.line.operands.isEmpty
    return Completion(candidates: commands + (isHelp ? topics : []))
  }
}
