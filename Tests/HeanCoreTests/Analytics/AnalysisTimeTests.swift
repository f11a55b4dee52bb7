import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// How long an analysis takes, and that ten times as many trades take about ten times as long.
struct AnalysisTimeTests {
  private static func trades(_ count: Int) -> [TradeResult] {
    var dice = Dice(seed: 7)
    return (0..<count).map { place in
      let opened = 1_790_000_000 + Double(place) * 600
      let profit = Double(dice.next() % 20_001) / 100 - 98
      return TradeResult(profit: profit, fee: 0.4, openedAt: opened, closedAt: opened + 540)
    }
  }

  /// The fastest of some runs, in time of the processor, and how many figures an analysis has.
  private static func analysed(_ count: Int, runs: Int) async -> (time: Duration, figures: Int) {
    let trades = trades(count)
    return await Detached.value {
      var figures = 0
      let times = (0..<runs).map { _ in
        ThreadTime.measure {
          let statistics = TradeStatistics.all(trades, seed: 1)
          let curve = EquityCurve(start: 10_000, trades)
          let returns = ReturnStatistics.all(curve, seed: 1)
          let bins = ProfitBin.all(trades.map(\.profit))
          figures = statistics.count + returns.count + bins.count
        }
      }
      return (times.min() ?? .seconds(3600), figures)
    }
  }

  /// `swift test -c release -Xswiftc -enable-testing --filter TimeTests` prints the times of a release.
  @Test func `time grows as the trades do`() async {
    let isDebug = Build.isDebug
    // What the resampling takes is the same for every count: it must not hide the growth.
    let counts = isDebug ? [4_000, 40_000] : [1_000, 10_000, 100_000, 1_000_000]
    var times: [Duration] = []
    for count in counts {
      let run = await Self.analysed(count, runs: 3)
      #expect(run.figures > 3)
      times.append(run.time)
      if !isDebug { print("\(count) trades: \(times.last ?? .zero)") }
    }
    for (shorter, longer) in zip(times, times.dropFirst()) { #expect(longer < shorter * 15, "\(times)") }
    if !isDebug { #expect(times[2] < .milliseconds(250)) }
  }
}
