import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Figures that the engine derives from its own equity, and the PnL of the day that is put together from parts.
struct DayPnLTests {
  private static let long = #"{"symbol":"BTCUSDT","side":"long","size":3000,"entry_price":1}"#
  /// Realized +120, unrealized -15, fees 5: 10 100 in all, 7 100 by the engine's own books.
  private static let bent: [Told] = [
    .engine(equity: 7100, realized: 120, unrealized: -15, fees: 5, day: -2900), .risk(open: 1, equity: 7100),
    .positions(long),
  ]

  private func truth(_ told: [Told]) throws -> EquityTruth { try EngineSnapshot.staged(told).equityTruth }
  private func sound(day: Decimal = 100) throws -> EquityTruth {
    try truth([
      .engine(equity: 10_100, realized: 120, unrealized: -15, fees: 5, day: day), .risk(equity: 10_100),
    ])
  }

  @Test func `figures of a sound engine are shown as they are`() throws {
    let truth = try sound()
    #expect(truth.isInnerSound == true && truth.computedDrop == -1)
    #expect(truth.dayPnL == CheckedFigure(value: 100, reported: 100))
    #expect(truth.balance == CheckedFigure(value: 10_100, reported: 10_100))
    #expect(truth.drawdown(amount: 7) == CheckedFigure(value: 7, reported: 7))
    #expect(truth.drawdown(percent: nil) == CheckedFigure() && truth.derived(nil) == CheckedFigure())
  }

  @Test func `figures of a bent one are only reported, with what bends them`() throws {
    let truth = try truth(Self.bent)
    #expect(truth.isInnerSound == false)
    let words = "distorted by open positions"
    #expect(truth.dayPnL == CheckedFigure(reported: -2900, doubt: words))
    #expect(truth.balance == CheckedFigure(reported: 7100, doubt: words))
    #expect(truth.drawdown(amount: 2900) == CheckedFigure(reported: 2900, doubt: words))
    let booked = try self.truth([.engine(equity: 7100), .risk(equity: 7100)])
    #expect(booked.derived(1) == CheckedFigure(reported: 1, doubt: "distorted by bookkeeping"))
    let unexplained = try self.truth([.engine(equity: 7100), .risk(open: 1, equity: 7100)])
    #expect(unexplained.derived(1).doubt == "distorted: equity contradicts its parts")
    let unknown = try self.truth([.engine(equity: 7100, initial: nil)])
    #expect(unknown.isInnerSound == nil)
    #expect(unknown.derived(1) == CheckedFigure(reported: 1, doubt: "the engine's own equity cannot be checked"))
    #expect(try self.truth([.stopped]).derived(1) == CheckedFigure(), "a stopped engine has no figures")
  }

  /// A fifth of the capital is what a day can bring unnoticed.
  @Test(arguments: [(2100, false), (2101, true), (-1900, false), (-1901, false), (-2001, true), (2000, false)])
  func `a day that the PnL since the start does not show is doubted`(day: Int, isDoubted: Bool) throws {
    let figure = try sound(day: Decimal(day)).dayPnL
    #expect(figure.value == Decimal(day))
    let words =
      "realized and unrealized since the start come to +100.00, so the day may have begun with a false figure"
    #expect(figure.doubt == (isDoubted ? words : nil))
  }

  /// 10 100 now: a drawdown of 16 % means a peak of 12 023.81, which is less than a fifth of 10 000 above 10 100.
  @Test(arguments: [(9.99, nil), (16, nil), (16.6, "12110.31"), (50, "20200.00"), (99.9, "10100000.00"), (100, nil)])
  func `a drawdown from a peak that nobody earned is doubted`(percent: Double, peak: String?) throws {
    let figure = try sound().drawdown(percent: Decimal(string: "\(percent)"))
    #expect(
      figure.doubt
        == peak.map { "it is measured from a peak of \($0), which realized and unrealized do not show" })
    #expect(figure.value == Decimal(string: "\(percent)"))
  }

  @Test func `the day is told from its parts where the engine was started today`() throws {
    let day = DayPnL(try truth(Self.bent), startedAt: Seen.now - 6000, now: Seen.now)
    #expect(day.own == 100 && day.shown == 100 && day.since == Seen.now - 6000)
    #expect(day.hasFees && !day.isEstimate && !day.isBooked && day.note == nil)
    #expect(day.told.reported == -2900)
  }

  /// It is 01:47:30 UTC.
  @Test(arguments: [(6450, true), (6451, false), (-1, false), (0, true)])
  func `only a start of this day, and not one to come, begins the day`(age: Double, isOwn: Bool) throws {
    let day = DayPnL(try truth(Self.bent), startedAt: Seen.now - age, now: Seen.now)
    #expect(day.own == (isOwn ? 100 : nil) && day.note == (isOwn ? nil : "distorted by open positions"))
    #expect(day.shown == (isOwn ? 100 : nil), "the engine's own is bent")
  }

  @Test func `without a start the engine's figure serves where it agrees with its parts`() throws {
    let plain = DayPnL(try sound(), startedAt: nil, now: Seen.now)
    #expect(plain.own == nil && plain.shown == 100 && plain.note == nil && plain.since == nil)
    let doubted = DayPnL(try sound(day: -5000), startedAt: nil, now: Seen.now)
    #expect(doubted.shown == nil && doubted.note?.hasPrefix("realized and unrealized since the start") == true)
  }

  @Test func `what is not in the figure stands beside it`() throws {
    func note(_ told: [Told]) throws -> String? {
      DayPnL(try truth(told), startedAt: Seen.now - 60, now: Seen.now).note
    }
    let live: [Told] = [.says(.settings, #"{"bybit_testnet":true}"#), .risk(equity: 10_000)]
    #expect(try note([.engine(isLive: true)] + live) == "at the engine's prices, not at the fills, fees not known")
    #expect(try note([.engine(fees: 3, isLive: true)] + live) == "at the engine's prices, not at the fills")
    #expect(try note([.engine(equity: 7100), .risk(equity: 7100)]) == "estimate")
    let apart = try truth([.engine(equity: 12_000, isLive: true)] + live)
    #expect(apart.verdict == .booksDisagree)
    let day = DayPnL(apart, startedAt: Seen.now - 60, now: Seen.now)
    #expect(day.own == nil && day.note == "the engine's books and the exchange disagree")
  }

  @Test func `every word of a verdict and a distortion is one that people read`() {
    #expect(
      EquityTruth.Verdict.allCases.map(\.label) == [
        "", "computed", "estimate", "the exchange's", "the exchange's, books disagree", "not known",
      ])
    #expect(
      [EquityTruth.Distortion.none, .positions, .bookkeeping, .unexplained, .unknown].map(\.message) == [
        "as it should be", "bent by open positions", "not reliable", "not in agreement with its parts",
        "not checked",
      ])
  }

  @Test func `what does not suffice is named`() throws {
    #expect(
      try truth([.engine(equity: nil, realized: nil, initial: 0)]).because
        == "it cannot be checked without equity, initial_capital, realized_pnl of /engine/status")
    #expect(
      try truth([.engine(equity: 156, unrealized: nil, fees: nil)]).because
        == "the engine says 156.00, and it cannot be checked without unrealized_pnl, total_fees of /engine/status")
    #expect(
      try truth([.engine(equity: 7100), .risk(open: 3, equity: 7100)]).because
        == "the engine says 7100.00, its parts come to 10000.00, and what is open is not known")
    #expect(
      try truth([.engine(), .risk(equity: 7000)]).because
        == "the engine says 10000.00 and 7000.00, not reliable: nothing that is open or booked explains -3000.00 of it")
    #expect(try truth([.stopped]).because == "a stopped engine tells no money figures")
  }
}
