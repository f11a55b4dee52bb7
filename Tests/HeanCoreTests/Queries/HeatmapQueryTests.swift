import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Changes over the candles that there are, in order, and without anything made up.
struct HeatmapQueryTests {
  private static func candles(_ symbol: String, _ prices: [(minute: Int, open: Decimal, close: Decimal)]) -> Told {
    let rows = prices.map { row in
      let opened = EngineTime.format(Date(timeIntervalSince1970: 1_795_220_000 + Double(row.minute) * 60))
      return #"{"symbol":"\#(symbol)","timeframe":"1m","open":\#(row.open),"high":\#(max(row.open, row.close)),"#
        + #""low":\#(min(row.open, row.close)),"close":\#(row.close),"open_time":"\#(opened)"}"#
    }
    return .says(.candles(symbol, .minute), #"{"klines":[\#(rows.joined(separator: ","))]}"#)
  }

  private func answer(_ told: [Told], _ symbols: [String]) throws -> HeatmapAnswer {
    try HeatmapQuery(symbols, .minute).answer(.staged(told), now: Seen.now)
  }

  @Test func `from the first price to the last, the largest rise first, what is not known last`() throws {
    let answer = try answer(
      [
        Self.candles("BTCUSDT", [(0, 100, 90), (1, 90, 95)]), Self.candles("ETHUSDT", [(0, 10, 12), (1, 12, 11)]),
        Self.candles("SOLUSDT", []), .fails(.candles("XRPUSDT", .minute)),
      ], ["btc", "xrp", "sol", "eth"])
    #expect(answer.moves.map(\.symbol) == ["ETHUSDT", "BTCUSDT", "SOLUSDT", "XRPUSDT"])
    #expect(answer.moves.map(\.changePercent) == [10, -5, nil, nil])
    #expect(answer.largest == 10 && answer.shorter.isEmpty)
    #expect(answer.moves[2].kept == 0 && answer.moves[3].missing != nil)
  }

  @Test func `another span and a hole are seen`() throws {
    let answer = try answer(
      [
        Self.candles("BTCUSDT", [(0, 1, 1), (1, 1, 1), (2, 1, 1), (3, 1, 1)]),
        Self.candles("ETHUSDT", [(1, 1, 1), (3, 1, 2)]),
      ], ["btc", "eth"])
    #expect(answer.shorter.map(\.symbol) == ["ETHUSDT"])
    #expect(answer.moves.first?.gaps == 1 && answer.moves.first?.changePercent == 100)
  }

  @Test func `when no candles were told the error is that of the first`() {
    #expect(throws: EngineError.gone) {
      try self.answer([.fails(.candles("BTCUSDT", .minute))], ["btc"])
    }
  }

  @Test func `without names the usual ten are read, and those of open positions`() throws {
    let held = #"{"symbol":"AAAUSDT","side":"long","size":1,"entry_price":1}"#
    let all = try answer([.positions(held), Self.candles("BTCUSDT", [(0, 1, 2)])], [])
    #expect(all.moves.count == 11 && all.moves.contains { $0.symbol == "AAAUSDT" })
  }
}
