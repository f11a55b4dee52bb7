import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Numbers of any size, held to Foundation's own arithmetic where that is exact, and percent-coding.
struct DecimalRoundingTests {
  private func decimal(_ text: String) throws -> Decimal { try #require(Decimal(string: text)) }

  @Test(
    arguments: [
      ("0", 0), ("12.9", 12), ("-12.9", -12), ("1e3", 1000), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("9223372036854775808", nil), ("1e19", nil),
      ("12345678901234567890123456789012345678e19", nil), ("1e120", nil), ("1e-100", 0), ("NaN", nil),
    ] as [(String, Int?)])
  func `the whole part of any number, or none`(text: String, whole: Int?) throws {
    #expect((text == "NaN" ? Decimal.nan : try decimal(text)).wholePart == whole)
  }

  @Test func `rounding is Foundation's, for 20 000 numbers`() {
    var dice = Dice(seed: 43)
    for _ in 0..<20_000 {
      let digits = Int64.random(in: -999_999_999_999_999...999_999_999_999_999, using: &dice)
      var value = Decimal(sign: .plus, exponent: .random(in: -25...5, using: &dice), significand: Decimal(digits))
      let places = Int.random(in: 0...12, using: &dice)
      var theirs = Decimal()
      unsafe NSDecimalRound(&theirs, &value, places, .plain)
      #expect(value.rounded(to: places) == theirs, "\(value) to \(places)")
    }
  }

  @Test func `the nearest binary number is the one that its text has, for 20 000 numbers`() {
    var dice = Dice(seed: 44)
    for _ in 0..<20_000 {
      let digits = UInt64.random(in: 0...(.max), using: &dice) >> UInt64.random(in: 0...63, using: &dice)
      let value = Decimal(sign: .minus, exponent: .random(in: -40...30, using: &dice), significand: Decimal(digits))
      #expect(value.double == Double("\(value)"))
    }
    #expect(Decimal.nan.double.isNaN)
  }

  @Test(
    arguments: [
      ("a%20b", "a b"), ("%E2%82%AC", "€"), ("", ""), ("100%", nil), ("%4", nil), ("%-0", nil), ("%+A", nil),
      ("%ZZ", nil),
      ("%FF", nil),
    ] as [(String, String?)])
  func `what is percent-coded`(coded: String, text: String?) { #expect(coded.percentDecoded == text) }

  @Test func `what is coded is decoded again`() {
    let text = "btc/usdt ? 100 % é €\u{1F600}"
    #expect(text.percentEncoded().percentDecoded == text)
    #expect("a-b_c.d/é".percentEncoded(keeping: "-_.") == "a-b_c.d%2F%C3%A9")
  }
}
