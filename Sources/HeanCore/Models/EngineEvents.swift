public import Foundation

/// `GET /api/v1/blackbox/events`: the last 500 events of any kind, oldest first. Ticks flood it: it covers seconds.
public struct EngineEvents: Sendable, Decodable {
  public var events: [EngineEvent]

  public init(from decoder: any Decoder) throws {
    events = try decoder.wire().list(EngineEvent.self, "events") ?? []
  }
}

/// One event as the engine remembers it.
public struct EngineEvent: Sendable, Decodable {
  public var type: String
  public var at: Date?
  public var topic: String?
  public var payload: JSONValue

  public init(from decoder: any Decoder) throws {
    let wire = try decoder.wire()
    type = try wire.string("type") ?? ""
    at = try wire.date("ts")
    payload = try wire.value(JSONValue.self, "payload") ?? .null
    topic = try wire.value(JSONValue.self, "context")?["topic"]?.text
  }
}
