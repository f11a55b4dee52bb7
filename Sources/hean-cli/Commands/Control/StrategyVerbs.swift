import HeanCore

extension StrategiesCommand {
  private static let ids = Operand(
    "ID", each: .text(.strategy), help: "strategy id or a unique beginning of it")

  struct Enable: OperationCommand {
    static let spec = CommandSpec(
      name: "enable", summary: "Enable strategies that are disabled",
      discussion: "Nothing is sent for an enabled one: the engine would send its signals twice.",
      examples: [Example("hean strategies enable hf_scalping", "let it trade again")],
      options: OperationOptions.all, operands: [StrategiesCommand.ids])

    var options: OperationOptions
    var names: [String]
    var operation: EngineOperation { .setStrategies(names, enabled: true) }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      names = try line[StrategiesCommand.ids]
    }
  }

  struct Disable: OperationCommand {
    static let spec = CommandSpec(
      name: "disable", summary: "Disable strategies",
      examples: [Example("hean strategies disable hf_scalping enhanced_grid --yes", "two at once")],
      options: OperationOptions.all, operands: [StrategiesCommand.ids])

    var options: OperationOptions
    var names: [String]
    var operation: EngineOperation { .setStrategies(names, enabled: false) }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      names = try line[StrategiesCommand.ids]
    }
  }

  struct Parameters: Command {
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] {
      [OutputDocument(.settings, "strategy_params", StrategyParametersView.fields)]
    }
    /// With --set it is a verb.
    static var data: CommandData { .documents(documents + OperationResult.documents) }
    static let set = Option("set", "KEY=VALUE", each: .assignment(), help: "a new value; repeatable")
    static let id = Operand("ID", .text(.strategy), help: "strategy id or a unique beginning of it")
    static let spec = CommandSpec(
      name: "params", summary: "Parameters of a strategy",
      discussion: """
        Without --set, lists the names that the engine's code accepts; no endpoint shows their values. With --set, the \
        change is sent once and the answer is shown; the engine version that hean knows answers 404 to every change.
        """,
      examples: [
        Example("hean strategies params impulse_engine", "what could be set"),
        Example("hean strategies params hf_scalping --set tp_bps=30", "try to set one"),
      ],
      options: [set] + OperationOptions.all,
      operands: [id])

    var options: OperationOptions
    var name: String
    var values: [String: JSONValue]
    var effect: CommandEffect { values.isEmpty ? .reads : .changesEngine }

    init(_ line: ParsedLine) throws(UsageError) {
      options = try OperationOptions(line)
      name = try line[Self.id]
      values = Dictionary(
        try line.assignments(try line[Self.set]).map { pair in
          (pair.key, Decimal(exactly: pair.text).map { .number($0) } ?? .string(pair.text))
        }, uniquingKeysWith: { $1 })
    }

    func run(_ session: Session) async throws -> Output {
      guard values.isEmpty else {
        return .report(
          try await OperationRun(session: session, operation: .setParameters(name, values), options: options).run())
      }
      let answer = try await session.ask(StrategiesQuery())
      return .report(try StrategyParametersView(answer: answer, name: name).report(session.viewpoint))
    }
  }

  struct Compare: QueryCommand {
    static let usualStep: Guidance? = .query(.strategies)
    static let ids = Operand(
      "ID", each: .text(.strategy), isRequired: false,
      help: "strategy id or a unique beginning of it; all without")
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] {
      [OutputDocument(.settings, "strategy_comparison", ComparisonFields.all([]))]
    }
    static let spec = CommandSpec(
      name: "compare", summary: "Strategies side by side, best PnL first",
      examples: [
        Example("hean strategies compare", "all of them"),
        Example("hean strategies compare impulse_engine hf_scalping", "two of them"),
      ],
      operands: [ids])

    var names: [String]

    init(_ line: ParsedLine) throws(UsageError) { names = try line[Self.ids] }

    func query(_ session: Session) -> StrategiesQuery { StrategiesQuery() }

    func report(_ answer: StrategiesQuery.Answer, _ session: Session) throws -> Report {
      try StrategyComparisonView(answer: answer, names: names).report(session.viewpoint)
    }
  }
}
