import Foundation
import Testing

@testable import HeanCore

struct JSONTextTests {
  @Test func `JSON is what JSONEncoder writes for the same value`() throws {
    let value: JSONValue = [
      "b": [1, -2, 0, true, nil, "plain", "q\"uote \\ / \n\t tür 🚀"], "a": ["z": [], "y": [:]],
      "numbers": .array(
        ["0.1", "-0.00000001", "123456789.123456789", "12345678901234567890123456789", "1e30", "9007199254740993"]
          .compactMap { Decimal(string: $0).map(JSONValue.number) }),
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(JSONText.compact(value) == String(decoding: try encoder.encode(value), as: UTF8.self))
    var pretty = JSONText(pretty: true)
    pretty.write(value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(pretty.bytes)) == value)
  }

  @Test func `what can be read can be written, however deep`() throws {
    let text = String(repeating: #"{"a":["#, count: 250) + "1" + String(repeating: "]}", count: 250)
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    #expect(JSONText.compact(value) == text)
  }

  @Test func `JSON never holds what is not a number, nor bytes that steer a terminal`() {
    #expect(JSONText.compact([.number(.nan)]) == "[null]")
    #expect(JSONText.compact("\u{9B}2J\u{7F}\u{202E}") == #""\u009b2J\u007f\u202e""#)
  }

  @Test(arguments: [
    "0", "1", "-1", "0.1", "-0.00000001", "60000.1", "123456789.123456789", "9007199254740991", "9007199254740993",
    "0.9007199254740993", "12345678901234567890.12345678901234567", "0.00000000000000000000001", "1000000",
  ])
  func `numbers keep all their digits`(text: String) throws {
    #expect(try #require(Decimal(string: text)).exactText == text)
  }

  @Test func `every number reads as Decimal describes it`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let significand = Decimal(Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &generator))
      let number =
        significand / Decimal(sign: .plus, exponent: Int.random(in: -3...20, using: &generator), significand: 1)
      #expect(number.exactText == number.description)
    }
  }
}
