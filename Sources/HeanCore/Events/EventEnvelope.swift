public import Foundation

/// How much the engine thinks that an event matters, in rising order.
public enum EventSeverity: String, Sendable, CaseIterable, Comparable {
  case info = "INFO"
  case warn = "WARN"
  case error = "ERROR"

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  public static func < (left: EventSeverity, right: EventSeverity) -> Bool { left.rank < right.rank }
}

/// An event with what the engine says around it.
public struct EventEnvelope: WireDecodable {
  /// Counts through all topics; begins anew with the engine's process. `nil` for flat messages and snapshots.
  public var seq: Int?
  public var type: String
  /// When the engine sent it; `nil` where it has no number.
  public var at: Date?
  public var topic: Topic?
  public var event: EngineEvent

  public init(from wire: WireValue) throws(WireError) {
    let record = EventFields(try wire.object())
    self.init(record, topic: record.fields("context")?.text("topic").flatMap(Topic.init(rawValue:)))
  }

  private init(_ record: EventFields, topic: Topic?) {
    seq = record.integer("seq")
    type = record.text("type") ?? ""
    at = record.date("ts")
    self.topic = topic
    event = EngineEvent(type, topic, record.fields("payload") ?? record)
  }

  private init(seq: Int?, type: String, topic: Topic?, event: EngineEvent) {
    (self.seq, self.type, self.topic, self.event) = (seq, type, topic, event)
  }

  /// Costs a parse: only for what is shown or folded.
  public init(_ event: StreamEvent) {
    if let document = try? WireDocument(event.body), let record = EventFields(document.root) {
      self.init(record, topic: event.topic)
    } else {
      let other = EngineEvent.other(type: event.type, payload: event.decoded() ?? .null)
      self.init(seq: event.seq, type: event.type, topic: event.topic, event: other)
    }
  }
}

extension StreamEvent {
  /// Whether something has happened: what the engine repeats by the clock, or with every price, tells of nothing. Costs
  /// no parse.
  public var tellsOfChange: Bool {
    switch type {
    case "HEARTBEAT", "PNL_UPDATE", "POSITIONS_UPDATE", "ACCOUNT_STATE", "MARKET_TICK", "status_update": false
    default: topic != .tradingMetrics && topic != .metrics
    }
  }
}

/// `GET /api/v1/blackbox/events`: the last 500 events of any kind, oldest first. Ticks flood it: it covers seconds.
public struct EngineEvents: WireDecodable {
  public var events: [EventEnvelope]
  /// The number of the newest event, whether it is listed or not.
  public var lastSeq: Int?

  /// What is not given is not known.
  public init(events: [EventEnvelope]) {
    self.events = events
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    events = try wire.list(EventEnvelope.self, "events") ?? []
    lastSeq = try wire.integer("last_seq")
  }
}
