/// How serious the engine thinks an event is, in rising order.
public enum EventSeverity: String, Sendable, CaseIterable, Comparable {
  /// For the record.
  case info = "INFO"
  /// Worth a look.
  case warn = "WARN"
  /// Something failed or was stopped.
  case error = "ERROR"

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// By rising severity.
  public static func < (left: EventSeverity, right: EventSeverity) -> Bool { left.rank < right.rank }
}

/// An event with its number, type, time and topic.
public struct EventEnvelope: WireDecodable {
  /// Number of the event. It counts through all topics and restarts with the engine's process; `nil` for flat messages
  /// and snapshots.
  public var seq: Int?
  /// The engine's type, as `ORDER_FILLED`; lower case in flat messages, empty when there is none.
  public var type: String
  /// When the engine sent it (UTC); `nil` where the event has no number.
  public var at: Date?
  /// `nil` when the event names no topic that hean knows.
  public var topic: Topic?
  /// The event's values.
  public var event: EngineEvent

  /// One record of the engine's memory of events.
  /// - Throws: when the record is no object. Members that cannot be read are `nil`.
  public init(from wire: WireValue) throws(WireError) {
    let record = EventFields(try wire.object())
    self.init(record, topic: record.fields("context")?.text("topic").flatMap(Topic.init(rawValue:)))
  }

  private init(_ record: EventFields, topic: Topic?) {
    seq = record.integer("seq")
    type = record.text("type") ?? ""
    at = record.date("ts")
    self.topic = topic
    if record.object.contains("payload"), record.fields("payload") == nil {
      // A payload of another shape: its members must not be looked for in the record itself.
      event = .other(type: type, payload: record.json("payload"))
    } else {
      event = EngineEvent(type, topic, record.fields("payload") ?? record)
    }
  }

  private init(seq: Int?, type: String, topic: Topic?, event: EngineEvent) {
    (self.seq, self.type, self.topic, self.event) = (seq, type, topic, event)
  }

  /// Reads the values of an event of a stream. This parses its JSON: do it only for events that are shown or used.
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
  /// Whether the event reports a change, and not a state that the engine repeats each second or with each price. Needs
  /// no parsing.
  public var tellsOfChange: Bool {
    switch type {
    case "HEARTBEAT", "PNL_UPDATE", "POSITIONS_UPDATE", "ACCOUNT_STATE", "MARKET_TICK", "status_update": false
    default: topic != .tradingMetrics && topic != .metrics
    }
  }
}

/// `GET /api/v1/blackbox/events`: the last 500 events of any kind, oldest first. Ticks fill it, so it covers only
/// seconds.
public struct EngineEvents: WireDecodable {
  /// Oldest first.
  public var events: [EventEnvelope]
  /// Number of the newest event of the engine, listed or not; `nil` when the engine did not say.
  public var lastSeq: Int?

  /// Events of which the newest number is not known; set it if it is.
  public init(events: [EventEnvelope]) {
    self.events = events
  }

  /// - Throws: when the body is no object, or a member is of another type.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    events = try wire.list(EventEnvelope.self, "events") ?? []
    lastSeq = wire.integer("last_seq")
  }
}
