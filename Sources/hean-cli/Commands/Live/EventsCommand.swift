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

  /// One event of the timeline.
  struct Row: Sendable {
    var event: PastEvent
    var kind: String
    var text: String
  }

  static let fields: [Field<Row>] = [
    .moment("at", "TIME", "when it happened", priority: 100) { $0.event.at },
    Field(
      "kind", "WHAT",
      "decision, order, closed, signal, risk, control, KILL SWITCH, governor or quarantine: names for --type",
      priority: 100
    ) { $0.kind },
    Field("text", "", "in one line", .wrapping, priority: 100) { $0.text },
    Field("symbol", "", "trading pair, where it is about one", priority: 0) { $0.event.content.symbol },
    Field("strategy_id", "", "strategy, where it is about one", priority: 0) { $0.event.content.strategyID },
    Field("source", "", "the endpoint that has it", priority: 0) { $0.event.content.source },
  ]

  struct List: QueryCommand {
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.live, "events", EventsCommand.fields)] }
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
      options: RowFilter.options + [EventNames.option])

    var filter: RowFilter
    var names: EventNames

    init(_ line: ParsedLine) throws(UsageError) {
      filter = try RowFilter(line)
      names = try EventNames(line)
    }

    func query(_ session: Session) throws -> EventsQuery {
      try EventsQuery(of: filter.names, at: filter.times.filter(session))
    }

    func report(_ answer: EventsQuery.Answer, _ session: Session) -> Report {
      let rows = answer.events.map { Row($0, session.commands) }.filter { names.takes($0.names) }
      var report = session.report("events", on: answer.context, receivedAt: answer.receivedAt)
      let thing = names.isEmpty ? "event" : "event named \(names.typed.joined(separator: " or "))"
      report.show(rows, EventsCommand.fields, thing, answer.names, filter, answer.context, session)
      if let error = answer.alarmsMissing { report.notes.append("signals and alarms are missing: \(error)") }
      return report
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

extension EventsCommand.Row {
  init(_ event: PastEvent, _ commands: CommandLines) {
    switch event.content {
    case .decision(let decision):
      self.init(
        event: event, kind: "decision",
        text: "\(decision.symbol ?? "?") \(decision.side?.rawValue ?? "?") → \(decision.outcomeText) "
          + "\(decision.reasonCodes.first ?? "") · \(decision.strategyID ?? "?")")
    case .order(let order):
      self.init(
        event: event, kind: "order",
        text: "\(order.symbol) \(order.sideText) \(order.sizeText) at "
          + "\(order.price.map(Figures.price) ?? "market"), now \(order.statusText) · \(order.strategyID ?? "?")")
    case .closed(let position):
      self.init(
        event: event, kind: "closed",
        text: "\(position.symbol) \(position.sideText) \(position.sizeText) · PnL "
          + "\(position.realizedPnL.map { Figures.signed($0) } ?? "?") · \(position.strategyID ?? "?")")
    case .signal(let signal): self.init(event, EventSummary.signal(signal), commands)
    case .risk(let risk): self.init(event, EventSummary.risk(risk), commands)
    case .killSwitch(let killSwitch): self.init(event, EventSummary.killSwitch(killSwitch.alarm), commands)
    case .control(let control): self.init(event, EventSummary.control(control), commands)
    }
  }

  private init(_ event: PastEvent, _ words: EventSummary, _ commands: CommandLines) {
    self.init(event: event, kind: words.label, text: commands.text(words.text))
  }

  /// All names of the event: as a line of `watch` about it would have, with the type and the topic.
  fileprivate var names: [String] {
    let others: [String] =
      switch event.content {
      case .decision: ["ORDER_DECISION", Topic.orderDecisions.rawValue]
      case .order(let order): ["ORDER_PLACED", "ORDER_CREATED", Topic.orders.rawValue] + Self.types(order.status)
      case .closed: ["POSITION_CLOSED", Topic.positions.rawValue]
      case .signal: ["SIGNAL", Topic.signals.rawValue]
      case .risk(let risk): [risk.isAlert ? "RISK_ALERT" : "RISK_BLOCKED", Topic.riskEvents.rawValue]
      case .killSwitch: ["KILLSWITCH_TRIGGERED", Topic.riskEvents.rawValue]
      case .control: ["CONTROL_RESULT", Topic.systemHeartbeat.rawValue]
      }
    return [kind] + others
  }

  private static func types(_ status: OrderStatus?) -> [String] {
    switch status {
    case .filled: ["ORDER_FILLED"]
    case .cancelled: ["ORDER_CANCELLED"]
    case .rejected: ["ORDER_REJECTED"]
    default: []
    }
  }
}
