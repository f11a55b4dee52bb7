public import Foundation

/// Which signals did the strategies send, and what became of each?
public struct SignalsQuery: Query {
  public init() {}

  public var parts: Set<Part> { PastEvents.parts(eventsOfType: "SIGNAL").union([.decisions]) }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> SignalsAnswer {
    let past = try PastEvents(snapshot, eventsOfType: "SIGNAL")
    let rows = SignalRows(history: past.history, signals: past.events ?? [], traded: snapshot.state.value).rows
    return SignalsAnswer(
      context: snapshot.context, rows: rows, reasonsMissing: past.eventsMissing?.shortText,
      receivedAt: past.receivedAt)
  }
}

public struct SignalsAnswer: Codable, Sendable {
  public var context: AnswerContext
  /// Newest first.
  public var rows: [SignalRow]
  /// Why the strategies' own words could not be had.
  public var reasonsMissing: String?
  public var receivedAt: Date
}

/// What did the engine decide about signals, and why?
public struct DecisionsQuery: Query {
  public init() {}

  public var parts: Set<Part> { [.engine, .closed] }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> DecisionsAnswer {
    let history = try snapshot.history.get()
    return DecisionsAnswer(
      context: snapshot.context, decisions: history.value.decisions, receivedAt: history.receivedAt)
  }
}

public struct DecisionsAnswer: Codable, Sendable {
  public var context: AnswerContext
  /// In the engine's order.
  public var decisions: [Decision]
  public var receivedAt: Date
}
