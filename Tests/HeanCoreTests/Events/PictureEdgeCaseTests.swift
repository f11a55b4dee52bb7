import Foundation
import Testing

@testable import HeanCore

/// What comes late, twice, in parts or not at all.
struct PictureEdgeCaseTests {
  private let dry =
    #"{"running":true,"engine_state":"RUNNING","dry_run":true,"equity":1000,"daily_pnl":5,"total_fees":1,"available_balance":7,"realized_pnl":2,"unrealized_pnl":3}"#

  private func harness(_ status: String? = nil) throws -> PictureHarness {
    var harness = PictureHarness()
    try harness.read(status: status ?? dry, asked: 0)
    try harness.read(positions: PictureHarness.position("a"), asked: 0)
    try harness.read(orders: PictureHarness.order("o"), asked: 0)
    _ = harness.picture.takePartsToRead()
    return harness
  }

  private func account(_ members: String) -> String { "{\(members)}" }

  // MARK: Orders

  @Test func `an order's late event changes nothing`() throws {
    var harness = try harness()
    try harness.event(
      "ORDER_PLACED", "orders", PictureHarness.order("o", "partially_filled", filled: "1"), at: 1, seq: 300)
    try harness.event("ORDER_PLACED", "orders", PictureHarness.order("o", filled: "0"), at: 2, seq: 299)
    #expect(harness.picture.orders?.first?.value.filledSize == 1)
    try harness.event("ORDER_UPDATE", "trading_events", #"{"order_id":"o","filled_qty":0}"#, at: 3, seq: 298)
    #expect(harness.picture.orders?.first?.value.filledSize == 1 && harness.picture.partsToRead.isEmpty)
    try harness.event("ORDER_UPDATE", "trading_events", #"{"order_id":"o","avg_price":91}"#, at: 4, seq: 301)
    let order = try #require(harness.picture.orders?.first)
    #expect(order.value.averageFillPrice == 91 && order.value.filledSize == 1 && order.value.status == .partiallyFilled)
    #expect(order.at == PictureHarness.moment(4) && order.source == .event("ORDER_UPDATE"))
  }

  @Test func `an update without an id has the orders read, and one for an ended order changes nothing`() throws {
    var harness = try harness()
    try harness.event("ORDER_UPDATE", "trading_events", #"{"status":"PLACED"}"#, at: 1)
    #expect(harness.picture.takePartsToRead() == [.orders])
    try harness.event("ORDER_UPDATE", "trading_events", #"{"order_id":"x","status":"REJECTED"}"#, at: 2)
    try harness.event("ORDER_UPDATE", "trading_events", #"{"order_id":"x","status":"PLACED"}"#, at: 3)
    #expect(harness.orderIDs == ["o"] && harness.picture.takePartsToRead().isEmpty)
  }

  @Test(arguments: [("ORDER_CANCELLED", "placed"), ("ORDER_REJECTED", "pending"), ("ORDER_PLACED", "cancelled")])
  func `an order that ends is gone, whatever its payload still says`(type: String, status: String) throws {
    var harness = try harness()
    try harness.event(type, "orders", PictureHarness.order("o", status), at: 1)
    #expect(harness.orderIDs == [])
  }

  @Test(arguments: [("1", true), ("1.9", true), ("2", false), ("2.1", false)])
  func `an order is filled when all of it is`(filled: String, isOpen: Bool) throws {
    var harness = try harness()
    try harness.event("ORDER_FILLED", "orders", PictureHarness.order("o", filled: filled), at: 1)
    #expect(harness.orderIDs == (isOpen ? ["o"] : []) && harness.picture.takePartsToRead() == [.positions])
  }

  @Test func `before the first answer events only ask for one`() throws {
    var harness = PictureHarness()
    try harness.event("ORDER_PLACED", "orders", PictureHarness.order("p"), at: 1)
    #expect(harness.picture.orders == nil && harness.picture.takePartsToRead() == [.orders])
    try harness.event("ORDER_FILLED", "orders", PictureHarness.order("p"), at: 1)
    #expect(harness.picture.takePartsToRead() == [.orders, .positions])
  }

  @Test func `an answer keeps what events told since it was asked for`() throws {
    var harness = try harness()
    try harness.event("ORDER_PLACED", "orders", PictureHarness.order("o", "partially_filled", filled: "1"), at: 5)
    try harness.read(orders: PictureHarness.order("o"), PictureHarness.order("n"), asked: 4, received: 6)
    #expect(harness.orderIDs == ["o", "n"] && harness.picture.orders?.first?.value.filledSize == 1)
    try harness.read(orders: PictureHarness.order("o"), asked: 5.1, received: 7)
    #expect(harness.orderIDs == ["o"] && harness.picture.orders?.first?.value.filledSize == 0, "asked for later")
    #expect(harness.picture.ordersAt == PictureHarness.moment(7))
  }

  @Test func `a list that lacks a row has the orders read`() throws {
    var harness = try harness()
    try harness.event("ORDERS_SNAPSHOT", "orders_snapshot", #"{"orders":[7]}"#, at: 1)
    #expect(harness.orderIDs == ["o"] && harness.picture.takePartsToRead() == [.orders])
  }

  // MARK: Money

  @Test func `an account's event updates all money of a dry run, in live not what the exchange tells`() throws {
    let payload = account(
      #""equity":1,"available_balance":2,"unrealized_pnl":4,"realized_pnl":5,"fees":6"#)
    var harness = try harness()
    try harness.event("ACCOUNT_STATE", "account_state", payload, at: 1)
    let paper = try #require(harness.picture.status?.value)
    #expect(paper.equity == 1 && paper.availableBalance == 2 && paper.totalFees == 6)
    #expect(paper.unrealizedPnL == 4 && paper.realizedPnL == 5 && harness.picture.internalEquity == 1)
    var live = try self.harness(dry.replacing(#""dry_run":true"#, with: #""dry_run":false"#))
    try live.event("ACCOUNT_STATE", "account_state", payload, at: 1)
    let status = try #require(live.picture.status?.value)
    #expect(status.equity == 1000 && status.availableBalance == 7 && status.totalFees == 1)
    #expect(status.unrealizedPnL == 4 && status.realizedPnL == 5 && live.picture.internalEquity == 1)
    try live.unnumbered("metrics", #"{"type":"metrics_update","equity":9,"daily_pnl":8}"#, at: 2)
    #expect(live.picture.status?.value.equity == 1000 && live.picture.status?.value.dailyPnL == 5)
  }

  @Test func `an account that comes late, or before the first answer, is left out`() throws {
    var harness = try harness()
    try harness.event("ACCOUNT_STATE", "account_state", account(#""equity":1"#), at: 1, seq: 300)
    try harness.event("ACCOUNT_STATE", "account_state", account(#""equity":2"#), at: 2, seq: 299)
    #expect(harness.picture.status?.value.equity == 1)
    try harness.event("ACCOUNT_STATE", "account_state", account(#""fees":9"#), at: 3, seq: 301)
    #expect(harness.picture.status?.value.equity == 1 && harness.picture.status?.value.totalFees == 9)
    var empty = PictureHarness()
    try empty.event("ACCOUNT_STATE", "account_state", account(#""equity":1"#), at: 1)
    #expect(empty.picture.status == nil)
  }

  @Test func `a whole state moves the account`() throws {
    var harness = try harness()
    try harness.unnumbered("snapshot", #"{"type":"snapshot","account_state":{"equity":42}}"#, at: 1)
    #expect(harness.picture.status?.value.equity == 42)
  }

  // MARK: The engine

  @Test(arguments: [("running", false), ("stopped", true)])
  func `an event that contradicts the known state has the status read`(word: String, isWanted: Bool) throws {
    var harness = try harness()
    try harness.unnumbered("system_status", #"{"type":"status_update","engine":"\#(word)","equity":1}"#, at: 1)
    #expect(harness.picture.takePartsToRead() == (isWanted ? [.status] : []))
    #expect(harness.picture.status?.value.equity == 1000)
  }

  @Test func `an answer that was overtaken changes nothing`() throws {
    var harness = try harness()
    try harness.read(status: dry.replacing("1000", with: "1001"), asked: 5, received: 6)
    try harness.read(status: dry.replacing("1000", with: "999"), asked: 1, received: 2)
    #expect(harness.picture.status?.value.equity == 1001 && harness.picture.status?.at == PictureHarness.moment(6))
    #expect(harness.picture.status?.source == .read && harness.picture.status?.age(at: PictureHarness.moment(8)) == 2)
    func counters(_ signals: Int) throws -> TradingMetrics {
      try TradingMetrics.read(Data(#"{"counters":{"session":{"signals_total":\#(signals)}}}"#.utf8))
    }
    func reading(_ seconds: Double) -> PictureReading {
      PictureReading(askedAt: PictureHarness.moment(seconds), receivedAt: PictureHarness.moment(seconds))
    }
    harness.picture.take(try counters(2), reading(5))
    harness.picture.take(try counters(1), reading(4))
    #expect(harness.picture.metrics?.value.session?.signals == 2)
  }

  /// An account's event comes several times a second: an answer is nearly always overtaken by one.
  @Test func `an answer that an event of the account overtook is taken, but for what the event knows`() throws {
    let live =
      #"{"running":true,"engine_state":"RUNNING","dry_run":false,"equity":900,"daily_pnl":1,"unrealized_pnl":1}"#
    var harness = try harness()
    try harness.read(status: live, asked: 1, received: 2)
    try harness.event("ACCOUNT_STATE", "account_state", #"{"equity":5,"unrealized_pnl":7}"#, at: 4)
    harness.picture.doubt([.status], since: PictureHarness.moment(2.5), "the connection to the engine was lost")
    try harness.read(
      status: live.replacing("900", with: "901").replacing("true,\"engine", with: "false,\"engine"), asked: 3,
      received: 3.5)
    let status = try #require(harness.picture.status)
    #expect(status.value.equity == 901 && status.value.isRunning == false && status.value.unrealizedPnL == 7)
    #expect(status.at == PictureHarness.moment(4) && status.source == .event("ACCOUNT_STATE"))
    #expect(harness.picture.doubts[.status] == nil)
    try harness.read(status: dry, asked: 5, received: 6)
    try harness.event("ACCOUNT_STATE", "account_state", #"{"equity":1003}"#, at: 8)
    try harness.read(status: dry.replacing("1000", with: "1001"), asked: 7, received: 7.5)
    #expect(harness.picture.status?.value.equity == 1003, "on paper the event tells the same equity, and later")
  }

  @Test func `an event of equity that comes late changes nothing`() throws {
    var harness = try harness()
    try harness.read(status: dry, asked: 1, received: 2)
    try harness.event("ACCOUNT_STATE", "account_state", #"{"equity":1003}"#, at: 3, seq: 20)
    try harness.event("equity", "metrics", #"{"equity":1002}"#, at: 4, seq: 19)
    try harness.event("ACCOUNT_STATE", "account_state", #"{"equity":1001}"#, at: 5, seq: 18)
    #expect(harness.picture.status?.value.equity == 1003 && harness.picture.status?.at == PictureHarness.moment(3))
  }

  @Test func `a state that is told again is confirmed, and puts nothing in doubt`() throws {
    var harness = try harness()
    try harness.event("HEARTBEAT", "system_heartbeat", #"{"engine_state":"RUNNING"}"#, at: 1)
    try harness.event("HEARTBEAT", "system_heartbeat", #"{"uptime_sec":5}"#, at: 2)
    #expect(harness.picture.state?.at == PictureHarness.moment(1) && harness.picture.doubts.isEmpty)
    #expect(harness.picture.state?.source == .event("HEARTBEAT"))
  }

  // MARK: Doubts

  @Test func `a doubt is as old as its latest reason, and only what was asked for since then settles it`() throws {
    var harness = try harness()
    harness.notice(.gap, at: 5, ["to_seq": 9])
    harness.notice(.dropped, at: 3)
    harness.notice(.dropped, at: 8)
    #expect(harness.picture.doubts[.orders] == EnginePicture.Doubt(since: PictureHarness.moment(8), message: "dropped"))
    harness.fail(.orders, asked: 9)
    #expect(harness.picture.doubts[.orders]?.message == "dropped", "a failed read does not replace the reason")
    harness.readRisk(asked: 7.9)
    #expect(harness.picture.doubts[.risk] != nil)
    harness.readRisk(asked: 8)
    #expect(harness.picture.doubts[.risk] == nil)
  }

  @Test(arguments: [
    (StreamNotice.Kind.error, true), (.state, false), (.mode, false), (.end, false), (.fresh, false), (.stale, false),
    (.polling, true), (.connected, true),
  ])
  func `some notices have everything read anew`(kind: StreamNotice.Kind, isWanted: Bool) throws {
    var harness = try harness()
    harness.notice(kind, at: 1)
    #expect(harness.picture.takePartsToRead() == (isWanted ? Set(PicturePart.allCases) : []))
    #expect(harness.picture.doubts.isEmpty)
  }

  @Test(
    arguments: [
      ("positions", [.positions]), ("orders", [.orders, .positions]), ("orders_snapshot", [.orders, .positions]),
      ("order_filled", [.orders, .positions]), ("order_cancelled", [.orders, .positions]),
      ("trading_events", [.orders, .positions]), ("risk_events", [.risk, .status]),
      ("system_status", [.risk, .status]),
      ("signals", []), ("account_state", []),
    ] as [(String, Set<PicturePart>)])
  func `an event of an unknown type has the parts of its topic read`(topic: String, wanted: Set<PicturePart>) throws {
    var harness = try harness()
    try harness.event("NOVEL", topic, "{}", at: 1)
    #expect(harness.picture.takePartsToRead() == wanted)
  }

  @Test func `after a restart of the engine its events are numbered anew`() throws {
    for restarted in [true, false] {
      var harness = try harness()
      try harness.tick("110", at: 1, seq: 5000)
      harness.notice(.reconnected, at: 2, ["restarted": .bool(restarted)])
      try harness.tick("111", at: 3, seq: 3)
      #expect(harness.picture.prices["BTCUSDT"]?.value == (restarted ? 111 : 110))
    }
  }

  @Test func `an event that was recovered does not make the feed live`() throws {
    var harness = try harness()
    let frame = #"{"topic":"orders","data":{"seq":1,"type":"ORDER_PLACED","payload":{}}}"#
    var event = try #require(try RecordedEvents.event(frame))
    for origin in [StreamEvent.Origin.recovered, .snapshot, .polled] {
      event.origin = origin
      harness.picture.fold(.event(event))
      #expect(harness.picture.feed == .none)
    }
    event.origin = .live
    harness.picture.fold(.event(event))
    #expect(harness.picture.feed == .live && harness.picture.feed.isLive)
  }

  @Test func `prices are as old as the feed says they are`() throws {
    var harness = try harness()
    try harness.event(
      "MARKET_TICK", "market_data", #"{"symbol":"A","price":1,"ts":"2026-11-21T01:47:20"}"#, at: 5)
    try harness.tick("2", "B", at: 8)
    let now = PictureHarness.moment(10)
    #expect(harness.picture.oldestPrice(of: 2, at: now) == 20 && harness.picture.oldestPrice(of: 3, at: now) == nil)
    #expect(harness.picture.oldestPrice(of: 0, at: now) == nil)
    try harness.tick("3", "A", at: 9)
    #expect(harness.picture.oldestPrice(of: 2, at: now) == 2)
  }
}
