import Foundation
import Testing

@testable import HeanCore

/// Orders, the account, the engine and the stream itself, folded into the picture.
struct EnginePictureTests {
  private let running =
    #"{"running":true,"engine_state":"RUNNING","dry_run":true,"equity":1000,"daily_pnl":5,"initial_capital":900}"#

  private func harness() throws -> PictureHarness {
    var harness = PictureHarness()
    try harness.read(status: running, asked: 0)
    try harness.read(positions: PictureHarness.position("a"), asked: 0)
    try harness.read(orders: PictureHarness.order("o"), asked: 0)
    _ = harness.picture.takePartsToRead()
    return harness
  }

  // MARK: Orders

  @Test func `orders come, change and go`() throws {
    var harness = try harness()
    try harness.event("ORDER_PLACED", "orders", PictureHarness.order("p"), at: 1)
    #expect(harness.orderIDs == ["o", "p"])
    let part = PictureHarness.order("p", "partially_filled", filled: "1")
    try harness.event("ORDER_FILLED", "orders", part, at: 2)
    #expect(harness.orderIDs == ["o", "p"] && harness.picture.orders?.last?.value.filledSize == 1)
    #expect(harness.picture.orders?.last?.at == PictureHarness.moment(2))
    try harness.event("ORDER_FILLED", "orders", PictureHarness.order("p", "filled", filled: "2"), at: 3)
    #expect(harness.orderIDs == ["o"])
    #expect(harness.picture.takePartsToRead() == [.positions], "a fill makes or ends a position")
    try harness.event("ORDER_CANCELLED", "orders", PictureHarness.order("o"), at: 4)
    #expect(harness.orderIDs == [], "the payload is behind what it tells of")
    try harness.event("ORDER_PLACED", "orders", PictureHarness.order("o"), at: 5)
    #expect(harness.orderIDs == [], "told late")
  }

  @Test func `an order that was placed can be filled already`() throws {
    var harness = try harness()
    try harness.event("ORDER_PLACED", "orders", PictureHarness.order("p", "filled", filled: "2"), at: 1)
    #expect(harness.orderIDs == ["o"])
  }

  @Test func `an order without a status is read again, because it may be open or not`() throws {
    var harness = try harness()
    let untold = #"{"order_id":"p","symbol":"BTCUSDT","side":"buy","quantity":2}"#
    try harness.event("ORDER_PLACED", "orders", untold, at: 1)
    #expect(harness.orderIDs == ["o"] && harness.picture.takePartsToRead() == [.orders])
    try harness.event("ORDER_CANCELLED", "orders", #"{"order_id":"o","symbol":"BTCUSDT"}"#, at: 2)
    #expect(harness.orderIDs == [], "the event says how it ended")
  }

  @Test func `the short form changes what is known, and has the rest read`() throws {
    var harness = try harness()
    try harness.event("ORDER_UPDATE", "trading_events", #"{"order_id":"o","status":"PLACED","filled_qty":1}"#, at: 1)
    #expect(harness.picture.orders?.first?.value.filledSize == 1 && harness.picture.takePartsToRead().isEmpty)
    try harness.event("ORDER_UPDATE", "trading_events", #"{"order_id":"x","status":"PLACED"}"#, at: 1)
    #expect(harness.picture.takePartsToRead() == [.orders])
    try harness.event("ORDER_UPDATE", "trading_events", #"{"order_id":"o","status":"CANCELLED"}"#, at: 2)
    #expect(harness.orderIDs == [] && harness.picture.takePartsToRead().isEmpty)
  }

  @Test func `a whole list replaces what is not newer`() throws {
    var harness = try harness()
    try harness.event("ORDER_PLACED", "orders", PictureHarness.order("p"), at: 1, seq: 200)
    let list = #"{"orders":[\#(PictureHarness.order("q")),\#(PictureHarness.order("r", "filled"))]}"#
    try harness.event("ORDERS_SNAPSHOT", "orders_snapshot", list, at: 2, seq: 199)
    #expect(harness.orderIDs == ["p", "q"] && harness.picture.ordersAt == PictureHarness.moment(2))
    try harness.unnumbered("orders_snapshot", #"{"type":"snapshot","orders":[]}"#, at: 3)
    #expect(harness.orderIDs == ["p", "q"] && harness.picture.takePartsToRead() == [.orders], "an old copy")
  }

  @Test func `an answer that was asked for before does not undo what events told`() throws {
    var harness = try harness()
    try harness.event("ORDER_CANCELLED", "orders", PictureHarness.order("o"), at: 2)
    try harness.event("ORDER_PLACED", "orders", PictureHarness.order("p"), at: 2)
    try harness.read(orders: PictureHarness.order("o"), asked: 1, received: 3)
    #expect(harness.orderIDs == ["p"])
    try harness.read(orders: PictureHarness.order("o"), asked: 4)
    #expect(harness.orderIDs == ["o"])
  }

  // MARK: Account and engine

  @Test func `the account moves the money, the heartbeat proves the state`() throws {
    var harness = try harness()
    let payload = #"{"equity":1010,"available_balance":500,"unrealized_pnl":10,"realized_pnl":3,"fees":1}"#
    try harness.event("ACCOUNT_STATE", "account_state", payload, at: 1)
    let status = try #require(harness.picture.status)
    #expect(status.value.equity == 1010 && status.value.unrealizedPnL == 10 && status.value.availableBalance == 500)
    #expect(status.value.initialCapital == 900, "what the event does not tell stays")
    #expect(status.at == PictureHarness.moment(1))
    try harness.event("HEARTBEAT", "system_heartbeat", #"{"engine_state":"RUNNING","uptime_sec":5}"#, at: 2)
    #expect(harness.picture.status?.at == PictureHarness.moment(1), "a heartbeat tells nothing of money")
    #expect(harness.picture.state?.at == PictureHarness.moment(2) && harness.picture.partsToRead.isEmpty)
    try harness.unnumbered(
      "metrics", #"{"type":"metrics_update","equity":1011,"daily_pnl":6,"open_positions":1}"#, at: 3)
    #expect(harness.picture.status?.value.dailyPnL == 6 && harness.picture.partsToRead.isEmpty)
    try harness.unnumbered("metrics", #"{"type":"metrics_update","open_positions":2}"#, at: 4)
    #expect(harness.picture.takePartsToRead() == [.positions], "it counts another number of them")
  }

  @Test func `another state puts in doubt what rests on it`() throws {
    var harness = try harness()
    try harness.event("HEARTBEAT", "system_heartbeat", #"{"engine_state":"STOPPED"}"#, at: 1, seq: 50)
    #expect(harness.picture.state?.value == .stopped && harness.picture.status?.value.state == .stopped)
    #expect(harness.picture.doubts[.positions]?.message == "the engine is STOPPED now")
    #expect(harness.picture.partsToRead == [.status, .positions, .orders, .risk])
    try harness.event("HEARTBEAT", "system_heartbeat", #"{"engine_state":"RUNNING"}"#, at: 2, seq: 49)
    #expect(harness.picture.state?.value == .stopped, "told late")
    try harness.read(status: running, asked: 0.5, received: 3)
    #expect(harness.picture.status?.value.state == .stopped, "the answer is older than the heartbeat")
    #expect(harness.picture.doubts[.status] != nil)
    try harness.read(status: running, asked: 4)
    #expect(harness.picture.status?.value.state == .running && harness.picture.doubts[.status] == nil)
  }

  @Test func `counters are replaced by the newest`() throws {
    var harness = try harness()
    func counters(_ signals: Int) -> String {
      #"{"type":"trading_metrics_update","counters":{"session":{"signals_total":\#(signals)}}}"#
    }
    try harness.unnumbered("trading_metrics", counters(7), at: 1)
    try harness.unnumbered("trading_metrics", counters(8), at: 2)
    #expect(
      harness.picture.metrics?.value.session?.signals == 8 && harness.picture.metrics?.at == PictureHarness.moment(2))
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
      var harness = try harness()
      try harness.event(type, topic, payload, at: 1)
      #expect(harness.picture.takePartsToRead() == wanted, "\(type)")
      #expect(harness.picture.partsToRead.isEmpty, "asked for once")
    }
  }

  // MARK: The stream

  @Test func `a gap puts everything in doubt until an answer that was asked for afterwards`() throws {
    var harness = try harness()
    harness.notice(.gap, at: 5, ["from_seq": 3, "to_seq": 9])
    #expect(Set(harness.picture.doubts.keys) == Set(PicturePart.allCases))
    #expect(harness.picture.takePartsToRead() == Set(PicturePart.allCases))
    try harness.read(positions: PictureHarness.position("a"), asked: 4.9, received: 5.1)
    #expect(harness.picture.doubts[.positions] != nil, "it can lack what was lost")
    try harness.read(positions: PictureHarness.position("a"), asked: 5)
    harness.readRisk(asked: 6)
    #expect(harness.picture.doubts[.positions] == nil && harness.picture.doubts[.risk] == nil)
    #expect(harness.picture.doubts[.orders]?.since == PictureHarness.moment(5))
  }

  @Test func `events that were thrown away, and a connection that was lost, are holes as well`() throws {
    for kind in [StreamNotice.Kind.dropped, .reconnected] {
      var harness = try harness()
      harness.notice(kind, at: 5)
      #expect(Set(harness.picture.doubts.keys) == Set(PicturePart.allCases), "\(kind)")
    }
  }

  @Test func `a question that nobody answers leaves what was there, and says that it is old`() throws {
    var harness = try harness()
    harness.fail(.positions, asked: 7)
    #expect(harness.ids == ["a"] && harness.picture.doubts[.positions]?.message == "no answer")
    try harness.read(positions: PictureHarness.position("a"), asked: 8)
    #expect(harness.picture.doubts[.positions] == nil)
  }

  @Test func `another process counts from one again`() throws {
    var harness = try harness()
    try harness.tick("110", at: 1, seq: 5000)
    try harness.tick("111", at: 2, seq: 3)
    #expect(try harness.row("a").value.markPrice == 110)
    harness.notice(.gap, at: 3, ["from_seq": 5001, "to_seq": .null])
    try harness.tick("112", at: 4, seq: 4)
    #expect(try harness.row("a").value.markPrice == 112)
  }

  @Test func `silence is known, and ends`() throws {
    var harness = try harness()
    #expect(harness.picture.feed == .none)
    harness.notice(.connected, at: 1)
    #expect(harness.picture.feed.isLive && harness.picture.takePartsToRead() == Set(PicturePart.allCases))
    harness.notice(.stale, at: 2)
    harness.notice(.stale, at: 3)
    #expect(harness.picture.feed == .silent(since: PictureHarness.moment(2), "stale"), "since the first of them")
    harness.notice(.fresh, at: 4)
    #expect(harness.picture.feed.isLive && harness.picture.doubts.isEmpty, "on one connection nothing is lost")
    harness.notice(.polling, at: 5)
    #expect(harness.picture.feed == .polling)
    harness.notice(.end, at: 6)
    #expect(harness.picture.feed == .none)
  }

  // MARK: Recorded

  @Test(arguments: RecordedEvents.files)
  func `a recorded conversation is folded`(file: String) throws {
    var harness = PictureHarness()
    try harness.read(status: running, asked: 0)
    harness.picture.take(positions: [], PictureReading(askedAt: PictureHarness.start, receivedAt: PictureHarness.start))
    var closed: Set<String> = []
    for event in try RecordedEvents.all(in: file, at: PictureHarness.moment(1)) {
      harness.picture.fold(.event(event))
      let envelope = EventEnvelope(event)
      if case .positionClosed(let position) = envelope.event, let id = position.id { closed.insert(id) }
      if case .positionOpened(let position) = envelope.event {
        #expect(harness.ids?.contains(position.id ?? "") == true)
      }
      #expect(closed.isDisjoint(with: harness.ids ?? []), "\(event.type)")
    }
    #expect(harness.picture.feed.isLive)
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
