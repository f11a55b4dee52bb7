/// All commands of the console. A new command is a new file and one line here or in its group.
enum CommandTable: CommandGroup {
  static let spec = CommandSpec(
    name: "hean", summary: "hean: the operator console of the HEAN trading engine",
    examples: [
      Example("hean status", "what is happening, why, and what to do next"),
      Example("hean why", "why is it not trading?"),
      Example("hean --practice status", "the same on a built-in practice engine"),
      Example("hean positions --json | jq .data", "for scripts"),
    ], habits: habits)

  /// Words that name no command, or that an operator may use for more than the command of that name.
  private static let habits: [String: [String]] = [
    "stop": ["engine stop", "panic"],
    "halt": ["engine stop", "panic"],
    "start": ["engine start"],
    "unpause": ["engine resume"],
    "continue": ["engine resume"],
    "kill": ["engine kill", "risk killswitch trigger", "panic"],
    "emergency": ["panic", "engine kill"],
    "reset": ["risk killswitch reset", "engine reset-halt", "practice reset"],
    "unlock": ["risk killswitch reset", "engine reset-halt", "risk governor clear"],
    "clear": ["risk governor clear", "risk killswitch reset"],
    "flat": ["positions close-all", "panic"],
    "flatten": ["positions close-all", "panic"],
    "close": ["positions close", "positions close-all"],
    "cancel": ["orders cancel", "orders cancel-all"],
    "buy": ["orders place"],
    "sell": ["orders place"],
    "exit": ["positions close-all", "panic"],
    "abort": ["panic", "engine stop"],
    "estop": ["panic", "risk killswitch trigger"],
    "halted": ["why", "risk killswitch"],
    "toggle": ["strategies enable", "strategies disable", "engine pause", "engine resume"],
    "on": ["strategies enable"],
    "off": ["strategies disable"],
    "fills": ["orders list --status filled", "trades"],
    "balance": ["account"],
    "equity": ["account"],
    "logs": ["events"],
    "log": ["events", "audit"],
    "history": ["trades", "audit", "events"],
  ]

  static let subcommands: [any CommandDeclaration.Type] = [
    StatusCommand.self, LiveCommand.self, ChangesCommand.self, WhyCommand.self, ReconcileCommand.self,
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
    SettingsCommand.self, PracticeCommand.self, ProfileCommand.self, LoginCommand.self, ServiceCommand.self,
    ThemeCommand.self,
    SchemaCommand.self, VersionCommand.self, HelpCommand.self,
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
    HelpRenderer(globals: GlobalOptions.all, topics: HelpTopic.all.map { ($0.name, $0.summary) }).text(
      for: spec, path: path)
  }

  /// The help text for the command that the words name.
  static func help(for words: [String]) throws(UsageError) -> String {
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
    return help(on: spec, path: path)
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
