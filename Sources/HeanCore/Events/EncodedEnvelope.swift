extension EventEnvelope: WireEncodable {
  /// A record of the engine's memory of events, whatever the shape was that the event came in. What is `nil` becomes
  /// null; members of the payload that hean does not read are not in it.
  public var wire: JSONValue {
    [
      "seq": .optional(seq), "ts": .time(at), "type": .string(type), "payload": event.payload,
      "context": ["topic": .optional(topic?.rawValue)],
    ]
  }
}

extension EngineEvents: WireEncodable {
  /// The body as `/blackbox/events` sends it.
  public var wire: JSONValue { ["events": .records(events), "last_seq": .optional(lastSeq)] }
}

extension EventList where Row: WireEncodable {
  /// The rows, and a null for each element that could not be read.
  var wire: JSONValue { .array(rows.map(\.wire) + Array(repeating: .null, count: count - rows.count)) }
}

extension EngineEvent {
  /// The payload from which an event of the same type and topic is read again.
  var payload: JSONValue {
    switch self {
    case .signal(let signal): signal.payload
    case .decision(let decision): ["decision": decision.wire]
    case .decisions(let decisions): ["decisions": decisions.wire]
    case .exitDecision(let decision): ["decision": decision.wire]
    case .order(_, let order), .orderCreated(let order): order.wire
    case .orderUpdated(let update): update.wire
    case .openOrders(let orders): ["orders": orders.wire]
    case .positionOpened(let position), .positionClosed(let position): ["positions": [position.wire]]
    case .positionUpdated(let position, let delta):
      ["positions": [position.wire], "realized_pnl_delta": .optional(delta)]
    case .positions(let positions), .cachedPositions(let positions): ["positions": positions.wire]
    case .account(let account): account.wire
    case .heartbeat(let heartbeat): heartbeat.wire
    case .status(let status): status.wire
    case .equity(let equity): equity.wire
    case .counters(let counters): counters.wire
    case .control(let control):
      [
        "command": .optional(control.command), "success": .optional(control.isSuccess),
        "detail": .optional(control.detail),
      ]
    case .killSwitch(let alarm): ["reason": .optional(alarm.reason), "source": .optional(alarm.source)]
    case .risk(let risk):
      [
        "reason": .optional(risk.reason), "symbol": .optional(risk.symbol), "strategy_id": .optional(risk.strategyID),
      ]
    case .tick(let tick): tick.wire
    case .candle(let candle): candle.wire
    case .state(let state): state.wire
    case .pastEvents(let events): ["events": events.wire]
    case .noPastEvents: [:]
    case .physics(let event): event.payload
    case .brain(let event): event.payload
    case .arbitrage(let payload), .other(_, let payload): payload
    }
  }
}

extension Signal {
  fileprivate var payload: JSONValue {
    [
      "signal_id": .optional(id), "symbol": .optional(symbol), "side": .optional(side?.rawValue),
      "strategy_id": .optional(strategyID), "size": .optional(size), "entry_price": .optional(entryPrice),
      "metadata": ["confidence": .optional(confidence), "entry_reason": .optional(reason)],
    ]
  }
}
