import HeanCore

extension AnalyticsCommand {
  struct Equity: AnalyticsReadCommand {
    static var documents: [OutputDocument] { [OutputDocument(.account, schema, CurveRow.fields, mayLackData: true)] }
    static let spec = CommandSpec(
      name: "equity", summary: "The equity curve",
      discussion: """
        From the snapshots in a file (--from), else realized equity: the capital at the start and the PnL of closed trades. \
        With --engine the engine's own history, 90 minutes at most, which open positions and bookkeeping distort.
        """,
      examples: [
        Example("hean analytics equity --from pnl.csv --since 30d", "the last month, from snapshots"),
        Example("hean analytics equity --engine", "what the engine itself tells"),
      ],
      options: TradeChoice.options + [TradeChoice.from, engine])
    static let engine = Flag("engine", help: "the engine's own history")

    var choice: TradeChoice
    var isOfEngine = false
    var part: AnalyticsView.Part { .equity(isOfEngine: isOfEngine) }

    init(choice: TradeChoice) { self.choice = choice }

    init(_ line: ParsedLine) throws(UsageError) {
      choice = try TradeChoice(line)
      isOfEngine = line[Self.engine]
      guard isOfEngine, choice.file != nil || !choice.isAll else { return }
      throw .contradiction(
        "--engine is the whole of the engine's own history", nextStep: "leave out --from and the filters")
    }
  }

  struct Drawdowns: AnalyticsReadCommand {
    static var documents: [OutputDocument] { [OutputDocument(.account, schema, DrawdownRow.fields, mayLackData: true)] }
    static let spec = CommandSpec(
      name: "drawdown", summary: "How far equity was below its highest point, and when",
      examples: [Example("hean analytics drawdown --from pnl.csv", "each drawdown with its dates, the deepest first")],
      options: TradeChoice.options + [TradeChoice.from])

    var choice: TradeChoice
    var part: AnalyticsView.Part { .drawdown }
  }
}
