import Foundation
import Testing

@testable import HeanCore

struct ChartContentTests {
  private static let start = Date(timeIntervalSince1970: 1_795_219_200)

  private func answer(_ count: Int, price: Decimal? = nil, gapAt gap: Int = .max) -> ChartAnswer {
    let bars = (0..<count).map { bar in
      let opened = Self.start + TimeInterval((bar < gap ? bar : bar + 5) * 60)
      let open = Decimal(100 + bar % 7)
      return Bar(
        openedAt: opened, closedAt: opened + 60, open: open, high: open + 2, low: open - 2, close: open + 1, volume: 0)
    }
    return ChartAnswer(
      candles: CandlesAnswer(
        context: AnswerContext(mode: .practice, engineState: "RUNNING", isRunning: true), symbol: "BTCUSDT",
        series: BarSeries(timeframe: .minute, bars: bars), kept: count, price: price, receivedAt: Self.start))
  }

  @Test func `the latest bars are shown, with indicators that know those before`() throws {
    let average = try ChartIndicator("sma:20")
    let content = try #require(ChartContent(answer(120), as: .candles, [average], most: 50))
    #expect(content.bars.count == 50 && content.available == 120)
    #expect(content.bars.last?.openedAt == Self.start + 119 * 60)
    #expect(content.overlays[0].lines[0].values.allSatisfy { $0 != nil })
    #expect(ChartContent(answer(0), as: .candles, [], most: 50) == nil)
  }

  @Test func `without volume an indicator that needs it has no figure`() throws {
    let content = try #require(
      ChartContent(answer(40), as: .candles, [ChartIndicator("obv"), ChartIndicator("vwap")], most: 50))
    #expect(content.panes[0].isEmpty && content.overlays[0].isEmpty)
  }

  @Test func `a level far away does not press the bars together, and is told as hidden`() throws {
    var near = answer(40, price: 104)
    near.levels = [ChartLevel(.stop, 97, side: .long), ChartLevel(.target, 200, side: .long)]
    let content = try #require(ChartContent(near, as: .candles, [], most: 50))
    #expect(content.range == 97...108)
    #expect(content.hiddenLevels.map(\.kind) == [.target])
  }

  @Test func `equal prices still have a range`() throws {
    var flat = answer(3)
    for bar in flat.candles.series.bars.indices {
      (flat.candles.series.bars[bar].high, flat.candles.series.bars[bar].low) = (100, 100)
      (flat.candles.series.bars[bar].open, flat.candles.series.bars[bar].close) = (100, 100)
    }
    let content = try #require(ChartContent(flat, as: .candles, [], most: 50))
    #expect(content.range.lowerBound < 100 && content.range.upperBound > 100)
  }

  @Test func `a moment has its bar, and none in a gap`() throws {
    let content = try #require(ChartContent(answer(20, gapAt: 10), as: .line, [], most: 50))
    #expect(content.place(of: Self.start + 30) == 0)
    #expect(content.place(of: Self.start + 9 * 60 + 59) == 9)
    #expect(content.place(of: Self.start + 11 * 60) == nil, "in the gap")
    #expect(content.place(of: Self.start + 15 * 60) == 10)
    #expect(content.place(of: Self.start + 3600) == nil, "newer than the last bar")
    #expect(content.place(of: Self.start - 1) == nil)
    #expect(content.gaps.map(\.before) == [10] && content.gaps[0].missing == 5)
  }
}
