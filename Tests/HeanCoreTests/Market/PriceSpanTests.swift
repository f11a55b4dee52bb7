import Foundation
import Testing

@testable import HeanCore

/// Where a price stood at the beginning of a span, and the range of a day.
struct PriceSpanTests {
  /// 2026-11-21T01:47:30Z.
  private static let now = Date(timeIntervalSince1970: 1_795_225_650)

  /// Bars that begin so many lengths before the one that contains `now`, the open a hundred more than that number.
  private static func series(_ timeframe: Timeframe, _ back: some Sequence<Int>) -> BarSeries {
    let (present, span) = (timeframe.opening(of: now), TimeInterval(timeframe.seconds))
    let bars = back.sorted(by: >).map { back in
      let opened = present - span * Double(back)
      let price = Decimal(100 + back)
      return Bar(
        openedAt: opened, closedAt: opened + span, open: price, high: price + 5, low: price - 5, close: price + 1,
        volume: nil)
    }
    return BarSeries(timeframe: timeframe, bars: bars)
  }

  @Test func `the nearest end of a bar counts, and the finer series first`() {
    let (minutes, hours) = (Self.series(.minute, 1...61), Self.series(.hour, 1...170))
    let hour = PriceSpan(.hour, in: [minutes, hours], now: Self.now)
    // 00:47:30 is as near to 00:47 as to 00:48: the earlier counts, at which the bar of 61 minutes ago closed.
    #expect(hour.price == 162 && hour.source == .engine, "\(hour)")
    let day = PriceSpan(.day, in: [minutes, hours], now: Self.now)
    #expect(day.at == Timeframe.hour.opening(of: Self.now) - 23 * 3600, "02:00 is nearer to 01:47:30 than 01:00")
    #expect(day.change(to: day.price) == 0 && day.percent(to: nil) == nil)
  }

  @Test func `what lies too far from the beginning stands for nothing`() {
    let span = PriceSpan(.hour, in: [Self.series(.minute, 1...20), Self.series(.hour, [3])], now: Self.now)
    #expect(span.price == nil && span.at == nil && span.source == nil && span.percent(to: 5) == nil)
    #expect(PriceSpan(.week, in: [], now: Self.now).change(to: 5) == nil)
  }

  @Test func `the range of a day is of its own bars and the price now`() throws {
    let bars = Self.series(.hour, 0...3).bars
    let range = try #require(PriceRange(bars, price: 300, now: Self.now))
    #expect(range.low == 95 && range.high == 300 && range.isWhole)
    let late = try #require(PriceRange(Self.series(.minute, 1...5).bars, price: nil, now: Self.now))
    #expect(!late.isWhole && late.high == 110 && late.low == 96)
    #expect(PriceRange(Self.series(.hour, 5...9).bars, price: 1, now: Self.now) == nil, "all of it is of yesterday")
  }
}
