import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Exposure, concentration, and the ways of a position to its exits.
struct PortfolioTests {
  private static func position(
    _ symbol: String, _ side: String, size: Decimal, mark: Decimal, entry: Decimal = 100, more: String = ""
  ) -> String {
    #"{"position_id":"\#(symbol)\#(side)","symbol":"\#(symbol)","side":"\#(side)","size":\#(size),"#
      + #""entry_price":\#(entry),"current_price":\#(mark),"unrealized_pnl":1,"status":"open"\#(more)}"#
  }

  private func portfolio(_ told: [Told]) throws -> PortfolioAnswer {
    try PortfolioQuery().answer(.staged(told), now: Seen.now)
  }

  @Test func `exposure by symbol and of all`() throws {
    let seen = try portfolio([
      .positions(
        Self.position("BTCUSDT", "long", size: 2, mark: 100), Self.position("BTCUSDT", "short", size: 1, mark: 100),
        Self.position("ETHUSDT", "short", size: 10, mark: 10)),
      .engine(equity: 200, unrealized: 3, initial: 197), .risk(open: 3, equity: 200),
    ])
    #expect(seen.symbols.map(\.symbol) == ["BTCUSDT", "ETHUSDT"] && seen.symbols.map(\.gross) == [300, 100])
    #expect(seen.symbols[0].net == 100 && seen.total.net == 0 && seen.total.gross == 400 && seen.total.unrealized == 3)
    #expect(seen.share(of: seen.symbols[0]) == Decimal(string: "0.75"))
    #expect(seen.concentration == Decimal(string: "0.625"))
    #expect(seen.leverage == seen.account.truth.shown.map { (400 / $0).rounded(to: 4) } && seen.leverage != nil)
    #expect(seen.total.margin == nil, "no position tells one")
  }

  @Test func `what has no price is in no sum, and is counted`() throws {
    let seen = try portfolio([
      .positions(
        Self.position("BTCUSDT", "long", size: 2, mark: 100), #"{"position_id":"x","symbol":"ETHUSDT","side":"long"}"#)
    ])
    #expect(seen.total.unknown == 1 && seen.total.gross == 200 && seen.total.unrealized == nil)
    #expect(
      seen.total.known?.gross == 200 && seen.symbols.last?.positions == 1 && seen.symbols.last?.known == nil,
      "not known is no zero")
    let empty = try portfolio([])
    #expect(empty.concentration == nil && empty.total.gross == 0 && empty.symbols.isEmpty && empty.leverage == 0)
  }

  @Test func `a direction that is not known is in gross, and not in net`() throws {
    let seen = try portfolio([
      .positions(
        Self.position("BTCUSDT", "long", size: 2, mark: 100), Self.position("ETHUSDT", "up", size: 3, mark: 100))
    ])
    #expect(seen.total.gross == 500 && seen.total.net == nil && seen.netLeverage == nil && seen.total.long == 200)
    #expect(seen.symbols.map(seen.share) == [Decimal(string: "0.6"), Decimal(string: "0.4")])
    // Two answers of the engine that name different sides.
    let told = Self.position("BTCUSDT", "long", size: 2, mark: 100)
    let other = told.replacing(#""side":"long""#, with: #""side":"short""#)
    let two = try portfolio([.positions(told), .says(.state, #"{"open_positions":[\#(other)]}"#)])
    #expect(two.total.gross == 200 && two.total.net == nil)
    #expect(two.positions.positions.elements.map(\.isContradictory) == [true])
  }

  private func read(_ json: String) throws -> Position { try Position.read(Data(json.utf8)) }

  @Test func `ways to stop and target, of both sides`() throws {
    let exits = #","stop_loss":95,"take_profit":115"#
    let long = try read(Self.position("B", "long", size: 2, mark: 105, more: exits))
    let stop = try #require(long.distance(to: .stopLoss))
    #expect(stop.away == 10 && stop.percent == Decimal(string: "9.5238") && stop.profit == -10)
    #expect(long.distance(to: .takeProfit)?.away == 10 && long.distance(to: .takeProfit)?.profit == 30)
    #expect(long.exitProgress == Decimal(string: "0.5"))
    let short = try read(
      Self.position("B", "short", size: 2, mark: 105, more: #","stop_loss":103,"take_profit":80"#))
    #expect(short.distance(to: .stopLoss)?.away == -2, "beyond it")
    #expect(short.distance(to: .takeProfit)?.away == 25 && short.distance(to: .takeProfit)?.profit == 40)
    #expect(short.exitProgress == Decimal(string: "-0.087"))
    let crossed = try read(Self.position("B", "long", size: 2, mark: 105, more: #","stop_loss":120,"take_profit":115"#))
    #expect(crossed.exitProgress == nil, "a stop above the target of a long tells nothing")
    let bare = try read(Self.position("B", "long", size: 2, mark: 105))
    #expect(bare.distance(to: .stopLoss) == nil && bare.exitProgress == nil && bare.returnOnMargin == nil)
    let margin = try read(
      #"{"position_id":"p","symbol":"B","side":"long","qty":2,"entry_price":100,"mark_price":105,"unrealized_pnl":10,"margin_used":70}"#
    )
    #expect(margin.returnOnMargin == Decimal(string: "14.2857"))
  }

  @Test func `assumed moves, that of a symbol before that of all`() throws {
    let told: [Told] = [
      .positions(
        Self.position("BTCUSDT", "long", size: 2, mark: 100, more: #","stop_loss":95,"take_profit":120"#),
        Self.position("ETHUSDT", "short", size: 10, mark: 10, more: #","stop_loss":12,"take_profit":9"#),
        #"{"position_id":"x","symbol":"SOLUSDT","side":"long"}"#),
      .engine(equity: 1000, initial: 1000), .risk(open: 3, equity: 1000),
    ]
    let both = try WhatIfQuery([
      AssumedMove(symbol: "btc", percent: -5), AssumedMove(symbol: nil, percent: -10),
      AssumedMove(symbol: "doge", percent: 1),
    ]).answer(.staged(told), now: Seen.now)
    #expect(both.rows.map(\.change) == [-10, 10, nil] && both.total == 0 && both.unknown == 1)
    #expect(both.rows.map(\.passed) == [["stop_loss"], ["take_profit"], []] && both.unheld == ["doge"])
    #expect(both.untouched == 0 && both.equityAfter == both.equity)
    let one = try WhatIfQuery([AssumedMove(symbol: "ETHUSDT", percent: 30)]).answer(.staged(told), now: Seen.now)
    #expect(one.rows.count == 1 && one.total == -30 && one.untouched == 2)
    #expect(one.rows[0].passed == ["stop_loss"] && one.equityAfter == one.equity.map { $0 - 30 })
    #expect(try WhatIfQuery([]).answer(.staged([.stopped]), now: Seen.now).doubt != nil)
  }
}
