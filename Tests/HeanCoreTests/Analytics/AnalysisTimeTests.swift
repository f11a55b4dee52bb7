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

  /// The fastest of some runs: what else the machine does only adds.
  private static func analysed(_ count: Int, runs: Int) async -> Duration {
    let trades = trades(count)
    return await Detached.value {
      (0..<runs).map { _ in
        ContinuousClock().measure {
          let statistics = TradeStatistics.all(trades, seed: 1)
          let curve = EquityCurve(start: 10_000, trades)
          let returns = ReturnStatistics.all(curve, seed: 1)
          let bins = ProfitBin.all(trades.map(\.profit))
          precondition(statistics.count + returns.count + bins.count > 3)
        }
      }.min() ?? .seconds(3600)
    }
  }

  /// `swift test -c release -Xswiftc -enable-testing --filter TimeTests` prints the times of a release.
  @Test func `time grows as the trades do`() async {
    let isDebug = Build.isDebug
    // What the resampling takes is the same for every count: it must not hide the growth.
    let counts = isDebug ? [4_000, 40_000] : [1_000, 10_000, 100_000, 1_000_000]
    var times: [Duration] = []
    for count in counts {
      times.append(await Self.analysed(count, runs: 3))
      if !isDebug { print("\(count) trades: \(times.last ?? .zero)") }
    }
    for (shorter, longer) in zip(times, times.dropFirst()) { #expect(longer < shorter * 15, "\(times)") }
    if !isDebug { #expect(times[2] < .milliseconds(250)) }
  }
}
