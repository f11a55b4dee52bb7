import Foundation
import HeanCore
import Testing

@testable import HeanPractice

/// Candles as the engine serves them (docs/engine.md 2.7).
struct CandleTests {
  private struct Kline: Decodable, Equatable {
    var open: Decimal
    var high: Decimal
    var low: Decimal
    var close: Decimal
    var volume: Decimal
    var open_time: String
    var close_time: String
  }

  private struct Body: Decodable {
    var klines: [Kline]
    var count: Int
  }

  private func read(
    _ engine: inout PracticeEngine, _ query: [String: String], at now: Date = WorldTests.start
  ) throws -> [Kline] {
    let answer = engine.respond(
      to: PracticeRequest(method: "GET", path: "/api/v1/market/candles", query: query), now: now)
    let body = try JSONDecoder().decode(Body.self, from: answer.body)
    #expect(body.count == body.klines.count)
    return body.klines
  }

  @Test(arguments: [("1m", 60), ("5m", 300), ("1h", 3600), ("1d", 86_400)])
  func `candles are whole, in order, and closed`(frame: String, seconds: Int) throws {
    var engine = WorldTests.engine
    let candles = try read(&engine, ["symbol": "SOLUSDT", "timeframe": frame, "limit": "1000"])
    #expect(candles.count == ["1m": 1000, "5m": 1000, "1h": 120, "1d": 5][frame])
    for (candle, next) in zip(candles, candles.dropFirst()) { #expect(candle.close_time == next.open_time) }
    for candle in candles {
      let opened = try #require(EngineTime.parse(candle.open_time)).timeIntervalSince1970
      #expect(Int(opened) % seconds == 0 && candle.volume == 0)
      #expect(candle.low <= min(candle.open, candle.close) && candle.high >= max(candle.open, candle.close))
    }
    let last = try #require(candles.last.flatMap { EngineTime.parse($0.close_time) })
    #expect(last <= WorldTests.start && last > WorldTests.start - TimeInterval(seconds) - 1)
  }

  @Test func `five minutes are made of five candles of a minute`() throws {
    var engine = WorldTests.engine
    let minutes = try read(&engine, ["timeframe": "1m", "limit": "1000"])
    let five = try #require(try read(&engine, ["timeframe": "5m", "limit": "3"]).first)
    let parts = minutes.filter { $0.open_time >= five.open_time && $0.close_time <= five.close_time }
    #expect(parts.count == 5 && parts[0].open == five.open && parts[4].close == five.close)
    #expect(parts.map(\.high).max() == five.high && parts.map(\.low).min() == five.low)
  }

  @Test func `a candle stays what it was, and the next one is added after its minute`() throws {
    var engine = WorldTests.engine
    let before = try read(&engine, ["timeframe": "1m", "limit": "50"])
    let after = try read(&engine, ["timeframe": "1m", "limit": "51"], at: WorldTests.start + 61)
    #expect(Array(after.dropLast()) == before, "another limit shows the same candles")
  }

  @Test func `an unknown length and an unknown symbol have none`() throws {
    var engine = WorldTests.engine
    #expect(try read(&engine, ["timeframe": "15m"]).isEmpty)
    #expect(try read(&engine, ["symbol": "NONEUSDT"]).isEmpty)
  }

  @Test func `a stopped engine makes no candles, and keeps those it has`() throws {
    var engine = PracticeEngine(configuration: PracticeConfiguration(scenario: .stopped), now: WorldTests.start)
    let before = try read(&engine, ["limit": "5"])
    let after = try read(&engine, ["limit": "5"], at: WorldTests.start + 180)
    #expect(!before.isEmpty && before == after)
  }
}
