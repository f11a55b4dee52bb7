import HeanCore

/// Emits occurrences in the JSON shapes of the engine (docs/engine.md 3.5 to 3.7).
extension EventJournal {
  /// - Parameter limit: the present time. A fast world can be ahead of the clock; no event gets a later time than this.
  mutating func tell(_ told: TimedOccurrence, _ world: World, _ limit: Date) {
    let now = min(limit, world.date(told.second))
    switch told.what {
    case .signal(let signal): tell(signal, told.second, world, at: now)
    case .decision(let decision): tell(decision, world, at: now)
    case .order(let order): tell(order, world, at: now)
    case .opened(let position):
      tell(position, "POSITION_OPENED", world, at: now)
      tellUpdate(position, delta: nil, at: now)
    case .grown(let position):
      tell(position, "POSITION_UPDATE", world, at: now)
      tellUpdate(position, delta: nil, at: now)
    case .closed(let position):
      tell(position, "POSITION_CLOSED", world, at: now)
      tellUpdate(position, delta: position.realized, at: now)
    case .closingFill(let position): tellFill("close-\(position.id)", position, at: now)
    case .unknownFill(let position, let order): tellFill(order, position, at: now)
    case .governor:
      emit(
        FeedEvent(
          type: "RISK_ALERT", topics: ["risk_events"],
          payload: [
            "type": "risk_alert", "reason": .null, "symbol": .null, "strategy_id": .null, "metadata": [:],
            "timestamp": .zoned(now),
          ], severity: "WARN"), at: now)
    case .killSwitch(let reason):
      emit(
        FeedEvent(
          type: "KILLSWITCH_TRIGGERED", topics: ["risk_events", "system_status"],
          payload: [
            "type": "killswitch_triggered", "reason": .optional(reason), "source": .null, "timestamp": .zoned(now),
          ], severity: "ERROR"), at: now)
    case .panicButton(let reason):
      emitFlat(
        "system_status",
        [
          "type": "killswitch_triggered", "reason": .string(reason), "source": "panic_button",
          "timestamp": .zoned(now),
        ], at: now)
    }
  }

  private mutating func tell(_ signal: PracticeSignal, _ second: Int, _ world: World, at now: Date) {
    let side = signal.isBuy ? "buy" : "sell"
    let id = "\(signal.strategy):\(signal.symbol):\(side):\(String(second, radix: 16))"
    emit(
      FeedEvent(
        type: "SIGNAL", topics: ["signals", "strategy_events"],
        payload: [
          "type": "signal", "symbol": .string(signal.symbol), "side": .string(side),
          "strategy_id": .string(signal.strategy), "size": .optional(signal.size),
          "entry_price": .optional(signal.price),
          "metadata": ["entry_reason": .string(signal.reason), "confidence": .figure(signal.confidence)],
        ], context: ["symbol": .string(signal.symbol)]), at: now)
    emit(
      FeedEvent(
        type: "SIGNAL_DETECTED", topics: ["trading_events"],
        payload: [
          "signal_id": .string(id), "symbol": .string(signal.symbol), "timeframe": "1m",
          "strategy_id": .string(signal.strategy), "score": .figure(signal.confidence),
          "confidence": .figure(signal.confidence), "signal_type": .null,
          "features": ["entry_reason": .string(signal.reason)],
        ], correlation: id,
        context: ["symbol": .string(signal.symbol), "mode": "live", "account": .number(world.equity)]),
      at: now)
  }

  private mutating func tell(_ decision: PracticeDecision, _ world: World, at now: Date) {
    let body = TradeResponses.decision(decision, world)
    let id = "\(decision.strategy):\(decision.symbol):\(decision.isBuy ? "buy" : "sell")"
    emit(
      FeedEvent(
        type: "ORDER_DECISION", topics: ["order_decisions", "strategy_events"],
        payload: ["type": "order_decision", "decision": body], correlation: id), at: now)
    guard case .object(let members) = body else { return }
    let flat: [String: JSONValue] = [
      "intended_side": .string(decision.isBuy ? "buy" : "sell"), "intended_size": .optional(decision.size),
      "gating": [
        "risk_ok": .bool(!decision.isKillSwitchTriggered), "liquidity_ok": true,
        "cooldown_ok": .bool(!decision.codes.contains(.cooldown)), "max_orders_ok": .bool(!decision.isFullOfOrders),
        "paused": false,
      ],
    ]
    emit(
      FeedEvent(
        type: "ORDER_DECISION", topics: ["trading_events"], payload: .object(flat.merging(members) { $1 }),
        correlation: id, context: ["symbol": .string(decision.symbol), "mode": "live"]), at: now)
  }

  private mutating func tell(_ order: PracticeOrder, _ world: World, at now: Date) {
    let name =
      switch order.status {
      case "filled", "partially_filled": "FILLED"
      case "cancelled": "CANCELLED"
      case "rejected": "REJECTED"
      default: "PLACED"
      }
    let topics =
      ["FILLED": ["orders", "order_filled"], "CANCELLED": ["orders", "order_cancelled"]][name] ?? ["orders"]
    guard case .object(var payload) = TradeResponses.detailed(order, world, now) else { return }
    payload["type"] = "order_event"
    payload["event"] = .string("order_\(name.lowercased())")
    payload["quantity"] = payload.removeValue(forKey: "qty")
    payload["leverage"] = 3
    payload["margin_used"] = .number(order.size * order.price / 3)
    let context: [String: JSONValue] = ["symbol": .string(order.symbol)]
    // In dry run the engine sends each fill twice, with two numbers.
    for _ in 0..<(order.status == "filled" && world.isDryRun ? 2 : 1) {
      emit(
        FeedEvent(
          type: "ORDER_\(name)", topics: topics, payload: .object(payload), correlation: order.signalID,
          context: context), at: now)
    }
    emit(
      FeedEvent(
        type: order.status == "pending" ? "ORDER_CREATED" : "ORDER_UPDATE", topics: ["trading_events"],
        payload: order.status == "pending" ? Self.created(order) : Self.updated(order, now),
        correlation: order.signalID, context: context), at: now)
    emit(
      FeedEvent(
        type: "ORDERS_SNAPSHOT", topics: ["orders_snapshot"],
        payload: [
          "orders": .array(world.openOrders.map { TradeResponses.detailed($0, world, now) }), "type": "snapshot",
        ]), at: now)
  }

  private static func created(_ order: PracticeOrder) -> JSONValue {
    [
      "order_id": .string(order.id), "symbol": .string(order.symbol), "side": order.isBuy ? "buy" : "sell",
      "qty": .number(order.size), "price": .number(order.price), "type": .string(order.status),
      "strategy_id": .string(order.strategy), "signal_id": .string(order.signalID),
    ]
  }

  private static func updated(_ order: PracticeOrder, _ now: Date) -> JSONValue {
    [
      "order_id": .string(order.id), "status": .string(order.status.uppercased()), "filled_qty": .number(order.filled),
      "avg_price": order.filled > 0 ? .number(order.price) : .null, "last_fill_ts": .zoned(now), "reject_reason": .null,
    ]
  }

  private mutating func tell(_ position: PracticePosition, _ type: String, _ world: World, at now: Date) {
    var body: [String: JSONValue] = [
      "position_id": .string(position.id), "symbol": .string(position.symbol),
      "side": position.isLong ? "long" : "short", "qty": .number(position.size), "entry_price": .number(position.entry),
      "mark_price": .number(position.mark), "realized_pnl": .number(position.realized),
      "unrealized_pnl": .number(position.unrealized),
      "opened_at": .naive(world.date(position.opened)), "strategy_id": .string(position.strategy),
      "exit_plan": [
        "entry_reason": .string(position.reason), "confidence": .figure(position.confidence),
        "exit_reason": .optional(position.exitReason),
      ],
      "status": position.closed == nil ? "open" : "closed",
    ]
    body["closed_at"] = position.closed.map { .zoned(world.date($0)) } ?? .null
    emit(
      FeedEvent(
        type: type, topics: ["positions"], payload: ["positions": [.object(body)], "type": .string(type.lowercased())],
        correlation: position.id, context: ["symbol": .string(position.symbol)]), at: now)
  }

  /// The engine reports the fill as a buy by strategy `unknown`, whatever was closed (docs/engine.md 2.10).
  private mutating func tellFill(_ id: String, _ position: PracticePosition, at now: Date) {
    emit(
      FeedEvent(
        type: "ORDER_FILLED", topics: ["orders", "order_filled"],
        payload: [
          "type": "order_event", "event": "order_filled", "order_id": .string(id), "symbol": .string(position.symbol),
          "side": "buy", "quantity": .number(position.size), "price": .number(position.mark), "status": "filled",
          "created_at": .naive(now), "updated_at": .zoned(now), "filled_qty": .number(position.size),
          "avg_fill_price": .number(position.mark), "fee": .null, "strategy_id": .string(Echo.strategy),
          "signal_id": .null, "rationale": .null, "exit_plan": .null, "expected_pnl": .null,
          "status_timeline": [["status": "filled", "timestamp": .zoned(now)]], "leverage": 1,
          "margin_used": .number(position.size * position.mark),
        ], correlation: id, context: ["symbol": .string(position.symbol)]), at: now)
  }

  private mutating func tellUpdate(_ position: PracticePosition, delta: Decimal?, at now: Date) {
    emit(
      FeedEvent(
        type: "POSITION_UPDATE", topics: ["trading_events"],
        payload: [
          "symbol": .string(position.symbol), "size": .number(position.size), "entry_price": .number(position.entry),
          "mark_price": .number(position.mark), "unrealized_pnl": .number(position.unrealized),
          "realized_pnl_delta": .optional(delta), "position_id": .string(position.id),
        ], correlation: position.id, context: ["symbol": .string(position.symbol)]), at: now)
  }
}
