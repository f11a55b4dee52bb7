import HeanCore

/// One event as one line of text.
struct EventSummary {
  var label: String
  /// May name commands.
  var text: Guidance
  var style = Style.plain
  /// The state that the event reports. When it is equal to the last one, nothing has changed.
  var state: String?

  init(_ event: StreamEvent, _ envelope: EventEnvelope) {
    self.init(envelope, event.topic)
    if event.origin == .recovered { text = text + "  (missed, recovered)" }
  }

  init(_ envelope: EventEnvelope, _ topic: Topic) {
    switch envelope.event {
    case .signal(let signal): self = Self.signal(signal)
    case .decision(let decision): self = Self.decision(decision)
    case .exitDecision(let decision): self = Self.exit(decision)
    case .order(let change, let order): self = Self.order(change, order)
    case .orderCreated(let order): self = Self.orderUpdate(order.status, order.symbol, order.id)
    case .orderUpdated(let update): self = Self.orderUpdate(update.status, nil, update.orderID)
    case .positionOpened(let position): self = Self.opened(position)
    case .positionClosed(let position): self = Self.closed(position)
    case .positionUpdated(let position, _): self = Self.updated(position)
    case .positions(let list), .cachedPositions(let list): self = Self.positions(list)
    case .account(let account): self = Self.account(account)
    case .heartbeat(let beat): self = Self.heartbeat(beat)
    case .control(let control): self = Self.control(control)
    case .killSwitch(let event): self = Self.killSwitch(event.alarm)
    case .risk(let risk): self = Self.risk(risk)
    case .tick(let tick): self = Self.tick(tick)
    case .candle(let candle): self = Self.candle(candle)
    case .status(let status): self = Self.status(status)
    case .equity(let equity): self = Self.equity(equity)
    case .counters(let metrics): self = Self.counters(metrics)
    case .openOrders(let list):
      self.init("orders", "\(list.count) open", .faint, state: "orders \(list.count)")
    case .decisions(let list):
      self.init(
        "decisions", offering: "\(list.count) before now: \(.command(.decisions))", .faint,
        state: "decisions")
    case .pastEvents(let list): self.init("events", "the last \(list.count)", .faint)
    // Always empty, even when there were events: docs/engine.md 3.5.
    case .noPastEvents:
      self.init(topic.rawValue, "the engine sends no past events here", .faint, state: topic.rawValue)
    case .state: self.init(topic.rawValue, "state as of now", .faint)
    case .physics(let physics): self = Self.whole(envelope.type, topic, physics.payload)
    case .brain(let brain): self = Self.whole(envelope.type, topic, brain.payload)
    case .arbitrage(let payload), .other(_, let payload): self = Self.whole(envelope.type, topic, payload)
    }
  }

  /// All names of an event: the word that its line begins with, its type and its topic.
  static func names(of event: StreamEvent) -> [String] {
    [EventSummary(EventEnvelope(event), event.topic).label, event.type, event.topic.rawValue]
  }

  init(_ label: String, _ text: String, _ style: Style = .plain, state: String? = nil) {
    self.init(label, offering: Guidance(text), style, state: state)
  }

  init(_ label: String, offering text: Guidance, _ style: Style = .plain, state: String? = nil) {
    self.label = label
    self.text = text
    self.style = style
    self.state = state
  }

  /// A confidence as one of five levels, drawn with characters so that no colour is needed.
  static func badge(_ confidence: Decimal?) -> String {
    guard let confidence else { return "·····" }
    let steps = max(0, min(5, Int(clamping: confidence.double * 5)))
    return String(repeating: "▮", count: steps) + String(repeating: "▯", count: 5 - steps)
  }
}
