import Foundation
import Testing

@testable import HeanCore

/// What moves equity and is no trade.
struct EquityReadingTests {
  private func reading(_ day: Int, _ equity: Double, realized: Double? = 0, open: Double? = 0, fees: Double? = nil)
    -> EquityReading
  {
    var reading = EquityReading(at: Date(timeIntervalSince1970: 1_795_225_650 + Double(day) * 86_400), equity: equity)
    (reading.realized, reading.unrealized, reading.fees) = (realized, open, fees)
    return reading
  }

  @Test func `a jump that no trade explains is a transfer`() {
    let before = reading(0, 10_000)
    #expect(reading(1, 15_000).transfer(since: before) == 5000 && reading(1, 4000).transfer(since: before) == -6000)
    #expect(reading(1, 15_100, realized: 300, open: -200).transfer(since: before) == 5000)
  }

  @Test func `what trades, open positions and fees explain is none`() {
    let before = reading(0, 10_000, realized: 50, open: 20, fees: 5)
    #expect(reading(1, 13_000, realized: 3100, open: 20, fees: 55).transfer(since: before) == 0)
    #expect(reading(1, 10_080, realized: 50, open: 20, fees: 5).transfer(since: before) == 0, "below a hundredth")
    #expect(
      reading(1, 12_000, realized: nil).transfer(since: before) == 0, "nothing explains, and nothing speaks against")
    #expect(reading(1, 9980, realized: 0, open: 0, fees: 0).transfer(since: before) == 0, "the engine was started anew")
  }

  @Test func `where fees are not told, what went out may be fees`() {
    let start = reading(0, 10_000, fees: 5)
    func curve(_ readings: [EquityReading]) -> [Bool] {
      EquityCurve(.snapshots, readings: readings).transfers.map(\.lacksFees)
    }
    #expect(curve([start, reading(1, 9000, fees: 5)]) == [false])
    #expect(curve([start, reading(1, 9000)]) == [true])
    #expect(curve([start, reading(1, 12_000)]) == [false], "fees do not come in")
  }

  @Test func `books of a dry run that begin anew are no loss and no profit`() {
    let gain = reading(0, 10_500, realized: 505, open: 0, fees: 5)
    let loss = reading(0, 9_060, realized: -995, open: 60, fees: 5)
    let fresh = reading(1, 10_000, realized: 0, open: 0, fees: 0)
    #expect(fresh.transfer(since: gain) == -500 && fresh.transfer(since: loss) == 940)
  }

  @Test(arguments: [5000.0, -5000])
  func `returns and drawdown are those without it`(transfer: Double) throws {
    let plain = (0..<60).map { reading($0, 10_000 + Double($0), realized: Double($0)) }
    let moved = plain.enumerated().map { index, reading in
      var other = reading
      other.equity += index >= 30 ? transfer : 0
      return other
    }
    let curve = EquityCurve(.snapshots, readings: moved)
    #expect(curve.transfers.map(\.transfer) == [transfer])
    let returns = curve.timeWeighted.dailyReturns.returns
    #expect(returns.allSatisfy { abs($0) < 0.003 } && returns.count == 59, "\(returns)")
    #expect(curve.timeWeighted.maxDrawdown.map { $0.depth ?? 0 < 0.003 } ?? true)
    #expect(EquityCurve(.snapshots, readings: plain).timeWeighted == EquityCurve(.snapshots, readings: plain))
  }

  /// A history with trades, fees, deposits, withdrawals and restarts of the engine, as snapshots have it.
  private struct History {
    var readings: [EquityReading] = []
    /// The same without what came in and went out.
    var traded: [EquityReading] = []
    var transfers: [Int: Double] = [:]

    init(_ dice: inout some RandomNumberGenerator) {
      var equity = 10_000.0
      var factor = 1.0
      var (realized, open, fees) = (0.0, 0.0, 0.0)
      let hasFees = Bool.random(using: &dice)
      for index in 0..<Int.random(in: 20...60, using: &dice) {
        let before = equity
        let closed = Double.random(in: -0.03...0.03, using: &dice) * equity
        let move = Double.random(in: -0.01...0.01, using: &dice) * equity - open
        let paid = Double.random(in: 0...0.001, using: &dice) * equity
        let isAnew = index > 0 && hasFees && fees > paid && Double.random(in: 0..<1, using: &dice) < 0.05
        if isAnew { (realized, fees) = (0, 0) }
        (realized, open, fees) = (realized + closed, open + move, fees + (hasFees ? paid : 0))
        equity += closed + move - (hasFees ? paid : 0)
        factor *= equity / before
        let known = readings.last?.realized ?? 0
        if index > 0, !isAnew, Double.random(in: 0..<1, using: &dice) < 0.1 {
          let sign = Bool.random(using: &dice) ? 1.0 : -1
          let moved = sign * Double.random(in: 0.03...0.5, using: &dice) * before
          // Without fees, one of the size of all profit looks like an engine that was started anew.
          if hasFees || abs(moved - known) > 0.02 * before {
            transfers[index] = moved
            equity += moved
          }
        }
        var reading = EquityReading(
          at: Date(timeIntervalSince1970: 1_795_225_650 + Double(index) * 86_400), equity: equity)
        (reading.realized, reading.unrealized, reading.fees) = (realized, open, hasFees ? fees : nil)
        readings.append(reading)
        traded.append(EquityReading(at: reading.at, equity: 10_000 * factor))
      }
    }
  }

  @Test func `of any history the transfers are found, and returns are those of its trades`() throws {
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<1_000 {
      let history = History(&dice)
      let curve = EquityCurve(.snapshots, readings: history.readings.shuffled(using: &dice))
      let found = curve.points.indices.filter { curve.points[$0].transfer != 0 }
      guard found == history.transfers.keys.sorted() else {
        Issue.record("found \(found), not \(history.transfers): \(history.readings)")
        return
      }
      #expect(found.allSatisfy { abs(curve.points[$0].transfer - (history.transfers[$0] ?? 0)) < 0.01 })
      let (own, traded) = (curve.timeWeighted, EquityCurve(.snapshots, readings: history.traded))
      for (one, other) in zip(own.dailyReturns.returns, traded.dailyReturns.returns) where abs(one - other) > 1e-6 {
        Issue.record("a return of \(one), not \(other): \(history.readings)")
        return
      }
      let depths = [own, traded].map { $0.maxDrawdown?.depth ?? 0 }
      #expect(abs(depths[0] - depths[1]) < 1e-6)
    }
  }
}
