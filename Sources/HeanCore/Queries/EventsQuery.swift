/// What happened lately? Decisions, orders and closed positions come from `/trading/history`; signals, alarms and
/// control calls from `/blackbox/events`, which holds 500 events and so covers only seconds while ticks arrive.
public struct EventsQuery: Query {
  /// Symbol and strategy to show, as the operator typed them; everything by default.
  public var names: NameFilter
  /// When it happened; at any time by default.
  public var times: TimeFilter

  /// - Parameters:
  ///   - names: symbol and strategy to show, as the operator typed them; everything by default.
  ///   - times: when it happened; at any time by default.
  public init(of names: NameFilter = NameFilter(), at times: TimeFilter = TimeFilter()) {
    self.names = names
    self.times = times
  }

  /// Mode and state of the engine, `/trading/history`, `/blackbox/events`, and what is needed to resolve `names`.
  public var parts: Set<SnapshotPart> {
    PastEvents.parts().union([
      .names(names) { snapshot in
        // Before both lists are here, a name may only seem to be missing.
        guard snapshot[.events()].isAsked else { return nil }
        return (try? PastEvents(snapshot)).map { Self.listed(Self.events($0)) }
      }
    ])
  }

  /// - Throws: the error of `/trading/history`, or an error about a name in `names` that is unknown or ambiguous.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> EventsAnswer {
    let past = try PastEvents(snapshot)
    var events = Self.events(past)
    let names = try names.resolved(snapshot, Self.listed(events))
    events.removeAll { !names.takes($0.content.symbol, $0.content.strategyID) || !times.takes($0.at) }
    events.sort { ($0.at ?? .distantPast) > ($1.at ?? .distantPast) }
    return EventsAnswer(
      context: snapshot.context, names: names, events: events, alarmsMissing: past.eventsMissing?.shortText,
      receivedAt: past.receivedAt)
  }

  private static func listed(_ events: @autoclosure @escaping () -> [PastEvent]) -> ListedNames {
    ListedNames(events(), \.content.symbol, \.content.strategyID)
  }

  private static func events(_ past: PastEvents) -> [PastEvent] {
    let history = past.history
    return history.decisions.map { PastEvent(at: $0.at, content: .decision($0)) }
      + history.orders.map { PastEvent(at: $0.createdAt, content: .order($0)) }
      + history.closed.map { PastEvent(at: $0.closedAt, content: .closed($0)) }
      + (past.events ?? []).compactMap { envelope in
        guard envelope.topic != nil else { return nil }
        return PastEvent.Content(envelope.event).map { PastEvent(at: envelope.at, content: $0) }
      }
  }
}

/// The events that the engine remembers, newest first.
public struct EventsAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// The filter that was applied, with names as the engine writes them.
  public var names: NameFilter
  /// Newest first.
  public var events: [PastEvent]
  /// Why `/blackbox/events` could not be read, so that signals, alarms and control calls are missing; `nil` when it was
  /// read.
  public var alarmsMissing: String?
  /// When `/trading/history` answered, by the local clock.
  public var receivedAt: Date

  /// An answer in which, by default, nothing is missing.
  public init(
    context: AnswerContext, names: NameFilter, events: [PastEvent], alarmsMissing: String? = nil, receivedAt: Date
  ) {
    self.context = context
    self.names = names
    self.events = events
    self.alarmsMissing = alarmsMissing
    self.receivedAt = receivedAt
  }
}

/// One event as the engine remembers it.
public struct PastEvent: Codable, Sendable {
  /// The kind of an event, with its record.
  public enum Content: Codable, Sendable {
    /// About a signal to open a position. Decisions about exits are not included.
    case decision(Decision)
    /// With its status of now, not of the time of the event.
    case order(Order)
    /// Also a position that the engine only dropped: see `Position.isGhost`.
    case closed(Position)
    /// Sent by a strategy.
    case signal(Signal)
    /// A signal that the risk checks blocked, or an alert, which never says why (docs/engine.md 3.5).
    case risk(RiskEvent)
    /// An announced kill switch, which may be a false alarm (docs/engine.md 3.10).
    case killSwitch(KillSwitchEvent)
    /// The result of a control call, such as a start or a stop.
    case control(ControlEvent)
  }

  /// By the engine's clock; `nil` when the engine does not tell.
  public var at: Date?
  /// The record itself.
  public var content: Content

  /// An event; its time is unknown unless it is given.
  public init(at: Date? = nil, content: Content) {
    self.at = at
    self.content = content
  }
}

extension PastEvent.Content {
  /// - Returns: `nil` for an event that only reports a state, and for one that `/trading/history` has too: that reaches
  ///   back further.
  init?(_ event: EngineEvent) {
    switch event {
    case .signal(let signal) where !signal.isShortForm: self = .signal(signal)
    case .risk(let risk): self = .risk(risk)
    case .killSwitch(let event): self = .killSwitch(event)
    case .control(let control) where control.isResult: self = .control(control)
    default: return nil
    }
  }

  /// The same as an event of a stream.
  private var event: EngineEvent {
    switch self {
    case .decision(let decision): .decision(decision)
    case .order(let order): .orderCreated(order)
    case .closed(let position): .positionClosed(position)
    case .signal(let signal): .signal(signal)
    case .risk(let risk): .risk(risk)
    case .killSwitch(let killSwitch): .killSwitch(killSwitch)
    case .control(let control): .control(control)
    }
  }

  /// Symbol of the one thing that the event is about; `nil` when it names none.
  public var symbol: String? { event.symbol }
  /// Strategy of the one thing that the event is about; `nil` when it names none.
  public var strategyID: String? { event.strategyID }

  /// Endpoint that the event was read from.
  public var source: String {
    switch self {
    case .decision, .order, .closed: "/trading/history"
    case .signal, .risk, .killSwitch, .control: "/blackbox/events"
    }
  }
}
