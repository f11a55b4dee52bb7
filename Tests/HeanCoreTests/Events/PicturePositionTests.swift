import Foundation
import Testing

@testable import HeanCore

/// What events do to the list of positions.
struct PicturePositionTests {
  private let long = PictureBench.position("a")
  private let short = PictureBench.position("b", "ETHUSDT", "short")

  private func bench() throws -> PictureBench {
    var bench = PictureBench()
    try bench.read(positions: long, short, asked: 0)
    _ = bench.picture.takeWanted()
    return bench
  }

  @Test func `a price moves mark and PnL of its positions, and nothing else`() throws {
    var bench = try bench()
    try bench.tick("101.5", at: 1)
    let moved = try bench.row("a")
    #expect(moved.value.markPrice == Decimal(string: "101.5") && moved.value.unrealizedPnL == 3)
    #expect(moved.value.unrealizedPnLPercent == Decimal(string: "1.5"))
    #expect(moved.at == PictureBench.moment(1) && moved.source == .event("MARKET_TICK"))
    #expect(moved.age(at: PictureBench.moment(5)) == 4)
    let other = try bench.row("b")
    #expect(other.value.markPrice == 100 && other.source == .read && other.at == PictureBench.moment(0))
    try bench.tick("90", "ETHUSDT", at: 2)
    #expect(try bench.row("b").value.unrealizedPnL == 20, "a short profits from a fall")
    #expect(bench.picture.wanted.isEmpty, "nothing that only REST knows has changed")
  }

  @Test(arguments: ["0", "-5", "null", #""x""#])
  func `a price that is none moves nothing`(price: String) throws {
    var bench = try bench()
    try bench.tick(price, at: 1)
    #expect(try bench.row("a").source == .read && bench.picture.prices.isEmpty)
  }

  @Test func `of two prices the later number counts, not the later arrival`() throws {
    var bench = try bench()
    try bench.tick("110", at: 1, seq: 50)
    try bench.tick("105", at: 2, seq: 49)
    #expect(try bench.row("a").value.markPrice == 110 && bench.picture.prices["BTCUSDT"]?.value == 110)
    try bench.list(PictureBench.position("a", mark: "104"), PictureBench.position("b", "ETHUSDT"), at: 3, seq: 48)
    #expect(try bench.row("a").value.markPrice == 110)
  }

  @Test func `an unknown symbol is a price, and no position`() throws {
    var bench = try bench()
    try bench.tick("5", "XYZUSDT", at: 1)
    #expect(bench.ids == ["a", "b"] && bench.picture.prices["XYZUSDT"]?.value == 5)
  }

  @Test func `without side, size or entry price no PnL is made up`() throws {
    var bench = PictureBench()
    try bench.read(
      positions: #"{"position_id":"a","symbol":"BTCUSDT","qty":2,"entry_price":100,"unrealized_pnl":7}"#, asked: 0)
    try bench.tick("101", at: 1)
    #expect(try bench.row("a").value.unrealizedPnL == nil && bench.row("a").value.markPrice == 101)
  }

  @Test func `an opening adds one, once, and has the rest read`() throws {
    var bench = try bench()
    try bench.opened(PictureBench.position("c"), at: 1)
    try bench.opened(PictureBench.position("c"), at: 1.1)
    #expect(bench.ids == ["a", "b", "c"])
    #expect(bench.picture.takeWanted() == [.positions])
  }

  @Test func `a close takes one away, and what comes late does not bring it back`() throws {
    var bench = try bench()
    try bench.closed(long, at: 1, seq: 50)
    #expect(bench.ids == ["b"] && bench.picture.takeWanted() == [.positions, .status])
    try bench.event("POSITION_UPDATE", "trading_events", long, at: 1.1, seq: 51)
    try bench.list(long, short, at: 1.2, seq: 49)
    try bench.opened(long, at: 1.3, seq: 48)
    #expect(bench.ids == ["b"])
    try bench.opened(long, at: 1.4, seq: 60)
    #expect(bench.ids == ["b", "a"], "opened again is another story")
  }

  @Test func `an answer that was asked for before the close does not bring it back`() throws {
    var bench = try bench()
    try bench.closed(long, at: 2)
    try bench.read(positions: long, short, asked: 1.9, received: 2.5)
    #expect(bench.ids == ["b"])
    try bench.read(positions: long, short, asked: 2.6)
    #expect(bench.ids == ["a", "b"], "the engine still lists it: events are not believed against that")
  }

  @Test func `an answer that was asked for before the opening does not take it away`() throws {
    var bench = try bench()
    try bench.opened(PictureBench.position("c"), at: 2)
    try bench.read(positions: long, short, asked: 1.9, received: 2.5)
    #expect(bench.ids == ["a", "b", "c"])
    try bench.read(positions: long, short, asked: 2.6)
    #expect(bench.ids == ["a", "b"])
  }

  @Test func `an answer is older than a price that came after the question`() throws {
    var bench = try bench()
    try bench.tick("110", at: 2)
    try bench.read(positions: PictureBench.position("a", mark: "105"), asked: 1.5, received: 2.5)
    let row = try bench.row("a")
    #expect(row.value.markPrice == 110 && row.value.unrealizedPnL == 20 && row.at == PictureBench.moment(2))
    try bench.read(positions: PictureBench.position("a", mark: "105"), asked: 3)
    #expect(try bench.row("a").value.markPrice == 105 && bench.row("a").source == .read)
  }

  @Test func `a list that lacks one has the list read, and takes nothing away by itself`() throws {
    var bench = try bench()
    try bench.list(long, at: 1)
    #expect(bench.ids == ["a", "b"] && bench.picture.takeWanted() == [.positions])
    #expect(bench.picture.positionsAt == PictureBench.moment(0))
    try bench.list(long, short, at: 2)
    #expect(bench.picture.takeWanted().isEmpty && bench.picture.positionsAt == PictureBench.moment(2))
    try bench.list(long, short, PictureBench.position("c"), at: 3)
    #expect(bench.ids == ["a", "b"] && bench.picture.takeWanted() == [.positions])
  }

  @Test func `a list moves what it names`() throws {
    var bench = try bench()
    try bench.list(PictureBench.position("a", size: "3", mark: "120", pnl: "60"), short, at: 1)
    let row = try bench.row("a")
    #expect(row.value.size == 3 && row.value.markPrice == 120 && row.value.unrealizedPnL == 60)
    #expect(row.value.unrealizedPnLPercent == 20 && row.value.strategyID == "grid")
  }

  @Test func `what cannot be read may have been anything`() throws {
    var bench = try bench()
    try bench.event("POSITION_CLOSED", "positions", #"{"positions":[7]}"#, at: 1)
    #expect(bench.ids == ["a", "b"] && bench.picture.takeWanted() == [.positions])
    try bench.event("POSITIONS_UPDATE", "positions", #"{"positions":[7]}"#, at: 1)
    #expect(bench.ids == ["a", "b"] && bench.picture.takeWanted() == [.positions])
  }

  @Test func `what was never read is not known, whatever events tell`() throws {
    var bench = PictureBench()
    try bench.opened(long, at: 1)
    try bench.tick("110", at: 2)
    #expect(bench.picture.positions == nil && bench.picture.wanted.contains(.positions))
    try bench.read(positions: long, asked: 1.5, received: 2.5)
    #expect(try bench.row("a").value.markPrice == 110, "the price came after the question")
  }

  @Test func `the cached list of a subscription holds old ones and is only compared`() throws {
    var bench = try bench()
    let old = #"{"position_id":"z","symbol":"BTCUSDT","side":"long","status":"closed"}"#
    try bench.flat("positions", #"{"type":"snapshot","positions":[\#(old)]}"#, at: 1)
    #expect(bench.ids == ["a", "b"] && bench.picture.takeWanted().isEmpty)
    try bench.flat("positions", #"{"type":"snapshot","positions":[\#(PictureBench.position("c"))]}"#, at: 1)
    #expect(bench.ids == ["a", "b"] && bench.picture.takeWanted() == [.positions])
  }

  @Test func `an update tells of a change, and its last one that it ends`() throws {
    var bench = try bench()
    let payload = #"{"position_id":"a","symbol":"BTCUSDT","size":5,"mark_price":102,"unrealized_pnl":10"#
    try bench.event("POSITION_UPDATE", "trading_events", payload + #","realized_pnl_delta":null}"#, at: 1)
    #expect(try bench.row("a").value.size == 5 && bench.row("a").value.side == .long)
    #expect(bench.picture.takeWanted().isEmpty)
    try bench.event("POSITION_UPDATE", "trading_events", payload + #","realized_pnl_delta":10}"#, at: 2)
    #expect(bench.picture.takeWanted() == [.positions])
  }
}
