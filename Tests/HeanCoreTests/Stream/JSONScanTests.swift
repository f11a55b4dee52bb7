import Foundation
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
    "'x'", "-", "Nan", "--Infinity", #"{"a":1"#, #""\"#,
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
}
