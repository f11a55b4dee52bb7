import Foundation
import Testing

@testable import HeanCore

/// What the figures refuse, and those that no other library has.
struct StatisticTests {
  private func trade(_ profit: Double, _ opened: Double? = nil, _ closed: Double? = nil, fee: Double? = nil)
    -> TradeResult
  {
    TradeResult(profit: profit, fee: fee, openedAt: opened, closedAt: closed)
  }

  private func figures(_ trades: [TradeResult]) -> [Statistic.Name: Statistic] {
    Dictionary(uniqueKeysWithValues: TradeStatistics.all(trades, seed: 1).map { ($0.name, $0) })
  }

  private func curve(_ basis: EquityCurve.Basis, _ days: [(Double, Double)]) -> EquityCurve {
    EquityCurve(basis, days.map { .init(at: Date(timeIntervalSince1970: $0.0 * 86_400), equity: $0.1) })
  }

  @Test func `below its least count a figure is refused, and says so`() {
    let few = figures((0..<19).map { trade($0.isMultiple(of: 2) ? 3 : -2) })
    #expect(few[.winRate]?.value == nil && few[.winRate]?.refusal == "19 trades, and it takes 20")
    #expect(few[.winRate]?.interval == nil && few[.longestWins]?.value == 1)
    let enough = figures((0..<20).map { trade($0.isMultiple(of: 2) ? 3 : -2) })
    #expect(enough[.winRate]?.value == 0.5 && enough[.profitFactor]?.value == 1.5 && enough[.winRate]?.refusal == nil)
    let none = ReturnStatistics.all(EquityCurve(.realized, []), seed: 1)
    #expect(none.count == 7 && none.allSatisfy { $0.value == nil && $0.refusal != nil && $0.count == 0 })
    #expect(none.first { $0.name == .valueAtRisk }?.refusal == "0 daily returns, and it takes 40")
  }

  @Test func `what cannot be divided is refused with the reason, never infinite`() {
    let winners = figures((0..<30).map { _ in trade(2) })
    #expect(winners[.profitFactor]?.refusal == "no trade lost" && winners[.payoff]?.refusal == "no trade lost")
    #expect(winners[.winRate]?.value == 1 && winners[.expectancy]?.value == 2)
    let losers = figures((0..<30).map { _ in trade(-2, fee: 1) })
    #expect(losers[.payoff]?.refusal == "no trade won" && losers[.feeShare]?.refusal == "no trade won")
    #expect(losers[.profitFactor]?.value == 0)
    let still = ReturnStatistics.all(curve(.snapshots, (0..<50).map { (Double($0), 100) }), seed: 1)
    func refusal(_ name: Statistic.Name) -> String? { still.first { $0.name == name }?.refusal }
    #expect(refusal(.sharpe) == "the returns do not vary" && refusal(.sortino) == "no day lost")
    #expect(refusal(.calmar) == "equity never fell" && still.first { $0.name == .maxDrawdown }?.value == 0)
  }

  @Test func `where every day loses the same, every resample falls as deep`() throws {
    let days = (0...60).map { (Double($0), 10_000 * pow(0.99, Double($0))) }
    let seen = ReturnStatistics.all(curve(.snapshots, days), seed: 1)
    let fall = try #require(seen.first { $0.name == .maxDrawdown })
    let (depth, interval) = (try #require(fall.value), try #require(fall.interval))
    #expect(abs(depth - (1 - pow(0.99, 60))) < 1e-9)
    #expect(abs(interval.low - depth) < 1e-9 && abs((interval.high ?? 0) - depth) < 1e-9, "\(interval)")
  }

  /// One loss in twenty: a third of the resamples have none, so the upper end has no bound.
  @Test func `an interval without a bound says so`() throws {
    let one = figures((0..<20).map { trade($0 == 7 ? -5 : 2) })
    let interval = try #require(one[.profitFactor]?.interval)
    #expect(one[.profitFactor]?.value == 38 / 5.0 && interval.high == nil && interval.low > 0)
  }

  @Test func `a trade at zero is not won, not lost, and ends a streak`() {
    let profits = [1.0, 1, 0, 1, 1, 1, -1, -1, 0, -1]
    let streaks = TradeStatistics.streaks(profits.map { trade($0) })
    #expect(streaks.won == 3 && streaks.lost == 2)
    #expect(figures((profits + profits).map { trade($0) })[.winRate]?.value == 0.5)
  }

  @Test func `time in the market is counted once, however many positions are open`() throws {
    let trades = [trade(1, 0, 10), trade(1, 5, 20), trade(1, 6, 8), trade(1, 40, 50), trade(1, nil, 60)]
    #expect(TradeStatistics.exposure(trades) == 30 / 50.0)
    #expect(
      figures(trades)[.averageHeld]?.value == (10 + 15 + 2 + 10) / 4.0 && figures(trades)[.averageHeld]?.count == 4)
    #expect(TradeStatistics.exposure([trade(1, 5, 5)]) == nil && TradeStatistics.exposure([]) == nil)
    #expect(trade(1, 10, 5).held == nil, "the clock was set back")
  }

  @Test func `the fee share needs the fee of every trade`() {
    let all = figures([trade(6, fee: 1), trade(-2, fee: 1), trade(4, fee: 0.5)])
    #expect(all[.feeShare]?.value == 0.25)
    let some = figures([trade(6, fee: 1), trade(-2)])
    #expect(some[.feeShare]?.value == nil && some[.feeShare]?.refusal == "1 of 2 trades tell no fee")
  }

  @Test func `a day without a reading has no return, and without a trade one of zero`() {
    let days: [(Double, Double)] = [(0.5, 100), (1.2, 90), (1.9, 110), (4, 121), (5, 121)]
    let seen = curve(.snapshots, days).dailyReturns
    #expect(seen.gaps == 2 && seen.returns.count == 2 && !seen.isBroke)
    #expect(abs(seen.returns[0] - 0.1) < 1e-12 && seen.returns[1] == 0)
    let realized = curve(.realized, days).dailyReturns
    #expect(realized.gaps == 0 && realized.returns.count == 5 && realized.returns[1] == 0 && realized.returns[2] == 0)
    #expect(abs(realized.returns[3] - 0.1) < 1e-12)
    let broke = curve(.snapshots, [(0, 100), (1, -5), (2, 100)]).dailyReturns
    #expect(broke.isBroke && broke.returns.isEmpty)
  }

  @Test func `realized equity begins before its first trade, and a first day of losses is a return`() {
    let made = EquityCurve(
      start: 1000, [trade(-100, 0, 86_400 * 3 + 50), trade(30, nil, nil), trade(20, 0, 86_400 * 4)])
    #expect(made.points.map(\.equity) == [1000, 900, 920])
    #expect(made.dailyReturns.returns.map { ($0 * 1e9).rounded() / 1e9 } == [-0.1, 0.022222222])
  }

  @Test func `drawdowns have their dates, and the last may not be over`() throws {
    let made = curve(.snapshots, [(0, 100), (1, 120), (2, 90), (3, 96), (4, 130), (5, 117), (6, 104), (7, 110)])
    func day(_ date: Date?) -> Double? { date.map { $0.timeIntervalSince1970 / 86_400 } }
    let falls = made.drawdowns
    #expect(falls.count == 2 && made.maxDrawdown == falls[0])
    #expect(falls[0].depth == 0.25 && falls[0].amount == 30)
    #expect([falls[0].peakAt, falls[0].troughAt, falls[0].recoveredAt].map(day) == [1, 2, 4])
    #expect([falls[1].peakAt, falls[1].troughAt, falls[1].recoveredAt].map(day) == [4, 6, nil])
    #expect(falls[1].depth == 0.2 && abs(made.underwater[6] + 0.2) < 1e-12 && made.underwater[4] == 0)
    #expect(EquityCurve(.engine, []).drawdowns.isEmpty)
  }

  @Test func `ranges of results are round, meet at zero and hold each trade once`() {
    let bins = ProfitBin.all([-7.5, -0.01, 0, 0, 3, 12.4])
    #expect(bins.map(\.count).reduce(0, +) == 6 && bins.contains { $0.from == 0 && $0.count >= 2 })
    #expect(bins.allSatisfy { abs($0.to - $0.from - 2) < 1e-12 } && bins.first?.from == -8 && bins.last?.from == 12)
    let edges = ProfitBin.all([0, 0.3, 1.6])
    #expect(
      edges.first { abs($0.from - 0.3) < 1e-9 }?.count == 1, "a result at an edge is of the range that begins there")
    let tiny = ProfitBin.all([-1e-13, 5])
    #expect(tiny.first?.from ?? 0 < 0 && tiny.first?.count == 1, "a loss of a rounding error is no profit")
    #expect(ProfitBin.all([]).isEmpty && ProfitBin.all([5, 5]) == [ProfitBin(from: 5, to: 6, count: 2)])
  }
}
