import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Whether a reset of the kill switch would last, and what ends a stop that goes by equity (docs/engine.md 5.2).
struct KillSwitchCauseTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var status: String?
    var equity: Decimal? = 10_000
    var initial: Decimal? = 10_000
    var isLive = false
    /// `nil` where the cause is gone.
    var persists: String?
    var mayPersist: String?
    var unknown: String?
  }

  private static func paused(_ high: String, equity: String = "9000", at seconds: TimeInterval = 60) -> String {
    #"{"triggered":true,"triggered_at":"\#(ago(seconds))","current_metrics":{"current_equity":\#(equity)},"#
      + #""reasons":["DAILY_PAUSE: Drawdown 16.20% from daily high $\#(high) exceeds limit 15.00% (PF=1.20)"]}"#
  }

  private static func dropped(to equity: String, limits: String = "{}") -> String {
    #"{"triggered":true,"thresholds":\#(limits),"current_metrics":{"current_equity":\#(equity)},"reasons":["HARD_STOP: x"]}"#
  }

  private static func fallen(_ percent: String, equity: String = "8000") -> String {
    #"{"triggered":true,"current_metrics":{"current_equity":\#(equity),"current_drawdown_pct":\#(percent)},"#
      + #""reasons":["HARD_STOP: x"]}"#
  }

  private static let cases: [Case] = [
    Case(testDescription: "no status", status: nil, unknown: "its figures did not come"),
    Case(
      testDescription: "a status of which a part cannot be read", status: #"{"triggered":true,"reasons":5}"#,
      unknown: "its figures cannot be read"),
    Case(
      testDescription: "no equity anywhere", status: #"{"triggered":true}"#, equity: nil,
      unknown: "equity or the initial capital did not come"),
    Case(
      testDescription: "no initial capital", status: dropped(to: "6000"), initial: nil,
      unknown: "equity or the initial capital did not come"),
    Case(
      testDescription: "an initial capital of nothing", status: dropped(to: "6000"), initial: 0,
      unknown: "equity or the initial capital did not come"),
    Case(testDescription: "a tenth below", status: dropped(to: "9000")),
    Case(testDescription: "just above the limit", status: dropped(to: "7000.01")),
    Case(
      testDescription: "at the limit", status: dropped(to: "7000"),
      persists: "equity is 30 % below the initial capital, the limit is 30 %"),
    Case(
      testDescription: "the switch's own limit is the one that counts",
      status: dropped(to: "8000", limits: #"{"equity_drop":20}"#),
      persists: "equity is 20 % below the initial capital, the limit is 20 %"),
    Case(testDescription: "in dry run the switch's equity goes first", status: dropped(to: "9000"), equity: 1000),
    Case(
      testDescription: "where the switch does not say, the engine's", status: #"{"triggered":true}"#, equity: 6000,
      persists: "equity is 40 % below the initial capital, the limit is 30 %"),
    Case(
      testDescription: "at the exchange the engine's status tells", status: dropped(to: "9000"), equity: 6000,
      isLive: true, persists: "equity is 40 % below the initial capital, the limit is 30 %"),
    Case(testDescription: "at the exchange the switch's own is bent", status: dropped(to: "200"), isLive: true),
    Case(
      testDescription: "still 25 % below the day's high", status: paused("12000.00"),
      persists: "equity is 25 % below the day's high of 12000.00 USDT, the limit is 15 %"),
    Case(testDescription: "recovered to the day's high", status: paused("9500.00")),
    Case(
      testDescription: "exactly 15 % below it", status: paused("10000", equity: "8500"),
      persists: "equity is 15 % below the day's high of 10000.00 USDT, the limit is 15 %"),
    Case(testDescription: "a high of yesterday", status: paused("12000.00", at: 7200)),
    Case(
      testDescription: "above the initial capital the limit is the larger one", status: paused("13000", equity: "10500")
    ),
    Case(
      testDescription: "above it and far from the high", status: paused("16000", equity: "10500"),
      persists: "equity is 34.38 % below the day's high of 16000.00 USDT, the limit is 30 %"),
    Case(testDescription: "a fifth above it the high does not count", status: paused("90000", equity: "12000.01")),
    Case(
      testDescription: "up to a fifth above it the high counts", status: paused("90000", equity: "12000"),
      persists: "equity is 86.67 % below the day's high of 90000.00 USDT, the limit is 30 %"),
    Case(testDescription: "a high of nothing", status: paused("0")),
    Case(
      testDescription: "a peak that may be the day's high", status: fallen("15"),
      mayPersist: "equity is 15 % below its peak; if that peak was today, the switch trips again at 15 %"),
    Case(testDescription: "a peak that is near", status: fallen("14.99")),
    Case(
      testDescription: "above the initial capital the peak may be further away", status: fallen("29", equity: "11000")),
    Case(
      testDescription: "a fifth above it the peak does not count either", status: fallen("60", equity: "12000.01")),
  ]

  @Test(arguments: cases)
  private func `a reset lasts when the cause is gone`(item: Case) throws {
    let engine = try EngineSnapshot.staged(
      [.engine(equity: item.equity, initial: item.initial, isLive: item.isLive)], on: []
    ).engine
    let status = try item.status.map { try KillSwitchStatus.read(Data($0.utf8)) }
    switch KillSwitchCause(status, engine, now: Seen.now) {
    case .gone: #expect(item.persists == nil && item.mayPersist == nil && item.unknown == nil)
    case .mayPersist(let words): #expect(words == item.mayPersist)
    case .persists(let words): #expect(words == item.persists)
    case .unknown(let words): #expect(words == item.unknown)
    }
  }

  @Test func `the floor is the equity at which the switch trips`() throws {
    let engine = try EngineSnapshot.staged([.engine(equity: 9000, initial: 12_000)], on: []).engine
    let status = try KillSwitchStatus.read(Data(#"{"triggered":false,"thresholds":{"equity_drop":20}}"#.utf8))
    let drop = try #require(EquityDrop(status, engine))
    #expect(drop.percent == 25 && drop.limit == 20 && drop.floor == 9600 && drop.isPastLimit)
    let usual = try #require(EquityDrop(nil, engine))
    #expect(usual.limit == 30 && usual.floor == 8400 && !usual.isPastLimit && usual.equity == 9000)
    #expect(EquityDrop(status, nil) == nil)
  }

  // MARK: what ends it

  private func truth(_ told: Told...) throws -> EquityTruth { try EngineSnapshot.staged(told).equityTruth }

  private static let long = #"{"symbol":"BTCUSDT","side":"long","size":30,"entry_price":100,"position_id":"p"}"#
  private static let bent: [Told] = [.engine(equity: 7000), .risk(open: 1, equity: 7000), .positions(long)]
  private static let booked: [Told] = [.engine(equity: 7000), .risk(equity: 7000)]
  private static let sound: [Told] = []

  @Test func `why the figure is not what it seems is told by what bends it`() throws {
    func doubt(_ told: [Told], _ protection: EquityTruth.Protection = .governor) throws -> String? {
      EquityStop(truth: try EngineSnapshot.staged(told).equityTruth, protection: protection).doubt
    }
    #expect(
      try doubt(Self.bent) == "open positions distort the engine's equity by their notional until they are closed")
    #expect(
      try doubt(Self.booked) == "the engine's equity contradicts its own PnL, and only a restart makes it right")
    #expect(try doubt(Self.sound) == nil)
    #expect(
      try doubt([.engine(equity: 7000), .risk(open: 2, equity: 7000)])
        == "the engine's equity contradicts its own PnL", "a list that the engine counts otherwise")
    #expect(try doubt([.engine(equity: 7000, initial: nil)]) == nil)
  }

  @Test func `the first step closes a false book, waits for a true one, and restarts an empty one`() throws {
    func step(
      _ told: [Told], _ positions: [Position]?, outlasts: Bool = false
    ) throws -> NextStep {
      EquityStop(
        truth: try EngineSnapshot.staged(told).equityTruth, positions: positions, protection: .governor,
        outlastsRestart: outlasts
      ).nextStep
    }
    let open = try EngineSnapshot.staged(Self.bent).openPositions
    #expect(try step(Self.bent, open) == .operation(.closeAllPositions))
    #expect(try step(Self.booked, open) == .operation(.closeAllPositions))
    #expect(try step(Self.sound, open) == .query(.why, options: .watch), "a real loss can come back")
    #expect(try step(Self.bent, nil) == .query(.positions))
    #expect(try step(Self.sound, []) == .operation(.engineRestart))
    #expect(try step(Self.sound, [], outlasts: true) == .operation(.engineRestart), "in dry run it begins anew")
    #expect(
      try step([.engine(isLive: true)], [], outlasts: true)
        == "restart the engine's process with INITIAL_CAPITAL set to what the account holds")
  }
}
