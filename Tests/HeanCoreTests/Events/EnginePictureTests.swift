import Foundation
import Testing

@testable import HeanCore

/// Orders, the account, the engine and the stream itself, folded into the picture.
struct EnginePictureTests {
  private let running =
    #"{"running":true,"engine_state":"RUNNING","dry_run":true,"equity":1000,"daily_pnl":5,"initial_capital":900}"#

  private func bench() throws -> PictureBench {
    var bench = PictureBench()
    try bench.read(status: running, asked: 0)
    try bench.read(positions: PictureBench.position("a"), asked: 0)
    try bench.read(orders: PictureBench.order("o"), asked: 0)
    _ = bench.picture.takeWanted()
    return bench
  }

  // MARK: Orders

  @Test func `orders come, change and go`() throws {
    var bench = try bench()
    try bench.event("ORDER_PLACED", "orders", PictureBench.order("p"), at: 1)
    #expect(bench.orderIDs == ["o", "p"])
    let part = PictureBench.order("p", "partially_filled", filled: "1")
    try bench.event("ORDER_FILLED", "orders", part, at: 2)
    #expect(bench.orderIDs == ["o", "p"] && bench.picture.orders?.last?.value.filledSize == 1)
    #expect(bench.picture.orders?.last?.at == PictureBench.moment(2))
    try bench.event("ORDER_FILLED", "orders", PictureBench.order("p", "filled", filled: "2"), at: 3)
    #expect(bench.orderIDs == ["o"])
    #expect(bench.picture.takeWanted() == [.positions], "a fill makes or ends a position")
    try bench.event("ORDER_CANCELLED", "orders", PictureBench.order("o"), at: 4)
    #expect(bench.orderIDs == [], "the payload is behind what it tells of")
    try bench.event("ORDER_PLACED", "orders", PictureBench.order("o"), at: 5)
    #expect(bench.orderIDs == [], "told late")
  }

  @Test func `an order that was placed can be filled already`() throws {
    var bench = try bench()
    try bench.event("ORDER_PLACED", "orders", PictureBench.order("p", "filled", filled: "2"), at: 1)
    #expect(bench.orderIDs == ["o"])
  }

  @Test func `an order without a status is read again, because it may be open or not`() throws {
    var bench = try bench()
    let untold = #"{"order_id":"p","symbol":"BTCUSDT","side":"buy","quantity":2}"#
    try bench.event("ORDER_PLACED", "orders", untold, at: 1)
    #expect(bench.orderIDs == ["o"] && bench.picture.takeWanted() == [.orders])
    try bench.event("ORDER_CANCELLED", "orders", #"{"order_id":"o","symbol":"BTCUSDT"}"#, at: 2)
    #expect(bench.orderIDs == [], "the event says how it ended")
  }

  @Test func `the short form changes what is known, and has the rest read`() throws {
    var bench = try bench()
    try bench.event("ORDER_UPDATE", "trading_events", #"{"order_id":"o","status":"PLACED","filled_qty":1}"#, at: 1)
    #expect(bench.picture.orders?.first?.value.filledSize == 1 && bench.picture.takeWanted().isEmpty)
    try bench.event("ORDER_UPDATE", "trading_events", #"{"order_id":"x","status":"PLACED"}"#, at: 1)
    #expect(bench.picture.takeWanted() == [.orders])
    try bench.event("ORDER_UPDATE", "trading_events", #"{"order_id":"o","status":"CANCELLED"}"#, at: 2)
    #expect(bench.orderIDs == [] && bench.picture.takeWanted().isEmpty)
  }

  @Test func `a whole list replaces what is not newer`() throws {
    var bench = try bench()
    try bench.event("ORDER_PLACED", "orders", PictureBench.order("p"), at: 1, seq: 200)
    let list = #"{"orders":[\#(PictureBench.order("q")),\#(PictureBench.order("r", "filled"))]}"#
    try bench.event("ORDERS_SNAPSHOT", "orders_snapshot", list, at: 2, seq: 199)
    #expect(bench.orderIDs == ["p", "q"] && bench.picture.ordersAt == PictureBench.moment(2))
    try bench.flat("orders_snapshot", #"{"type":"snapshot","orders":[]}"#, at: 3)
    #expect(bench.orderIDs == ["p", "q"] && bench.picture.takeWanted() == [.orders], "an old copy")
  }

  @Test func `an answer that was asked for before does not undo what events told`() throws {
    var bench = try bench()
    try bench.event("ORDER_CANCELLED", "orders", PictureBench.order("o"), at: 2)
    try bench.event("ORDER_PLACED", "orders", PictureBench.order("p"), at: 2)
    try bench.read(orders: PictureBench.order("o"), asked: 1, received: 3)
    #expect(bench.orderIDs == ["p"])
    try bench.read(orders: PictureBench.order("o"), asked: 4)
    #expect(bench.orderIDs == ["o"])
  }

  // MARK: Account and engine

  @Test func `the account moves the money, the heartbeat proves the state`() throws {
    var bench = try bench()
    let payload = #"{"equity":1010,"available_balance":500,"unrealized_pnl":10,"realized_pnl":3,"fees":1}"#
    try bench.event("ACCOUNT_STATE", "account_state", payload, at: 1)
    let status = try #require(bench.picture.status)
    #expect(status.value.equity == 1010 && status.value.unrealizedPnL == 10 && status.value.availableBalance == 500)
    #expect(status.value.initialCapital == 900, "what the event does not tell stays")
    #expect(status.at == PictureBench.moment(1))
    try bench.event("HEARTBEAT", "system_heartbeat", #"{"engine_state":"RUNNING","uptime_sec":5}"#, at: 2)
    #expect(bench.picture.status?.at == PictureBench.moment(1), "a heartbeat tells nothing of money")
    #expect(bench.picture.state?.at == PictureBench.moment(2) && bench.picture.wanted.isEmpty)
    try bench.flat("metrics", #"{"type":"metrics_update","equity":1011,"daily_pnl":6,"open_positions":1}"#, at: 3)
    #expect(bench.picture.status?.value.dailyPnL == 6 && bench.picture.wanted.isEmpty)
    try bench.flat("metrics", #"{"type":"metrics_update","open_positions":2}"#, at: 4)
    #expect(bench.picture.takeWanted() == [.positions], "it counts another number of them")
  }

  @Test func `another state puts in doubt what rests on it`() throws {
    var bench = try bench()
    try bench.event("HEARTBEAT", "system_heartbeat", #"{"engine_state":"STOPPED"}"#, at: 1, seq: 50)
    #expect(bench.picture.state?.value == .stopped && bench.picture.status?.value.state == .stopped)
    #expect(bench.picture.doubts[.positions]?.message == "the engine is STOPPED now")
    #expect(bench.picture.wanted == [.status, .positions, .orders, .risk])
    try bench.event("HEARTBEAT", "system_heartbeat", #"{"engine_state":"RUNNING"}"#, at: 2, seq: 49)
    #expect(bench.picture.state?.value == .stopped, "told late")
    try bench.read(status: running, asked: 0.5, received: 3)
    #expect(bench.picture.status?.value.state == .stopped, "the answer is older than the heartbeat")
    #expect(bench.picture.doubts[.status] != nil)
    try bench.read(status: running, asked: 4)
    #expect(bench.picture.status?.value.state == .running && bench.picture.doubts[.status] == nil)
  }

  @Test func `counters are replaced by the newest`() throws {
    var bench = try bench()
    func counters(_ signals: Int) -> String {
      #"{"type":"trading_metrics_update","counters":{"session":{"signals_total":\#(signals)}}}"#
    }
    try bench.flat("trading_metrics", counters(7), at: 1)
    try bench.flat("trading_metrics", counters(8), at: 2)
    #expect(bench.picture.metrics?.value.session?.signals == 8 && bench.picture.metrics?.at == PictureBench.moment(2))
  }

  @Test func `what only REST knows is asked for when an event says that it changed`() throws {
    let all: Set<PicturePart> = [.status, .positions, .orders, .risk]
    let cases: [(type: String, topic: String, payload: String, wanted: Set<PicturePart>)] = [
      ("CONTROL_RESULT", "system_heartbeat", #"{"command":"engine_pause","success":true}"#, all),
      ("CONTROL_COMMAND", "system_heartbeat", #"{"command":"engine_pause"}"#, []),
      ("RISK_ALERT", "risk_events", #"{"reason":null}"#, [.risk, .status]),
      ("KILLSWITCH_TRIGGERED", "risk_events", #"{"reason":null}"#, [.risk, .status]),
      ("SIGNAL", "signals", #"{"symbol":"BTCUSDT"}"#, []), ("NOVEL", "risk_events", "{}", [.risk, .status]),
      ("NOVEL", "market_data", "{}", []), ("KLINE_1M", "market_data", #"{"symbol":"BTCUSDT"}"#, []),
      ("ORDER_FILLED", "orders", #"{"symbol":[]}"#, [.orders, .positions]),
    ]
    for (type, topic, payload, wanted) in cases {
      var bench = try bench()
      try bench.event(type, topic, payload, at: 1)
      #expect(bench.picture.takeWanted() == wanted, "\(type)")
      #expect(bench.picture.wanted.isEmpty, "asked for once")
    }
  }

  // MARK: The stream

  @Test func `a gap puts everything in doubt until an answer that was asked for afterwards`() throws {
    var bench = try bench()
    bench.notice(.gap, at: 5, ["from_seq": 3, "to_seq": 9])
    #expect(Set(bench.picture.doubts.keys) == Set(PicturePart.allCases))
    #expect(bench.picture.takeWanted() == Set(PicturePart.allCases))
    try bench.read(positions: PictureBench.position("a"), asked: 4.9, received: 5.1)
    #expect(bench.picture.doubts[.positions] != nil, "it can lack what was lost")
    try bench.read(positions: PictureBench.position("a"), asked: 5)
    bench.readRisk(asked: 6)
    #expect(bench.picture.doubts[.positions] == nil && bench.picture.doubts[.risk] == nil)
    #expect(bench.picture.doubts[.orders]?.since == PictureBench.moment(5))
  }

  @Test func `events that were thrown away, and a connection that was lost, are holes as well`() throws {
    for kind in [StreamNotice.Kind.dropped, .reconnected] {
      var bench = try bench()
      bench.notice(kind, at: 5)
      #expect(Set(bench.picture.doubts.keys) == Set(PicturePart.allCases), "\(kind)")
    }
  }

  @Test func `a question that nobody answers leaves what was there, and says that it is old`() throws {
    var bench = try bench()
    bench.fail(.positions, asked: 7)
    #expect(bench.ids == ["a"] && bench.picture.doubts[.positions]?.message == "no answer")
    try bench.read(positions: PictureBench.position("a"), asked: 8)
    #expect(bench.picture.doubts[.positions] == nil)
  }

  @Test func `another process counts from one again`() throws {
    var bench = try bench()
    try bench.tick("110", at: 1, seq: 5000)
    try bench.tick("111", at: 2, seq: 3)
    #expect(try bench.row("a").value.markPrice == 110)
    bench.notice(.gap, at: 3, ["from_seq": 5001, "to_seq": .null])
    try bench.tick("112", at: 4, seq: 4)
    #expect(try bench.row("a").value.markPrice == 112)
  }

  @Test func `silence is known, and ends`() throws {
    var bench = try bench()
    #expect(bench.picture.feed == .none)
    bench.notice(.connected, at: 1)
    #expect(bench.picture.feed.isLive && bench.picture.takeWanted() == Set(PicturePart.allCases))
    bench.notice(.stale, at: 2)
    bench.notice(.stale, at: 3)
    #expect(bench.picture.feed == .silent(since: PictureBench.moment(2), "stale"), "since the first of them")
    bench.notice(.fresh, at: 4)
    #expect(bench.picture.feed.isLive && bench.picture.doubts.isEmpty, "on one connection nothing is lost")
    bench.notice(.polling, at: 5)
    #expect(bench.picture.feed == .polling)
    bench.notice(.end, at: 6)
    #expect(bench.picture.feed == .none)
  }

  // MARK: Recorded

  @Test(arguments: RecordedEvents.files)
  func `a recorded conversation is folded`(file: String) throws {
    var bench = PictureBench()
    try bench.read(status: running, asked: 0)
    bench.picture.take(positions: [], PictureReading(askedAt: PictureBench.start, receivedAt: PictureBench.start))
    var closed: Set<String> = []
    for event in try RecordedEvents.all(in: file, at: PictureBench.moment(1)) {
      bench.picture.fold(.event(event))
      let envelope = EventEnvelope(event)
      if case .positionClosed(let position) = envelope.event, let id = position.id { closed.insert(id) }
      if case .positionOpened(let position) = envelope.event { #expect(bench.ids?.contains(position.id ?? "") == true) }
      #expect(closed.isDisjoint(with: bench.ids ?? []), "\(event.type)")
    }
    #expect(bench.picture.feed.isLive)
  }

  @Test func `the engine's own PnL is what a price makes of a position`() throws {
    var compared = 0
    for event in try RecordedEvents.all(in: "websocket") {
      guard case .positions(let list) = EventEnvelope(event).event else { continue }
      for position in list.rows {
        let mark = try #require(position.markPrice)
        let own = try #require(position.profit(at: mark))
        let told = try #require(position.unrealizedPnL)
        #expect(abs(own - told) < Decimal(string: "0.000001") ?? 0)
        compared += 1
      }
    }
    #expect(compared > 3)
  }
}
