import Foundation
import Testing

@testable import HeanCore

/// Each kind of event with the values that the engine was recorded to send.
struct TypedEventTests {
  private func missing(_ envelope: EventEnvelope) { Issue.record("\(envelope.event)") }

  private func made(_ type: String, _ topic: String, _ payload: String) throws -> EventEnvelope {
    let frame =
      #"{"topic":"\#(topic)","data":{"seq":7,"ts":"2026-11-21T01:44:20+00:00","type":"\#(type)","severity":"WARN","payload":\#(payload),"context":{"topic":"\#(topic)"}}}"#
    return EventEnvelope(try #require(try RecordedEvents.event(frame)))
  }

  @Test(arguments: RecordedEvents.files)
  func `no recorded event is of an unknown kind`(file: String) throws {
    let events = try RecordedEvents.all(in: file)
    #expect(!events.isEmpty)
    for event in events {
      if case .other(let type, _) = EventEnvelope(event).event { Issue.record("\(event.topic) \(type)") }
    }
  }

  @Test func `an envelope has its number, its moment and its topic`() throws {
    let envelope = try RecordedEvents.first("HEARTBEAT", on: .systemHeartbeat)
    #expect(envelope.seq == 484 && envelope.type == "HEARTBEAT" && envelope.topic == .systemHeartbeat)
    #expect(envelope.at == EngineTime.parse("2026-11-21T01:44:20.139656+00:00"))
    let flat = try RecordedEvents.first("status_update", on: .systemStatus)
    #expect(flat.seq == nil && flat.at == nil, "only what has a number has a moment of its own")
  }

  @Test func `state of the engine`() throws {
    let beat = try RecordedEvents.first("HEARTBEAT", on: .systemHeartbeat)
    guard case .heartbeat(let beat) = beat.event else { return missing(beat) }
    #expect(beat.state == .running && beat.uptimeSeconds == Decimal(string: "9.45") && beat.mode == "PAPER")
    let status = try RecordedEvents.first("status_update", on: .systemStatus)
    guard case .status(let status) = status.event else { return missing(status) }
    #expect(status.isRunning == true && status.equity == 10_000)
    let boot = try made("engine_status", "system_status", #"{"engine_running":false}"#)
    guard case .status(let boot) = boot.event else { return missing(boot) }
    #expect(boot.isRunning == false && boot.equity == nil)
    let metrics = try RecordedEvents.first("metrics_update", on: .metrics)
    guard case .equity(let metrics) = metrics.event else { return missing(metrics) }
    #expect(metrics.equity == 10_000 && metrics.dailyPnL == 0 && metrics.openPositions == 0)
    let counters = try RecordedEvents.first("trading_metrics_snapshot", on: .tradingMetrics)
    guard case .counters(let counters) = counters.event else { return missing(counters) }
    #expect(counters.session?.signals == 0 && counters.lastFiveMinutes?.ordersFilled == 0)
  }

  @Test func `the account, in its three shapes`() throws {
    for (type, topic) in [("ACCOUNT_STATE", Topic.accountState), ("PNL_UPDATE", .accountState), ("", .accountState)] {
      let envelope = try RecordedEvents.first(type, on: topic)
      guard case .account(let account) = envelope.event else { return missing(envelope) }
      #expect(account.balance == 10_000 && account.available == 10_000 && account.realizedPnL == 0, "\(type)")
    }
    let envelope = try made("PNL_SNAPSHOT", "trading_events", #"{"equity":5,"balance":4,"free_margin":3,"fees":1}"#)
    guard case .account(let account) = envelope.event else { return missing(envelope) }
    #expect(account.equity == 5 && account.balance == 4 && account.available == 3 && account.fees == 1)
  }

  @Test func `the market`() throws {
    let tick = try RecordedEvents.first("MARKET_TICK", on: .marketTicks)
    guard case .tick(let tick) = tick.event else { return missing(tick) }
    #expect(tick.symbol == "BTCUSDT" && tick.price == Decimal(string: "64231.1"))
    #expect(tick.bid == Decimal(string: "64230.5") && tick.ask == Decimal(string: "64231.7"))
    #expect(tick.at == EngineTime.parse("2026-11-21T01:44:19.988166"))
    let candle = try RecordedEvents.first("KLINE_5M", on: .marketData)
    guard case .candle(let candle) = candle.event else { return missing(candle) }
    #expect(candle.symbol == "ETHUSDT" && candle.interval == "5m" && candle.high == Decimal(string: "3121.34"))
    #expect(candle.closedAt == EngineTime.parse("2026-11-21T01:45:00"))
  }

  @Test func `signals, long and short`() throws {
    let long = try RecordedEvents.first("SIGNAL", on: .signals)
    guard case .signal(let signal) = long.event else { return missing(long) }
    #expect(signal.symbol == "BTCUSDT" && signal.side == .buy && signal.strategyID == "test_api")
    #expect(signal.confidence == 1 && signal.reason == "api_test_signal" && !signal.isShortForm)
    #expect(long.event.symbol == "BTCUSDT" && long.event.strategyID == "test_api")
    let short = try RecordedEvents.first("SIGNAL_DETECTED", on: .tradingEvents)
    guard case .signal(let signal) = short.event else { return missing(short) }
    #expect(signal.side == nil && signal.reason == "api_test_signal" && signal.isShortForm)
  }

  @Test(arguments: [Topic.orderDecisions, .tradingEvents, .strategyEvents])
  func `decisions, nested and flat`(topic: Topic) throws {
    let envelope = try RecordedEvents.first("ORDER_DECISION", on: topic)
    guard case .decision(let decision) = envelope.event else { return missing(envelope) }
    #expect(decision.outcome == .create && decision.reasonCodes == ["ACCEPTED"] && decision.symbol == "BTCUSDT")
    #expect(decision.size == Decimal(string: "0.001") && decision.side == .buy)
  }

  @Test func `why a position is left`() throws {
    let envelope = try RecordedEvents.first(
      "ORDER_EXIT_DECISION", on: .orderExitDecisions, in: "closing/06_close_frames")
    guard case .exitDecision(let decision) = envelope.event else { return missing(envelope) }
    #expect(decision.action == .forceClose && decision.reasonCode == "RISK_EXIT" && decision.side == .long)
    #expect(decision.positionID == "486a76f2-715d-4304-9c2b-af2c00c214f9" && decision.note == "api_close_by_symbol")
    #expect(decision.unrealizedPnL == Decimal(string: "2.5972649999999478"))
  }

  @Test func `orders`() throws {
    let kinds: [(String, OrderChange, OrderStatus)] = [
      ("ORDER_PLACED", .placed, .placed), ("ORDER_FILLED", .filled, .filled),
      ("ORDER_CANCELLED", .cancelled, .cancelled),
    ]
    for (type, change, status) in kinds {
      let envelope = try RecordedEvents.first(type, on: .orders)
      guard case .order(change, let order) = envelope.event else { return missing(envelope) }
      #expect(order.status == status && order.symbol == "BTCUSDT" && order.size == Decimal(string: "0.001"))
      #expect(order.type == nil, "what it says there is the type of the event")
    }
    let created = try RecordedEvents.first("ORDER_CREATED", on: .tradingEvents)
    guard case .orderCreated(let order) = created.event else { return missing(created) }
    #expect(order.status == .placed && order.id == "smart_limit_1795225461.138884")
    let update = try RecordedEvents.first("ORDER_UPDATE", on: .tradingEvents)
    guard case .orderUpdated(let update) = update.event else { return missing(update) }
    #expect(update.status == .cancelled && update.filledSize == 0)
    let list = try RecordedEvents.first("ORDERS_SNAPSHOT", on: .ordersSnapshot)
    guard case .openOrders(let list) = list.event else { return missing(list) }
    #expect(list.count == 1 && list.isWhole && list.rows.first?.price == Decimal(string: "61014.225"))
    let rejected = try made("ORDER_REJECTED", "orders", #"{"symbol":"X","side":"sell","status":"rejected"}"#)
    guard case .order(.rejected, let order) = rejected.event else { return missing(rejected) }
    #expect(order.status == .rejected && order.side == .sell)
  }

  @Test func `positions`() throws {
    let opened = try RecordedEvents.first("POSITION_OPENED", on: .positions)
    guard case .positionOpened(let position) = opened.event else { return missing(opened) }
    #expect(position.id == "ef11e0fc-755c-4f31-877c-e8939bbfe099" && position.side == .long)
    #expect(position.takeProfit == Decimal(string: "64407.44439999999"), "the plan is nested once more here")
    let closed = try RecordedEvents.first("POSITION_CLOSED", on: .positions, in: "closing/live_true_07_frames")
    guard case .positionClosed(let position) = closed.event else { return missing(closed) }
    #expect(position.realizedPnL == Decimal(string: "-738.7771219999995") && position.status == "closed")
    let update = try RecordedEvents.first("POSITION_UPDATE", on: .tradingEvents, in: "closing/live_true_07_frames")
    guard case .positionUpdated(let position, let delta) = update.event else { return missing(update) }
    #expect(delta == Decimal(string: "-738.7771219999995") && position.markPrice == Decimal(string: "26.803939"))
    for type in ["POSITIONS_UPDATE", "POSITIONS_SNAPSHOT", "PNL_UPDATE"] {
      let envelope = try RecordedEvents.first(type, on: .positions)
      guard case .positions = envelope.event else { return missing(envelope) }
    }
    let cached = try RecordedEvents.first("snapshot", on: .positions)
    guard case .cachedPositions(let list) = cached.event else { return missing(cached) }
    #expect(list.count == 0 && list.isWhole)
  }

  @Test func `risk, and what is called a kill switch`() throws {
    let alert = try RecordedEvents.first("RISK_ALERT", on: .riskEvents)
    guard case .risk(let risk) = alert.event else { return missing(alert) }
    #expect(risk.isAlert && risk.reason == nil)
    let blocked = try made(
      "RISK_BLOCKED", "risk_events", #"{"reason":"daily","symbol":"ETHUSDT","strategy_id":"grid"}"#)
    guard case .risk(let risk) = blocked.event else { return missing(blocked) }
    #expect(!risk.isAlert && risk.reason == "daily" && blocked.event.symbol == "ETHUSDT")
    let stop = try made("KILLSWITCH_TRIGGERED", "risk_events", #"{"reason":"DAILY_PAUSE: x","source":null}"#)
    guard case .killSwitch(let event) = stop.event else { return missing(stop) }
    #expect(event.alarm == .stop("DAILY_PAUSE: x"))
    let flat = try #require(
      try RecordedEvents.event(
        #"{"topic":"system_status","data":{"type":"killswitch_triggered","reason":"by hand","source":"panic_button"}}"#)
    )
    guard case .killSwitch(let event) = EventEnvelope(flat).event else { return missing(EventEnvelope(flat)) }
    #expect(event.alarm == .stop("by hand"))
  }

  @Test func `control calls and their results`() throws {
    let call = try made("CONTROL_COMMAND", "system_heartbeat", #"{"command":"engine_pause"}"#)
    guard case .control(let control) = call.event else { return missing(call) }
    #expect(control.command == "engine_pause" && !control.isResult && control.isSuccess == nil)
    let result = try made(
      "CONTROL_RESULT", "system_heartbeat", #"{"command":"engine_pause","success":false,"detail":"no"}"#)
    guard case .control(let control) = result.event else { return missing(result) }
    #expect(control.isResult && control.isSuccess == false && control.detail == "no")
  }

  @Test func `what answers a subscription`() throws {
    for topic in [Topic.riskEvents, .strategyEvents] {
      let envelope = try RecordedEvents.first("snapshot", on: topic)
      guard case .noPastEvents = envelope.event else { return missing(envelope) }
    }
    let decisions = try RecordedEvents.first("order_decisions_snapshot", on: .orderDecisions)
    guard case .decisions(let list) = decisions.event else { return missing(decisions) }
    #expect(list.count == 0)
    let past = try RecordedEvents.first("trading_events_snapshot", on: .tradingEvents)
    guard case .pastEvents(let list) = past.event else { return missing(past) }
    #expect(list.rows.first?.seq == 440 && list.rows.first?.topic == .tradingEvents)
    let state =
      #"{"topic":"snapshot","data":{"type":"snapshot","account_state":{"equity":1},"positions":[],"last_seq":9}}"#
    let whole = EventEnvelope(try #require(try RecordedEvents.event(state)))
    guard case .state(let event) = whole.event else { return missing(whole) }
    #expect(event.account?.equity == 1 && event.positions?.count == 0 && event.orders == nil && event.lastSeq == 9)
  }

  @Test func `models of the market and of the mind`() throws {
    let physics = try RecordedEvents.first("PHYSICS_UPDATE", on: .physicsUpdate)
    guard case .physics(let event) = physics.event else { return missing(physics) }
    #expect(event.phase == "WATER" && event.entropy == Decimal(string: "0.5") && event.payload["players"] != nil)
    let brain = try made("BRAIN_ANALYSIS", "brain_update", #"{"stage":"x","confidence":0.5}"#)
    guard case .brain(let event) = brain.event else { return missing(brain) }
    #expect(event.stage == "x" && event.confidence == Decimal(string: "0.5"))
    let arbitrage = try made("TRIANGULAR_ARBITRAGE", "triangular_arb", #"{"cycle":{},"stats":{"n":1}}"#)
    guard case .arbitrage(let payload) = arbitrage.event else { return missing(arbitrage) }
    #expect(payload["stats"]?["n"]?.number == 1)
  }

  @Test func `a value of a wrong type takes none of the others with it`() throws {
    let tick = try made("MARKET_TICK", "market_data", #"{"symbol":"X","price":[],"bid":"7.5","ask":null,"ts":"soon"}"#)
    guard case .tick(let tick) = tick.event else { return missing(tick) }
    #expect(tick.symbol == "X" && tick.price == nil && tick.bid == Decimal(string: "7.5") && tick.at == nil)
  }

  @Test func `a row of a list that cannot be read is counted`() throws {
    let list = try made("POSITIONS_UPDATE", "positions", #"{"positions":[{"symbol":"X"},7,{"symbol":[]}]}"#)
    guard case .positions(let list) = list.event else { return missing(list) }
    #expect(list.count == 3 && list.rows.count == 1 && !list.isWhole)
  }

  @Test(arguments: ["POSITION_CLOSED", "POSITIONS_UPDATE", "ORDER_FILLED", "NOVEL"])
  func `what cannot be read is kept as it came`(type: String) throws {
    let envelope = try made(type, "positions", #"{"symbol":[],"positions":7}"#)
    guard case .other(type, let payload) = envelope.event else { return missing(envelope) }
    #expect(payload["positions"]?.number == 7)
  }

  @Test func `what an event is about is found wherever the engine puts it`() throws {
    func subject(_ frame: String) throws -> EventSubject {
      let event = try #require(try RecordedEvents.event(frame))
      return try #require(EventSubject(event))
    }
    let nested = try subject(
      #"{"topic":"orders","data":{"severity":"ERROR","payload":{"decision":{"symbol":"A","strategy_id":"s"},"orders":[{"symbol":"B"}]},"context":{"symbol":"C"}}}"#
    )
    #expect(Set(nested.symbols) == ["A", "B", "C"] && nested.strategies == ["s"] && nested.severity == .error)
    let flat = try subject(#"{"topic":"metrics","data":{"symbol":"D","severity":"LOUD"}}"#)
    #expect(flat.symbols == ["D"] && flat.severity == nil)
  }

  @Test func `only what happens tells of a change`() throws {
    let kinds = Set(try RecordedEvents.all(in: "websocket").filter(\.tellsOfChange).map(\.type))
    #expect(kinds.isSuperset(of: ["ORDER_PLACED", "POSITION_CLOSED", "SIGNAL", "RISK_ALERT"]))
    let clockwork = ["HEARTBEAT", "MARKET_TICK", "ACCOUNT_STATE", "metrics_update", "trading_metrics_update"]
    #expect(kinds.isDisjoint(with: clockwork))
  }
}
