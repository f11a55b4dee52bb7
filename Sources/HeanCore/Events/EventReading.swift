extension EngineEvent {
  /// Interprets a record: its type and its topic say which event its payload is; `.other` when that is not known.
  /// - Parameters:
  ///   - type: of the record: upper case for events with a number, lower case for flat messages, empty for a state.
  ///   - topic: where the event came; one type can mean different things on two topics.
  init(_ type: String, _ topic: Topic?, _ payload: EventFields) {
    self =
      Self.marketOrOrder(type, payload) ?? Self.position(type, topic, payload) ?? Self.engine(type, topic, payload)
      ?? Self.snapshot(type, topic, payload) ?? .other(type: type, payload: payload.json)
  }

  private static func marketOrOrder(_ type: String, _ payload: EventFields) -> EngineEvent? {
    switch type {
    case "MARKET_TICK": return .tick(Tick(payload))
    case let type where type.hasPrefix("KLINE_"):
      return .candle(Candle(payload, interval: type.dropFirst(6).lowercased()))
    case "SIGNAL": return .signal(Signal(payload, isShortForm: false))
    case "SIGNAL_DETECTED": return .signal(Signal(payload, isShortForm: true))
    // On `order_decisions` the decision is an object; on `trading_events` the payload is the decision, and `decision`
    // in it is a word.
    case "ORDER_DECISION":
      return (payload.fields("decision") ?? payload).model(Decision.self).map { .decision($0) }
    case "ORDER_EXIT_DECISION": return .exitDecision(ExitDecision(payload.fields("decision") ?? payload))
    case "ORDER_PLACED": return order(.placed, payload)
    case "ORDER_FILLED": return order(.filled, payload)
    case "ORDER_CANCELLED": return order(.cancelled, payload)
    case "ORDER_REJECTED": return order(.rejected, payload)
    case "ORDER_CREATED":
      // In this event `type` is the order's status.
      return payload.model(Order.self).map { order in
        var order = order
        order.type = nil
        if let status = payload.word(OrderStatus.self, "type") { order.status = status }
        return .orderCreated(order)
      }
    case "ORDER_UPDATE": return .orderUpdated(OrderUpdate(payload))
    default: return nil
    }
  }

  private static func order(_ change: OrderChange, _ payload: EventFields) -> EngineEvent? {
    payload.model(Order.self).map { order in
      var order = order
      // `type` here is the event's, not the order's.
      order.type = nil
      return .order(change, order)
    }
  }

  private static func position(_ type: String, _ topic: Topic?, _ payload: EventFields) -> EngineEvent? {
    switch type {
    case "POSITION_OPENED": first(payload).map { .positionOpened($0) }
    case "POSITION_CLOSED": first(payload).map { .positionClosed($0) }
    case "POSITION_UPDATE":
      (first(payload) ?? payload.model(Position.self)).map {
        .positionUpdated($0, realizedDelta: payload.number("realized_pnl_delta"))
      }
    case "POSITIONS_SNAPSHOT", "POSITIONS_UPDATE": payload.list(Position.self, "positions").map { .positions($0) }
    case "PNL_UPDATE" where topic == .positions: payload.list(Position.self, "positions").map { .positions($0) }
    default: nil
    }
  }

  private static func first(_ payload: EventFields) -> Position? {
    payload.items("positions").first?.model(Position.self)
  }

  private static func engine(_ type: String, _ topic: Topic?, _ payload: EventFields) -> EngineEvent? {
    switch type {
    case "PNL_UPDATE" where topic == .positions: nil
    case "ACCOUNT_STATE", "PNL_UPDATE", "PNL_SNAPSHOT": .account(AccountState(payload))
    case "HEARTBEAT": .heartbeat(Heartbeat(payload))
    case "CONTROL_COMMAND": .control(ControlEvent(payload, isResult: false))
    case "CONTROL_RESULT": .control(ControlEvent(payload, isResult: true))
    case "KILLSWITCH_TRIGGERED", "killswitch_triggered": .killSwitch(KillSwitchEvent(payload))
    case "RISK_ALERT": .risk(RiskEvent(payload, isAlert: true))
    case "RISK_BLOCKED": .risk(RiskEvent(payload, isAlert: false))
    case "status_update", "engine_status": .status(StatusEvent(payload))
    case "metrics_update", "equity": .equity(EquityEvent(payload))
    case "trading_metrics_update", "trading_metrics_snapshot": payload.model(TradingMetrics.self).map { .counters($0) }
    case "PHYSICS_UPDATE": .physics(PhysicsEvent(payload))
    case "BRAIN_ANALYSIS": .brain(BrainEvent(payload))
    case "TRIANGULAR_ARBITRAGE": .arbitrage(payload: payload.json)
    default: nil
    }
  }

  private static func snapshot(_ type: String, _ topic: Topic?, _ payload: EventFields) -> EngineEvent? {
    switch type {
    case "ORDERS_SNAPSHOT": return payload.list(Order.self, "orders").map { .openOrders($0) }
    case "order_decisions_snapshot": return payload.list(Decision.self, "decisions").map { .decisions($0) }
    case "trading_events_snapshot": return payload.list(EventEnvelope.self, "events").map { .pastEvents($0) }
    case "snapshot", "": break
    default: return nil
    }
    switch topic {
    case .positions: return payload.list(Position.self, "positions").map { .cachedPositions($0) }
    case .accountState: return .account(AccountState(payload))
    case .orders, .ordersSnapshot: return payload.list(Order.self, "orders").map { .openOrders($0) }
    case .snapshot: return .state(StateEvent(payload))
    case .riskEvents, .strategyEvents, .aiCatalyst: return .noPastEvents
    default: return nil
    }
  }
}
