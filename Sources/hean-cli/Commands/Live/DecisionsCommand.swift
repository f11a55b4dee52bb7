import HeanCore

enum DecisionsCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "decisions", aliases: ["decision"], summary: "What the engine decided about signals, and why",
    examples: [
      Example("hean decisions", "the latest"),
      Example("hean decisions watch", "each as it is made"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [List.self, Watch.self]
  static let defaultSubcommand: (any Command.Type)? = List.self

  static let fields: [Field<Decision>] = [
    .moment("at", "TIME", "when it was made", priority: 90) { $0.at },
    Field("symbol", "SYMBOL", "trading pair", priority: 100) { $0.symbol },
    Field("side", "SIDE", "buy or sell", priority: 95) { $0.side },
    Field("outcome", "OUTCOME", "CREATE, SKIP, REJECT or BLOCK", priority: 100) {
      $0.outcome
    } cell: {
      $0.outcome.map { Cell($0.rawValue, $0 == .create ? .good : .plain) } ?? .missing
    },
    Field("reason_codes", "CODE", "why; the first decides", priority: 98) {
      $0.reasonCodes
    },
    Field("strategy_id", "STRATEGY", "whose signal", priority: 80) { $0.strategyID },
    Field("confidence", "CONFIDENCE", "0 to 1", .decimal, priority: 55, unit: .fraction) { $0.confidence },
    Field("size", "SIZE", "base units that were to be traded", .decimal, priority: 50, unit: .size) { $0.size },
    Field("risk_state", "RISK", "the governor's state then", priority: 45) { $0.riskState },
    Field("meaning", "MEANING", "of the first code", .wrapping, priority: 40) {
      $0.reasonCodes.first.map(Reason.meaning)
    },
    Field("note", "", "the engine's own words", priority: 0) { $0.note },
  ]

  struct List: QueryCommand {
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.live, "decisions", DecisionsCommand.fields)] }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List the latest decisions",
      examples: [Example("hean decisions list --symbol ETHUSDT --json", "of one symbol, for a script")],
      options: RowFilter.options)

    var filter: RowFilter

    init(_ line: ParsedLine) throws(UsageError) { filter = try RowFilter(line) }

    func query(_ session: Session) throws -> DecisionsQuery {
      try DecisionsQuery(of: filter.names, at: filter.times.filter(session))
    }

    func report(_ answer: DecisionsQuery.Answer, _ session: Session) -> Report {
      var report = session.report("decisions", on: answer.context, receivedAt: answer.receivedAt)
      report.show(
        answer.decisions, DecisionsCommand.fields, "decision", answer.names, filter, answer.context, session)
      if let code = Self.firstKnownCode(in: answer.decisions.prefix(filter.limit)) {
        report.screen.hint(.query(.reasons, code))
      }
      report.screen.hint(.query(.funnel))
      return report
    }

    /// The first reason code that stopped a signal and that has a help page.
    private static func firstKnownCode(in shown: some Sequence<Decision>) -> String? {
      shown.lazy.filter { $0.outcome != .create }.compactMap(\.reasonCodes.first).first { Reason.of($0) != nil }
    }
  }

  struct Watch: FollowingCommand {
    static let spec = CommandSpec(
      name: "watch", summary: "Follow decisions",
      examples: [Example("hean decisions watch --strategy hf_scalping", "of one strategy")], options: StreamOptions.all)
    static let topics: [Topic] = [.orderDecisions, .orderExitDecisions]

    var options: StreamOptions
  }
}
