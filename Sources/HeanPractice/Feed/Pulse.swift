import HeanCore

/// What the engine sends at fixed times, not because of an occurrence: ticks, states, a heartbeat.
extension EventJournal {
  /// Sends the ticks of a market step, and the account and positions, which change with the prices.
  mutating func tellMarket(_ world: World, minutes: Set<String>, at now: Date) {
    guard world.isRunning else { return }
    for (place, instrument) in Instrument.all.enumerated() {
      guard let quote = world.market.quotes[instrument.symbol], quote.lastTick == world.second else { continue }
      let tick = MarketResponses.tick(instrument, quote, world).merging(["kind": "tick"]) { $1 }
      let context: [String: JSONValue] = ["symbol": .string(instrument.symbol)]
      emit(
        FeedEvent(
          type: "MARKET_TICK", topics: ["market_data"], payload: .object(tick), source: "market", context: context),
        at: now)
      if place == 0 {
        let payload = tick.merging(["source": "polling"]) { $1 }
        emit(
          FeedEvent(
            type: "MARKET_TICK", topics: ["market_ticks"], payload: .object(payload), source: "market",
            context: context), at: now)
      }
      if minutes.contains(instrument.symbol), let kline = MarketResponses.lastMinute(instrument, quote, world) {
        emit(
          FeedEvent(
            type: "KLINE_1M", topics: ["market_data"], payload: kline, source: "market",
            context: context.merging(["timeframe": "1m"]) { $1 }),
          at: now)
      }
    }
    let account = AccountResponses.accountState(world, now)
    emit(
      FeedEvent(
        type: "PNL_UPDATE", topics: ["account_state"], payload: account, context: ["reason": "pnl_update"]), at: now)
    guard !world.positions.isEmpty else { return }
    emit(
      FeedEvent(
        type: "PNL_UPDATE", topics: ["positions"],
        payload: ["positions": Self.positions(world), "type": "pnl_update"]), at: now)
  }

  /// Sends what the engine sends once a second.
  mutating func beat(_ world: World, clients: Int, at now: Date) {
    emit(
      FeedEvent(
        type: "HEARTBEAT", topics: ["system_heartbeat"],
        payload: [
          "engine_state": .string(world.control.phase.rawValue.uppercased()),
          "uptime_sec": .figure(now.timeIntervalSince(started ?? now), places: 3),
          "mode": .string(world.isDryRun ? "PAPER" : "LIVE"), "ws_clients": .count(clients),
          "events_per_sec": .count(Instrument.all.count), "last_event_ts": .zoned(now),
        ], source: "heartbeat_loop", context: ["mode": .string(world.isDryRun ? "PAPER" : "LIVE")]), at: now)
    emitFlat("system_status", Self.status(world, now), at: now)
    emitFlat("trading_metrics", Self.metrics(world, "trading_metrics_update", now), at: now)
    guard world.isRunning else { return }
    emitFlat(
      "metrics",
      [
        "type": "metrics_update", "equity": .number(world.equity), "daily_pnl": .number(world.equity - world.dayStart),
        "return_pct": .percent((world.equity - world.ledger.initial) / world.ledger.initial * 100),
        "open_positions": .count(world.positions.count), "engine_running": true, "timestamp": .zoned(now),
      ], at: now)
    emit(
      FeedEvent(
        type: "ACCOUNT_STATE", topics: ["account_state"], payload: AccountResponses.accountState(world, now),
        context: ["type": "update"]),
      at: now)
    emit(
      FeedEvent(
        type: "POSITIONS_UPDATE", topics: ["positions"],
        payload: ["positions": Self.positions(world), "type": "update"]), at: now)
    emit(
      FeedEvent(
        type: "PHYSICS_UPDATE", topics: ["physics_update"],
        payload: [
          "temperature": 0, "entropy": .figure(0.5), "phase": "WATER", "regime": "normal", "liquidations": [],
          "players": ["marketMaker": 0, "institutional": 0, "arbBot": 0, "retail": 0, "whale": 0],
        ],
        source: "physics_engine"), at: now)
  }

  /// The snapshot that follows the confirmation of a subscription; `nil` for a topic without one.
  func snapshot(_ topic: String, _ world: World, at now: Date) -> FeedFrame? {
    func flat(_ data: JSONValue, on other: String? = nil) -> FeedFrame { Self.flat(other ?? topic, data, at: now) }
    switch topic {
    case "system_status": return flat(Self.status(world, now))
    case "system_heartbeat": return lastHeartbeat.map { flat($0) }
    case "trading_metrics": return flat(Self.metrics(world, "trading_metrics_snapshot", now))
    case "account_state": return world.isRunning ? flat(AccountResponses.accountState(world, now)) : nil
    case "positions": return flat(["type": "snapshot", "positions": Self.positions(world)])
    case "orders", "orders_snapshot":
      return flat(
        ["type": "snapshot", "orders": .array(world.openOrders.map { TradeResponses.detailed($0, world, now) })],
        on: "orders_snapshot")
    case "order_decisions":
      return flat([
        "type": "order_decisions_snapshot",
        "decisions": .array(world.decisions.suffix(200).map { TradeResponses.decision($0, world) }),
      ])
    case "trading_events":
      let events = ring.suffix(50).filter { $0.envelope["context"]?["topic"] == "trading_events" }
      return flat(["type": "trading_events_snapshot", "events": .array(events.map(\.envelope))])
    case "strategy_events", "risk_events", "ai_catalyst":
      return flat(["type": "snapshot", "items": [], "note": "No events yet", "timestamp": .zoned(now)])
    case "snapshot":
      return flat([
        "type": "snapshot", "account_state": world.isRunning ? AccountResponses.accountState(world, now) : .null,
        "positions": Self.positions(world),
        "orders": .array(world.openOrders.map { TradeResponses.detailed($0, world, now) }),
        "order_decisions": .array(world.decisions.suffix(200).map { TradeResponses.decision($0, world) }),
        "order_exit_decisions": [], "last_seq": .count(seq), "events": .array(ring.suffix(200).map(\.envelope)),
      ])
    default: return nil
    }
  }

  static func status(_ world: World, _ now: Date) -> JSONValue {
    [
      "type": "status_update", "engine": world.isRunning ? "running" : "stopped", "redis": "disconnected",
      "equity": .number(world.isRunning ? world.equity : world.ledger.initial), "timestamp": .zoned(now),
    ]
  }

  private static func metrics(_ world: World, _ type: String, _ now: Date) -> JSONValue {
    guard case .object(var members) = SignalResponses.metrics(world) else { return .null }
    members["status"] = nil
    members["type"] = .string(type)
    if type == "trading_metrics_update" { members["timestamp"] = .zoned(now) }
    return .object(members)
  }

  private static func positions(_ world: World) -> JSONValue {
    .array(world.isRunning ? world.positions.map { TradeResponses.detailed($0, world) } : [])
  }
}
