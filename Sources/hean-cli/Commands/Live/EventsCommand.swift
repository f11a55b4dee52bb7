import HeanCore

enum EventsCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "events", aliases: ["event"], summary: "What happened, in order",
    examples: [
      Example("hean events", "the latest decisions, orders, closes, alarms and control calls"),
      Example("hean events watch", "the same, live"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [List.self, Watch.self]
  static let defaultSubcommand: (any Command.Type)? = List.self

  struct List: QueryCommand {
    static let usualStep: Guidance? = .query(.trace, "last")
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.live, "events", EventsView.fields)] }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List what happened lately, newest first",
      discussion: """
        Decisions, orders and closes from the trading history; signals, alarms and control calls from the engine's \
        memory of events, which covers only seconds when ticks flood it.
        """,
      examples: [
        Example("hean events list --limit 50 --json", "for a script"),
        Example("hean events --type closed --type 'KILL SWITCH'", "by the names that 'hean watch' has too"),
      ],
      options: RowFilter.options + [EventNames.option, RecordOptions.from])

    var filter: RowFilter
    var names: EventNames
    var record: RecordUse?

    init(_ line: ParsedLine) throws(UsageError) {
      filter = try RowFilter(line)
      names = try EventNames(line)
      record = try filter.times.record(line)
    }

    func query(_ session: Session) throws -> EventsQuery {
      try EventsQuery(of: filter.names, at: filter.times.filter(session))
    }

    func report(_ answer: EventsQuery.Answer, _ session: Session) -> Report {
      EventsView(answer: answer, names: names, choice: filter.choice).report(session.viewpoint)
    }
  }

  struct Watch: FollowingCommand {
    static let spec = CommandSpec(
      name: "watch", summary: "Follow what happens",
      examples: [Example("hean events watch --severity warn", "only what is not routine")],
      options: StreamOptions.all + [EventNames.option])
    static let topics: [Topic] = [
      .signals, .orderDecisions, .orders, .positions, .riskEvents, .systemStatus, .systemHeartbeat,
    ]
    static let leavesOutRepeats = true

    var options: StreamOptions
  }
}
