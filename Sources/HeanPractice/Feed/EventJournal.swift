import HeanCore

/// One frame for all subscribers of its topic.
struct FeedFrame: Sendable {
  var topic: String
  /// The event's number; `nil` for flat messages, which have none.
  var seq: Int?
  var text: String
}

/// The engine's event bus as its clients see it: one counter for all topics, the last 500 events, and the frames that
/// are still to be sent.
struct EventJournal: Sendable {
  struct Slot: Sendable {
    var seq: Int
    var type: String
    var envelope: JSONValue
  }

  static let slots = 500

  private(set) var seq = 0
  private(set) var ring: [Slot] = []
  private(set) var lastHeartbeat: JSONValue?
  private(set) var counts: [String: Int] = [:]
  private var pending: [FeedFrame] = []
  /// Whether any client is connected: without one, no frames are kept.
  var isHeard = false
  /// When the simulated process emitted its first event: the start of its uptime.
  private(set) var started: Date?

  /// Gives an event the next number, keeps it in the ring and sends it on all its topics.
  mutating func emit(_ event: FeedEvent, at date: Date) {
    seq += 1
    if started == nil { started = date }
    let context = event.context.merging(["topic": .string(event.topics[0])]) { $1 }
    let envelope: JSONValue = [
      "seq": .count(seq), "ts": .zoned(date), "type": .string(event.type), "severity": .string(event.severity),
      "source": .string(event.source), "correlation_id": .optional(event.correlation), "payload": event.payload,
      "context": .object(context),
    ]
    ring.append(Slot(seq: seq, type: event.type, envelope: envelope))
    if ring.count > Self.slots { ring.removeFirst(ring.count - Self.slots) }
    counts[event.type, default: 0] += 1
    if event.type == "HEARTBEAT" { lastHeartbeat = envelope }
    guard isHeard else { return }
    let text = JSONText.compact(envelope)
    for topic in event.topics {
      pending.append(FeedFrame(topic: topic, seq: seq, text: Self.wrap(topic, text, date)))
    }
  }

  /// Sends a flat message: it has no number and is not kept.
  mutating func emitFlat(_ topic: String, _ data: JSONValue, at date: Date) {
    if isHeard { pending.append(Self.flat(topic, data, at: date)) }
  }

  static func flat(_ topic: String, _ data: JSONValue, at date: Date) -> FeedFrame {
    FeedFrame(topic: topic, seq: nil, text: wrap(topic, JSONText.compact(data), date))
  }

  mutating func takeFrames() -> [FeedFrame] {
    defer { pending = [] }
    return pending
  }

  /// Simulates a restart of the process: all events and counters are lost.
  mutating func restart() {
    let isHeard = isHeard
    self = EventJournal()
    self.isHeard = isHeard
  }

  static func wrap(_ topic: String, _ data: String, _ date: Date) -> String {
    #"{"topic":"\#(topic)","data":\#(data),"timestamp":\#(JSONText.compact(.zoned(date)))}"#
  }
}

/// An event before it has a number.
struct FeedEvent: Sendable {
  var type: String
  /// The first is the event's own topic, the others get copies.
  var topics: [String]
  var payload: JSONValue
  var severity = "INFO"
  var source = "engine"
  var correlation: String?
  var context: [String: JSONValue] = [:]
}
