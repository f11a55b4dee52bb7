public import Foundation

/// What happened lately? Decisions, orders and closes from the trading history; signals, alarms and control calls from the
/// engine's memory of events, which covers only seconds when ticks flood it.
public struct EventsQuery: Query {
  public var names: NameFilter

  public init(of names: NameFilter = NameFilter()) { self.names = names }

  public var parts: Set<Part> {
    PastEvents.parts().union([
      .names(names) { snapshot in (try? PastEvents(snapshot)).map { Self.listed(Self.events($0)) } }
    ])
  }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> EventsAnswer {
    let past = try PastEvents(snapshot)
    var events = Self.events(past)
    let names = try names.settled(snapshot, Self.listed(events))
    if !names.isAll { events.removeAll { !names.takes($0.content.symbol, $0.content.strategyID) } }
    events.sort { ($0.at ?? .distantPast) > ($1.at ?? .distantPast) }
    return EventsAnswer(
      context: snapshot.context, names: names, events: events, alarmsMissing: past.eventsMissing?.shortText,
      receivedAt: past.receivedAt)
  }

  private static func listed(_ events: [PastEvent]) -> ListedNames {
    ListedNames(events, \.content.symbol, \.content.strategyID)
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

public struct EventsAnswer: Codable, Sendable {
  public var context: AnswerContext
  /// What the events are narrowed to.
  public var names: NameFilter
  /// Newest first.
  public var events: [PastEvent]
  /// Why signals, alarms and control calls could not be had.
  public var alarmsMissing: String?
  public var receivedAt: Date

  /// Parts that are not given are not known.
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

/// Something that happened, as the engine remembers it.
public struct PastEvent: Codable, Sendable {
  public enum Content: Codable, Sendable {
    case decision(Decision)
    /// As it stands now.
    case order(Order)
    case closed(Position)
    case signal(SignalEvent)
    case risk(RiskEvent)
    case killSwitch(KillSwitchEvent)
    case control(ControlEvent)
  }

  /// `nil` when the engine does not tell.
  public var at: Date?
  public var content: Content

  /// Parts that are not given are not known.
  public init(at: Date? = nil, content: Content) {
    self.at = at
    self.content = content
  }
}

extension PastEvent.Content {
  /// - Returns: `nil` for what the trading history tells as well, and reaches back further; and for states.
  init?(_ event: EngineEvent) {
    switch event {
    case .signal(let signal) where !signal.isShortForm: self = .signal(signal)
    case .risk(let risk): self = .risk(risk)
    case .killSwitch(let event): self = .killSwitch(event)
    case .control(let control) where control.isResult: self = .control(control)
    default: return nil
    }
  }

  /// The one it is about, if it is about one.
  public var symbol: String? {
    switch self {
    case .decision(let decision): decision.symbol
    case .order(let order): order.symbol
    case .closed(let position): position.symbol
    case .signal(let signal): signal.symbol
    case .risk(let risk): risk.symbol
    case .killSwitch, .control: nil
    }
  }

  /// The one it is about, if it is about one.
  public var strategyID: String? {
    switch self {
    case .decision(let decision): decision.strategyID
    case .order(let order): order.strategyID
    case .closed(let position): position.strategyID
    case .signal(let signal): signal.strategyID
    case .risk(let risk): risk.strategyID
    case .killSwitch, .control: nil
    }
  }

  /// The endpoint that remembers it.
  public var source: String {
    switch self {
    case .decision, .order, .closed: "/trading/history"
    case .signal, .risk, .killSwitch, .control: "/blackbox/events"
    }
  }
}
