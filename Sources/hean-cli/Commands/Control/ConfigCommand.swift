import HeanCore

/// `hean config …`: the settings of the engine, not those of the console.
enum ConfigCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "config", summary: "The engine's settings that can be changed while it runs",
    examples: [
      Example("hean config", "every key with its value"),
      Example("hean config set max_open_positions=5", "change one"),
    ],
    // Of the engine's settings none is called like that: they are looked for among those of this console.
    habits: [
      "view": ["config get", "profile show"], "show": ["config get", "profile show"],
      "list": ["config get", "profile list"],
      "ls": ["config get", "profile list"], "usecontext": ["profile use"], "getcontexts": ["profile list"],
      "currentcontext": ["profile show"], "setcontext": ["profile set"], "edit": ["profile edit"],
      "unset": ["profile unset", "config set"], "path": ["profile show", "uninstall"], "init": ["profile add"],
      "validate": ["doctor"], "check": ["doctor"], "reset": ["config set"],
    ])
  static let subcommands: [any CommandDeclaration.Type] = [Get.self, Set.self]
  static let defaultSubcommand: (any Command.Type)? = Get.self

  struct Get: QueryCommand {
    static let key = Operand(
      "KEY", each: .text(.engineSetting), isRequired: false, help: "keys to show; all without")
    static var documents: [OutputDocument] { [OutputDocument(.settings, "config", ConfigurationView.fields)] }
    static let spec = CommandSpec(
      name: "get", summary: "Show keys with their values",
      examples: [Example("hean config get killswitch_drawdown_pct", "one key")],
      operands: [key])

    var keys: [String]

    init(_ line: ParsedLine) throws(UsageError) {
      keys = try line[Self.key]
      guard let word = keys.first, ["edit", "unset", "export", "import"].contains(word) else { return }
      throw .contradiction(
        "'\(word)' is no setting of the engine; those of the console stand in its profiles",
        nextStep: .command(.profileEdit, choosing: []))
    }

    func query(_ session: Session) -> ConfigurationQuery { ConfigurationQuery(keys) }

    func report(_ answer: ConfigurationQuery.Answer, _ session: Session) -> Report {
      ConfigurationView(answer: answer).report(session.viewpoint)
    }
  }

  struct Set: OperationCommand {
    static let pairs = Operand("KEY=VALUE", each: .assignment(.engineSetting), help: "a key and its new value")
    static let spec = CommandSpec(
      name: "set", summary: "Change keys, within ranges that keep the engine protected",
      discussion: """
        The engine checks no range: it would take a kill switch at 1000 %. hean refuses values that disarm protection; \
        --force sends them all the same.
        """,
      examples: [Example("hean config set max_daily_drawdown_pct=10", "pause earlier")],
      options: [OperationOptions.force] + OperationOptions.all,
      operands: [pairs])

    var options: OperationOptions
    var values: [(key: String, text: String)]
    var isForced: Bool
    var operation: EngineOperation { .configure(values, isForced: isForced) }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      values = try line.assignments(try line[Self.pairs])
      isForced = line[OperationOptions.force]
    }
  }
}
