extension TradingState: WireEncodable {
  /// The body of `/trading/state`; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "timestamp": .time(at), "open_positions": .records(positions), "open_orders": .records(openOrders),
      "recent_fills": .records(recentFills),
      "recent_decisions": .array(decisions.map(\.wire) + exits.map(\.wire)),
    ]
  }
}

extension TradingState.Exit: WireEncodable {
  /// The decision as the engine's list has it; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "type": "ORDER_EXIT_DECISION", "decision": "FORCE_CLOSE", "symbol": .string(symbol),
      "position_id": .optional(positionID), "qty": .optional(size), "reason_code": .optional(reasonCode),
      "timestamp": .time(at),
    ]
  }
}

extension TradingHistory: WireEncodable {
  /// The body of `/trading/history`, its items by kind. When a closed position may be missing, there is an empty item:
  /// read again, that says the same.
  public var wire: JSONValue {
    let items =
      closed.map { $0.wire.marked("closed_position") } + orders.map { $0.wire.marked("order") }
      + decisions.map { $0.wire.marked("decision") }
    return ["history": .array(items + (isWhole ? [] : [[:]]))]
  }
}

extension EquityHistory: WireEncodable {
  /// The body of `/trading/equity-history`.
  public var wire: JSONValue { ["snapshots": .array(points.map(\.wire))] }
}

extension EquityHistory.Point: WireEncodable {
  /// Time and equity of the point; null where they are not known.
  public var wire: JSONValue { ["timestamp": .time(at), "equity": .optional(equity)] }
}

extension PortfolioSummary: WireEncodable {
  /// The body of `/portfolio/summary`, as far as it is read.
  public var wire: JSONValue { ["available": .optional(isAvailable)] }
}

extension Ticker: WireEncodable {
  /// The body of `/market/ticker`; what is `nil` becomes null.
  public var wire: JSONValue {
    ["price": .optional(price), "bid": .optional(bid), "ask": .optional(ask), "timestamp": .time(at)]
  }
}

extension KillSwitchStatus: WireEncodable {
  /// The body of `/risk/killswitch/status`; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "triggered": .optional(isTriggered), "reasons": .words(reasons), "triggered_at": .time(triggeredAt),
      "thresholds": ["drawdown_pct": .optional(dailyDrawdownLimit), "equity_drop": .optional(equityDropLimit)],
      // Of a body that could be read in part only the metrics are missing in any case, and a flag in their place says so.
      "current_metrics": isPartial
        ? true : ["current_drawdown_pct": .optional(drawdownPercent), "current_equity": .optional(equity)],
    ]
  }
}

extension Readiness: WireEncodable {
  /// The body of `/ready`, as far as it is read.
  public var wire: JSONValue { ["ready": .optional(isReady)] }
}

extension ConfigurationValues: WireEncodable {
  /// The body of `/config/current`.
  public var wire: JSONValue { ["config": .object(values)] }
}

extension JSONValue {
  static func records(_ rows: [some WireEncodable]) -> JSONValue { .array(rows.map(\.wire)) }

  /// The record as an item of the trading history.
  fileprivate func marked(_ kind: String) -> JSONValue {
    guard case .object(var members) = self else { return self }
    members["event_kind"] = .string(kind)
    return .object(members)
  }
}
