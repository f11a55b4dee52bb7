import Foundation
import HeanCore
import HeanTestSupport
import Testing

@testable import HeanConsole

/// How long a picture takes.
struct DrawingTimeTests {
  private static func answer(_ count: Int) -> ChartAnswer {
    let start = Date(timeIntervalSince1970: 1_795_219_200)
    var dice = Dice(seed: 3)
    var price = Decimal(65_000)
    let bars = (0..<count).map { place -> Bar in
      let opened = start + TimeInterval(place * 60)
      let open = price
      price += Decimal(Int(dice.next() % 401) - 200)
      return Bar(
        openedAt: opened, closedAt: opened + 60, open: open, high: max(open, price) + 40, low: min(open, price) - 40,
        close: price, volume: Decimal(dice.next() % 90))
    }
    return ChartAnswer(
      candles: CandlesAnswer(
        context: AnswerContext(mode: .practice, engineState: "RUNNING", isRunning: true), symbol: "BTCUSDT",
        series: BarSeries(timeframe: .minute, bars: bars), kept: count, price: price, receivedAt: start))
  }

  /// `swift test -c release -Xswiftc -enable-testing --filter TimeTests` prints the time of a release.
  @Test func `200 candles with five indicators`() async throws {
    let answer = Self.answer(200)
    let indicators = try ["ema:20", "bollinger", "supertrend", "rsi", "macd"].map { try ChartIndicator($0) }
    let palette = Palette(isEnabled: true)
    let (fastest, bars, rows) = await Detached.value {
      var (bars, rows) = (0, 0)
      let times = (0..<15).map { _ in
        ThreadTime.measure {
          let content = ChartContent(answer, as: .candles, indicators, most: 200)
          let lines = content.map {
            ChartDrawing($0, width: 220, height: 50, glyphs: .unicode, palette: palette, zone: .utc).lines()
          }
          (bars, rows) = (content?.bars.count ?? 0, lines?.count ?? 0)
        }
      }
      return (times.min() ?? .seconds(3600), bars, rows)
    }
    #expect(bars == 200 && rows >= 40)
    let isDebug = Build.isDebug
    if !isDebug { print("200 candles with five indicators: \(fastest)") }
    // Without optimization it takes about fifty times as long.
    #expect(fastest < .milliseconds(isDebug ? 1000 : 5), "\(fastest)")
  }
}
