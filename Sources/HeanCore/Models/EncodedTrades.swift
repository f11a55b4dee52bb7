extension Position: WireEncodable {
  /// The position in the shape of `/trading/state`, with hean's own `doubt` added; what is `nil` becomes null. Without
  /// a side or a mark price the key is missing: as null, they would say that the engine sent an empty one.
  public var wire: JSONValue {
    var members = members
    members["side"] = side.map { .string($0.rawValue) }
    members["mark_price"] = markPrice.map { .number($0) }
    return .object(members)
  }

  private var members: [String: JSONValue] {
    [
      "position_id": .optional(id), "symbol": .string(symbol),
      // Not `size`: that key marks the shape whose leverage is never read.
      "qty": .optional(size), "entry_price": .optional(entryPrice),
      "unrealized_pnl": .optional(unrealizedPnL), "unrealized_pnl_percent": .optional(unrealizedPnLPercent),
      "realized_pnl": .optional(realizedPnL), "take_profit": .optional(takeProfit), "stop_loss": .optional(stopLoss),
      "strategy_id": .optional(strategyID), "leverage": .optional(leverage), "margin_used": .optional(marginUsed),
      "opened_at": .time(openedAt), "closed_at": .time(closedAt), "status": .optional(status),
      "entry_fee": .optional(entryFee),
      "rationale": entryReason.map { ["entry_reason": .string($0)] } ?? .null,
      "doubt": .optional(doubt?.rawValue),
    ]
  }
}

extension Order: WireEncodable {
  /// The order with keys of both shapes, so that `Order` can read it again; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "order_id": .optional(id), "symbol": .string(symbol), "side": .optional(side?.rawValue), "size": .optional(size),
      "filled_size": .optional(filledSize), "price": .optional(price), "avg_fill_price": .optional(averageFillPrice),
      "fee": .optional(fee), "type": .optional(type), "status": .optional(status?.rawValue),
      "strategy_id": .optional(strategyID), "signal_id": .optional(signalID), "created_at": .time(createdAt),
      "exit_plan": takeProfit == nil && stopLoss == nil
        ? .null : ["tp": .optional(takeProfit), "sl": .optional(stopLoss)],
      "rationale": entryReason.map { ["entry_reason": .string($0)] } ?? .null,
      "status_timeline": .array(
        timeline.map { ["status": .optional($0.status?.rawValue), "timestamp": .time($0.at)] }),
    ]
  }
}

extension Strategy: WireEncodable {
  /// The strategy as `/strategies` lists it; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "strategy_id": .optional(id), "enabled": .optional(isEnabled), "type": .optional(type),
      "win_rate": .optional(winRate), "total_trades": .optional(fills), "profit_factor": profitFactor.wire,
      "total_pnl": .optional(totalPnL), "wins": .optional(wins), "losses": .optional(losses),
    ]
  }
}

extension ProfitFactor {
  fileprivate var wire: JSONValue {
    switch self {
    case .unknown: 0
    case .withoutLosses: 99
    case .ratio(let value): .number(value)
    }
  }
}

extension Decision: WireEncodable {
  /// The decision as `/trading/state` lists it; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "decision": .optional(outcome?.rawValue), "type": isExit ? "ORDER_EXIT_DECISION" : .null,
      "reason_codes": .words(reasonCodes), "signal_id": .optional(signalID), "strategy_id": .optional(strategyID),
      "symbol": .optional(symbol), "side": .optional(side?.rawValue), "timestamp": .time(at),
      "computed_qty": .optional(size), "intelligence_boost": .number(sizeFactor),
      "confidence": .optional(confidence), "note": .optional(note),
      "risk_state": .optional(riskState?.rawValue),
      "gating_flags": [
        "killswitch_reason": .optional(killSwitchReason), "killswitch_triggered": .optional(isKillSwitchTriggered),
      ],
    ]
  }
}
