public import Foundation

/// `GET /api/v1/blackbox/events`: the last 500 events of any kind, oldest first. Ticks flood it: it covers seconds.
public struct EngineEvents: Sendable, Decodable {
  public var events: [EngineEvent]
  public var lastSeq: Int?

  public init(from decoder: any Decoder) throws {
    let wire = try decoder.wire()
    events = try wire.list(EngineEvent.self, "events") ?? []
    lastSeq = try wire.decimal("last_seq").map { NSDecimalNumber(decimal: $0).intValue }
  }
}

/// One event as the engine remembers it.
public struct EngineEvent: Sendable, Decodable {
  public var type: String
  public var at: Date?
  public var severity: String?
  public var topic: String?
  public var payload: JSONValue

  public init(from decoder: any Decoder) throws {
    let wire = try decoder.wire()
    type = try wire.string("type") ?? ""
    at = try wire.date("ts")
    severity = try wire.string("severity")
    payload = try wire.value(JSONValue.self, "payload") ?? .null
    if case .string(let name)? = try wire.value(JSONValue.self, "context")?["topic"] { topic = name }
  }
}
