import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// The console's own reading of JSON against Foundation's.
struct WireAgreementTests {
  private func expectAgreement(_ bytes: [UInt8]) {
    let ours = try? JSONValue(reading: Data(bytes))
    let theirs = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    if ours == theirs { return }
    // `JSONValue` takes a number that JSONDecoder cannot read for null, be it too large or no number at all.
    let isRefused = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) == nil
    if ours == nil, isRefused { return }
    let text = String(decoding: bytes, as: UTF8.self)
    // Python's NaN and infinities are taken for values that are none.
    if text.contains("NaN") || text.contains("Infinity") { return }
    // Foundation passes a comma before a closing bracket, which RFC 8259 does not.
    if ours == nil, text.contains(#/,\s*[\]}]/#) { return }
    Issue.record("\(ours as Any) for \(theirs as Any): \(text)")
  }

  @Test(arguments: ["running", "stopped", "errors"])
  func `recorded bodies and broken ones read as Foundation reads them`(folder: String) throws {
    var random = Dice(seed: 11)
    let marks = Array(#"{}[]",:\0159.eE-+ tnué"#.utf8) + [0x07, 0xED, 0xA0, 0xF5]
    for (_, recording) in try Recording.all(in: folder).sorted(by: { $0.key < $1.key }) {
      let body = Array(recording.response.body.utf8)
      expectAgreement(body)
      for _ in 0..<20 where !body.isEmpty {
        var broken = body
        for _ in 0..<Int.random(in: 1...3, using: &random) where !broken.isEmpty {
          let place = Int.random(in: 0..<broken.count, using: &random)
          switch Int.random(in: 0..<5, using: &random) {
          case 0: broken.remove(at: place)
          case 1: broken.insert(marks[Int.random(in: 0..<marks.count, using: &random)], at: place)
          case 2: broken[place] = marks[Int.random(in: 0..<marks.count, using: &random)]
          case 3: broken.removeSubrange(place..<min(place + 9, broken.count))
          default: broken.insert(contentsOf: broken[place..<min(place + 20, broken.count)], at: place)
          }
        }
        expectAgreement(broken)
      }
    }
  }

  @Test(arguments: [
    "[1,]", #"{"a":1,}"#, "[,1]", "[1 2]", #"{"a" 1}"#, "{1:2}", "[01]", "[-]", "[1.]", "[.5]", "[1e]", "[+1]",
    "[0.10]", "[1e400]", "[5e-324]", "[NaN]", "[-Infinity]", "[1E5,1e-05,-0,-0.0,0e9]", "nul", "[true,false,null]",
    #""\ud800""#, #""\ud83d\ude00\u00e9\n\/\b\f\r\t\"\\""#, #""\udc00x""#, #""\ud83dx""#, #""\x""#, #""\u12g4""#,
    #""\u12""#, "\"a\tb\"", "\"\u{7F}\u{e9}\u{1F680}\"", "", " ", " 1 ", "\u{FEFF}[1]",
    #"{"a":1,"a":2,"\u0061":3}"#, "[[[[{}]]]]", "\"", "[", "{", #""\"#,
    "[9223372036854775808,123456789012345678901234567890]",
    // Multiples of 2^64, whose last 64 bits are 0.
    "[18446744073709551616,1.8446744073709551616,-36893488147419103232,0.018446744073709551616,1844674407370955161600]",
  ])
  func `odd documents read as Foundation reads them`(json: String) { expectAgreement(Array(json.utf8)) }

  @Test(arguments: [511, 512, 513, 100_000])
  func `nesting is bounded as Foundation bounds it`(depth: Int) {
    let json = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(((try? WireDocument(Data(json.utf8))) != nil) == (depth <= 512))
  }

  @Test func `every number becomes the decimal that Foundation makes of it`() {
    var random = Dice(seed: 7)
    for _ in 0..<3_000 {
      let whole = Int.random(in: 0...22, using: &random)
      var text = Bool.random(using: &random) ? "-" : ""
      text += whole == 0 ? "0" : "\(Int.random(in: 1...9, using: &random))"
      // Many zeros: those at the end have to go the same way.
      func digits(_ count: Int) -> String {
        (0..<count).map { _ in Bool.random(using: &random) ? "0" : "\(Int.random(in: 0...9, using: &random))" }.joined()
      }
      text += digits(max(0, whole - 1))
      if Bool.random(using: &random) { text += "." + digits(Int.random(in: 1...22, using: &random)) }
      if Int.random(in: 0..<4, using: &random) == 0 { text += "e\(Int.random(in: -130...130, using: &random))" }
      let ours = (try? JSONValue(reading: Data(text.utf8)))?.number
      let theirs = try? JSONDecoder().decode(Decimal.self, from: Data(text.utf8))
      #expect(ours == theirs && ours?.description == theirs?.description, "\(text)")
    }
  }

  @Test func `the parts of a decimal are those that Foundation tells`() {
    var random = Dice(seed: 3)
    for _ in 0..<2_000 {
      let bits = UInt64.random(in: 0...63, using: &random)
      let significand = Decimal(UInt64.random(in: 1...UInt64.max, using: &random) >> bits)
      let sign: FloatingPointSign = Bool.random(using: &random) ? .minus : .plus
      let value = Decimal(sign: sign, exponent: Int.random(in: -40...40, using: &random), significand: significand)
      let parts = DecimalParts(value)
      #expect(parts?.value == value && parts?.isNegative == (value < 0))
      #expect(value == 0 || parts?.exponent == value.exponent)
    }
  }
}

extension WireAgreementTests {
  /// The models are `Decodable` for everybody else's decoders.
  @Test func `any decoder reads a model as the console reads a body`() throws {
    func expectSame<Body: EngineBody>(_ endpoint: Endpoint<Body>, _ body: Data) throws {
      let ours = try Body.read(body)
      let theirs = try JSONDecoder().decode(Body.self, from: body)
      var (first, second) = ("", "")
      dump(ours, to: &first)
      dump(theirs, to: &second)
      #expect(first == second && first.count > 40, "\(endpoint.path)")
    }
    let recordings = try Recording.all(in: "running")
    func body(_ target: String) throws -> Data {
      let found = try #require(recordings.values.first { $0.request.target == target }, "\(target)")
      return Data(found.response.body.utf8)
    }
    try expectSame(.engineStatus, try body("/api/v1/engine/status"))
    try expectSame(.killSwitch, try body("/api/v1/risk/killswitch/status"))
    try expectSame(.why, try body("/api/v1/trading/why"))
    try expectSame(.state, try body("/api/v1/trading/state"))
    let positions = try body("/api/v1/orders/positions")
    let theirs = try JSONDecoder().decode(Listing<Position>.self, from: positions)
    #expect(try theirs.map(\.symbol) == Listing<Position>.read(positions).map(\.symbol) && !theirs.isEmpty)
    #expect(theirs.elements.first?.markPrice == (try Listing<Position>.read(positions)).elements.first?.markPrice)
  }
}

extension WireAgreementTests {
  /// A key that is half a surrogate pair is no text; the message about it has to name it all the same.
  @Test(arguments: [#"{"\ud800":1}"#, #"{"a":{"\udc00":[true]}}"#, #"[{"\ud83d":{"\ud800":"\ud800"}}]"#])
  func `a key that is no text is refused, and named as it is written`(json: String) {
    #expect(throws: WireError.self) { try JSONValue(reading: Data(json.utf8)) }
    #expect(FailureEnvelope(body: Data(json.utf8)) == nil)
    #expect(throws: (any Error).self) { try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8)) }
  }

  @Test func `more than an engine has to tell is refused, not kept`() throws {
    let rows = Data(("[" + String(repeating: "{},", count: 250_000) + "{}]").utf8)
    #expect(throws: WireError.tooMuch) { try Listing<Order>.read(rows) }
    let row = Data((#"[{"a":["# + String(repeating: "1,", count: 1_100_000) + "1]}]").utf8)
    #expect(throws: WireError.tooMuch) { try Listing<Order>.read(row) }
    #expect(throws: WireError.tooMuch) { try JSONValue(reading: Data(repeating: 0x20, count: 129 << 20)) }
  }
}
