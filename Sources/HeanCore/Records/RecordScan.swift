/// The head of a recorded line: when, what kind and which one, without its body being read.
package struct RecordScan: Sendable {
  package var at: Date
  package var kind: RecordLine.Kind
  /// Places of the line, of its key without quotes (`nil` without one), and of its body.
  package var line: Range<Int>
  private var keyRange: Range<Int>?
  package var body: Range<Int>

  /// Most bytes of a line that is read.
  package static let most = 8 << 20

  /// Places of the lines of a file, without their ends. A last line without an end is none: it may be torn.
  package static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    let span = bytes.span
    for place in 0..<span.count where span[place] == UInt8(ascii: "\n") {
      if place > start { lines.append(start..<place) }
      start = place + 1
    }
    return lines
  }

  /// What a line is about; `nil` for what is no line of this form.
  package init?(_ bytes: [UInt8], _ line: Range<Int>) {
    self.line = line
    let span = bytes.span
    var place = line.lowerBound
    guard line.count <= Self.most, Self.take("{\"at\":\"", span, &place, line.upperBound) else { return nil }
    let time = place..<min(place + 27, line.upperBound)
    guard let at = EngineTime.parse(bytes, time) else { return nil }
    place = time.upperBound
    guard Self.take("\",\"kind\":\"", span, &place, line.upperBound) else { return nil }
    let start = place
    while place < line.upperBound, span[place] != UInt8(ascii: "\"") { place += 1 }
    guard let kind = RecordLine.Kind(rawValue: String(decoding: bytes[start..<place], as: UTF8.self)) else {
      return nil
    }
    (self.at, self.kind) = (at, kind)
    if Self.take("\",\"key\":\"", span, &place, line.upperBound) {
      var scan = JSONScan(at: place - 1)
      guard let range = try? scan.string(span), scan.at <= line.upperBound else { return nil }
      keyRange = range
      place = scan.at - 1
    }
    guard Self.take("\",\"body\":", span, &place, line.upperBound), place < line.upperBound else { return nil }
    body = place..<(line.upperBound - 1)
  }

  /// The key; `nil` without one.
  package func key(_ bytes: [UInt8]) -> String? { keyRange.flatMap { WireText.whole(bytes, $0) } }

  /// Whether the body is whole JSON: a line that was torn in the middle of a file has lost its end.
  package func isWhole(_ bytes: [UInt8]) -> Bool {
    let span = bytes.span
    var scan = JSONScan(at: body.lowerBound)
    guard (try? scan.value(span)) != nil else { return false }
    return scan.at == body.upperBound && span[body.upperBound] == UInt8(ascii: "}")
  }

  private static func take(_ text: StaticString, _ span: Span<UInt8>, _ place: inout Int, _ end: Int) -> Bool {
    guard place + text.utf8CodeUnitCount <= end, JSONGrammar.end(of: text, span, place) != nil else { return false }
    place += text.utf8CodeUnitCount
    return true
  }
}
