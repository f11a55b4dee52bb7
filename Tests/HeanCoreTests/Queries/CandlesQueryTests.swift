import Foundation
import HeanTestSupport
import Testing

@testable import HeanCore

/// Candles of one symbol, with what is still forming and what is missing.
struct CandlesQueryTests {
  /// Candles of these minutes before now, oldest first.
  private static func candles(_ minutes: [Int]) -> Told {
    let present = Timeframe.minute.opening(of: Seen.now)
    let rows = minutes.map { minute in
      #"{"symbol":"BTCUSDT","timeframe":"1m","open":1,"high":2000,"low":1,"close":\#(minute + 1),"#
        + #""open_time":"\#(EngineTime.format(present - TimeInterval(60 * minute)))"}"#
    }
    return .says(.candles("BTCUSDT", .minute), #"{"klines":[\#(rows.joined(separator: ","))]}"#)
  }

  private func answer(_ told: [Told], limit: Int? = nil) throws -> CandlesAnswer {
    try CandlesQuery("btc", .minute, limit: limit).answer(.staged(told), now: Seen.now)
  }

  @Test func `a running engine forms the next candle, a stopped one none`() throws {
    let running = try answer([Self.candles([3, 2, 1])])
    #expect(running.forming == Timeframe.minute.opening(of: Seen.now) && running.symbol == "BTCUSDT")
    #expect(running.series.bars.map(\.close) == [4, 3, 2] && running.kept == 3 && running.price != nil)
    #expect(try answer([Self.candles([3, 2, 1]), .stopped]).forming == nil)
  }

  @Test func `of many the latest are shown, and no candles are an error only when nothing was told`() throws {
    let latest = try answer([Self.candles([5, 4, 1])], limit: 2)
    #expect(latest.series.bars.map(\.close) == [5, 2] && latest.kept == 3)
    #expect(try answer([Self.candles([])]).series.bars.isEmpty)
    #expect(throws: EngineError.self) { try answer([]) }
  }

  /// The engine keeps 1000, and drops the oldest for each that comes: then older ones are not to be had.
  @Test(arguments: [(999, false), (1000, true)])
  func `as many as the engine keeps are perhaps not all that there were`(count: Int, isFull: Bool) throws {
    let whole = try answer([Self.candles(Array((1...count).reversed()))])
    #expect(whole.isFull == isFull && whole.kept == count)
    let latest = try answer([Self.candles(Array((1...count).reversed()))], limit: 5)
    #expect(latest.isFull == isFull && latest.series.bars.count == 5, "however few are shown")
  }
}
