import HeanTestSupport
import Testing

@testable import HeanCore

/// PnL of periods from readings: what is covered, and what is not.
struct PnLPeriodsTests {
  /// 2026-11-21T00:00:00Z
  private static let midnight = Date(timeIntervalSince1970: 1_795_219_200)

  private func reading(
    _ hour: Double, _ realized: Decimal?, fees: Decimal? = nil, equity: Decimal? = nil, closes: Int? = nil,
    started: Double? = nil
  ) -> PnLReading {
    PnLReading(
      at: Self.midnight + hour * 3600, equity: equity, realized: realized, fees: fees, closes: closes,
      startedAt: started.map { Self.midnight + $0 * 3600 })
  }

  private func days(_ readings: [PnLReading], now: Double = 240) -> PnLPeriods {
    PnLPeriods(readings, by: .day, in: .utc, now: Self.midnight + now * 3600)
  }

  @Test func `what is booked between two readings belongs to one period, and none is lost`() {
    // Five minutes past each hour, as cron runs: the hour is the one that has passed.
    let readings = (0...48).map { hour in
      reading(Double(hour) + 1 / 12.0, Decimal(hour), fees: Decimal(hour) / 10, closes: hour)
    }
    let hours = PnLPeriods(readings, by: .hour, in: .utc, now: Self.midnight + 100 * 3600).periods
    #expect(hours.count == 49 && hours.dropLast().allSatisfy { $0.realized == 1 && $0.closes == 1 })
    let told = days(readings)
    #expect(told.gaps.isEmpty && told.periods.map(\.realized) == [24, 24, nil])
    #expect(told.periods.map(\.fees) == [2.4, 2.4, nil] && told.periods.map(\.readings) == [24, 24, 1])
    #expect(told.periods[1].covered == 1 && abs(told.periods[0].covered - (1 - 1 / 288.0)) < 1e-9)
  }

  @Test func `nothing is carried over missing readings`() {
    var readings = (0...24).map { reading(Double($0), Decimal($0)) }
    readings.removeSubrange(10...15)
    let told = days(readings)
    let day = told.periods[0]
    #expect(day.realized == 17 && day.realizedInGaps == 7)
    #expect(abs(day.covered - 17 / 24.0) < 1e-9)
    #expect(
      told.gaps == [
        PnLGap(from: Self.midnight + 9 * 3600, until: Self.midnight + 16 * 3600, cause: .missing, realized: 7)
      ])
    #expect(day.gaps == told.gaps)
  }

  @Test func `a gap over midnight is in both days, and its PnL in neither`() {
    let readings = [20.0, 21, 22, 26, 27, 28].map { reading($0, Decimal($0)) }
    let told = days(readings)
    #expect(told.periods.map(\.realized) == [2, 2] && told.periods.map(\.realizedInGaps) == [nil, nil])
    #expect(told.periods.map(\.gaps.count) == [1, 1] && told.gaps.map(\.realized) == [4])
  }

  @Test func `a restart of the engine is a gap, however it shows`() {
    let usual = [reading(0, 50, fees: 5, closes: 9), reading(1, 60, fees: 6, closes: 10)]
    for (later, cause) in [
      (reading(2, 3, fees: 7, closes: 11, started: 1.5), PnLGap.Cause.restart),
      (reading(2, 3, fees: 1, closes: 11), .restart), (reading(2, 3, fees: 7, closes: 0), .restart),
    ] {
      let told = days(usual + [later, reading(3, 4, fees: 8, closes: 12)])
      #expect(told.periods[0].realized == 11 && told.periods[0].realizedInGaps == 3, "\(later)")
      #expect(told.gaps.map(\.cause) == [cause])
    }
    // A start that was not told before is of the same run when it lies before both.
    #expect(days(usual + [reading(2, 61, fees: 6, closes: 10, started: -5)]).gaps.isEmpty)
  }

  @Test func `a stopped engine tells no PnL, and that is no zero`() {
    let told = days([reading(0, 5), reading(1, nil), reading(2, nil), reading(3, 7)])
    #expect(told.periods[0].realized == nil && told.periods[0].covered == 0)
    #expect(told.gaps.map(\.cause) == [.unknown, .unknown, .unknown] && told.periods[0].fees == nil)
  }

  @Test func `rows a day apart tell nothing of an hour`() {
    let told = PnLPeriods([reading(0, 1), reading(24, 2)], by: .hour, in: .utc, now: Self.midnight + 30 * 3600)
    #expect(told.gaps.map(\.cause) == [.missing] && told.periods.allSatisfy { $0.realized == nil })
  }

  @Test func `the largest fall of equity counts, and not over a restart`() {
    let told = days([
      reading(0, 0, equity: 100), reading(1, 0, equity: 120), reading(2, 0, equity: 90), reading(3, 0, equity: 110),
      reading(4, 0, equity: 20, started: 3.5), reading(5, 0, equity: 19, started: 3.5),
    ])
    #expect(told.periods[0].drawdown == 30 && told.periods[0].drawdownPercent == 25)
  }

  @Test func `a day that goes on is measured up to now`() {
    let told = days((0...6).map { reading(Double($0), Decimal($0)) }, now: 12)
    #expect(told.periods.count == 1 && told.periods[0].covered == 0.5)
  }

  @Test func `a day of 25 hours has the PnL of all of them`() throws {
    let berlin = try #require(Zone(posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
    let start = try #require(EngineTime.parse("2026-10-24T22:00:00Z"))
    let readings = (0...25).map { PnLReading(at: start + Double($0) * 3600, realized: Decimal($0)) }
    let day = PnLPeriods(readings, by: .day, in: berlin, now: start + 90_000).periods[0]
    #expect(day.realized == 25 && day.covered == 1 && day.name == "2026-10-25")
  }

  @Test func `no reading, no period`() {
    #expect(days([]).periods.isEmpty)
    #expect(days([reading(0, 1)]).periods.map(\.realized) == [nil])
  }
}
