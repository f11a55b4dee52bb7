import Foundation
import Testing

@testable import HeanCore

/// Figures and spans as people read them.
struct FigureTests {
  private func decimal(_ text: String) throws -> Decimal { try #require(Decimal(exactly: text)) }

  @Test(
    arguments: [
      ("0", "0.00"), ("1", "1.00"), ("1234.5", "1234.50"), ("0.005", "0.01"), ("0.004", "0.004"), ("-0.004", "-0.004"),
      ("0.00123456", "0.0012"), ("-12.345", "-12.35"), ("0.0099", "0.01"), ("0.000000001", "0.000000001"),
      ("99999999.999", "100000000.00"), ("0.0000456", "0.000046"),
    ])
  func `money is never 0,00 for what is not 0`(value: String, text: String) throws {
    #expect(Figures.money(try decimal(value)) == text)
  }

  @Test(
    arguments: [
      ("64241.69999999", "64241.70"), ("64241.5", "64241.50"), ("3116.12345678", "3116.1235"), ("1", "1.00"),
      ("0.00001234567891", "0.000012345679"), ("0.5", "0.50"), ("123456789.123", "123456789.12"), ("0", "0.00"),
      ("-2.5", "-2.50"), ("100", "100.00"),
    ])
  func `prices have eight digits that count`(value: String, text: String) throws {
    #expect(Figures.price(try decimal(value)) == text)
  }

  @Test(arguments: [("1", "1"), ("0.5", "0.5"), ("0.001", "0.001"), ("100", "100"), ("10.10", "10.1"), ("0", "0")])
  func `quantities have no digits that a lot size has not`(value: String, text: String) throws {
    #expect(Figures.quantity(try decimal(value)) == text)
  }

  @Test func `signs, places and numbers of things`() throws {
    #expect(Figures.signed(5) == "+5.00" && Figures.signed(-5) == "-5.00" && Figures.signed(0) == "0.00")
    #expect(Figures.signed(5, Figures.quantity) == "+5")
    #expect(try Figures.text(5, places: 0) == "5" && Figures.text(decimal("5.55"), places: 1) == "5.6")
    #expect(try Figures.text(decimal("5.5"), places: 3) == "5.500" && Figures.text(.nan, places: 2) == "?")
    #expect(Figures.price(.nan) == "?" && Figures.money(.nan) == "?")
    #expect(Figures.counted(1, "event") == "1 event" && Figures.counted(0, "event") == "0 events")
    #expect("mAX of x".sentenceStart == "MAX of x" && "".sentenceStart == "")
  }

  @Test(
    arguments: [
      (0, "0s"), (0.04, "0.0s"), (4.27, "4.2s"), (9.99, "9.9s"), (10, "10s"), (59.9, "59s"), (60, "1m00s"),
      (252, "4m12s"), (3599, "59m59s"), (3600, "1h00m"), (7500, "2h05m"), (86_399, "23h59m"), (86_400, "1d00h"),
      (273_600, "3d04h"), (-5, "0s"), (.nan, "?"), (.infinity, "11574074d01h"),
    ])
  func `a span of seconds`(seconds: Double, text: String) { #expect(Spans.text(seconds) == text) }

  @Test(
    arguments: [
      ("500ms", 500), ("90s", 90_000), ("90", 90_000), ("1h30m", 5_400_000), ("2d04h", 187_200_000), ("0.5s", 500),
      ("1.5m", 90_000), ("1m1m", nil), ("1s1m", nil), ("5x", nil), ("s", nil), ("", nil), ("0s", nil), ("-1s", nil),
      ("1h30", nil), ("0.4ms", nil), ("1000000000s", nil), ("999999999s", 999_999_999_000), ("1e3s", nil),
    ] as [(String, Int64?)])
  func `a span as it is typed`(text: String, milliseconds: Int64?) {
    #expect(Spans.duration(text) == milliseconds.map { .milliseconds($0) })
  }

  @Test(
    arguments: [
      (1500, "1500ms", "1s"), (90_000, "90s", "1m30s"), (60_000, "1m", "1m"), (3_600_000, "1h", "1h"),
      (5_400_000, "90m", "90m"), (86_400_000, "1d", "1d"), (30_000, "30s", "30s"), (0, "0s", "0s"),
      (3_660_000, "61m", "61m"),
    ] as [(Int64, String, String)])
  func `the shortest text that is read back`(milliseconds: Int64, exact: String, short: String) {
    let duration = Duration.milliseconds(milliseconds)
    #expect(Spans.exact(duration) == exact)
    if milliseconds > 0 { #expect(Spans.duration(exact) == duration) }
    #expect(Spans.short(duration.decimalSeconds) == short)
    #expect(Spans.text(duration) == Spans.text(duration.decimalSeconds))
  }

  @Test func `seconds of a duration`() {
    #expect(
      Duration.milliseconds(1_250).seconds == 1.25 && Duration.milliseconds(1_250).decimalSeconds == Decimal(1.25))
    #expect(
      DiagnosisFormat.count(nil) == "?" && DiagnosisFormat.count(3) == "3"
        && DiagnosisFormat.percent(Decimal(1.256)) == "1.26 %")
    #expect(
      DiagnosisFormat.span(0.4) == "0s" && DiagnosisFormat.span(59.5) == "1m00s" && DiagnosisFormat.span(-4) == "0s"
        && DiagnosisFormat.span(12) == "12s")
    #expect(
      DiagnosisFormat.seconds(from: Seen.now, to: Seen.now - 5) == 0
        && DiagnosisFormat.seconds(from: Seen.now - 1.5, to: Seen.now) == 1.5)
    #expect(
      DiagnosisFormat.isWithin(5, Seen.now - 5, Seen.now) && !DiagnosisFormat.isWithin(5, Seen.now - 5.01, Seen.now))
    #expect(!DiagnosisFormat.isWithin(5, nil, Seen.now) && DiagnosisFormat.isWithin(5, Seen.now + 100, Seen.now))
  }
}
