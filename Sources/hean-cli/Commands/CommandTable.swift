/// All commands of the console. A new command is a new file and one line here or in its group.
enum CommandTable: CommandGroup {
  static let spec = CommandSpec(
    name: "hean", summary: "hean: the operator console of the HEAN trading engine",
    examples: [
      Example("hean status", "what is happening, why, and what next"),
      Example("hean --practice status", "the same on a built-in practice engine"),
      Example("hean positions --json | jq .data", "for scripts"),
    ], habits: RootHabits.words, absences: RootHabits.absences)

  static let subcommands: [any CommandDeclaration.Type] = [
    StatusCommand.self, FleetCommand.self, LiveCommand.self, ChangesCommand.self, WhyCommand.self,
    ReconcileCommand.self,
    TraceCommand.self,
    FunnelCommand.self, AskCommand.self, ExplainCommand.self,
    PositionsCommand.self, TradesCommand.self, OrdersCommand.self, MarketCommand.self, WatchlistCommand.self,
    ChartCommand.self, BookCommand.self, StrategiesCommand.self, RiskCommand.self, EngineCommand.self,
    ConfigCommand.self,
    PanicCommand.self, AuditCommand.self, WatchCommand.self, WaitCommand.self, AlertCommand.self, GuardCommand.self,
    ExporterCommand.self,
    RecordCommand.self,
    SignalsCommand.self,
    DecisionsCommand.self, EventsCommand.self, AccountCommand.self, PortfolioCommand.self, AnalyticsCommand.self,
    ReportCommand.self, PnLCommand.self, HealthCommand.self, CheckCommand.self,
    DoctorCommand.self, APICommand.self,
    ExchangeCommand.self, SettingsCommand.self, PracticeCommand.self, ProfileCommand.self, LoginCommand.self,
    ServiceCommand.self, ThemeCommand.self, MCPCommand.self, ApproveCommand.self,
    TutorialCommand.self, UninstallCommand.self,
    SchemaCommand.self, CompletionsCommand.self, VersionCommand.self, HelpCommand.self,
  ]

  /// One command and its path of names.
  struct Entry: Sendable {
    var path: [String]
    var type: any Command.Type
  }

  private static let tree = Tree(of: CommandTable.self)

  static var root: CommandSpec { tree.root }
  /// In the order of the help page.
  static var entries: [Entry] { tree.entries }

  static func command(at path: [String]) -> (any Command.Type)? { entries.first { $0.path == path }?.type }

  /// Which of the flags that chose the engine must be added to a command line that begins with these words, e.g.
  /// `status` or `practice reset`.
  static func carriedFlags(_ words: some Sequence<String>) -> CarriedFlags {
    var spec = root
    var path: [String] = []
    for word in words {
      guard let next = spec.subcommands.first(where: { $0.name == word }) else { return .none }
      spec = next
      path.append(next.name)
      // The flags are known when all commands below this path need the same ones; otherwise the next word decides.
      let below = entries.filter { $0.path.starts(with: path) }
      if let first = below.first?.type.carriedFlags, first != .none,
        below.allSatisfy({ $0.type.carriedFlags == first })
      {
        return first
      }
    }
    return .none
  }

  /// The names of commands that can follow these words; empty behind a command.
  static func names(after words: [String]) -> [String] {
    var spec = root
    for word in words {
      guard let next = spec.subcommand(word) else { return [] }
      spec = next
    }
    return spec.subcommands.map(\.name)
  }

  static func help(on spec: CommandSpec, path: [String]) -> String {
    let renderer = HelpRenderer(globals: GlobalOptions.all)
    return path.isEmpty
      ? renderer.start(spec, everyday: HelpGroups.everyday) : renderer.text(for: spec, path: path)
  }

  /// The help text for the command that the words name.
  static func help(for words: [String]) throws(UsageError) -> String {
    let path = try path(of: words)
    return help(on: root.descendant(path) ?? root, path: path)
  }

  /// The names of the command that the words name, in any of their spellings.
  static func path(of words: [String]) throws(UsageError) -> [String] {
    var spec = root
    var path: [String] = []
    for (index, word) in words.enumerated() {
      guard let next = spec.subcommand(word) else {
        let known = spec.subcommands.map(\.name) + (index == 0 ? HelpTopic.all.map(\.name) : [])
        throw .unknownCommand(
          word, index: index + 1, path: path, nearest: Spelling.nearest(to: word, in: known),
          meant: CommandSuggestions(root: root, path: path).forWord(word))
      }
      spec = next
      path.append(next.name)
    }
    return path
  }

  /// The command that the words name: of a group, the one that runs when no other is named.
  static func entry(at words: [String]) throws(UsageError) -> Entry {
    var path = try path(of: words)
    let spec = root.descendant(path) ?? root
    if let fallback = spec.defaultSubcommand { path.append(fallback) }
    guard let entry = entries.first(where: { $0.path == path }) else {
      throw .missingCommand(path: path, known: spec.subcommands.map(\.name))
    }
    return entry
  }
}

/// The specs of all commands below a group, and the path of each command.
private struct Tree: Sendable {
  var root: CommandSpec
  var entries: [CommandTable.Entry] = []

  init(of group: any CommandDeclaration.Type) {
    root = group.spec
    root = gather(group, [])
  }

  private mutating func gather(_ declared: any CommandDeclaration.Type, _ path: [String]) -> CommandSpec {
    var spec = declared.spec
    if let type = declared.command { entries.append(CommandTable.Entry(path: path, type: type)) }
    spec.subcommands = declared.subcommands.map { gather($0, path + [$0.spec.name]) }
    spec.defaultSubcommand = declared.defaultSubcommand?.spec.name
    return spec
  }
}
