public import Foundation

/// `GET /api/v1/blackbox/events`: the last 500 events of any kind, oldest first. Ticks flood it: it covers seconds.
public struct EngineEvents: WireDecodable {
  public var events: [EngineEvent]

  public init(from wire: WireValue) throws(WireError) {
    events = try wire.object().list(EngineEvent.self, "events") ?? []
  }
}

/// One event as the engine remembers it.
public struct EngineEvent: WireDecodable {
  public var type: String
  public var at: Date?
  public var topic: String?
  public var payload: JSONValue

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    type = try wire.string("type") ?? ""
    at = try wire.date("ts")
    payload = try wire.value(JSONValue.self, "payload") ?? .null
    topic = try wire.value(JSONValue.self, "context")?["topic"]?.text
  }
}
