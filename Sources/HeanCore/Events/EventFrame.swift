/// One frame of the engine's WebSocket (docs/engine.md 3.4). Only what a stream needs is parsed; the bytes are not
/// copied.
package struct EventFrame: Sendable {
  /// How the frame is built, which tells what it is.
  package enum Kind: Sendable, Equatable {
    /// `{"type":…}` without `data`: confirmations, pings, errors.
    case control
    /// An event with a number (`seq`).
    case event
    /// A flat message or a snapshot, without a number.
    case flat
  }

  package var kind = Kind.control
  /// The whole frame as strict JSON: what was not has been repaired.
  package var bytes: ArraySlice<UInt8>
  /// `nil` when the frame has no topic, or one that hean does not know.
  package var topic: Topic?
  /// The event's number; `nil` for all other frames, and when the number is not valid.
  package var seq: Int?
  /// Tells the event apart from another event with the same number.
  package var mark = EventMark.none
  /// `seq` is there, but is no valid event number.
  package var hasBrokenNumber = false
  /// Place of the type in `bytes`, with its quotes: that of `data`, or of the frame where there is no `data`.
  package var type: Range<Int>?
  /// Place of `data` in `bytes`.
  package var data: Range<Int>?
  /// Place of the topic's name in `bytes`, with its quotes; also for a topic that hean does not know.
  package var topicName: Range<Int>?

  private static let topicKey = Array("topic".utf8)
  private static let dataKey = Array("data".utf8)
  private static let typeKey = Array("type".utf8)
  private static let seqKey = Array("seq".utf8)
  static let momentKey = Array("ts".utf8)

  /// - Parameter hint: the topic of the previous frame. Most frames have the same one, and comparing is cheaper than
  ///   looking the name up.
  package init(_ raw: ArraySlice<UInt8>, hint: Topic? = nil) throws(JSONScan.Malformed) {
    bytes = raw
    if try read(hint) { return }
    // Something in it must not be passed on. The repair removes or replaces it.
    bytes = JSONMend.mend(raw)[...]
    _ = try read(hint)
  }

  /// - Returns: whether the bytes are strict JSON and can be passed on as they are.
  private mutating func read(_ hint: Topic?) throws(JSONScan.Malformed) -> Bool {
    let raw = bytes
    let span = raw.span
    var scan = JSONScan()
    var topicRange: Range<Int>?
    var topType: Range<Int>?
    var dataRange: Range<Int>?
    var dataType: Range<Int>?
    var seqRange: Range<Int>?
    var moment: Range<Int>?
    scan.skipSpace(span)
    try scan.object(span) { (scan, key) throws(JSONScan.Malformed) in
      if Self.matches(span, key, Self.topicKey) {
        topicRange = try scan.value(span)
      } else if Self.matches(span, key, Self.dataKey) {
        // When a key comes twice, the last one counts, as in Foundation.
        (dataType, seqRange, moment) = (nil, nil, nil)
        let start = scan.at
        guard start < span.count, span[start] == UInt8(ascii: "{") else {
          dataRange = try scan.value(span)
          return
        }
        try scan.object(span) { (scan, key) throws(JSONScan.Malformed) in
          let value = try scan.value(span, depth: 1)
          if Self.matches(span, key, Self.seqKey) {
            seqRange = value
          } else if Self.matches(span, key, Self.typeKey) {
            dataType = value
          } else if Self.matches(span, key, Self.momentKey) {
            moment = value
          }
        }
        dataRange = start..<scan.at
      } else if Self.matches(span, key, Self.typeKey) {
        topType = try scan.value(span)
      } else {
        try scan.value(span)
      }
    }
    scan.skipSpace(span)
    guard scan.at == span.count else { throw JSONScan.Malformed(offset: scan.at) }
    let base = raw.startIndex
    func place(_ range: Range<Int>?) -> Range<Int>? { range.map { ($0.lowerBound + base)..<($0.upperBound + base) } }
    topicName = place(topicRange)
    topic = topicName.flatMap { range in
      range.count > 2 ? Self.topic(raw[(range.lowerBound + 1)..<(range.upperBound - 1)], hint) : nil
    }
    let seq = seqRange.flatMap { Self.integer(span, $0) }
    self.seq = seq
    hasBrokenNumber = seq == nil && seqRange.map { !Self.matches(span, $0, Self.null) } ?? false
    if seq != nil, let range = moment ?? dataRange {
      mark = moment == nil ? EventMark(record: span.extracting(range)) : EventMark(moment: span.extracting(range))
    }
    self.data = place(dataRange)
    type = place(dataType ?? (dataRange == nil ? topType : nil))
    kind = dataRange == nil ? .control : seq == nil ? .flat : .event
    return scan.isClean
  }

  private static func topic(_ name: ArraySlice<UInt8>, _ hint: Topic?) -> Topic? {
    if let hint, hint.rawValue.utf8.elementsEqual(name) { return hint }
    return Topic(name)
  }

  @inline(__always)
  static func matches(_ bytes: Span<UInt8>, _ range: Range<Int>, _ name: [UInt8]) -> Bool {
    guard range.count == name.count else { return false }
    for place in name.indices where bytes[range.lowerBound + place] != name[place] { return false }
    return true
  }

  private static let null = Array("null".utf8)

  /// An event's number: whole, not negative, and of at most 15 digits. An engine never counts further, and a
  /// floating-point number still holds it exactly.
  static func integer(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard range.count <= 15, !range.isEmpty else { return nil }
    var value = 0
    for place in range {
      guard bytes[place] >= 0x30, bytes[place] <= 0x39 else { return nil }
      value = value * 10 + Int(bytes[place] - 0x30)
    }
    return value
  }

  /// A copy with bytes of its own. The original keeps the whole network buffer in memory that it came in.
  package var detached: EventFrame {
    var copy = self
    let base = bytes.startIndex
    func moved(_ range: Range<Int>?) -> Range<Int>? { range.map { ($0.lowerBound - base)..<($0.upperBound - base) } }
    copy.bytes = Array(bytes)[...]
    copy.type = moved(type)
    copy.data = moved(data)
    copy.topicName = moved(topicName)
    return copy
  }

  /// The `type` without its quotes; empty when there is none.
  package var typeName: String { type.map { Self.unquoted(bytes, $0) } ?? "" }

  static func unquoted(_ bytes: ArraySlice<UInt8>, _ range: Range<Int>) -> String {
    guard range.count >= 2 else { return "" }
    return String(decoding: bytes[(range.lowerBound + 1)..<(range.upperBound - 1)], as: UTF8.self)
  }
}
