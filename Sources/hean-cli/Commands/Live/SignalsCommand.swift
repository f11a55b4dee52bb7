import HeanCore

enum SignalsCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "signals", aliases: ["signal"], summary: "Signals of the strategies, and the outcome of each",
    examples: [
      Example("hean signals", "the latest"),
      Example("hean signals watch --symbol BTCUSDT", "each as it comes, and its decision"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [List.self, Watch.self]
  static let defaultSubcommand: (any Command.Type)? = List.self

  static let fields: [Field<SignalRow>] = [
    .moment("at", "TIME", "when it was judged, or sent", priority: 90) { $0.at },
    Field("symbol", "SYMBOL", "trading pair", priority: 100) { $0.symbol },
    Field("side", "SIDE", "buy or sell", priority: 95) { $0.side },
    Field("confidence", "CONFIDENCE", "0 to 1", priority: 70, unit: .fraction) {
      $0.confidence
    } cell: {
      Cell("\(EventSummary.badge($0.confidence)) \($0.confidence.map { Figures.text($0, places: 2) } ?? "?")")
    },
    Field("strategy_id", "STRATEGY", "who sent it", priority: 80) { $0.strategyID },
    Field("outcome", "OUTCOME", "CREATE, SKIP, REJECT or BLOCK; null when no decision is known", priority: 100) {
      $0.outcome
    } cell: {
      Cell($0.outcome?.rawValue ?? "no decision known", $0.outcome == .create ? .good : .plain)
    },
    Field("reason_code", "CODE", "why", priority: 75) { $0.code },
    Field("order_status", "ORDER", "of the order it led to", priority: 60) { $0.orderStatus },
    Field(
      "reason", "REASON", "the strategy's own words; null when they are not stored", .wrapping, priority: 65,
      value: { $0.reason }
    ) { row in
      // The row shows why the signal was stopped; for a signal that was taken, it shows why the strategy sent it.
      Cell((row.outcome == .create ? row.reason : row.note ?? row.code.map(Reason.meaning)) ?? row.reason ?? "")
    },
    Field("meaning", "", "of the code", priority: 0) { $0.code.map(Reason.meaning) },
    Field("note", "", "the engine's own words about its decision", priority: 0) { $0.note },
  ]

  struct List: QueryCommand {
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.live, "signals", SignalsCommand.fields)] }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List the latest signals",
      discussion:
        "Matched with decisions and orders by strategy, symbol, side and time: the engine's ids do not connect them.",
      examples: [Example("hean signals list --strategy momentum_trader", "of one strategy")],
      options: RowFilter.options)

    var filter: RowFilter

    init(_ line: ParsedLine) throws(UsageError) { filter = try RowFilter(line) }

    func query(_ session: Session) throws -> SignalsQuery {
      try SignalsQuery(of: filter.names, at: filter.times.filter(session))
    }

    func report(_ answer: SignalsQuery.Answer, _ session: Session) -> Report {
      var report = session.report("signals", on: answer.context, receivedAt: answer.receivedAt)
      report.show(
        answer.rows, SignalsCommand.fields, "signal", answer.names, filter, answer.context, session)
      if let reason = answer.reasonsMissing { report.notes.append("reasons are missing: \(reason)") }
      report.screen.hint(.query(.trace, "last-blocked"))
      report.screen.hint(.query(.funnel))
      return report
    }
  }

  struct Watch: FollowingCommand {
    static let spec = CommandSpec(
      name: "watch", summary: "Follow signals and their decisions",
      examples: [Example("hean signals watch --duration 5m", "five minutes of them")], options: StreamOptions.all)
    static let topics: [Topic] = [.signals, .orderDecisions]

    var options: StreamOptions
  }
}
