public import Foundation

/// What the engine remembers of what happened, with the moment of asking.
public struct PastEvents: Sendable {
  public var snapshot: EngineSnapshot
  public var history: TradingHistory
  /// `nil` when the memory of events could not be read.
  public var events: [EventEnvelope]?
  public var eventsMissing: EngineError?
  public var receivedAt: Date

  /// - Parameters:
  ///   - snapshot: with the parts of `parts(eventsOfType:)`.
  ///   - type: of the events that are wanted; `nil` for all.
  public init(_ snapshot: EngineSnapshot, eventsOfType type: String? = nil) throws(EngineError) {
    let history = try snapshot.history.get()
    let memory = snapshot[.events(ofType: type)]
    self.snapshot = snapshot
    self.history = history.value
    events = memory.value?.events
    eventsMissing = memory.error
    receivedAt = history.receivedAt
  }

  public static func parts(eventsOfType type: String? = nil) -> Set<Part> {
    [.engine, .closed, Part(.events(ofType: type))]
  }
}
