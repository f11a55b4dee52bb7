import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// What is passed on as it came has to be JSON, on one line, and harmless.
struct JSONScanTests {
  private func scan(_ text: String) throws(JSONScan.Malformed) -> Bool {
    let bytes = Array(text.utf8)
    var scan = JSONScan()
    scan.skipSpace(bytes.span)
    try scan.value(bytes.span)
    scan.skipSpace(bytes.span)
    guard scan.at == bytes.count else { throw JSONScan.Malformed(offset: scan.at) }
    return scan.isClean
  }

  @Test(arguments: [
    "null", "true", "-0", "1.5e+10", #""a\"bé""#, "[]", "{}", #"{"a":[1,{"b":null}],"c":""}"#, "[1, 2 ,3]", "0.1",
  ])
  func `clean JSON is clean`(text: String) throws { #expect(try scan(text)) }

  @Test(arguments: [
    "", "nul", "01", "1.", ".5", "+1", "1e", "[1,]", "{,}", #"{"a"}"#, #"{"a":}"#, #"{a:1}"#, #""open"#, "[1 2]", "1 2",
    "'x'", "-", "Nan", "--Infinity", #"{"a":1"#, #""\"#, "\"\\\u{1B}[2J\"", "\"\\\n\"", #""\x""#, #""\u12""#,
    #""\u12g4""#, "\"\\\u{9B}2J\"", #"{"a\q":1}"#,
  ])
  func `what is no JSON is none`(text: String) {
    #expect(throws: JSONScan.Malformed.self) { try scan(text) }
  }

  @Test func `nesting has an end`() throws {
    #expect(try scan(String(repeating: "[", count: 60) + String(repeating: "]", count: 60)))
    #expect(throws: JSONScan.Malformed.self) { try scan(String(repeating: "[", count: 100_000)) }
  }

  @Test(arguments: [
    (#"{"a":NaN,"b":-Infinity,"c":[Infinity]}"#, #"{"a":null,"b":null,"c":[null]}"#),
    ("{\"a\":\n\t1,\r\n\"b\":2}", #"{"a":1,"b":2}"#),
    ("{\"a\":\"x\u{1B}[2J\u{7F}\u{9B}\u{202E}\u{2066}y\"}", #"{"a":"x\u001b[2J\u007f\u009b\u202e\u2066y"}"#),
    (#"{"a":"NaN Infinity"}"#, #"{"a":"NaN Infinity"}"#),
    ("{\"a\":\"\u{2713} \u{B5} \u{61F}\"}", "{\"a\":\"\u{2713} \u{B5} \u{61F}\"}"),
    ("{\"a\":\"\\\\\",\"b\":NaN}", #"{"a":"\\","b":null}"#),
    ("{\"a\":\"\\\\\u{1B}[2J\"}", #"{"a":"\\\u001b[2J"}"#),
    (#"{"a":"\ud83dx\udc00\ud83d\ude00"}"#, #"{"a":"\ufffdx\ufffd\ud83d\ude00"}"#),
    (#"{"a":"\ud83d\ud83d\ude00"}"#, #"{"a":"\ufffd\ud83d\ude00"}"#),
    ("{\"\u{1B}\":1}", #"{"\u001b":1}"#),
  ])
  func `what must not be passed on is mended`(raw: String, mended: String) throws {
    let bytes = Array(raw.utf8)[...]
    _ = try scan(raw)
    #expect(String(decoding: JSONMend.mend(bytes), as: UTF8.self) == mended)
    _ = try JSONSerialization.jsonObject(with: Data(mended.utf8))
  }

  /// Every frame of the recording, cut at every byte, is either read whole or refused.
  @Test func `recorded frames are read as Foundation reads them`() throws {
    for text in try Recordings.frames() {
      let frame = try EventFrame(Array(text.utf8)[...])
      let body = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
      #expect(frame.topic?.rawValue == body["topic"]?.text)
      #expect(frame.seq.map { Decimal($0) } == body["data"]?["seq"]?.number)
      #expect(frame.typeName == (body["data"] == nil ? body["type"]?.text : body["data"]?["type"]?.text ?? ""))
      if let data = frame.data {
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(frame.bytes[data])) == body["data"])
      }
    }
    let longest = try #require(try Recordings.frames().max { $0.count < $1.count })
    let bytes = Array(longest.utf8)
    for cut in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 700)) {
      #expect(throws: JSONScan.Malformed.self) { try EventFrame(bytes[..<cut]) }
    }
  }

  @Test func `a frame inside a larger buffer keeps its places`() throws {
    let text = #"{"topic":"metrics","data":{"seq":7,"type":"X","n":NaN},"timestamp":"t"}"#
    let bytes = Array(("......" + text).utf8)
    let frame = try EventFrame(bytes[6...])
    #expect(frame.seq == 7 && frame.typeName == "X" && frame.topic == .metrics)
    let data = try #require(frame.data)
    #expect(String(decoding: frame.bytes[data], as: UTF8.self) == #"{"seq":7,"type":"X","n":null}"#)
  }

  /// Binary frames and HTTP bodies are not checked before they come here.
  @Test(
    arguments: [
      ([0xFF], "\u{FFFD}"), ([0xC3], "\u{FFFD}"), ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xF5, 0x80, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xE2, 0x82, 0xAC], "€"), ([0xC2, 0x9B], #"\u009b"#), ([0xE2, 0x80, 0xAE], #"\u202e"#),
      ([0xF0, 0x9F, 0x98, 0x80], "😀"),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xE2, 0x80], "\u{FFFD}\u{FFFD}"),
    ] as [([UInt8], String)])
  func `what is no text becomes a mark in its place`(raw: [UInt8], mended: String) throws {
    let frame = try EventFrame(
      (Array(#"{"topic":"orders","data":{"seq":1,"a":""#.utf8) + raw + Array(#""}}"#.utf8))[...])
    let data = try #require(frame.data)
    #expect(String(decoding: frame.bytes[data], as: UTF8.self) == #"{"seq":1,"a":"\#(mended)"}"#)
    #expect(String(validating: frame.bytes, as: UTF8.self) != nil)
  }

  /// Of a key that comes twice the last one counts; places in the first would lie outside of what is passed on.
  @Test func `keys that come twice lead nowhere`() throws {
    for text in [
      #"{"topic":"orders","data":{"seq":1,"type":"X","ts":"t"},"data":5}"#,
      #"{"data":{"seq":1,"type":"X"},"topic":"orders","data":{"a":1}}"#,
      #"{"topic":"orders","data":5,"data":{"seq":3,"type":"Y","type":"Z"}}"#,
    ] {
      let frame = try EventFrame(Array(text.utf8)[...])
      let data = try #require(frame.data)
      let isInside = frame.type.map { data.lowerBound <= $0.lowerBound && $0.upperBound <= data.upperBound }
      #expect(isInside != false, "\(text)")
      #expect(frame.detached.bytes == frame.bytes && frame.detached.typeName == frame.typeName)
    }
  }

  @Test(
    arguments: [
      ("7", 7, false), ("0", 0, false), ("999999999999999", 999_999_999_999_999, false),
      ("9007199254740992", nil, true),
      ("-1", nil, true), ("1.5", nil, true), ("1e3", nil, true), (#""7""#, nil, true), ("null", nil, false),
      ("99999999999999999999999999", nil, true), ("NaN", nil, false), ("[]", nil, true),
    ] as [(String, Int?, Bool)])
  func `a number counts events, or it is said that it does not`(text: String, seq: Int?, isBroken: Bool) throws {
    let frame = try EventFrame(Array(#"{"topic":"orders","data":{"seq":\#(text),"type":"X"}}"#.utf8)[...])
    #expect(frame.seq == seq && frame.hasBrokenNumber == isBroken && frame.topic == .orders)
  }

  /// Recorded frames, damaged at random: what is let through is JSON on one line without anything that steers a terminal.
  @Test func `whatever is let through can be passed on`() throws {
    var generator = SystemRandomNumberGenerator()
    let frames = try Recordings.frames().map { Array($0.utf8) }.filter { $0.count < 4000 }
    let pieces: [[UInt8]] = [
      [0x1B], [0x5C], [0x5C, 0x1B], [0x5C, 0x75, 0x64, 0x38], Array(#"\ud800"#.utf8), [0xFF], [0xC2, 0x9B], [0x0A],
      [0x22],
      [0xE2, 0x80, 0xAE], Array("NaN".utf8), Array("-Infinity".utf8), [0x7B], [0x7D], [0x00], [0xF0, 0x9F], [0x2C],
      Array(#""data":5,"#.utf8),
    ]
    var passed = 0
    for _ in 0..<8_000 {
      guard var bytes = frames.randomElement(using: &generator) else { return }
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        if Bool.random(using: &generator), let piece = pieces.randomElement(using: &generator) {
          bytes.insert(contentsOf: piece, at: place)
        } else {
          bytes[place] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      guard let frame = try? EventFrame(bytes[...]) else { continue }
      passed += 1
      let text = try #require(String(validating: frame.bytes, as: UTF8.self), "\(bytes)")
      #expect((try? JSONDecoder().decode(JSONValue.self, from: Data(frame.bytes))) != nil, "\(text.debugDescription)")
      #expect(!text.unicodeScalars.contains { JSONCharacter.isHarmful($0.value) }, "\(text.debugDescription)")
      if let data = frame.data, let type = frame.type {
        #expect(data.contains(type.lowerBound) && type.upperBound <= data.upperBound)
      }
    }
    #expect(passed > 400)
  }
}
