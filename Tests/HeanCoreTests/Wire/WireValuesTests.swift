import Foundation
import Testing

@testable import HeanCore

/// Numbers, moments and members, each as it was sent or not at all.
struct WireValuesTests {
  private func object(_ json: String) throws -> WireObject {
    try WireDocument(Data(json.utf8)).root.object()
  }

  // MARK: Members

  @Test func `of several names the first that is present wins, and null is not present`() throws {
    let object = try object(#"{"a":null,"b":2,"c":3,"t":"x","l":[1],"n":{"m":1}}"#)
    #expect(object.decimal("a", "b", "c") == 2 && object.decimal("c", "b") == 3 && object.decimal("z") == nil)
    #expect(try object.string("a", "t") == "x" && object.bool("a") == nil && object.date("a") == nil)
    #expect(try object.list(Int.self, "a") == nil && object.list(Int.self, "l") == [1])
    #expect(object.contains("a") && !object.contains("z") && object.member("a") == nil && object.member("b") != nil)
    var names: [String] = []
    try object.forEach { (name, _) throws(WireError) in names.append(name) }
    #expect(names == ["a", "b", "c", "t", "l", "n"])
  }

  @Test(
    arguments: [
      ("7", 7), ("-7", -7), ("10.0", 10), ("0.0", 0), ("1e3", 1000), ("null", nil), ("9223372036854775807", Int.max),
    ] as [(String, Int?)])
  func `a whole number is one however it is written`(json: String, value: Int?) throws {
    #expect(try object(#"{"a":\#(json)}"#).integer("a") == value)
  }

  // MARK: Values that are none

  private static let noNumbers = [
    ("NaN", "is not a number"), ("Infinity", "is infinite"),
    ("-Infinity", "is infinite"), (#""""#, "is an empty text"),
    (#""NaN""#, "is 'NaN', which is no number"), (#""abc""#, "is 'abc', which is no number"),
    ("true", "is bool, which is no number"), ("{}", "is a dictionary, which is no number"),
    ("[1]", "is an array, which is no number"), ("1e400", "is 1e400, which no figure reaches"),
  ]

  private func noted<Value>(
    _ json: String, _ read: (WireObject) -> Value
  ) throws -> (value: Value, findings: [WireFinding]) {
    let findings = WireFindings()
    let value = read(try WireDocument(Data(json.utf8), noting: findings).root.object())
    return (value, findings.first)
  }

  @Test(arguments: noNumbers)
  func `what is no number is not known, and is named`(json: String, words: String) throws {
    let body = #"{"rows":{"a":\#(json)},"b":1}"#
    let decimal = try noted(body) { (try? $0.member("rows")?.object())?.decimal("a") }
    #expect(decimal.value == .some(nil) && decimal.findings.map(\.text) == ["rows.a \(words): taken as not known"])
    let count = try noted(body) { (try? $0.member("rows")?.object())?.integer("a") }
    #expect(count.value == .some(nil) && count.findings.map(\.kind) == [.noNumber])
  }

  @Test(arguments: [
    ("0", true), ("0.0", true), ("-3", true), (#""0""#, true), ("1e-9", false), ("3", false), ("null", nil),
  ])
  func `a price of 0 or below is none`(json: String, isNone: Bool?) throws {
    let price = try noted(#"{"a":\#(json)}"#) { $0.price("a") }
    #expect(
      (price.value == nil) == (isNone ?? true) && price.findings.map(\.kind) == (isNone == true ? [.noPrice] : []))
    let level = try noted(#"{"a":\#(json)}"#) { $0.level("a") }
    #expect((level.value == nil) == (isNone ?? true) && level.findings.isEmpty)
  }

  @Test(arguments: [
    (#""0001-01-01T00:00:00""#, true), (#""1970-01-01T00:00:00Z""#, true), (#""soon""#, true), (#""""#, true),
    ("true", true), ("1", true), ("-5", true), ("0", false), ("null", false), (#""2300-01-01T00:00:00""#, true),
  ])
  func `a moment that is none is not known, and is named`(json: String, isNamed: Bool) throws {
    let date = try noted(#"{"a":\#(json)}"#) { $0.date("a") }
    #expect(date.value == nil && date.findings.map(\.kind) == (isNamed ? [.noTime] : []))
  }

  @Test func `of many findings the first are kept, and all are counted`() throws {
    let body = Data(#"{"orders":[\#(Array(repeating: "7", count: 5000).joined(separator: ",")),{"symbol":"A"}]}"#.utf8)
    let findings = WireFindings()
    let orders = try Listing<Order>.read(body, noting: findings)
    #expect(orders.count == 1 && orders.unread == 5000 && findings.count == 5000)
    #expect(findings.first.count == WireFindings.most && findings.first.last?.place == "orders[19]")
  }

  @Test(arguments: [
    (#"{"a":[]}"#, ".a has the wrong type: Expected to decode Bool but found an array instead."),
    (#"{"a":{}}"#, ".a has the wrong type: Expected to decode Bool but found a dictionary instead."),
    (#"{"a":1}"#, ".a has the wrong type: Expected to decode Bool but found number instead."),
    (#"{"a":"x"}"#, ".a has the wrong type: Expected to decode Bool but found a string instead."),
  ])
  func `a flag is true or false`(json: String, words: String) throws {
    let error = #expect(throws: WireError.self) { try object(json).bool("a") }
    #expect(error?.text == words)
  }

  @Test func `what is null where something has to be is missing`() throws {
    let document = try WireDocument(Data("[null]".utf8))
    let whole = #expect(throws: WireError.self) { try [EngineLog](from: document.root) }
    #expect(
      whole?.text
        == "[0] is missing: Cannot get keyed decoding container -- found null value instead")
    let text = #expect(throws: WireError.self) { try [String](from: document.root) }
    #expect(text?.text == "[0] is missing: Cannot get value of type String -- found null value instead")
    let flag = #expect(throws: WireError.self) { try [Bool](from: document.root) }
    #expect(flag?.text == "[0] has the wrong type: Expected to decode Bool but found null instead.")
  }

  @Test(
    arguments: [
      (#""2026-11-21T01:47:30""#, 1_795_225_650), ("1795225650", 1_795_225_650), ("1795225650000", 1_795_225_650),
      ("1795225650.5", 1_795_225_650.5), (#""2026-11-21 01:47:30.25Z""#, 1_795_225_650.25), ("null", nil),
      ("1e40", nil),
      (#""2026-11-21T01:47:30\u002b01:00""#, 1_795_222_050),
    ] as [(String, Double?)])
  func `a moment is read in each of its forms`(json: String, seconds: Double?) throws {
    #expect(try object(#"{"a":\#(json)}"#).date("a") == seconds.map { Date(timeIntervalSince1970: $0) })
  }

  /// Days that no month has, hours that no day has.
  @Test(arguments: [
    "2026-04-31T00:00:00", "2026-06-31T00:00:00", "2026-09-31T00:00:00", "2026-11-31T00:00:00", "2026-01-32T00:00:00",
    "2026-02-29T00:00:00", "1900-02-29T00:00:00", "2026-00-01T00:00:00", "2026-13-01T00:00:00", "2026-01-00T00:00:00",
    "2026-01-01T24:00:00", "2026-01-01T00:60:00", "2026-01-01T00:00:60", "2026-01-01T00:00:00.", "2026-01-01T00:00:00x",
    "2026-01-01T00:00:00.1234567890", "2026-1-01T00:00:00", "2026-01-01T00:00", "2026-01-01",
  ])
  func `what no calendar has is read by no digit`(text: String) {
    let bytes = Array(text.utf8)
    #expect(EngineTime.parse(bytes, bytes.indices) == nil)
  }

  @Test(arguments: [
    ("2026-04-30T00:00:00", "2026-04-30T00:00:00Z"), ("2026-01-31T23:59:59", "2026-01-31T23:59:59Z"),
    ("2026-12-31T00:00:00", "2026-12-31T00:00:00Z"), ("2000-02-29T00:00:00", "2000-02-29T00:00:00Z"),
    ("2026-03-01T00:00:00-00:30", "2026-03-01T00:30:00Z"), ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z"),
    ("2026-01-01T00:00:00.123456789", "2026-01-01T00:00:00.123456Z"),
    ("2026-01-01 00:00:00.5Z", "2026-01-01T00:00:00.5Z"),
    ("0001-01-01T00:00:00", "0001-01-01T00:00:00Z"), ("1969-12-31T23:59:59.75", "1969-12-31T23:59:59.75Z"),
  ])
  func `what a calendar has is read and written`(text: String, written: String) throws {
    let bytes = Array(text.utf8)
    #expect(EngineTime.shortest(try #require(EngineTime.parse(bytes, bytes.indices))) == written)
  }

  // MARK: Numbers

  @Test(
    arguments: [
      ("0", false, 0, 0), ("1200", false, 12, 2), ("-0.015", true, 15, -3),
      ("18446744073709551615", false, UInt128(UInt64.max), 0),
      ("123456789012345678901234567890000", false, 12_345_678_901_234_567_890_123_456_789, 4),
    ] as [(String, Bool, UInt128, Int)])
  func `a decimal has its parts`(text: String, isNegative: Bool, significand: UInt128, exponent: Int) throws {
    let value = try #require(Decimal(exactly: text))
    let parts = DecimalParts(isNegative: isNegative, significand: significand, exponent: exponent)
    #expect(DecimalParts(value) == parts && parts.value == value)
  }

  @Test func `an exponent that no decimal has is none`() {
    func value(_ exponent: Int) -> Decimal? {
      DecimalParts(isNegative: false, significand: 1, exponent: exponent).value
    }
    #expect(value(127) != nil && value(128) == nil && value(-128) != nil && value(-129) == nil)
    #expect(DecimalParts(isNegative: true, significand: 0, exponent: 400).value == 0)
    #expect(DecimalParts(isNegative: false, significand: 10, exponent: 127).value == nil, "zeros count")
  }

  @Test(arguments: [
    ("1e-40", true), ("9e-41", false), ("0", true), ("999999999999999999999999999999", true), ("1e30", false),
    ("-1e30", false), ("12345678901", true), ("0.00000000000000000000000000000000000000001", false),
  ])
  func `what can be a figure is one`(text: String, isFigure: Bool) throws {
    let value = try #require(Decimal(exactly: text))
    #expect((value.figure != nil) == isFigure && (!isFigure || value.figure == value))
    #expect(Decimal.nan.figure == nil)
  }

  @Test func `more than forty digits after the point are rounded away`() throws {
    let long = try #require(Decimal(exactly: "12345678901234567890e-41"))
    #expect(long.figure?.exponent ?? 0 >= -40)
    #expect(abs((long.figure ?? 0) - long) <= Decimal(sign: .plus, exponent: -40, significand: 1))
  }

  @Test func `whole numbers are bounded, and never trap`() {
    #expect(Int.max.clampedAdding(1) == .max && Int.min.clampedAdding(-1) == .min && 2.clampedAdding(3) == 5)
    #expect(
      Int.min.clampedSubtracting(1) == .min && Int.max.clampedSubtracting(-1) == .max && 2.clampedSubtracting(3) == -1)
    #expect([Int.max, 1, 1].clampedSum() == .max && [1, 2].clampedSum() == 3 && [Int]().clampedSum() == 0)
    #expect(Int(clamping: .nan) == 0 && Int(clamping: 1e300) == .max && Int(clamping: -1e300) == .min)
    #expect(Int(clamping: 2.5) == 3 && Int(clamping: -0.4) == 0 && Int(clamping: .infinity) == .max)
    #expect(Decimal(checked: 1e30) == nil && Decimal(checked: -1e30) == nil && Decimal(checked: .nan) == nil)
    #expect(Decimal(checked: .infinity) == nil && Decimal(checked: 2.5) == Decimal(5) / 2)
  }

  // MARK: Waiting

  @Test(
    arguments: [
      ("7", 7), (" 7 ", 7), ("0", 0), ("-1", nil), ("86400", 86_400), ("99999999", 86_400), ("1.5", nil), ("soon", nil),
      ("", nil),
      ("Sat, 21 Nov 2026 01:47:40 GMT", 10), ("Sat, 21 Nov 2026 01:47:20 GMT", 0),
      ("Sun, 22 Nov 2027 01:47:30 GMT", 86_400),
      ("Sat, 21 Nov 2026 01:47:40 UTC", nil), ("Sat, 21 Nov 2026 01:47 GMT", nil),
      ("Sat, 21 Now 2026 01:47:40 GMT", nil),
      ("Sat, xx Nov 2026 01:47:40 GMT", nil), ("Tue, 01 Dec 2026 00:00:00 GMT", 86_400),
    ] as [(String, Int?)])
  func `how long to wait is seconds or a date`(text: String, seconds: Int?) {
    let now = Date(timeIntervalSince1970: 1_795_225_650)
    #expect(RetryAfter.parse(text, now: now) == seconds.map { .seconds($0) })
  }

  // MARK: Values

  @Test func `a value is told from every other`() throws {
    let value: JSONValue = ["a": [1, true, nil, "x"], "b": .number(Decimal(5) / 2)]
    #expect(value["a"] == [1, true, .null, "x"] && value["z"] == nil && value["a"]?["b"] == nil)
    #expect(value["b"]?.number == Decimal(5) / 2 && value["a"]?.number == nil && JSONValue("x").text == "x")
    #expect(JSONValue.optional(nil as Int?) == .null && JSONValue.optional(3) == 3 && JSONValue.optional(true) == true)
    #expect(JSONValue.optional("x") == "x" && JSONValue.optional(nil as String?) == .null)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == #"{"a":[1,true,null,"x"],"b":2.5}"#)
    #expect(String(decoding: try encoder.encode([JSONValue.number(.nan)]), as: UTF8.self) == "[null]")
    #expect(try JSONValue(reading: Data("\u{FEFF} [1] \r\n\t".utf8)) == [1])
  }

  @Test(arguments: [
    (EngineState.self as any OpenEnum.Type, "running", "RUNNING"),
    (OrderStatus.self, "PARTIALLY_FILLED", "partially_filled"),
    (OrderSide.self, "Sell", "sell"), (RiskState.self, "hard_stop", "HARD_STOP"),
    (DecisionOutcome.self, "reject", "REJECT"),
    (EngineState.self, "Warming", "Warming"), (PositionSide.self, "", ""),
  ])
  func `a word is known in any case, and kept where it is not`(type: any OpenEnum.Type, text: String, word: String) {
    #expect(type.init(rawValue: text).rawValue == word)
  }
}
