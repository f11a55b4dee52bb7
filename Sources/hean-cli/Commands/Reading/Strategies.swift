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
      "kill": ["strategies disable"], "start": ["strategies enable"], "resume": ["strategies enable"],
    ])
  static let subcommands: [any CommandDeclaration.Type] = [
    List.self, Show.self, Enable.self, Disable.self, Parameters.self, Compare.self,
  ]
  static let defaultSubcommand: (any Command.Type)? = List.self

  struct List: QueryCommand {
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.books, "strategies", StrategyFields.all(blocks: []))] }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List strategies",
      examples: [Example("hean strategies list -o csv", "for a spreadsheet")])

    init(_ line: ParsedLine) {}

    func query(_ session: Session) -> StrategiesQuery { StrategiesQuery() }

    func report(_ answer: StrategiesQuery.Answer, _ session: Session) -> Report {
      let fields = StrategyFields.all(blocks: answer.blocks)
      var report = session.report("strategies", on: answer.context, receivedAt: answer.receivedAt)
      report.payload = .list(fields, answer.strategies)
      report.screen.context(answer.context, session)
      if answer.strategies.isEmpty {
        let state = answer.context.engineState ?? "not known"
        report.screen.line(
          answer.context.isRunning == true
            ? Cell("The engine runs no strategy.", .warning)
            : Cell("Engine \(state): it lists strategies only while it runs.", .warning))
      } else {
        report.screen.table(Table(fields: fields, rows: answer.strategies))
        let disabled = answer.strategies.filter { $0.isEnabled == false }.count
        if disabled > 0 {
          report.screen.line(Cell("\(disabled) of \(answer.strategies.count) are disabled.", .warning))
        }
        if answer.strategies.allSatisfy({ $0.isEnabled == false }) { report.screen.hint(.query(.why)) }
      }
      return report
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
      let strategy = try answer.strategy(id)
      let fields = StrategyFields.all(blocks: answer.blocks)
      var report = session.report("strategy", on: answer.context, receivedAt: answer.receivedAt)
      report.payload = .object(fields, strategy)
      report.screen.context(answer.context, session)
      report.screen.record(fields, strategy)
      for block in answer.blocks where block.strategyID == strategy.id {
        let until = session.timestamp(block.until)
        report.screen.line(
          Cell("Decision memory has locked \(block.context.joined(separator: " ")) until \(until).", .warning))
      }
      return report
    }
  }
}

/// Names of the strategy fields in JSON, and how a table shows them.
enum StrategyFields {
  static func all(blocks: [DecisionMemoryBlock]) -> [Field<Strategy>] {
    let locked = Dictionary(grouping: blocks, by: { $0.strategyID ?? "" }).mapValues(\.count)
    return [
      Field("strategy_id", "STRATEGY", "the engine's id", priority: 100) { $0.id },
      Field("enabled", "STATE", "whether it may trade", priority: 100) {
        $0.isEnabled
      } cell: { strategy in
        switch strategy.isEnabled {
        case true: Cell("enabled", .good)
        case false: Cell("disabled", .warning)
        case nil: Cell("unknown", .warning)
        }
      },
      Field("locked_contexts", "LOCKED", "contexts locked by decision memory", .trailing, priority: 40) { strategy in
        locked[strategy.id ?? ""] ?? 0
      },
      Field("fills", "FILLS", "fills, opening and closing ones", .trailing, priority: 70) { $0.fills },
      Field("wins", "WINS", "closed with a profit", .trailing, priority: 80) { $0.wins },
      Field("losses", "LOSSES", "closed with a loss", .trailing, priority: 80) { $0.losses },
      Field("win_rate", "WIN %", "fraction 0 to 1 in data, percent on screen", .decimal, priority: 60, unit: .fraction)
      {
        $0.winRate
      } cell: { strategy in
        // Without closed trades there is no win rate; 0 % would be wrong.
        (strategy.wins ?? 0).clampedAdding(strategy.losses ?? 0) == 0
          ? Cell.missing : Cell.percent(strategy.winRate.map { $0 * 100 })
      },
      Field(
        "profit_factor", "PF", "gross profit over gross loss; null when unknown or without losses", .decimal,
        priority: 65, unit: .ratio
      ) { strategy in
        strategy.profitFactor.known
      } cell: { strategy in
        switch strategy.profitFactor {
        case .unknown: Cell.missing
        case .withoutLosses: Cell("no losses", .good)
        case .ratio(let value): Cell.ratio(value)
        }
      },
      .signed("total_pnl", "PNL", "realized PnL (USDT)", priority: 90) { $0.totalPnL },
      Field("type", "CLASS", "the engine's class", priority: 0) { $0.type },
    ]
  }
}
