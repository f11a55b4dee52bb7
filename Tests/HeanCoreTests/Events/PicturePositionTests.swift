import Foundation
import Testing

@testable import HeanCore

/// What events do to the list of positions.
struct PicturePositionTests {
  private let long = PictureHarness.position("a")
  private let short = PictureHarness.position("b", "ETHUSDT", "short")

  private func harness() throws -> PictureHarness {
    var harness = PictureHarness()
    try harness.read(positions: long, short, asked: 0)
    _ = harness.picture.takePartsToRead()
    return harness
  }

  @Test func `a price moves mark and PnL of its positions, and nothing else`() throws {
    var harness = try harness()
    try harness.tick("101.5", at: 1)
    let moved = try harness.row("a")
    #expect(moved.value.markPrice == Decimal(string: "101.5") && moved.value.unrealizedPnL == 3)
    #expect(moved.value.unrealizedPnLPercent == Decimal(string: "1.5"))
    #expect(moved.at == PictureHarness.moment(1) && moved.source == .event("MARKET_TICK"))
    #expect(moved.age(at: PictureHarness.moment(5)) == 4)
    let other = try harness.row("b")
    #expect(other.value.markPrice == 100 && other.source == .read && other.at == PictureHarness.moment(0))
    try harness.tick("90", "ETHUSDT", at: 2)
    #expect(try harness.row("b").value.unrealizedPnL == 20, "a short profits from a fall")
    #expect(harness.picture.partsToRead.isEmpty, "nothing that only REST knows has changed")
  }

  @Test(arguments: ["0", "-5", "null", #""x""#])
  func `a price that is none moves nothing`(price: String) throws {
    var harness = try harness()
    try harness.tick(price, at: 1)
    #expect(try harness.row("a").source == .read && harness.picture.prices.isEmpty)
  }

  @Test func `of two prices the later number counts, not the later arrival`() throws {
    var harness = try harness()
    try harness.tick("110", at: 1, seq: 50)
    try harness.tick("105", at: 2, seq: 49)
    #expect(try harness.row("a").value.markPrice == 110 && harness.picture.prices["BTCUSDT"]?.value == 110)
    try harness.list(PictureHarness.position("a", mark: "104"), PictureHarness.position("b", "ETHUSDT"), at: 3, seq: 48)
    #expect(try harness.row("a").value.markPrice == 110)
  }

  @Test func `an unknown symbol is a price, and no position`() throws {
    var harness = try harness()
    try harness.tick("5", "XYZUSDT", at: 1)
    #expect(harness.ids == ["a", "b"] && harness.picture.prices["XYZUSDT"]?.value == 5)
  }

  @Test func `without side, size or entry price no PnL is made up`() throws {
    var harness = PictureHarness()
    try harness.read(
      positions: #"{"position_id":"a","symbol":"BTCUSDT","qty":2,"entry_price":100,"unrealized_pnl":7}"#, asked: 0)
    try harness.tick("101", at: 1)
    #expect(try harness.row("a").value.unrealizedPnL == nil && harness.row("a").value.markPrice == 101)
  }

  @Test func `an opening adds one, once, and has the rest read`() throws {
    var harness = try harness()
    try harness.opened(PictureHarness.position("c"), at: 1)
    try harness.opened(PictureHarness.position("c"), at: 1.1)
    #expect(harness.ids == ["a", "b", "c"])
    #expect(harness.picture.takePartsToRead() == [.positions])
  }

  @Test func `a close takes one away, and what comes late does not bring it back`() throws {
    var harness = try harness()
    try harness.closed(long, at: 1, seq: 50)
    #expect(harness.ids == ["b"] && harness.picture.takePartsToRead() == [.positions, .status])
    try harness.event("POSITION_UPDATE", "trading_events", long, at: 1.1, seq: 51)
    try harness.list(long, short, at: 1.2, seq: 49)
    try harness.opened(long, at: 1.3, seq: 48)
    #expect(harness.ids == ["b"])
    try harness.opened(long, at: 1.4, seq: 60)
    #expect(harness.ids == ["b", "a"], "opened again is another story")
  }

  @Test func `an answer that was asked for before the close does not bring it back`() throws {
    var harness = try harness()
    try harness.closed(long, at: 2)
    try harness.read(positions: long, short, asked: 1.9, received: 2.5)
    #expect(harness.ids == ["b"])
    try harness.read(positions: long, short, asked: 2.6)
    #expect(harness.ids == ["a", "b"], "the engine still lists it: events are not believed against that")
  }

  @Test func `an answer that was asked for before the opening does not take it away`() throws {
    var harness = try harness()
    try harness.opened(PictureHarness.position("c"), at: 2)
    try harness.read(positions: long, short, asked: 1.9, received: 2.5)
    #expect(harness.ids == ["a", "b", "c"])
    try harness.read(positions: long, short, asked: 2.6)
    #expect(harness.ids == ["a", "b"])
  }

  @Test func `an answer is older than a price that came after the question`() throws {
    var harness = try harness()
    try harness.tick("110", at: 2)
    try harness.read(positions: PictureHarness.position("a", mark: "105"), asked: 1.5, received: 2.5)
    let row = try harness.row("a")
    #expect(row.value.markPrice == 110 && row.value.unrealizedPnL == 20 && row.at == PictureHarness.moment(2))
    try harness.read(positions: PictureHarness.position("a", mark: "105"), asked: 3)
    #expect(try harness.row("a").value.markPrice == 105 && harness.row("a").source == .read)
  }

  @Test func `a list that lacks one has the list read, and takes nothing away by itself`() throws {
    var harness = try harness()
    try harness.list(long, at: 1)
    #expect(harness.ids == ["a", "b"] && harness.picture.takePartsToRead() == [.positions])
    #expect(harness.picture.positionsAt == PictureHarness.moment(0))
    try harness.list(long, short, at: 2)
    #expect(harness.picture.takePartsToRead().isEmpty && harness.picture.positionsAt == PictureHarness.moment(2))
    try harness.list(long, short, PictureHarness.position("c"), at: 3)
    #expect(harness.ids == ["a", "b"] && harness.picture.takePartsToRead() == [.positions])
  }

  @Test func `a list moves what it names`() throws {
    var harness = try harness()
    try harness.list(PictureHarness.position("a", size: "3", mark: "120", pnl: "60"), short, at: 1)
    let row = try harness.row("a")
    #expect(row.value.size == 3 && row.value.markPrice == 120 && row.value.unrealizedPnL == 60)
    #expect(row.value.unrealizedPnLPercent == 20 && row.value.strategyID == "grid")
  }

  @Test func `what cannot be read may have been anything`() throws {
    var harness = try harness()
    try harness.event("POSITION_CLOSED", "positions", #"{"positions":[7]}"#, at: 1)
    #expect(harness.ids == ["a", "b"] && harness.picture.takePartsToRead() == [.positions])
    try harness.event("POSITIONS_UPDATE", "positions", #"{"positions":[7]}"#, at: 1)
    #expect(harness.ids == ["a", "b"] && harness.picture.takePartsToRead() == [.positions])
  }

  @Test func `what was never read is not known, whatever events tell`() throws {
    var harness = PictureHarness()
    try harness.opened(long, at: 1)
    try harness.tick("110", at: 2)
    #expect(harness.picture.positions == nil && harness.picture.partsToRead.contains(.positions))
    try harness.read(positions: long, asked: 1.5, received: 2.5)
    #expect(try harness.row("a").value.markPrice == 110, "the price came after the question")
  }

  @Test func `the cached list of a subscription holds old ones and is only compared`() throws {
    var harness = try harness()
    let old = #"{"position_id":"z","symbol":"BTCUSDT","side":"long","status":"closed"}"#
    try harness.unnumbered("positions", #"{"type":"snapshot","positions":[\#(old)]}"#, at: 1)
    #expect(harness.ids == ["a", "b"] && harness.picture.takePartsToRead().isEmpty)
    try harness.unnumbered("positions", #"{"type":"snapshot","positions":[\#(PictureHarness.position("c"))]}"#, at: 1)
    #expect(harness.ids == ["a", "b"] && harness.picture.takePartsToRead() == [.positions])
  }

  @Test func `an update tells of a change, and its last one that it ends`() throws {
    var harness = try harness()
    let payload = #"{"position_id":"a","symbol":"BTCUSDT","size":5,"mark_price":102,"unrealized_pnl":10"#
    try harness.event("POSITION_UPDATE", "trading_events", payload + #","realized_pnl_delta":null}"#, at: 1)
    #expect(try harness.row("a").value.size == 5 && harness.row("a").value.side == .long)
    #expect(harness.picture.takePartsToRead().isEmpty)
    try harness.event("POSITION_UPDATE", "trading_events", payload + #","realized_pnl_delta":10}"#, at: 2)
    #expect(harness.picture.takePartsToRead() == [.positions])
  }
}
