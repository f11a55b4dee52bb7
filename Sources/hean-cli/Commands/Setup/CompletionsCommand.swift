import HeanCore

struct CompletionsCommand: Command {
  static let scope = CommandScope.local
  static let effect = CommandEffect.reads
  static let shell = Operand("SHELL", .choice(CompletionShell.self), help: "bash, zsh or fish")
  static let spec = CommandSpec(
    name: "completions", aliases: ["completion"], summary: "Completion by TAB, for bash, zsh and fish",
    discussion: """
      Prints a script for a shell: bash reads it by source <(hean completions bash) in ~/.bashrc, zsh the same way in \
      ~/.zshrc behind compinit. With it a TAB completes commands, options and their values, and names: profiles, \
      symbols, strategies, positions, orders, fields, terms. Names of an engine come from what it said last (see \
      --offline); a TAB asks no engine. A name that a shell would take for more than a name is quoted.
      """,
    examples: [
      Example("hean completions bash > ~/.local/share/bash-completion/completions/hean", "bash with bash-completion"),
      Example("hean completions zsh > ~/.zfunc/_hean", "zsh, for a folder in fpath"),
      Example("hean completions fish > ~/.config/fish/completions/hean.fish", "fish reads it when it is needed"),
    ],
    operands: [shell])

  var shell: CompletionShell

  init(_ line: ParsedLine) throws(UsageError) { shell = try line[Self.shell] }

  func runEarly(_ context: Context) -> Output? { .text(shell.script) }

  func run(_ session: Session) async throws -> Output { .text(shell.script) }
}

/// What the scripts for shells ask at each TAB, in place of a command.
enum CompletionRequest {
  /// - Parameter argv: the words behind the name of the program.
  /// - Returns: the answer; `nil` when these words are no such request. Whatever is wrong with one, the line that somebody
  ///   types is not disturbed: it has no candidates then.
  static func answer(_ argv: [String], _ context: Context) -> String? {
    guard argv.first == CompletionShell.request else { return nil }
    guard argv.count > 2, let shell = CompletionShell(rawValue: argv[1]),
      let typed = shell.typed(Array(argv.dropFirst(2)))
    else { return "" }
    // Variables for one command stand before it: `HEAN_PROFILE=main hean status`.
    let words = typed.words.drop { $0.contains("=") }.dropFirst()
    guard words.startIndex > 0 else { return "" }
    let names = KnownNames(
      environment: context.environment, now: context.now(),
      fields: { path in
        let command = CommandTable.entries.first { $0.path == path }
        return command?.type.documents.first?.fields ?? []
      }, terms: { GlossaryTerm.known.map { Completion.Candidate($0.name) } + codes })
    let completer = Completer(
      parser: ArgumentParser(root: CommandTable.root, globals: GlobalOptions.all),
      topics: HelpTopic.all.map { Completion.Candidate($0.name, $0.summary) }, names: names.names)
    return shell.reply(completer.completion(of: typed.word, after: Array(words)), to: typed)
  }

  private static var codes: [Completion.Candidate] {
    ReasonCode.allCases.map { Completion.Candidate($0.rawValue, "reason code") }
  }
}
