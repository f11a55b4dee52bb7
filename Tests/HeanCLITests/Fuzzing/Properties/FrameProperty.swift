import Foundation

@testable import HeanConsole
@testable import HeanCore
@testable import HeanNetworking

/// Whatever the engine sends, each line of `watch --json` is strict JSON without control bytes, and what was JSON before
/// is passed on with the same value, also where Python wrote NaN into it.
///
/// Input: choices, and a frame or (bit 0) the engine's memory of its events.
enum FrameProperty {
  private static let moment = Date(timeIntervalSince1970: 1_795_225_650)

  static func check(_ input: [UInt8]) throws(Violation) {
    guard let choices = input.first else { return }
    let raw = input[1...]
    if choices & 1 == 1 { return try checkRing(raw) }
    let value = document(raw) as? [String: Any]
    try checkFrame(raw, expecting: value)
    // The same with all its nulls as Python may write them.
    if let value, let broken = unnumbered(raw) { try checkFrame(broken[...], expecting: value) }
  }

  private static func checkFrame(_ raw: ArraySlice<UInt8>, expecting value: [String: Any]?) throws(Violation) {
    let frame: EventFrame
    do throws(JSONScan.Malformed) {
      frame = try EventFrame(raw, hint: .orders)
    } catch {
      return try Violation.unless(value == nil, "a frame that is JSON was refused at \(error.offset)")
    }
    try Violation.unless(StrictJSON.accepts(Array(frame.bytes)), "the frame is handed on as \(text(frame.bytes))")
    let detached = frame.detached
    try Violation.unless(
      detached.typeName == frame.typeName && detached.seq == frame.seq, "another frame once detached")
    let body = frame.data.map { frame.bytes[$0] } ?? frame.bytes
    let event = StreamEvent(
      topic: frame.topic ?? .snapshot, seq: frame.seq, origin: .live, body: body, typeRange: frame.type,
      receivedAt: moment)
    let told = try line(event)
    guard let value else { return }
    let expected = frame.data == nil ? value : value["data"]
    try Violation.unless(isEqual(told, expected), "lost: \(text(raw)) was told as \(text(body))")
  }

  private static func checkRing(_ raw: ArraySlice<UInt8>) throws(Violation) {
    guard let ring = try? EventRing(raw) else { return }
    for entry in ring.entries {
      _ = try line(
        StreamEvent(
          topic: entry.topic ?? .snapshot, seq: entry.seq, origin: .recovered, body: entry.body,
          typeRange: entry.typeRange, receivedAt: moment))
    }
  }

  /// - Returns: the event in the line, where Foundation can read it.
  private static func line(_ event: StreamEvent) throws(Violation) -> Any? {
    var line = EventLine()
    line.append(.event(event))
    try Violation.unless(line.bytes.last == 0x0A, "a line without an end")
    let written = Array(line.bytes.dropLast())
    try Violation.unless(StrictJSON.accepts(written), "the line is \(text(written[...]))")
    return (document(written[...]) as? [String: Any])?["event"]
  }

  private static func document(_ bytes: ArraySlice<UInt8>) -> Any? {
    // Foundation guesses other encodings from marks and zeros, and lets through what is no JSON.
    guard StrictJSON.isGrammatical(Array(bytes), deepest: 60), let first = bytes.first, first != 0,
      bytes.dropFirst().first != 0
    else { return nil }
    return try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
  }

  /// - Returns: `nil` where there is no null to replace.
  private static func unnumbered(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let words = ["NaN", "Infinity", "-Infinity"].map { Array($0.utf8) }
    var out: [UInt8] = []
    var count = 0
    var isInString = false
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let byte = bytes[at]
      if !isInString, byte == UInt8(ascii: "n") {
        out += words[count % words.count]
        count += 1
        at += 4
        continue
      }
      if isInString, byte == UInt8(ascii: "\\"), at + 1 < bytes.endIndex {
        out += bytes[at...(at + 1)]
        at += 2
        continue
      }
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
      out.append(byte)
      at += 1
    }
    return count == 0 ? nil : out
  }

  private static func isEqual(_ left: Any?, _ right: Any?) -> Bool {
    switch (left, right) {
    case (let left as [String: Any], let right as [String: Any]):
      left.count == right.count && left.allSatisfy { isEqual($0.value, right[$0.key]) }
    case (let left as [Any], let right as [Any]):
      left.count == right.count && zip(left, right).allSatisfy { isEqual($0, $1) }
    case (let left as String, let right as String): left.utf8.elementsEqual(right.utf8)
    case (let left as NSNumber, let right as NSNumber): left == right
    case (is NSNull, is NSNull), (nil, nil): true
    default: false
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).debugDescription
  }
}
