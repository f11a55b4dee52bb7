import HeanCore

/// Writes stream records as NDJSON. What the engine sent is copied byte for byte, unless amounts are hidden.
struct EventLine {
  private(set) var bytes: [UInt8] = []
  /// Where an order would go: the practice engine, paper, the test network or real money. Part of every record.
  var mode = OperatingMode.unknown { didSet { topic = nil } }
  /// Hides amounts in what the engine sent; `nil` copies it.
  var redaction: Redaction?
  private var receivedAt: Date?
  private var received: [UInt8] = []
  private var topic: Topic?
  private var opening: [UInt8] = []

  private static let type = Array(#","type":"#.utf8)
  private static let seq = Array(#","seq":"#.utf8)
  private static let origin = Array(#","origin":""#.utf8)
  private static let receivedKey = Array(#"","received":""#.utf8)
  private static let event = Array(#"","event":"#.utf8)
  private static let end = Array("}\n".utf8)

  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  mutating func append(_ record: StreamRecord) {
    switch record {
    case .event(let event): append(event)
    case .notice(let notice): append(notice)
    }
  }

  private mutating func append(_ event: StreamEvent) {
    if topic != event.topic {
      topic = event.topic
      opening = Array(#"{"kind":"event","mode":"\#(mode.rawValue)","topic":"\#(event.topic.rawValue)""#.utf8)
    }
    bytes += opening
    if let range = event.typeRange {
      bytes += Self.type
      bytes += event.body[range]
    }
    if let seq = event.seq {
      bytes += Self.seq
      appendDigits(seq)
    }
    bytes += Self.origin
    bytes += event.origin.rawValue.utf8
    bytes += Self.receivedKey
    bytes += text(of: event.receivedAt)
    bytes += Self.event
    if let redaction {
      // What cannot be read cannot be redacted.
      let body = event.decoded().map { redaction.value($0, named: "event") }
      bytes += JSONText.compact(body ?? .null).utf8
    } else {
      bytes += event.body
    }
    bytes += Self.end
  }

  private mutating func append(_ notice: StreamNotice) {
    var members = notice.members
    members["kind"] = .string(notice.kind.description)
    members["mode"] = .string(mode.rawValue)
    members["at"] = .time(notice.at)
    members["words"] = .string(notice.message)
    var text = JSONText(pretty: false)
    text.write(redaction?.value(.object(members), named: "notice") ?? .object(members))
    bytes += text.bytes
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func appendDigits(_ value: Int) {
    guard value >= 10 else { return bytes.append(UInt8(0x30 + max(0, value))) }
    appendDigits(value / 10)
    bytes.append(UInt8(0x30 + value % 10))
  }

  /// Records that arrived together have the same time.
  private mutating func text(of date: Date) -> [UInt8] {
    if receivedAt != date {
      receivedAt = date
      received = Array(EngineTime.format(date).utf8)
    }
    return received
  }
}
