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

  struct List: QueryCommand {
    static let usualStep: Guidance? = .query(.funnel)
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.live, "decisions", DecisionsView.fields)] }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List the latest decisions",
      examples: [Example("hean decisions list --symbol ETHUSDT --json", "of one symbol, for a script")],
      options: RowFilter.options + [RecordOptions.from])

    var filter: RowFilter
    var record: RecordUse?

    init(_ line: ParsedLine) throws(UsageError) {
      filter = try RowFilter(line)
      record = try filter.times.record(line)
    }

    func query(_ session: Session) throws -> DecisionsQuery {
      try DecisionsQuery(of: filter.names, at: filter.times.filter(session))
    }

    func report(_ answer: DecisionsQuery.Answer, _ session: Session) -> Report {
      DecisionsView(answer: answer, choice: filter.choice).report(session.viewpoint)
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
