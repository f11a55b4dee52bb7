import Foundation
import Testing

@testable import HeanCore

/// The picture's corners: what comes late, twice, in parts or not at all.
struct PictureCornerTests {
  private let dry =
    #"{"running":true,"engine_state":"RUNNING","dry_run":true,"equity":1000,"daily_pnl":5,"total_fees":1,"available_balance":7,"realized_pnl":2,"unrealized_pnl":3}"#

  private func bench(_ status: String? = nil) throws -> PictureBench {
    var bench = PictureBench()
    try bench.read(status: status ?? dry, asked: 0)
    try bench.read(positions: PictureBench.position("a"), asked: 0)
    try bench.read(orders: PictureBench.order("o"), asked: 0)
    _ = bench.picture.takeWanted()
    return bench
  }

  private func account(_ members: String) -> String { "{\(members)}" }

  // MARK: Orders

  @Test func `an order's late event changes nothing`() throws {
    var bench = try bench()
    try bench.event("ORDER_PLACED", "orders", PictureBench.order("o", "partially_filled", filled: "1"), at: 1, seq: 300)
    try bench.event("ORDER_PLACED", "orders", PictureBench.order("o", filled: "0"), at: 2, seq: 299)
    #expect(bench.picture.orders?.first?.value.filledSize == 1)
    try bench.event("ORDER_UPDATE", "trading_events", #"{"order_id":"o","filled_qty":0}"#, at: 3, seq: 298)
    #expect(bench.picture.orders?.first?.value.filledSize == 1 && bench.picture.wanted.isEmpty)
    try bench.event("ORDER_UPDATE", "trading_events", #"{"order_id":"o","avg_price":91}"#, at: 4, seq: 301)
    let order = try #require(bench.picture.orders?.first)
    #expect(order.value.averageFillPrice == 91 && order.value.filledSize == 1 && order.value.status == .partiallyFilled)
    #expect(order.at == PictureBench.moment(4) && order.source == .event("ORDER_UPDATE"))
  }

  @Test func `the short form without a name has the list read, and of one that has ended says nothing`() throws {
    var bench = try bench()
    try bench.event("ORDER_UPDATE", "trading_events", #"{"status":"PLACED"}"#, at: 1)
    #expect(bench.picture.takeWanted() == [.orders])
    try bench.event("ORDER_UPDATE", "trading_events", #"{"order_id":"x","status":"REJECTED"}"#, at: 2)
    try bench.event("ORDER_UPDATE", "trading_events", #"{"order_id":"x","status":"PLACED"}"#, at: 3)
    #expect(bench.orderIDs == ["o"] && bench.picture.takeWanted().isEmpty)
  }

  @Test(arguments: [("ORDER_CANCELLED", "placed"), ("ORDER_REJECTED", "pending"), ("ORDER_PLACED", "cancelled")])
  func `an order that ends is gone, whatever its payload still says`(type: String, status: String) throws {
    var bench = try bench()
    try bench.event(type, "orders", PictureBench.order("o", status), at: 1)
    #expect(bench.orderIDs == [])
  }

  @Test(arguments: [("1", true), ("1.9", true), ("2", false), ("2.1", false)])
  func `an order is filled when all of it is`(filled: String, isOpen: Bool) throws {
    var bench = try bench()
    try bench.event("ORDER_FILLED", "orders", PictureBench.order("o", filled: filled), at: 1)
    #expect(bench.orderIDs == (isOpen ? ["o"] : []) && bench.picture.takeWanted() == [.positions])
  }

  @Test func `before the first answer events only ask for one`() throws {
    var bench = PictureBench()
    try bench.event("ORDER_PLACED", "orders", PictureBench.order("p"), at: 1)
    #expect(bench.picture.orders == nil && bench.picture.takeWanted() == [.orders])
    try bench.event("ORDER_FILLED", "orders", PictureBench.order("p"), at: 1)
    #expect(bench.picture.takeWanted() == [.orders, .positions])
  }

  @Test func `an answer keeps what events told since it was asked for`() throws {
    var bench = try bench()
    try bench.event("ORDER_PLACED", "orders", PictureBench.order("o", "partially_filled", filled: "1"), at: 5)
    try bench.read(orders: PictureBench.order("o"), PictureBench.order("n"), asked: 4, received: 6)
    #expect(bench.orderIDs == ["o", "n"] && bench.picture.orders?.first?.value.filledSize == 1)
    try bench.read(orders: PictureBench.order("o"), asked: 5.1, received: 7)
    #expect(bench.orderIDs == ["o"] && bench.picture.orders?.first?.value.filledSize == 0, "asked for later")
    #expect(bench.picture.ordersAt == PictureBench.moment(7))
  }

  @Test func `a list that lacks a row has the orders read`() throws {
    var bench = try bench()
    try bench.event("ORDERS_SNAPSHOT", "orders_snapshot", #"{"orders":[7]}"#, at: 1)
    #expect(bench.orderIDs == ["o"] && bench.picture.takeWanted() == [.orders])
  }

  // MARK: Money

  @Test func `on paper the account moves all of the money, in live only what is not the exchange's`() throws {
    let payload = account(
      #""equity":1,"available_balance":2,"unrealized_pnl":4,"realized_pnl":5,"fees":6"#)
    var bench = try bench()
    try bench.event("ACCOUNT_STATE", "account_state", payload, at: 1)
    let paper = try #require(bench.picture.status?.value)
    #expect(paper.equity == 1 && paper.availableBalance == 2 && paper.totalFees == 6)
    #expect(paper.unrealizedPnL == 4 && paper.realizedPnL == 5 && bench.picture.internalEquity == 1)
    var live = try self.bench(dry.replacing(#""dry_run":true"#, with: #""dry_run":false"#))
    try live.event("ACCOUNT_STATE", "account_state", payload, at: 1)
    let status = try #require(live.picture.status?.value)
    #expect(status.equity == 1000 && status.availableBalance == 7 && status.totalFees == 1)
    #expect(status.unrealizedPnL == 4 && status.realizedPnL == 5 && live.picture.internalEquity == 1)
    try live.flat("metrics", #"{"type":"metrics_update","equity":9,"daily_pnl":8}"#, at: 2)
    #expect(live.picture.status?.value.equity == 1000 && live.picture.status?.value.dailyPnL == 5)
  }

  @Test func `an account that comes late, or before the first answer, is left out`() throws {
    var bench = try bench()
    try bench.event("ACCOUNT_STATE", "account_state", account(#""equity":1"#), at: 1, seq: 300)
    try bench.event("ACCOUNT_STATE", "account_state", account(#""equity":2"#), at: 2, seq: 299)
    #expect(bench.picture.status?.value.equity == 1)
    try bench.event("ACCOUNT_STATE", "account_state", account(#""fees":9"#), at: 3, seq: 301)
    #expect(bench.picture.status?.value.equity == 1 && bench.picture.status?.value.totalFees == 9)
    var empty = PictureBench()
    try empty.event("ACCOUNT_STATE", "account_state", account(#""equity":1"#), at: 1)
    #expect(empty.picture.status == nil)
  }

  @Test func `a whole state moves the account`() throws {
    var bench = try bench()
    try bench.flat("snapshot", #"{"type":"snapshot","account_state":{"equity":42}}"#, at: 1)
    #expect(bench.picture.status?.value.equity == 42)
  }

  // MARK: The engine

  @Test(arguments: [("running", false), ("stopped", true)])
  func `another word about the engine has its status read`(word: String, isWanted: Bool) throws {
    var bench = try bench()
    try bench.flat("system_status", #"{"type":"status_update","engine":"\#(word)","equity":1}"#, at: 1)
    #expect(bench.picture.takeWanted() == (isWanted ? [.status] : []))
    #expect(bench.picture.status?.value.equity == 1000)
  }

  @Test func `an answer that was overtaken changes nothing`() throws {
    var bench = try bench()
    try bench.read(status: dry.replacing("1000", with: "1001"), asked: 5, received: 6)
    try bench.read(status: dry.replacing("1000", with: "999"), asked: 1, received: 2)
    #expect(bench.picture.status?.value.equity == 1001 && bench.picture.status?.at == PictureBench.moment(6))
    #expect(bench.picture.status?.source == .read && bench.picture.status?.age(at: PictureBench.moment(8)) == 2)
    func counters(_ signals: Int) throws -> TradingMetrics {
      try TradingMetrics.read(Data(#"{"counters":{"session":{"signals_total":\#(signals)}}}"#.utf8))
    }
    func reading(_ seconds: Double) -> PictureReading {
      PictureReading(askedAt: PictureBench.moment(seconds), receivedAt: PictureBench.moment(seconds))
    }
    bench.picture.take(try counters(2), reading(5))
    bench.picture.take(try counters(1), reading(4))
    #expect(bench.picture.metrics?.value.session?.signals == 2)
  }

  /// An account's event comes several times a second: an answer is nearly always overtaken by one.
  @Test func `an answer that an event of the account overtook is taken, but for what the event knows`() throws {
    let live =
      #"{"running":true,"engine_state":"RUNNING","dry_run":false,"equity":900,"daily_pnl":1,"unrealized_pnl":1}"#
    var bench = try bench()
    try bench.read(status: live, asked: 1, received: 2)
    try bench.event("ACCOUNT_STATE", "account_state", #"{"equity":5,"unrealized_pnl":7}"#, at: 4)
    bench.picture.doubt([.status], since: PictureBench.moment(2.5), "the connection to the engine was lost")
    try bench.read(
      status: live.replacing("900", with: "901").replacing("true,\"engine", with: "false,\"engine"), asked: 3,
      received: 3.5)
    let status = try #require(bench.picture.status)
    #expect(status.value.equity == 901 && status.value.isRunning == false && status.value.unrealizedPnL == 7)
    #expect(status.at == PictureBench.moment(4) && status.source == .event("ACCOUNT_STATE"))
    #expect(bench.picture.doubts[.status] == nil)
    try bench.read(status: dry, asked: 5, received: 6)
    try bench.event("ACCOUNT_STATE", "account_state", #"{"equity":1003}"#, at: 8)
    try bench.read(status: dry.replacing("1000", with: "1001"), asked: 7, received: 7.5)
    #expect(bench.picture.status?.value.equity == 1003, "on paper the event tells the same equity, and later")
  }

  @Test func `an event of equity that comes late changes nothing`() throws {
    var bench = try bench()
    try bench.read(status: dry, asked: 1, received: 2)
    try bench.event("ACCOUNT_STATE", "account_state", #"{"equity":1003}"#, at: 3, seq: 20)
    try bench.event("equity", "metrics", #"{"equity":1002}"#, at: 4, seq: 19)
    try bench.event("ACCOUNT_STATE", "account_state", #"{"equity":1001}"#, at: 5, seq: 18)
    #expect(bench.picture.status?.value.equity == 1003 && bench.picture.status?.at == PictureBench.moment(3))
  }

  @Test func `a state that is told again is confirmed, and puts nothing in doubt`() throws {
    var bench = try bench()
    try bench.event("HEARTBEAT", "system_heartbeat", #"{"engine_state":"RUNNING"}"#, at: 1)
    try bench.event("HEARTBEAT", "system_heartbeat", #"{"uptime_sec":5}"#, at: 2)
    #expect(bench.picture.state?.at == PictureBench.moment(1) && bench.picture.doubts.isEmpty)
    #expect(bench.picture.state?.source == .event("HEARTBEAT"))
  }

  // MARK: Doubts

  @Test func `a doubt stays as old as it is, and an answer of before does not settle it`() throws {
    var bench = try bench()
    bench.notice(.gap, at: 5, ["to_seq": 9])
    bench.notice(.dropped, at: 3)
    bench.notice(.dropped, at: 8)
    #expect(bench.picture.doubts[.orders] == EnginePicture.Doubt(since: PictureBench.moment(8), message: "dropped"))
    bench.fail(.orders, asked: 9)
    #expect(bench.picture.doubts[.orders]?.message == "dropped", "the older reason stays")
    bench.readRisk(asked: 7.9)
    #expect(bench.picture.doubts[.risk] != nil)
    bench.readRisk(asked: 8)
    #expect(bench.picture.doubts[.risk] == nil)
  }

  @Test(arguments: [
    (StreamNotice.Kind.error, true), (.state, false), (.mode, false), (.end, false), (.fresh, false), (.stale, false),
    (.polling, true), (.connected, true),
  ])
  func `some notices have everything read anew`(kind: StreamNotice.Kind, isWanted: Bool) throws {
    var bench = try bench()
    bench.notice(kind, at: 1)
    #expect(bench.picture.takeWanted() == (isWanted ? Set(PicturePart.allCases) : []))
    #expect(bench.picture.doubts.isEmpty)
  }

  @Test(
    arguments: [
      ("positions", [.positions]), ("orders", [.orders, .positions]), ("orders_snapshot", [.orders, .positions]),
      ("order_filled", [.orders, .positions]), ("order_cancelled", [.orders, .positions]),
      ("trading_events", [.orders, .positions]), ("risk_events", [.risk, .status]),
      ("system_status", [.risk, .status]),
      ("signals", []), ("account_state", []),
    ] as [(String, Set<PicturePart>)])
  func `what nobody can read may have changed what its topic is about`(topic: String, wanted: Set<PicturePart>) throws {
    var bench = try bench()
    try bench.event("NOVEL", topic, "{}", at: 1)
    #expect(bench.picture.takeWanted() == wanted)
  }

  @Test func `a connection to another process forgets the numbers`() throws {
    for restarted in [true, false] {
      var bench = try bench()
      try bench.tick("110", at: 1, seq: 5000)
      bench.notice(.reconnected, at: 2, ["restarted": .bool(restarted)])
      try bench.tick("111", at: 3, seq: 3)
      #expect(bench.picture.prices["BTCUSDT"]?.value == (restarted ? 111 : 110))
    }
  }

  @Test func `an event that was recovered does not make the feed live`() throws {
    var bench = try bench()
    let frame = #"{"topic":"orders","data":{"seq":1,"type":"ORDER_PLACED","payload":{}}}"#
    var event = try #require(try RecordedEvents.event(frame))
    for origin in [StreamEvent.Origin.recovered, .snapshot, .polled] {
      event.origin = origin
      bench.picture.fold(.event(event))
      #expect(bench.picture.feed == .none)
    }
    event.origin = .live
    bench.picture.fold(.event(event))
    #expect(bench.picture.feed == .live && bench.picture.feed.isLive)
  }

  @Test func `prices are as old as the feed says they are`() throws {
    var bench = try bench()
    try bench.event(
      "MARKET_TICK", "market_data", #"{"symbol":"A","price":1,"ts":"2026-11-21T01:47:20"}"#, at: 5)
    try bench.tick("2", "B", at: 8)
    let now = PictureBench.moment(10)
    #expect(bench.picture.oldestPrice(of: 2, at: now) == 20 && bench.picture.oldestPrice(of: 3, at: now) == nil)
    #expect(bench.picture.oldestPrice(of: 0, at: now) == nil)
    try bench.tick("3", "A", at: 9)
    #expect(bench.picture.oldestPrice(of: 2, at: now) == 2)
  }
}
