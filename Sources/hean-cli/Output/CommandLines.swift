import HeanCore

/// Writes operations and queries as command lines of this console that meet the engine of this run.
struct CommandLines: Sendable {
  /// Flags that chose the engine, quoted for a shell; empty when none did.
  var flags = ""
  /// The same for a command that is about a profile alone.
  var profileFlags = ""

  enum Piece: Sendable, Equatable {
    case words(String)
    /// Whole, and ready for a shell.
    case command(String)

    var text: String {
      switch self {
      case .words(let text), .command(let text): text
      }
    }
  }

  func callAsFunction(_ step: NextStep) -> String { pieces(step).map(\.text).joined() }

  func pieces(_ step: NextStep) -> [Piece] {
    step.parts.map { part in
      switch part {
      case .advice(let words): .words(sanitized(words))
      case .option(let option): .words(Self.words(option).joined(separator: " "))
      case .operation(let call): .command(line(Self.words(call.name), call.operands, call.options))
      case .query(let call): .command(line(Self.words(call.name), call.operands, call.options))
      }
    }
  }

  private func line(_ words: [String], _ operands: [String], _ options: [NextStep.Option]) -> String {
    let chosen = chosen(for: words.joined(separator: " "))
    let values = (words + operands + options.flatMap(Self.words)).map(Aim.quoted)
    return sanitized((["hean"] + (chosen.isEmpty ? [] : [chosen]) + values).joined(separator: " "))
  }

  /// The flags that a command needs to meet the engine of this run.
  private func chosen(for words: String) -> String {
    if words == LoginCommand.spec.name { return profileFlags }
    // A page of reasons offers commands in its turn.
    let isAbout = words == Self.reasons || words.hasPrefix(Self.reasons + " ")
    return isAbout || CommandTable.carriesTarget(words.split(separator: " ").map(String.init)) ? flags : ""
  }

  private static let reasons = "\(HelpCommand.spec.name) \(ReasonPages.name)"

  /// Commands are named as operations are: `engine.restart` is `engine restart`.
  private static func words(_ name: NextStep.OperationName) -> [String] { split(name.rawValue) }

  private static func words(_ name: NextStep.QueryName) -> [String] {
    name == .reasons ? [HelpCommand.spec.name, ReasonPages.name] : split(name.rawValue)
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
