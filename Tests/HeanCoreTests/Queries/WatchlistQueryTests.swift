import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Rows of a list: prices now, and the closes before them, without anything made up.
struct WatchlistQueryTests {
  private static func candles(_ symbol: String, _ closes: [Int: Decimal], limit: Int = 5) -> Told {
    let rows = closes.sorted { $0.key < $1.key }.map { minute, close in
      let opened = EngineTime.format(Date(timeIntervalSince1970: 1_795_220_000 + Double(minute) * 60))
      return #"{"symbol":"\#(symbol)","timeframe":"1m","open":\#(close - 1),"high":\#(close),"low":\#(close - 1),"#
        + #""close":\#(close),"open_time":"\#(opened)"}"#
    }
    return .says(.candles(symbol, .minute, limit: limit), #"{"klines":[\#(rows.joined(separator: ","))]}"#)
  }

  private static func ticker(_ symbol: String, _ price: Decimal) -> Told {
    .says(.ticker(symbol), #"{"price":\#(price),"bid":null,"ask":null,"timestamp":"\#(ago(2))"}"#)
  }

  private func answer(_ told: [Told], _ symbols: [String]) throws -> WatchlistAnswer {
    try WatchlistQuery(symbols, length: 4).answer(.staged(told), now: Seen.now)
  }

  @Test func `closes stand at their times, and a missing one leaves its place empty`() throws {
    let answer = try answer(
      [
        Self.ticker("BTCUSDT", 110), Self.candles("BTCUSDT", [0: 50, 3: 101, 4: 102, 6: 104]),
        Self.ticker("ETHUSDT", 9), Self.candles("ETHUSDT", [:]),
      ], ["btc", "ETHUSDT", "BTCUSDT"])
    #expect(answer.rows.map(\.price.symbol) == ["BTCUSDT", "ETHUSDT"], "each once")
    #expect(answer.rows[0].closes == [101, 102, nil, 104])
    #expect(answer.rows[0].series.bars.count == 4 && answer.rows[0].price.age == 2)
    #expect(answer.rows[0].changePercent.map { abs($0 - 124.489796) < 0.000001 } == true, "from the open of the first")
    #expect(
      answer.rows[1].closes.isEmpty && answer.rows[1].changePercent == nil && answer.rows[1].candlesMissing == nil)
  }

  @Test func `a symbol that the engine does not know is a row, and one without an answer says why`() throws {
    let answer = try answer(
      [
        .says(.ticker("AAAUSDT"), #"{"price":null}"#), Self.ticker("BTCUSDT", 1),
        .fails(.candles("BTCUSDT", .minute, limit: 5)), .fails(.ticker("SOLUSDT"), .limited),
        Self.candles("SOLUSDT", [0: 2]),
      ], ["AAAUSDT", "BTCUSDT", "SOLUSDT"])
    #expect(answer.rows.map(\.isUnknown) == [true, false, false])
    #expect(answer.rows[0].price.price == nil && answer.rows[0].closes.isEmpty)
    #expect(answer.rows[1].candlesMissing != nil && answer.rows[2].price.missing != nil)
    #expect(answer.rows[2].changePercent == nil && answer.rows[2].closes == [2])
  }

  @Test func `when no price was told the error is that of the first`() {
    #expect(throws: EngineError.gone) { try self.answer([.fails(.ticker("BTCUSDT"))], ["btc"]) }
    #expect(throws: EngineError.gone) {
      try self.answer([.fails(.ticker("AAAUSDT")), .fails(.engineStatus)], ["AAAUSDT"])
    }
  }

  @Test func `an answer can be written and read again`() throws {
    let answer = try answer(
      [Self.ticker("BTCUSDT", 110), Self.candles("BTCUSDT", [3: 101, 5: 102])], ["btc"])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let written = try encoder.encode(answer)
    #expect(try encoder.encode(JSONDecoder().decode(WatchlistAnswer.self, from: written)) == written)
  }
}
