public import Foundation

/// `GET /api/v1/blackbox/events`: the last 500 events of any kind, oldest first. Ticks flood it: it covers seconds.
public struct EngineEvents: WireDecodable {
  public var events: [EngineEvent]
  /// The number of the newest event, whether it is listed or not.
  public var lastSeq: Int?

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    events = try wire.list(EngineEvent.self, "events") ?? []
    lastSeq = try wire.integer("last_seq")
  }
}

/// One event as the engine remembers it.
public struct EngineEvent: WireDecodable {
  /// Counts through all topics; begins anew with the engine's process.
  public var seq: Int?
  public var type: String
  public var at: Date?
  public var topic: String?
  public var payload: JSONValue

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    seq = try wire.integer("seq")
    type = try wire.string("type") ?? ""
    at = try wire.date("ts")
    payload = try wire.value(JSONValue.self, "payload") ?? .null
    topic = try wire.value(JSONValue.self, "context")?["topic"]?.text
  }
}
