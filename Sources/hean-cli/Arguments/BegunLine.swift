/// A line that is still typed: what the words before the cursor settle.
struct BegunLine: Sendable {
  var line: ParsedLine
  /// The options that can follow, those of every command too.
  var options: [OptionSpec]
  /// The option whose value comes next; `nil` when none waits for one.
  var awaited: OptionSpec?
  /// Whether options can follow: not behind `--`.
  var takesOptions: Bool
  /// Whether every word that had to name a command does.
  var isKnown: Bool

  /// The command that the words name: a group as long as none of its commands is named.
  var command: CommandSpec { line.spec }

  /// The commands that can be named next.
  var subcommands: [CommandSpec] { line.operands.isEmpty ? command.subcommands : [] }

  /// The operand that comes next, also of the command that runs when none is named; `nil` when no word is taken.
  var operand: OperandSpec? {
    let fallback = command.defaultSubcommand.flatMap(command.subcommand)
    let operands = command.operands + (fallback?.operands ?? [])
    return line.operands.count < operands.count
      ? operands[line.operands.count] : operands.last.flatMap { $0.isRepeated ? $0 : nil }
  }
}
