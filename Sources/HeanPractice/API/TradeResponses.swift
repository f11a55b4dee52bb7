import HeanCore

/// Orders, positions, decisions and closed trades, in the engine's JSON shapes, which differ between endpoints.
enum TradeResponses {
  static func orders(_ world: World, _ filter: String?) -> JSONValue {
    guard world.isRunning else { return ["orders": []] }
    let chosen =
      switch filter {
      case "open": world.orders.filter { $0.isOpen || world.has(.orderGhosts) }
      case "filled": world.orders.filter { $0.status == "filled" }
      default: world.orders
      }
    return ["orders": .array(chosen.map { order($0, world) })]
  }

  static func positions(_ world: World) -> JSONValue {
    ["positions": .array(world.isRunning ? world.positions.map(position) : [])]
  }

  static func state(_ world: World, _ now: Date) -> JSONValue {
    guard world.isRunning else {
      return [
        "status": "ok", "open_positions": [], "open_orders": [], "recent_fills": [], "recent_decisions": [],
        "timestamp": .naive(now),
      ]
    }
    return [
      "status": "ok", "open_positions": .array(world.positions.map { detailed($0, world) }),
      "open_orders": .array(world.openOrders.map { detailed($0, world, now) }),
      "recent_fills": .array(world.orders.filter { $0.status == "filled" }.suffix(50).map { detailed($0, world, now) }),
      // First the decisions about signals, then those about exits, as the engine lists them.
      "recent_decisions": .array(
        world.decisions.suffix(50).map { decision($0, world) } + world.journal.suffix(50).compactMap { exit($0, world) }
      ),
      "timestamp": .naive(now),
    ]
  }

  /// Codes of the engine's decisions to close (docs/engine.md 4.3).
  private static let exitCodes: Set<ReasonCode> = [.tpHit, .slHit, .timeoutTTL, .riskExit]

  /// The decision that closed a position; `nil` for one that was dropped, or closed by an opposite fill.
  private static func exit(_ closed: PracticePosition, _ world: World) -> JSONValue? {
    guard let reason = closed.exitReason.flatMap(ReasonCode.init), exitCodes.contains(reason),
      let second = closed.closed
    else { return nil }
    let isAtLevel = reason == .tpHit || reason == .slHit
    return [
      "type": "ORDER_EXIT_DECISION", "decision": isAtLevel ? "CLOSE" : "FORCE_CLOSE",
      "reason_code": .string(reason.rawValue), "position_id": .string(closed.id), "symbol": .string(closed.symbol),
      "side": closed.isLong ? "long" : "short", "timestamp": .naive(world.date(second)),
      "entry_price": .number(closed.entry),
      "realized_pnl": .number(closed.realized), "qty": .number(closed.size), "strategy_id": .string(closed.strategy),
    ]
  }

  static func history(_ world: World, _ request: PracticeRequest, _ now: Date) throws -> JSONValue {
    let limit = try Router.limit(request, default: 100, upTo: 500)
    func matches(_ symbol: String) -> Bool { request.query["symbol"].map { $0 == symbol } ?? true }
    var items: [(Int, JSONValue)] = []
    items += world.orders.filter { matches($0.symbol) }.map { ($0.created, tagged(order($0, world), "order")) }
    items += world.decisions.filter { matches($0.symbol) }.map { ($0.second, tagged(decision($0, world), "decision")) }
    items += world.listedTrades.filter { matches($0.symbol) }.map {
      ($0.closed ?? 0, tagged(closed($0, world), "closed_position"))
    }
    let newest = items.sorted { $0.0 > $1.0 }.prefix(limit).map(\.1)
    return ["history": .array(newest), "count": .count(newest.count), "timestamp": .zoned(now)]
  }

  static func journal(_ world: World, _ request: PracticeRequest, _ now: Date) throws -> JSONValue {
    let limit = try Router.limit(request, default: 100, upTo: 500)
    let trades = world.listedTrades.reversed().filter { trade in
      (request.query["symbol"].map { $0 == trade.symbol } ?? true)
        && (request.query["strategy"].map { $0 == trade.strategy } ?? true)
    }.prefix(limit)
    let wins = trades.count { $0.realized > 0 }
    let losses = trades.count - wins
    let rate = trades.isEmpty ? 0 : Decimal(wins) / Decimal(trades.count) * 100
    return [
      "trades": .array(trades.map { closed($0, world) }), "count": .count(trades.count),
      "summary": [
        "total_pnl": .number(trades.reduce(0) { $0 + $1.realized }), "wins": .count(wins), "losses": .count(losses),
        "win_rate": .number(rate),
      ],
      "timestamp": .zoned(now),
    ]
  }

  static func margin(_ position: PracticePosition) -> Decimal { position.mark * position.size / 3 }

  private static func order(_ order: PracticeOrder, _ world: World) -> JSONValue {
    let time = JSONValue.naive(world.date(order.created))
    let isGhost = world.has(.orderGhosts) && !order.isOpen
    return [
      "order_id": .string(order.id), "symbol": .string(order.symbol), "side": order.isBuy ? "buy" : "sell",
      "size": .number(order.size), "filled_size": .number(order.filled), "price": .number(order.price), "type": "LIMIT",
      "status": .string(isGhost ? "placed" : order.status), "strategy_id": .string(order.strategy), "timestamp": time,
      "updated_at": time,
    ]
  }

  private static func position(_ position: PracticePosition) -> JSONValue {
    let cost = position.entry * position.size
    let percent = cost == 0 ? 0 : position.unrealized / cost * 100
    return [
      "symbol": .string(position.symbol), "size": .number(position.size), "entry_price": .number(position.entry),
      "current_price": .number(position.mark), "unrealized_pnl": .number(position.unrealized),
      "unrealized_pnl_percent": .figure(percent.double, places: 4), "realized_pnl": 0,
      "side": position.isLong ? "long" : "short", "position_id": .string(position.id),
      "take_profit": position.isUnknown ? .null : .number(position.target),
      "stop_loss": position.isUnknown ? .null : .number(position.stop),
      "strategy_id": .string(position.strategy), "leverage": 1, "status": "open", "created_at": .null,
    ]
  }

  static func detailed(_ position: PracticePosition, _ world: World) -> JSONValue {
    [
      "position_id": .string(position.id), "symbol": .string(position.symbol),
      "side": position.isLong ? "long" : "short", "qty": .number(position.size), "entry_price": .number(position.entry),
      "mark_price": .number(position.mark), "unrealized_pnl": .number(position.unrealized), "realized_pnl": 0,
      "leverage": 3, "margin_used": .number(margin(position)), "opened_at": .naive(world.date(position.opened)),
      "exit_plan": position.isUnknown
        ? .null : plan(position.target, position.stop, world.wallSeconds(position.holdSeconds)),
      "expected_pnl": position.isUnknown ? .null : expected(position), "strategy_id": .string(position.strategy),
      "status": "open",
      "rationale": position.isUnknown ? .null : rationale(position.strategy, position.reason, position.confidence),
    ]
  }

  private static func closed(_ position: PracticePosition, _ world: World) -> JSONValue {
    [
      "position_id": .string(position.id), "symbol": .string(position.symbol),
      "side": position.isLong ? "long" : "short", "qty": .number(position.size), "entry_price": .number(position.entry),
      "mark_price": .number(position.mark), "unrealized_pnl": .number(position.unrealized),
      "realized_pnl": .number(position.realized), "leverage": 3, "margin_used": .number(margin(position)),
      "opened_at": .naive(world.date(position.opened)),
      "exit_plan": [
        "entry_reason": .string(position.reason), "confidence": .figure(position.confidence),
        "exit_reason": .optional(position.exitReason),
        "exit_plan": plan(position.target, position.stop, world.wallSeconds(position.holdSeconds)),
        "fee": .optional(position.entryFee),
      ],
      "expected_pnl": expected(position), "strategy_id": .string(position.strategy), "status": "closed",
      "rationale": rationale(position.strategy, position.reason, position.confidence),
      "closed_at": .zoned(world.date(position.closed ?? world.second)), "event_kind": "closed_position",
    ]
  }

  static func detailed(_ order: PracticeOrder, _ world: World, _ now: Date) -> JSONValue {
    let isFilled = order.filled > 0
    return [
      "order_id": .string(order.id), "symbol": .string(order.symbol), "side": order.isBuy ? "buy" : "sell",
      "type": "limit", "qty": .number(order.size), "price": .number(order.price), "status": .string(order.status),
      "created_at": .naive(world.date(order.created)), "updated_at": .naive(now), "filled_qty": .number(order.filled),
      "avg_fill_price": isFilled ? .number(order.price) : .null, "fee": isFilled ? .number(order.fee) : .null,
      "strategy_id": .string(order.strategy), "signal_id": .string(order.signalID),
      "rationale": rationale(order.strategy, order.reason, order.confidence),
      "exit_plan": plan(order.target, order.stop, world.wallSeconds(order.holdSeconds)), "expected_pnl": .null,
      "status_timeline": .array(
        order.timeline.map { ["status": .string($0.status), "timestamp": .naive(world.date($0.second))] }),
    ]
  }

  static func decision(_ decision: PracticeDecision, _ world: World) -> JSONValue {
    var flags: [String: JSONValue] = [
      "risk_ok": .bool(!decision.isKillSwitchTriggered), "data_fresh_ok": .bool(decision.isDataFresh),
      "profit_lock_ok": true, "engine_running_ok": true, "symbol_enabled_ok": true, "liquidity_ok": true,
      "execution_ok": true, "stop_trading": .bool(decision.stopTrading),
      "killswitch_triggered": .bool(decision.isKillSwitchTriggered), "max_positions": .bool(decision.isFullOfPositions),
      "max_orders": .bool(decision.isFullOfOrders), "drawdown_pct": .percent(decision.drawdown),
      "equity": .number(decision.equity),
    ]
    if let reason = decision.killSwitchReason { flags["killswitch_reason"] = .string(reason) }
    var body: [String: JSONValue] = [
      "type": "ORDER_DECISION", "decision": .string(decision.outcome),
      "reason_codes": .array(decision.codes.map { .string($0.rawValue) }),
      "reason_code": .string(decision.codes.first?.rawValue ?? "?"),
      "signal_id": .string("\(decision.strategy):\(decision.symbol):\(decision.isBuy ? "buy" : "sell")"),
      "strategy_id": .string(decision.strategy), "symbol": .string(decision.symbol),
      "side": decision.isBuy ? "buy" : "sell", "timestamp": .naive(world.date(decision.second)),
      "computed_qty": .optional(decision.size), "gating_flags": .object(flags), "score": .null,
      "confidence": .figure(decision.confidence), "market_regime": .string(decision.regime),
      "market_metrics_short": ["spread_pct": .figure(decision.spreadPercent)], "advisory": advisory(decision),
      "risk_state": .string(decision.riskState),
    ]
    if let note = decision.note { body["note"] = .string(note) }
    return .object(body)
  }

  private static func advisory(_ decision: PracticeDecision) -> JSONValue {
    guard decision.outcome == "SKIP" else { return .null }
    let (how, hint) =
      decision.isKillSwitchTriggered
      ? ("check_killswitch", "Review killswitch reasons and thresholds")
      : !decision.isDataFresh
        ? ("check_data_feed", "Market data is stale")
        : decision.isFullOfPositions ? ("reduce_positions", "Close positions") : ("reduce_risk", "Reduce risk exposure")
    return ["how_to_continue": .string(how), "hints": [.string(hint)]]
  }

  private static func plan(_ target: Decimal, _ stop: Decimal, _ hold: Double) -> JSONValue {
    [
      "tp": .number(target), "sl": .number(stop), "trailing": .null, "time_stop_seconds": .figure(hold),
      "invalidation_rule": .null,
    ]
  }

  private static func expected(_ position: PracticePosition) -> JSONValue {
    let gain = position.profit(at: position.target)
    let loss = position.profit(at: position.stop)
    let ratio = loss == 0 ? 0 : abs(gain / loss).double
    return [
      "at_tp": .number(gain), "at_sl": .number(loss), "breakeven_price": .number(position.entry),
      "rr_ratio": .figure(ratio),
    ]
  }

  private static func rationale(_ strategy: String, _ reason: String, _ confidence: Double) -> JSONValue {
    ["strategy_name": .string(strategy), "entry_reason": .string(reason), "confidence": .figure(confidence)]
  }

  private static func tagged(_ value: JSONValue, _ kind: String) -> JSONValue {
    guard case .object(var members) = value else { return value }
    members["event_kind"] = .string(kind)
    return .object(members)
  }
}
