import Foundation
import HeanCore

/// One frame for everybody who is on its topic.
struct FeedFrame: Sendable {
  var topic: String
  /// `nil` for flat messages.
  var seq: Int?
  var text: String
}

/// The engine's event bus as it can be seen from outside: one counter for all topics, a short memory, and what is still to
/// be sent.
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
  /// Whether anybody listens: frames for nobody are not kept.
  var isHeard = false
  /// When this process, or what passes for one, began.
  private(set) var started: Date?

  /// An event with a number: kept in the ring, and sent on the first topic and as copies on the others.
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
    let text = Self.text(envelope)
    for topic in event.topics {
      pending.append(FeedFrame(topic: topic, seq: seq, text: Self.wrap(topic, text, date)))
    }
  }

  /// A flat message: no number, no memory.
  mutating func emitFlat(_ topic: String, _ data: JSONValue, at date: Date) {
    if isHeard { pending.append(Self.flat(topic, data, at: date)) }
  }

  static func flat(_ topic: String, _ data: JSONValue, at date: Date) -> FeedFrame {
    FeedFrame(topic: topic, seq: nil, text: wrap(topic, text(data), date))
  }

  mutating func takeFrames() -> [FeedFrame] {
    defer { pending = [] }
    return pending
  }

  /// What a restart of the process leaves: nothing.
  mutating func restart() {
    let isHeard = isHeard
    self = EventJournal()
    self.isHeard = isHeard
  }

  static func text(_ value: JSONValue) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  static func wrap(_ topic: String, _ data: String, _ date: Date) -> String {
    #"{"topic":"\#(topic)","data":\#(data),"timestamp":\#(text(.zoned(date)))}"#
  }
}

/// An event before it has a number.
struct FeedEvent: Sendable {
  var type: String
  /// The first is its own, the others get copies.
  var topics: [String]
  var payload: JSONValue
  var severity = "INFO"
  var source = "engine"
  var correlation: String?
  var context: [String: JSONValue] = [:]
}
