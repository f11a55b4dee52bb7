import HeanCore

enum StrategiesCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "strategies", aliases: ["strategy", "strat"], summary: "Strategies with state, wins and PnL",
    examples: [
      Example("hean strategies", "every strategy the engine runs"),
      Example("hean strategies show impulse_engine", "one strategy, with what decision memory has locked"),
    ],
    habits: [
      "stop": ["strategies disable"], "halt": ["strategies disable"], "pause": ["strategies disable"],
      "kill": ["strategies disable"], "off": ["strategies disable"], "on": ["strategies enable"],
      "delete": ["strategies disable"], "remove": ["strategies disable"], "rm": ["strategies disable"],
      "get": ["strategies show"], "config": ["strategies params"],
      "parameters": ["strategies params"], "start": ["strategies enable"], "resume": ["strategies enable"],
    ])
  static let subcommands: [any CommandDeclaration.Type] = [
    List.self, Show.self, Enable.self, Disable.self, Parameters.self, Compare.self,
  ]
  static let defaultSubcommand: (any Command.Type)? = List.self

  struct List: QueryCommand {
    static let usualStep: Guidance? = .query(.funnel)
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.books, "strategies", StrategyFields.all(blocks: []))] }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List strategies",
      examples: [Example("hean strategies list -o csv", "for a spreadsheet")])

    init(_ line: ParsedLine) {}

    func query(_ session: Session) -> StrategiesQuery { StrategiesQuery() }

    func report(_ answer: StrategiesQuery.Answer, _ session: Session) -> Report {
      StrategiesView(answer: answer).report(session.viewpoint)
    }
  }

  struct Show: QueryCommand {
    static let id = Operand("ID", .text(.strategy), help: "strategy id or a unique beginning of it")
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] {
      [OutputDocument(.books, "strategy", StrategyFields.all(blocks: []), .object)]
    }
    static let spec = CommandSpec(
      name: "show", summary: "Show one strategy by id",
      examples: [Example("hean strategies show hf_scalping", "one strategy")],
      operands: [id])

    var id: String

    init(_ line: ParsedLine) throws(UsageError) { id = try line[Self.id] }

    func query(_ session: Session) -> StrategiesQuery { StrategiesQuery() }

    func report(_ answer: StrategiesQuery.Answer, _ session: Session) throws -> Report {
      try StrategyView(answer: answer, id: id).report(session.viewpoint)
    }
  }
}
