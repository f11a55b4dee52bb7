import HeanCore

/// What happened lately, newest first.
struct EventsView {
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

  var answer: EventsQuery.Answer
  /// The names that were asked for.
  var names: EventNames
  var choice: RowChoice

  func report(_ view: Viewpoint) -> Report {
    let rows = answer.events.map { Row($0, view.commands) }.filter { names.takes($0.names) }
    var report = view.report("events", on: answer.context, receivedAt: answer.receivedAt)
    let thing = names.isEmpty ? "event" : "event named \(names.typed.joined(separator: " or "))"
    report.show(rows, Self.fields, thing, answer.names, choice, answer.context, view)
    if let error = answer.alarmsMissing { report.notes.append("signals and alarms are missing: \(error)") }
    return report
  }
}

extension EventsView.Row {
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
