/// The engine's memory of its latest events: `GET /api/v1/blackbox/events` (500 of them, oldest first).
package struct EventRing: Sendable {
  /// One event of the memory, not yet parsed further.
  package struct Entry: Sendable {
    /// The event's number.
    package var seq: Int
    /// Tells the event apart from another one with the same number.
    package var mark: EventMark
    /// `nil` when the event names no topic that hean knows.
    package var topic: Topic?
    /// Place of the type in `body`, with its quotes.
    package var typeRange: Range<Int>?
    /// The engine's record of the event.
    package var body: ArraySlice<UInt8>
    /// When the event itself came, if it did and only waited for the memory.
    package var cameAt: Date? = nil

    /// The engine's type, as `ORDER_FILLED`; empty when there is none.
    package var type: String { typeRange.map { EventFrame.unquoted(body, $0) } ?? "" }
  }

  /// Those with a number, in the engine's order.
  package var entries: [Entry]
  /// How many events have no number and were left out.
  package var unnumbered = 0
  /// The number of the newest event.
  package var lastSeq: Int

  /// Path of the endpoint.
  package static let path = EngineAPI.path("/blackbox/events")
  /// How many events can be asked for at once.
  package static let limit = 1000

  /// - Throws: the place where the body stops to be JSON; 0 when it is JSON without a valid `last_seq`.
  package init(_ raw: ArraySlice<UInt8>) throws(JSONScan.Malformed) {
    var bytes = raw
    var places: [Place] = []
    if try !Self.read(bytes, &places) {
      bytes = JSONMend.mend(raw)[...]
      _ = try Self.read(bytes, &places)
    }
    self.init(places, bytes)
    guard lastSeq >= 0 else { throw JSONScan.Malformed(offset: 0) }
  }

  private struct Place {
    var seq: Int?
    var moment: Range<Int>?
    var topic: Range<Int>?
    var type: Range<Int>?
    var body: Range<Int>
    var isLast = false
  }

  private init(_ places: [Place], _ bytes: ArraySlice<UInt8>) {
    let base = bytes.startIndex
    func moved(_ range: Range<Int>) -> Range<Int> { (range.lowerBound + base)..<(range.upperBound + base) }
    lastSeq = places.last { $0.isLast }?.seq ?? -1
    unnumbered = places.count { !$0.isLast && $0.seq == nil }
    let span = bytes.span
    entries = places.compactMap { place in
      guard !place.isLast, let seq = place.seq else { return nil }
      // Only from the time: other parts of a record may be written differently here than on the WebSocket.
      let mark = place.moment.map { EventMark(moment: span.extracting($0)) } ?? .none
      let topic = place.topic.map { EventFrame.unquoted(bytes, moved($0)) }.flatMap(Topic.init(rawValue:))
      return Entry(seq: seq, mark: mark, topic: topic, typeRange: place.type.map(moved), body: bytes[moved(place.body)])
    }
  }

  private static let eventsKey = Array("events".utf8)
  private static let lastKey = Array("last_seq".utf8)
  private static let seqKey = Array("seq".utf8)
  private static let typeKey = Array("type".utf8)
  private static let contextKey = Array("context".utf8)
  private static let topicKey = Array("topic".utf8)

  private static func read(_ bytes: ArraySlice<UInt8>, _ places: inout [Place]) throws(JSONScan.Malformed) -> Bool {
    let span = bytes.span
    var scan = JSONScan()
    var found: [Place] = []
    scan.skipSpace(span)
    try scan.object(span) { (scan, key) throws(JSONScan.Malformed) in
      if EventFrame.matches(span, key, lastKey) {
        let value = try scan.value(span)
        found.append(Place(seq: EventFrame.integer(span, value), body: value, isLast: true))
      } else if EventFrame.matches(span, key, eventsKey), scan.at < span.count, span[scan.at] == UInt8(ascii: "[") {
        try scan.array(span) { (scan) throws(JSONScan.Malformed) in
          // So many events cannot be the engine's memory.
          guard found.count < 4 * limit else { throw JSONScan.Malformed(offset: scan.at) }
          found.append(try envelope(&scan, span))
        }
      } else {
        try scan.value(span)
      }
    }
    places = found
    return scan.isClean
  }

  private static func envelope(_ scan: inout JSONScan, _ span: Span<UInt8>) throws(JSONScan.Malformed) -> Place {
    let start = scan.at
    var place = Place(body: start..<start)
    try scan.object(span) { (scan, key) throws(JSONScan.Malformed) in
      if EventFrame.matches(span, key, seqKey) {
        place.seq = EventFrame.integer(span, try scan.value(span))
      } else if EventFrame.matches(span, key, typeKey) {
        place.type = try scan.value(span)
      } else if EventFrame.matches(span, key, EventFrame.momentKey) {
        place.moment = try scan.value(span)
      } else if EventFrame.matches(span, key, contextKey), scan.at < span.count, span[scan.at] == UInt8(ascii: "{") {
        try scan.object(span) { (scan, key) throws(JSONScan.Malformed) in
          let value = try scan.value(span)
          if EventFrame.matches(span, key, topicKey) { place.topic = value }
        }
      } else {
        try scan.value(span)
      }
    }
    place.body = start..<scan.at
    return place
  }
}
