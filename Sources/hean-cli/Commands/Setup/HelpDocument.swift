import HeanCore

/// What hean takes and writes, as data: `hean help --json`.
struct HelpDocument: Sendable {
  /// The names of the command it is about; empty for all.
  var path: [String] = []
  /// The text of a page that is about no command; `nil` for commands.
  var text: String?

  struct Row: Sendable {
    var path: [String]
    var spec: CommandSpec

    fileprivate var type: (any Command.Type)? { CommandTable.command(at: path) }
  }

  private var rows: [Row] {
    guard text == nil, let spec = CommandTable.root.descendant(path) else { return [] }
    return (path.isEmpty ? [] : [Row(path: path, spec: spec)]) + Self.below(spec, path)
  }

  private static func below(_ spec: CommandSpec, _ path: [String]) -> [Row] {
    spec.subcommands.flatMap { next in
      [Row(path: path + [next.name], spec: next)] + below(next, path + [next.name])
    }
  }

  private static let example: [Field<Example>] = [.member("line") { $0.line }, .member("meaning") { $0.meaning }]

  private static let argument: [Field<CommandSchema.Argument>] = [
    .member("name", "of an option without its dashes") { $0.name },
    .member("short", "one letter; null without one") { $0.short.map { String($0) } },
    .member("type", "string, integer, number or boolean; a boolean option takes no value") { $0.shape.kind.word },
    .member("choices", "the only words that are taken; empty when others are") { $0.shape.choices },
    .member("names", "what the word names, such as symbol; null when it is no name") { $0.shape.names?.rawValue },
    .member("required") { $0.isRequired }, .member("repeated", "whether several are taken") { $0.isRepeated },
    .member("default", "null without one") { $0.defaultText }, .member("meaning") { $0.text },
  ]

  private static let code: [Field<ExitCode>] = [
    .member("code", unit: .unitless) { Int($0.rawValue) }, .member("name") { $0.name },
    .member("meaning") { $0.meaning },
  ]

  private static let topic: [Field<HelpTopic>] = [.member("name") { $0.name }, .member("summary") { $0.summary }]

  private static let row: [Field<Row>] = [
    .member("command", "without the name of the program") { $0.path.joined(separator: " ") },
    .member("aliases", "other words for its last one") { $0.spec.aliases },
    .member("summary") { $0.spec.summary }, .member("discussion", "empty without one") { $0.spec.discussion },
    .member("is_group", "whether another word has to follow, or can") { !$0.spec.subcommands.isEmpty },
    .member("default", "of a group, what runs when none is named; null: one has to be") { $0.spec.defaultSubcommand },
    .member("effect", "reads, changesEngine, changesMachine or streams; null of a group") { $0.type?.effect.rawValue },
    .parts("examples", "", "", of: example) { $0.spec.examples },
    .parts("operands", "", "in the order in which they are typed", of: argument) { row in
      CommandSchema(row.spec, path: row.path).arguments.filter(\.isOperand)
    },
    .parts("options", "", "its own", of: argument) { row in
      CommandSchema(row.spec, path: row.path).arguments.filter { !$0.isOperand }
    },
    .member("schemas", "of what it writes with --json") { $0.type?.documents.map(\.schema) ?? [] },
  ]

  static let fields: [Field<HelpDocument>] = [
    .member("version", "of hean") { _ in Version.number },
    .parts("commands", "", "all, or the one that was named and those in it", of: row) { $0.rows },
    .parts("global_options", "", "of every command", of: argument) { _ in
      CommandSchema(CommandSpec(name: "", summary: ""), path: [], globals: GlobalOptions.all).arguments
    },
    .parts("exit_codes", "", "", of: code) { _ in ExitCode.allCases },
    .parts("topics", "", "pages of help about no command", of: topic) { _ in HelpTopic.all },
    .member("text", "the page that was named; null when it is about commands") { $0.text },
  ]
}
