import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Bricks, and what bars did in sum.
struct RenkoTests {
  private static func bars(_ closes: [Decimal]) -> [Bar] {
    closes.enumerated().map { place, close in
      let at = Date(timeIntervalSince1970: Double(place) * 60)
      return Bar(
        openedAt: at, closedAt: at + 60, open: close, high: close + 1, low: close - 1, close: close, volume: nil)
    }
  }

  @Test func `a brick the other way needs a move of two`() throws {
    let renko = try #require(Renko(Self.bars([100, 109, 110, 131, 121, 110]), brick: 10))
    #expect(renko.bricks.map(\.open) == [100, 110, 120, 120])
    #expect(renko.bricks.map(\.close) == [110, 120, 130, 110])
    #expect(renko.bricks.map { Int($0.openedAt.timeIntervalSince1970) } == [120, 180, 180, 300])
  }

  @Test func `a brick that is too small is refused, and one too large makes none`() throws {
    #expect(Renko(Self.bars([1, 100_000]), brick: 1) == nil)
    #expect(Renko(Self.bars([1, 2]), brick: 0) == nil)
    let none = try #require(Renko(Self.bars([100, 101]), brick: 10))
    #expect(none.bricks.isEmpty)
  }

  @Test func `statistics are those of the bars`() throws {
    let statistics = try #require(ChartStatistics(Self.bars([100, 90, 120])))
    #expect(statistics.open == 100 && statistics.close == 120 && statistics.changePercent == 20)
    #expect(statistics.high == 121 && statistics.highAt == Date(timeIntervalSince1970: 120))
    #expect(statistics.low == 89 && statistics.lowAt == Date(timeIntervalSince1970: 60) && statistics.range == 32)
    #expect(statistics.volume == nil && ChartStatistics([Bar]()) == nil)
  }
}
