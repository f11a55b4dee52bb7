import Foundation
import Testing

@testable import HeanCore

struct BarSeriesTests {
  private static let midnight = Date(timeIntervalSince1970: 1_795_219_200)

  /// A candle that begins so many seconds after midnight.
  private func candle(_ second: Int, _ prices: [Decimal] = [10, 12, 9, 11], _ interval: String = "1m") -> Candle {
    var candle = Candle(interval: interval)
    candle.symbol = "BTCUSDT"
    (candle.open, candle.high, candle.low, candle.close) = (prices[0], prices[1], prices[2], prices[3])
    candle.volume = 2
    candle.openedAt = Self.midnight + TimeInterval(second)
    return candle
  }

  private func series(_ candles: [Candle], _ timeframe: Timeframe = .minute) -> BarSeries {
    BarSeries(candles, of: "BTCUSDT", timeframe: timeframe)
  }

  @Test func `three candles of five minutes make a bar of fifteen`() throws {
    let found = series(
      [
        candle(0, [10, 12, 9, 11], "5m"), candle(300, [11, 20, 10, 19], "5m"), candle(600, [19, 19, 5, 6], "5m"),
        candle(900, [6, 7, 6, 7], "5m"),
      ], .fifteenMinutes)
    let bar = try #require(found.bars.first)
    #expect((bar.open, bar.high, bar.low, bar.close) == (10, 20, 5, 6))
    #expect(bar.volume == 6 && bar.parts == 3 && bar.closedAt == Self.midnight + 900)
    #expect(found.bars.count == 2 && found.bars[1].parts == 1 && found.incomplete == 1)
    #expect(found.bars[1].closedAt == Self.midnight + 1200, "it has not ended")
  }

  @Test func `a bar with a hole says how much of it is there`() {
    let found = series([candle(0, [1, 1, 1, 1], "1h"), candle(3 * 3600, [2, 3, 2, 3], "1h")], .fourHours)
    #expect(found.bars.count == 1 && found.bars[0].parts == 2 && found.incomplete == 1)
  }

  @Test func `what is missing stays missing, and is told`() {
    let found = series([candle(0), candle(60), candle(360), candle(420)])
    #expect(
      found.gaps == [
        BarGap(before: 2, missing: 4, from: Self.midnight + 120, to: Self.midnight + 360)
      ])
    #expect(found.bars.count == 4 && series([]).gaps.isEmpty && series([candle(0)]).gaps.isEmpty)
  }

  @Test func `candles come in any order, and the later of two of one moment counts`() {
    let found = series([candle(120), candle(0), candle(60), candle(60, [1, 2, 1, 2])])
    #expect(found.bars.map(\.close) == [11, 2, 11])
    #expect(found.unusable == 1)
  }

  @Test func `a candle that contradicts itself is left out`() {
    var lacking = candle(60)
    lacking.high = nil
    var foreign = candle(180)
    foreign.symbol = "ETHUSDT"
    var timeless = candle(240)
    timeless.openedAt = nil
    let odd = [
      candle(0), lacking, foreign, timeless, candle(300, [10, 9, 8, 10]), candle(360, [10, 12, 11, 11]),
      candle(420, [0, 0, 0, 0]), candle(480, [1, 1, -1, 1]),
    ]
    let found = series(odd)
    #expect(found.bars.count == 1 && found.unusable == 7)
  }

  @Test func `a candle is overdue when its time and some seconds have passed`() {
    let found = series([candle(0), candle(60)])
    #expect(found.overdue(at: Self.midnight + 120) == 0)
    #expect(found.overdue(at: Self.midnight + 189) == 0, "it closes with the first tick of the next minute")
    #expect(found.overdue(at: Self.midnight + 190) == 1)
    #expect(found.overdue(at: Self.midnight + 130 + 600) == 10)
    #expect(found.overdue(at: .distantPast) == 0 && series([]).overdue(at: .distantFuture) == 0)
  }

  @Test func `the recorded candle is read as the engine sent it`() throws {
    let body = """
      {"symbol":"BTCUSDT","timeframe":"1m","klines":[{"symbol":"BTCUSDT","timeframe":"1m","open":64254.3,\
      "high":64254.3,"low":60980.2,"close":61018.0,"volume":0.0,"open_time":"2026-11-21T01:46:00",\
      "close_time":"2026-11-21T01:47:00","open_time_ms":1795225560000,"close_time_ms":1795225620000}],"count":1}
      """
    let found = series(try Listing<Candle>.read(Data(body.utf8)).elements)
    let bar = try #require(found.bars.first)
    #expect(bar.openedAt == EngineTime.parse("2026-11-21T01:46:00Z"))
    #expect(bar.low == Decimal(string: "60980.2") && !found.hasVolume)
    #expect(bar.changePercent == Decimal(string: "-5.036706"))
  }

  @Test func `heikin-ashi is the mean of the prices and of the bar before`() throws {
    let plain = try #require(
      Candles(open: [10, 11], high: [12, 13], low: [9, 10], close: [11, 12], volume: [0, 0]))
    let smooth = plain.heikinAshi
    #expect(smooth.open == [10.5, 10.5] && smooth.close == [10.5, 11.5])
    #expect(smooth.high == [12, 13] && smooth.low == [9, 10])
  }

  @Test func `absurd times and prices do not trap`() {
    var early = candle(0)
    early.openedAt = Date(timeIntervalSince1970: -62_000_000_000)
    var late = candle(0)
    late.openedAt = Date(timeIntervalSince1970: 250_000_000_000)
    var huge = candle(60, [1, Decimal(sign: .plus, exponent: 29, significand: 9), 1, 1])
    huge.volume = Decimal(sign: .plus, exponent: 29, significand: 9)
    for timeframe in Timeframe.allCases {
      let found = series([early, late, huge], timeframe)
      #expect(found.bars.count == 3 && found.gaps.count == 2 && found.candles != nil)
      _ = found.overdue(at: .distantFuture)
      _ = CalendarTicks.ticks(at: found.bars.map(\.openedAt), in: .utc, room: 8)
    }
  }
}
