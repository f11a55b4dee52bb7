import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Closed trades of two lists of an engine, and what is made of them.
struct ClosedTradesTests {
  private static func trade(
    _ id: String, _ pnl: Decimal, ago seconds: TimeInterval, symbol: String = "BTCUSDT", side: String = "long",
    strategy: String = "a", fee: String = "null", unrealized: String = "1", held: TimeInterval = 60
  ) -> String {
    #"{"event_kind":"closed_position","position_id":"\#(id)","symbol":"\#(symbol)","side":"\#(side)","qty":2,"#
      + #""entry_price":100,"mark_price":101,"unrealized_pnl":\#(unrealized),"realized_pnl":\#(pnl),"#
      + #""opened_at":"\#(ago(seconds + held))","closed_at":"\#(ago(seconds))","strategy_id":"\#(strategy)","#
      + #""exit_plan":{"fee":\#(fee),"exit_plan":{"tp":110,"sl":90}},"status":"closed"}"#
  }

  private static func journal(_ rows: [String]) -> Told {
    .says(.journal, #"{"trades":[\#(rows.joined(separator: ","))],"count":\#(rows.count),"summary":{}}"#)
  }

  private static let summary = Told.says(
    .analyticsSummary,
    #"{"total_trades":9,"win_rate":25.0,"profit_factor":0.0,"max_drawdown_pct":3,"total_pnl":7}"#)

  private func answer(_ query: TradesQuery, _ told: [Told]) throws -> TradesAnswer {
    try query.answer(.staged(told), now: Seen.now)
  }

  @Test func `each position once, newest first, from both lists`() throws {
    let told = [
      Self.journal([Self.trade("p1", 5, ago: 100, fee: "0.25"), Self.trade("p2", 0, ago: 50)]),
      Told.history(
        [Self.trade("p3", -2, ago: 10), Self.trade("p2", 4, ago: 50), Self.trade("p1", 5, ago: 100)], limit: 500),
    ]
    let seen = try answer(TradesQuery(), told)
    #expect(seen.trades.map(\.id) == ["p3", "p2", "p1"] && seen.count == 3 && seen.missing.isEmpty)
    #expect(seen.trades[1].realizedPnL == 4, "the record with a PnL, not the dropped one")
    #expect(seen.totals.realized == 7 && seen.totals.won == 2 && seen.totals.lost == 1 && seen.totals.dropped == 0)
    #expect(seen.trades[2].entryFee == Decimal(string: "0.25") && seen.totals.withFees == 1)
    #expect(seen.totals.realizedLessEntryFees == nil && seen.trades[2].stopLoss == 90)
    #expect(seen.trades[2].realizedPercent == Decimal(string: "2.5") && seen.trades[2].heldSeconds == 60)
  }

  @Test func `trades of one moment stay in the engine's order where others are sorted`() throws {
    let rows = [("p1", 100.0), ("p2", 50), ("p3", 50), ("p4", 7)].map { Self.trade($0.0, 1, ago: $0.1) }
    let seen = try answer(TradesQuery(), [Self.journal(rows), Told.history([], limit: 500)])
    #expect(seen.trades.map(\.id) == ["p4", "p2", "p3", "p1"])
  }

  @Test func `trades without an id and a time are one only where all else is equal`() throws {
    func bare(_ pnl: Int) -> String {
      #"{"event_kind":"closed_position","symbol":"BTCUSDT","side":"long","qty":2,"entry_price":100,"realized_pnl":\#(pnl)}"#
    }
    let seen = try answer(TradesQuery(), [Self.journal([bare(5), bare(7)]), Told.history([bare(7)], limit: 500)])
    #expect(seen.count == 2 && seen.totals.realized == 12)
  }

  @Test func `a dropped position is listed and counted nowhere`() throws {
    let seen = try answer(
      TradesQuery(), [Self.journal([Self.trade("p1", 0, ago: 5), Self.trade("p2", 0, ago: 9, unrealized: "0")])])
    #expect(seen.trades.count == 2 && seen.totals.dropped == 1 && seen.totals.trades == 1 && seen.totals.breakEven == 1)
  }

  @Test func `filters by side, time, symbol and strategy, and the limit is of what passes`() throws {
    let told = [
      Self.journal([
        Self.trade("p1", 1, ago: 10), Self.trade("p2", 2, ago: 100, symbol: "ETHUSDT", side: "short"),
        Self.trade("p3", 3, ago: 1000, strategy: "b"), Self.trade("p4", 4, ago: 5000),
      ])
    ]
    func ids(_ query: TradesQuery) throws -> [String?] { try answer(query, told).trades.map(\.id) }
    #expect(try ids(TradesQuery(side: .short)) == ["p2"])
    #expect(try ids(TradesQuery(of: NameFilter(symbol: "eth"))) == ["p2"])
    #expect(try ids(TradesQuery(of: NameFilter(strategy: "b"))) == ["p3"])
    #expect(try ids(TradesQuery(at: TimeFilter(since: Seen.now - 1500, until: Seen.now - 50))) == ["p2", "p3"])
    let limited = try answer(TradesQuery(limit: 2), told)
    #expect(limited.trades.count == 2 && limited.count == 4 && limited.totals.realized == 10)
  }

  @Test func `one list is enough, and the missing one is named`() throws {
    let seen = try answer(
      TradesQuery(), [.fails(.journal), Told.history([Self.trade("p1", 5, ago: 9)], limit: 500)])
    #expect(seen.trades.count == 1 && seen.missing.count == 1 && seen.missing[0].hasPrefix("/journal/trades: "))
    #expect(throws: EngineError.self) { try answer(TradesQuery(), [.fails(.journal), .fails(.history(limit: 500))]) }
    let stopped = try answer(TradesQuery(), [.stopped, Self.journal([]), Told.history([], limit: 500)])
    #expect(stopped.doubt != nil && stopped.trades.isEmpty)
    #expect(try answer(TradesQuery(), [Self.journal([])]).doubt == nil)
  }

  @Test func `of the time before its start an engine that lists nothing older knows nothing`() throws {
    let told = [Self.journal([Self.trade("p1", 5, ago: 10)]), Told.started(600)]
    let before = TimeFilter(since: Seen.now - 5000, until: Seen.now - 700)
    let known = try #require(try answer(TradesQuery(at: before), told).knownSince)
    #expect(abs(known.timeIntervalSince(Seen.now - 600)) < 1)
    guard case .startedLater(let start)? = try answer(TradesQuery(at: before), told).doubt else {
      Issue.record("nothing of that time is known")
      return
    }
    #expect(start == known)
    let across = try answer(TradesQuery(at: TimeFilter(since: Seen.now - 5000)), told)
    #expect(across.knownSince == known && across.doubt == nil && across.count == 1)
    let since = try answer(TradesQuery(at: TimeFilter(since: Seen.now - 300)), told)
    #expect(since.knownSince == nil && since.doubt == nil)
    #expect(try answer(TradesQuery(), told).knownSince == nil, "no span was asked for")
    // A journal can reach back to earlier engines.
    let older = [Self.journal([Self.trade("p1", 5, ago: 6000)]), Told.started(600)]
    let kept = try answer(TradesQuery(at: before), older)
    #expect(kept.knownSince == nil && kept.doubt == nil && kept.count == 0)
  }

  @Test func `a full journal is full although one of its rows cannot be read`() throws {
    let rows = (0..<499).map { Self.trade("p\($0)", 1, ago: TimeInterval($0)) }
    #expect(try answer(TradesQuery(), [Self.journal(rows + [#"{"symbol":7}"#])]).isCut)
    #expect(try !answer(TradesQuery(), [Self.journal(rows)]).isCut)
    let points = #"{"timestamp":"2026-11-21T01:47:30"},"#
    let history = Data(#"{"snapshots":[\#(String(repeating: points, count: 499))7]}"#.utf8)
    #expect(try EquityHistory.read(history).startedAt == nil)
  }

  @Test func `metadata that holds anything is no reason to lose a trade`() throws {
    for fee in ["\"free\"", "{}", "[1]", "true"] {
      let seen = try answer(TradesQuery(), [Self.journal([Self.trade("p1", 5, ago: 9, fee: fee)])])
      #expect(seen.trades.count == 1 && seen.trades[0].entryFee == nil && seen.trades[0].takeProfit == 110, "\(fee)")
    }
  }

  @Test func `the analysis adds up with the engine's books, and stands beside its figures`() throws {
    var rows: [String] = []
    for place in 0..<40 {
      let pnl: Decimal = place.isMultiple(of: 4) ? -3 : 2
      let symbol = place < 30 ? "BTCUSDT" : "ETHUSDT"
      let seconds = TimeInterval(4000 - place * 100)
      rows.append(
        Self.trade("p\(place)", pnl, ago: seconds, symbol: symbol, strategy: place < 10 ? "b" : "a", fee: "0.1"))
    }
    let told: [Told] = [
      .engine(equity: 10_100, realized: 100, unrealized: 5, fees: 4), Self.journal(rows), Self.summary,
    ]
    let seen = try AnalyticsQuery().answer(.staged(told), now: Seen.now)
    #expect(seen.all.totals.trades == 40 && seen.all.totals.realized == 30 && seen.books.listed == 30)
    #expect(seen.books.unlisted == 70 && seen.books.sum == 10_101 && seen.books.start == 10_070)
    #expect(seen.curve?.points.first?.equity == 10_070 && seen.curve?.points.last?.equity == 10_100)
    #expect(seen.strategies.map(\.name) == ["a", "b"] && seen.symbols.map(\.name) == ["BTCUSDT", "ETHUSDT"])
    #expect(seen.strategies.map(\.totals.trades) == [30, 10] && seen.days.map(\.totals.trades).reduce(0, +) == 40)
    let fees = try #require(seen.all.statistic(.feeShare)?.value)
    #expect(abs(fees - 4 / 60.0) < 1e-12)
    let rate = try #require(seen.comparisons.first { $0.name == .winRate })
    #expect(rate.ours == 0.75 && rate.engine == 0.25 && rate.difference == -0.5)
    let factor = try #require(seen.comparisons.first { $0.name == .profitFactor })
    #expect(factor.engine == 0 && factor.caveat?.contains("unknown") == true)
    let part = try AnalyticsQuery(TradesQuery(of: NameFilter(strategy: "b"))).answer(
      .staged(told), now: Seen.now)
    #expect(part.comparisons.isEmpty && part.all.totals.trades == 10, "nothing is compared with a part")
    // Since a time: what was earned before is in the equity at the start.
    let late = try AnalyticsQuery(TradesQuery(at: TimeFilter(since: Seen.now - 1000))).answer(
      .staged(told), now: Seen.now)
    #expect(late.curve?.points.last?.equity == 10_100 && late.curve?.points.count ?? 0 < 20)
  }

  @Test func `of a stopped engine nothing is compared and no return is known`() throws {
    let seen = try AnalyticsQuery().answer(
      .staged([.stopped, Self.journal([Self.trade("p1", 5, ago: 9)]), Self.summary]), now: Seen.now)
    #expect(seen.comparisons.isEmpty && seen.curve == nil && seen.books.sum == nil && seen.all.totals.trades == 1)
    #expect(seen.returns.allSatisfy { $0.value == nil })
  }
}
