import HeanCore

enum SignalsCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "signals", aliases: ["signal"], summary: "Signals of the strategies, and the outcome of each",
    examples: [
      Example("hean signals", "the latest"),
      Example("hean signals --outcome reject --min-confidence high", "refused although the strategy was sure"),
      Example("hean signals watch --symbol BTCUSDT", "each as it comes, and its decision"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [List.self, Watch.self]
  static let defaultSubcommand: (any Command.Type)? = List.self

  struct List: Command {
    static let effect = CommandEffect.reads
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.live, "signals", SignalsView.fields)] }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List the latest signals",
      discussion:
        "Matched with decisions and orders by strategy, symbol, side and time: the engine's ids do not connect them.",
      examples: [Example("hean signals list --strategy momentum_trader", "of one strategy")],
      options: RowFilter.options + SignalOptions.all + Watching.options + [RecordOptions.from])

    var filter: RowFilter
    var signals: SignalFilter
    var watching: Watching?
    var record: RecordUse?
    var effect: CommandEffect { watching == nil ? .reads : .streams }

    init(_ line: ParsedLine) throws(UsageError) {
      filter = try RowFilter(line)
      signals = try SignalOptions.filter(line)
      watching = try Watching(line)
      record = try filter.times.record(line, watching)
    }

    func run(_ session: Session) async throws -> Output {
      try await Watching.run(watching, session, needing: .diagnosis) { engine in
        let query = SignalsQuery(of: filter.names, at: try filter.times.filter(session), only: signals)
        return try await session.stepped(query, engine, usual: .query(.funnel), isWatched: watching != nil) { answer in
          SignalsView(
            answer: answer, choice: filter.choice, isFiltered: !signals.isAll, isWatched: watching != nil
          ).report(session.viewpoint)
        }
      }
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
