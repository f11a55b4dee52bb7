public import Foundation

/// What the engine remembers of what happened, with the ground it stands on.
public struct PastEvents: Sendable {
  public var ground: EngineGround
  public var history: TradingHistory
  /// `nil` when the memory of events could not be read.
  public var events: [EventEnvelope]?
  public var eventsMissing: EngineError?
  public var receivedAt: Date
}

extension EngineReader {
  /// - Parameter type: of the events that are wanted; `nil` for all.
  public func past(eventsOfType type: String? = nil) async throws(EngineError) -> PastEvents {
    async let ground = ground()
    async let memory = attempt(.events(ofType: type))
    let history = try await read(.history(limit: 500))
    let events = await memory
    return PastEvents(
      ground: await ground, history: history.value, events: try? events.get().value.events,
      eventsMissing: events.error, receivedAt: history.receivedAt)
  }
}
