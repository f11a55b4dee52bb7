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

  struct List: QueryCommand {
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.live, "signals", SignalsView.fields)] }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List the latest signals",
      discussion:
        "Matched with decisions and orders by strategy, symbol, side and time: the engine's ids do not connect them.",
      examples: [Example("hean signals list --strategy momentum_trader", "of one strategy")],
      options: RowFilter.options + [RecordOptions.from])

    var filter: RowFilter
    var record: RecordUse?

    init(_ line: ParsedLine) throws(UsageError) {
      filter = try RowFilter(line)
      record = try filter.times.record(line)
    }

    func query(_ session: Session) throws -> SignalsQuery {
      try SignalsQuery(of: filter.names, at: filter.times.filter(session))
    }

    func report(_ answer: SignalsQuery.Answer, _ session: Session) -> Report {
      SignalsView(answer: answer, choice: filter.choice).report(session.viewpoint)
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
