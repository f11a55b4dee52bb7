/// Draws help from the same declarations that the parser uses, at most 80 columns wide.
struct HelpRenderer: Sendable {
  var globals: [OptionSpec]
  static let width = 80

  /// What hean tells without a command: on one screen of 24 rows, prompt and all.
  func start(_ root: CommandSpec, everyday: [(name: String, words: String)]) -> String {
    let width = root.examples.map(\.line.count).max() ?? 0
    let examples = root.examples.map { "  $ \(padded($0.line, to: width))   \($0.meaning)" }
    return
      ([root.summary, "", "usage: hean COMMAND [OPTIONS]", ""] + examples + [""]
      + Self.columns(everyday.map { ($0.name, $0.words) }) + [""]
      + Self.wrap(
        "All commands and topics: hean help commands. One of them: hean COMMAND --help. "
          + "Options: hean help options. Documentation: man hean, README.md.", indent: 0))
      .joined(separator: "\n") + "\n"
  }

  /// Every command, by what it is for, and the pages that are about no command.
  func commands(
    _ groups: [(title: String, commands: [CommandSpec])], topics: [(name: String, summary: String)]
  ) -> String {
    var lines: [String] = ["COMMANDS", "", "Names in parentheses mean the same. Each has a page: hean COMMAND --help"]
    for (title, commands) in groups { lines += ["", title] + Self.rows(commands, standard: nil, width: 12) }
    lines += ["", "TOPICS"] + Self.columns(topics.map { ("hean help \($0.name)", $0.summary) })
    return lines.joined(separator: "\n") + "\n"
  }

  /// The options of every command.
  func options() -> String {
    (["OPTIONS OF EVERY COMMAND", "", "They may stand before or after its name."] + [""]
      + Self.columns(globals.map(Self.row))).joined(separator: "\n") + "\n"
  }

  /// The commands of a group, a line or two each.
  static func rows(_ commands: [CommandSpec], standard: String?, width: Int = 0) -> [String] {
    columns(
      commands.map { command in
        let aliases = command.aliases.isEmpty ? "" : " (\(command.aliases.joined(separator: ", ")))"
        return (padded(command.name + (command.name == standard ? " *" : ""), to: width), command.summary + aliases)
      })
  }

  func text(for command: CommandSpec, path: [String]) -> String {
    var lines: [String] = []
    let name = (["hean"] + path).joined(separator: " ")
    lines += Self.wrap(command.summary, indent: 0)
    if !command.examples.isEmpty {
      lines += ["", "EXAMPLES"]
      for example in command.examples {
        lines += Self.wrap("$ " + example.line, indent: 2)
        lines += Self.wrap(example.meaning, indent: 6)
      }
    }
    lines += ["", "USAGE"]
    lines += Self.wrap(Self.usage(command, name), indent: 2)
    if !command.discussion.isEmpty { lines += [""] + Self.wrap(command.discussion, indent: 0) }
    let fallback = command.defaultSubcommand.flatMap(command.subcommand)
    if !command.subcommands.isEmpty {
      lines += ["", "COMMANDS"]
      lines += Self.rows(command.subcommands, standard: command.defaultSubcommand)
      if let fallback { lines += Self.wrap("* runs when none is named: \(name) \(fallback.name)", indent: 2) }
    }
    let operands = command.operands + (fallback?.operands ?? [])
    if !operands.isEmpty {
      lines += ["", "OPERANDS"]
      lines += Self.columns(operands.map { ($0.name, $0.help) })
    }
    let options = command.options + (fallback?.options ?? [])
    if !options.isEmpty {
      lines += ["", "OPTIONS"]
      lines += Self.columns(options.map(Self.row))
    }
    lines += [""]
    lines += Self.wrap("Options of every command (--profile, --json, --tz …): hean help options", indent: 0)
    lines += Self.wrap("Documentation: man hean-\(path.first ?? ""), README.md. Bugs: CONTRIBUTING.md", indent: 0)
    return lines.joined(separator: "\n") + "\n"
  }

  static func usage(_ command: CommandSpec, _ name: String) -> String {
    var parts = [name]
    if !command.subcommands.isEmpty { parts.append(command.defaultSubcommand == nil ? "COMMAND" : "[COMMAND]") }
    for operand in command.operands {
      let word = operand.name + (operand.isRepeated ? "…" : "")
      parts.append(operand.isRequired ? word : "[\(word)]")
    }
    parts.append("[OPTIONS]")
    return parts.joined(separator: " ")
  }

  private static func row(_ option: OptionSpec) -> (String, String) {
    let short = option.short.map { "-\($0), " } ?? "    "
    let value = option.placeholder.map { " \($0)" } ?? ""
    return (short + "--" + option.name + value, option.help)
  }
  static func columns(_ rows: [(String, String)]) -> [String] {
    let first = min(30, rows.map(\.0.count).max() ?? 0)
    return rows.flatMap { left, right -> [String] in
      let wrapped = wrap(right, indent: 0, width: width - first - 4)
      let label = "  " + left
      guard left.count <= first else {
        return [label] + wrapped.map { String(repeating: " ", count: first + 4) + $0 }
      }
      let pad = String(repeating: " ", count: first - left.count + 2)
      return wrapped.enumerated().map { line, text in
        line == 0 ? label + pad + text : String(repeating: " ", count: first + 4) + text
      }
    }
  }

  /// Wraps at spaces; keeps the line breaks in the text.
  static func wrap(_ text: String, indent: Int, width: Int = width) -> [String] {
    let margin = String(repeating: " ", count: indent)
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph -> [String] in
      var lines: [String] = []
      var line = ""
      for word in paragraph.split(separator: " ") {
        if !line.isEmpty, indent + line.count + 1 + word.count > width {
          lines.append(margin + line)
          line = ""
        }
        line += (line.isEmpty ? "" : " ") + word
      }
      lines.append(line.isEmpty ? "" : margin + line)
      return lines
    }
  }
}
