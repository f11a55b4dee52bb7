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
}
