/// What the engine remembers of past events: `/trading/history` and `/blackbox/events` of one snapshot.
public struct PastEvents: Sendable {
  /// The snapshot that the rest was taken from.
  public var snapshot: EngineSnapshot
  /// Orders, closed positions and decisions (`/trading/history`).
  public var history: TradingHistory
  /// The engine's memory of events (`/blackbox/events`); `nil` when it could not be read.
  public var events: [EventEnvelope]?
  /// Why `/blackbox/events` could not be read; `nil` when it was.
  public var eventsMissing: EngineError?
  /// When `/trading/history` answered, by the local clock.
  public var receivedAt: Date

  /// - Parameters:
  ///   - snapshot: with the parts of `parts(eventsOfType:)`.
  ///   - type: type of the events that were read, such as `SIGNAL`; `nil` for all.
  /// - Throws: the error of `/trading/history`.
  public init(_ snapshot: EngineSnapshot, eventsOfType type: String? = nil) throws(EngineError) {
    let history = try snapshot.history.get()
    let memory = snapshot[.events(ofType: type)]
    self.snapshot = snapshot
    self.history = history.value
    events = memory.value?.events
    eventsMissing = memory.error
    receivedAt = history.receivedAt
  }

  /// What the snapshot has to hold: mode and state of the engine, `/trading/history` and `/blackbox/events`.
  /// - Parameter type: type of the events to read, such as `SIGNAL`; `nil` for all.
  public static func parts(eventsOfType type: String? = nil) -> Set<SnapshotPart> {
    [.engine, .closed, SnapshotPart(.events(ofType: type))]
  }
}
