public import Foundation

/// Which signals did the strategies send, and what became of each?
public struct SignalsQuery: Query {
  public var names: NameFilter

  public init(of names: NameFilter = NameFilter()) { self.names = names }

  public var parts: Set<Part> {
    PastEvents.parts(eventsOfType: "SIGNAL").union([
      .decisions,
      .names(names) { snapshot in
        (try? PastEvents(snapshot, eventsOfType: "SIGNAL")).map { Self.listed(Self.rows($0, snapshot)) }
      },
    ])
  }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> SignalsAnswer {
    let past = try PastEvents(snapshot, eventsOfType: "SIGNAL")
    var rows = Self.rows(past, snapshot)
    let names = try names.settled(snapshot, Self.listed(rows))
    if !names.isAll { rows.removeAll { !names.takes($0.symbol, $0.strategyID) } }
    return SignalsAnswer(
      context: snapshot.context, names: names, rows: rows, reasonsMissing: past.eventsMissing?.shortText,
      receivedAt: past.receivedAt)
  }

  private static func rows(_ past: PastEvents, _ snapshot: EngineSnapshot) -> [SignalRow] {
    SignalRows(history: past.history, signals: past.events ?? [], traded: snapshot.state.value).rows
  }

  private static func listed(_ rows: [SignalRow]) -> ListedNames { ListedNames(rows, \.symbol, \.strategyID) }
}

public struct SignalsAnswer: Codable, Sendable {
  public var context: AnswerContext
  /// What the rows are narrowed to.
  public var names: NameFilter
  /// Newest first.
  public var rows: [SignalRow]
  /// Why the strategies' own words could not be had.
  public var reasonsMissing: String?
  public var receivedAt: Date

  /// Parts that are not given are not known.
  public init(
    context: AnswerContext, names: NameFilter, rows: [SignalRow], reasonsMissing: String? = nil, receivedAt: Date
  ) {
    self.context = context
    self.names = names
    self.rows = rows
    self.reasonsMissing = reasonsMissing
    self.receivedAt = receivedAt
  }
}

/// What did the engine decide about signals, and why?
public struct DecisionsQuery: Query {
  public var names: NameFilter

  public init(of names: NameFilter = NameFilter()) { self.names = names }

  public var parts: Set<Part> {
    [.engine, .closed, .names(names) { $0.history.value.map { Self.listed($0.decisions) } }]
  }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> DecisionsAnswer {
    let history = try snapshot.history.get()
    var decisions = history.value.decisions
    let names = try names.settled(snapshot, Self.listed(decisions))
    if !names.isAll { decisions.removeAll { !names.takes($0.symbol, $0.strategyID) } }
    return DecisionsAnswer(
      context: snapshot.context, names: names, decisions: decisions, receivedAt: history.receivedAt)
  }

  private static func listed(_ decisions: [Decision]) -> ListedNames {
    ListedNames(decisions, \.symbol, \.strategyID)
  }
}

public struct DecisionsAnswer: Codable, Sendable {
  public var context: AnswerContext
  /// What the decisions are narrowed to.
  public var names: NameFilter
  /// In the engine's order.
  public var decisions: [Decision]
  public var receivedAt: Date

  /// Of its parts.
  public init(context: AnswerContext, names: NameFilter, decisions: [Decision], receivedAt: Date) {
    self.context = context
    self.names = names
    self.decisions = decisions
    self.receivedAt = receivedAt
  }
}
