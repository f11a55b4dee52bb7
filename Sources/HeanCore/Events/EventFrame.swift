/// One frame of the engine's WebSocket (docs/engine.md 3.4), read as far as a stream needs it. The bytes are not copied.
package struct EventFrame: Sendable {
  package enum Kind: Sendable, Equatable {
    /// `{"type":…}` without data: confirmations, pings, errors.
    case control
    /// An event with a number.
    case event
    /// A flat message or a snapshot, without a number.
    case flat
  }

  package var kind = Kind.control
  /// The whole frame, mended where it has to be.
  package var bytes: ArraySlice<UInt8>
  package var topic: Topic?
  package var seq: Int?
  /// Tells the event from others with its number.
  package var mark = EventMark.none
  /// A `seq` is there, and is no number that counts events.
  package var hasBrokenNumber = false
  /// Places in `bytes`.
  package var type: Range<Int>?
  package var data: Range<Int>?
  /// The topic's name with its quotes, of a topic that is not known, too.
  package var topicName: Range<Int>?

  private static let topicKey = Array("topic".utf8)
  private static let dataKey = Array("data".utf8)
  private static let typeKey = Array("type".utf8)
  private static let seqKey = Array("seq".utf8)
  static let momentKey = Array("ts".utf8)

  /// - Parameter hint: the topic of the frame before, which most often is this one's, too.
  package init(_ raw: ArraySlice<UInt8>, hint: Topic? = nil) throws(JSONScan.Malformed) {
    bytes = raw
    if try read(hint) { return }
    // Something in it must not be passed on. Once mended, nothing of that is left.
    bytes = JSONMend.mend(raw)[...]
    _ = try read(hint)
  }

  /// - Returns: whether the bytes can be passed on.
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
        // Of a key that comes twice the last one counts, here as in Foundation.
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

  /// A number that counts events: whole, not negative, and of at most 15 digits, which is more than any engine will ever
  /// send, and less than what floating point rounds.
  static func integer(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard range.count <= 15, !range.isEmpty else { return nil }
    var value = 0
    for place in range {
      guard bytes[place] >= 0x30, bytes[place] <= 0x39 else { return nil }
      value = value * 10 + Int(bytes[place] - 0x30)
    }
    return value
  }

  /// The same with bytes of its own: kept as it is, it keeps the whole buffer that it came in.
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
