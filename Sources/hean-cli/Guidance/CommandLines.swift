import HeanCore

/// Writes operations, queries and commands as command lines of this console, for the engine of this run.
struct CommandLines: Sendable {
  /// The flags that chose the engine, quoted for a shell; empty when there were none.
  var flags = ""
  /// The same for commands that are only about a profile.
  var profileFlags = ""
  /// Which of these flags a command needs, by its first words.
  private let carried: @Sendable ([String]) -> CarriedFlags

  enum Piece: Sendable, Equatable {
    case words(String)
    /// A complete command, ready for a shell.
    case command(String)

    var text: String {
      switch self {
      case .words(let text), .command(let text): text
      }
    }
  }

  /// Writes commands without any flags.
  init() {
    carried = { _ in .none }
  }

  /// - Parameters:
  ///   - chosen: the flags on the command line of this run.
  ///   - carried: which of them a command needs, by its first words.
  init(_ chosen: TargetFlags, carried: @escaping @Sendable ([String]) -> CarriedFlags) {
    flags = Self.quoted(chosen.words)
    profileFlags = Self.quoted(chosen.profile)
    self.carried = carried
  }

  func callAsFunction(_ step: NextStep) -> String { text(Guidance(step)) }

  func text(_ guidance: Guidance) -> String { pieces(guidance).map(\.text).joined() }

  func pieces(_ guidance: Guidance) -> [Piece] {
    let pieces = guidance.parts.map { part -> Piece in
      switch part {
      case .step(.advice(let words)): .words(sanitized(words))
      case .step(.option(let option)):
        .words(sanitized(Self.words(option).map(ShellWord.quoted).joined(separator: " ")))
      case .step(.operation(let call)): .command(line(Self.words(call.name), call.operands, call.options))
      case .step(.query(let call)): .command(line(Self.words(call.name), call.operands, call.options))
      case .command(let command): .command(line(command))
      }
    }
    return Self.marked(pieces)
  }

  /// A command that contains quotes is not put in quotes as well: the reader could not see where it ends.
  private static func marked(_ pieces: [Piece]) -> [Piece] {
    var pieces = pieces
    for index in pieces.indices.dropFirst().dropLast() {
      guard case .command(let command) = pieces[index], command.contains("'"),
        case .words(let before) = pieces[index - 1], before.hasSuffix("'"),
        case .words(let after) = pieces[index + 1], after.hasPrefix("'")
      else { continue }
      pieces[index - 1] = .words(before.dropLast() + "`")
      pieces[index + 1] = .words("`" + after.dropFirst())
    }
    return pieces
  }

  private func line(_ words: [String], _ operands: [String], _ options: [NextStep.Option]) -> String {
    // A name from the engine that begins with a dash must not be read as an option.
    let options = options.flatMap(Self.words)
    let isPlain = !operands.contains { $0.hasPrefix("-") }
    return line(chosen(for: words), words + (isPlain ? operands + options : options + ["--"] + operands))
  }

  private func line(_ command: ConsoleCommand) -> String {
    switch command.choice {
    case .ofThisRun: line(chosen(for: command.path), command.words)
    case .own(let flags): line(Self.quoted(flags), command.words)
    }
  }

  private func line(_ flags: String, _ words: [String]) -> String {
    sanitized((["hean"] + (flags.isEmpty ? [] : [flags]) + words.map(ShellWord.quoted)).joined(separator: " "))
  }

  private static func quoted(_ words: [String]) -> String {
    // Most runs have no flags. This test avoids the cost of `joined` at start.
    words.isEmpty ? "" : words.map(ShellWord.quoted).joined(separator: " ")
  }

  /// The flags that a command needs for the engine of this run.
  private func chosen(for path: [String]) -> String {
    // The page of reasons shows further commands, which need the flags.
    if path == Self.reasons { return flags }
    return switch carried(path) {
    case .all: flags
    case .profile: profileFlags
    case .none: ""
    }
  }

  private static let reasons = words(.reasons)

  /// The words of a command are the parts of its name: `engine.restart` is `engine restart`.
  private static func words(_ name: OperationName) -> [String] { split(name.rawValue) }

  private static func words(_ name: NextStep.QueryName) -> [String] {
    name == .reasons ? CommandName.help.words + [CommandName.reasonsTopic] : split(name.rawValue)
  }

  private static func split(_ name: String) -> [String] { name.split(separator: ".").map(String.init) }

  private static func words(_ option: NextStep.Option) -> [String] {
    switch option {
    case .symbol(let symbol): ["--symbol", symbol]
    case .status(let status): ["--status", status]
    case .watch: ["--watch"]
    case .force: ["--force"]
    case .reason(let reason): ["--reason", reason]
    case .condition(let condition): ["--for", condition]
    case .trigger(let condition): ["--when", condition]
    case .timeout(let time): ["--timeout", time]
    case .duration(let time): ["--duration", time]
    case .deadline(let time): ["--deadline", time]
    case .preview: ["--dry-run"]
    case .approved: ["--yes"]
    case .keyFile(let path): ["--api-key-file", path]
    case .size: ["--size"]
    case .notional: ["--notional"]
    }
  }
}
