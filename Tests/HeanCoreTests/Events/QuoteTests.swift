import Foundation
import Testing

@testable import HeanCore

/// The latest price of each symbol, and which way it went.
struct QuoteTests {
  private func read(_ ticker: String, _ symbol: String = "BTCUSDT", received: Double) throws -> EngineSnapshot {
    var snapshot = EngineSnapshot(seenAt: PictureHarness.moment(received))
    snapshot[.ticker(symbol)] = .success(
      EndpointAnswer(
        try Ticker.read(Data(ticker.utf8)), endpoint: "/x", receivedAt: PictureHarness.moment(received),
        isPractice: false))
    return snapshot
  }

  @Test func `each tick that moves a price is its last change, and one that does not is none`() throws {
    var harness = PictureHarness()
    try harness.tick("100", at: 1)
    #expect(harness.picture.quotes["BTCUSDT"]?.change == nil)
    try harness.tick("101", at: 2)
    try harness.tick("101", at: 3)
    let rise = try #require(harness.picture.quotes["BTCUSDT"]?.change)
    #expect(rise == PriceChange(from: 100, to: 101, at: PictureHarness.moment(2)) && rise.isRise && rise.amount == 1)
    #expect(harness.picture.quotes["BTCUSDT"]?.receivedAt == PictureHarness.moment(3))
    try harness.tick("99.5", at: 4)
    #expect(harness.picture.quotes["BTCUSDT"]?.change?.isRise == false)
    try harness.tick("500", at: 5, seq: 1)
    try harness.tick("0", at: 6)
    #expect(harness.picture.quotes["BTCUSDT"]?.ticker.price == 99.5, "neither late nor worthless")
    try harness.tick("7", "ETHUSDT", at: 7)
    #expect(harness.picture.quotes["ETHUSDT"]?.change == nil && harness.picture.quotes.count == 2)
  }

  @Test func `a tick has no bid and ask when it tells none`() throws {
    var harness = PictureHarness()
    try harness.event(
      "MARKET_TICK", "market_data",
      #"{"symbol":"BTCUSDT","price":100,"bid":99,"ask":101,"ts":"2026-11-21T01:47:29"}"#, at: 1)
    #expect(harness.picture.quotes["BTCUSDT"]?.ticker.bid == 99 && harness.picture.quotes["BTCUSDT"]?.ticker.at != nil)
    try harness.tick("100", at: 2)
    #expect(harness.picture.quotes["BTCUSDT"]?.ticker.ask == nil)
  }

  @Test func `an answer counts unless a tick has come since it was asked for`() throws {
    var harness = PictureHarness()
    harness.picture.take(try read(#"{"price":100}"#, received: 1), askedAt: PictureHarness.moment(0))
    try harness.tick("102", at: 3)
    let late = try read(#"{"price":101}"#, received: 4)
    harness.picture.take(late, askedAt: PictureHarness.moment(2.5))
    #expect(harness.picture.quotes["BTCUSDT"]?.ticker.price == 102)
    #expect(
      try late.moved(by: harness.picture, at: PictureHarness.moment(5)).ticker("BTCUSDT").get().value.price == 102)
    harness.picture.take(try read(#"{"price":103}"#, received: 6), askedAt: PictureHarness.moment(5))
    #expect(
      harness.picture.quotes["BTCUSDT"]?.change == PriceChange(from: 102, to: 103, at: PictureHarness.moment(6)))
    harness.picture.take(try read(#"{"price":null}"#, received: 8), askedAt: PictureHarness.moment(7))
    #expect(harness.picture.quotes["BTCUSDT"]?.ticker.price == 103, "no price is no change")
  }

  @Test func `a moved snapshot has the price of the tick, with the time of its receipt`() throws {
    var harness = PictureHarness()
    let snapshot = try read(#"{"price":100,"bid":99,"ask":101,"timestamp":"2026-11-21T01:47:30"}"#, received: 0)
    harness.picture.take(snapshot, askedAt: PictureHarness.moment(-1))
    #expect(
      try snapshot.moved(by: harness.picture, at: PictureHarness.moment(1)).ticker("BTCUSDT").get().value.bid == 99)
    try harness.event(
      "MARKET_TICK", "market_data", #"{"symbol":"BTCUSDT","price":100.5,"ts":"2026-11-21T01:47:31"}"#, at: 2)
    let moved = snapshot.moved(by: harness.picture, at: PictureHarness.moment(3))
    let row = SymbolPrice("BTCUSDT", moved.ticker("BTCUSDT"), isHeld: nil)
    #expect(row.price == 100.5 && row.bid == nil && row.age == 1)
    #expect(row.aged(to: PictureHarness.moment(9)).age == 8)
    #expect(SymbolPrice("X").aged(to: PictureHarness.moment(9)).age == nil)
  }
}
