extension Tick: WireEncodable {
  /// Reads the payload of a `MARKET_TICK`.
  /// - Throws: when it is no object. A member that cannot be read is `nil`.
  public init(from wire: WireValue) throws(WireError) { self.init(EventFields(try wire.object())) }

  /// The tick as the engine sends it; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "symbol": .optional(symbol), "price": .optional(price), "bid": .optional(bid), "ask": .optional(ask),
      "ts": .time(at),
    ]
  }
}

extension Candle: WireEncodable {
  /// Reads a candle that names its `interval`, or its `timeframe` as a row of `/market/candles` does. (In the engine's
  /// events the type names it.)
  /// - Throws: when it is no object, or has no interval. Another member that cannot be read is `nil`.
  public init(from wire: WireValue) throws(WireError) {
    let object = try wire.object()
    self.init(EventFields(object), interval: try object.required("interval", "timeframe"))
  }

  /// The candle as the engine sends it, with its interval; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "symbol": .optional(symbol), "interval": .string(interval), "open": .optional(open), "high": .optional(high),
      "low": .optional(low), "close": .optional(close), "volume": .optional(volume), "open_time": .time(openedAt),
      "close_time": .time(closedAt),
    ]
  }
}

extension Heartbeat: WireEncodable {
  /// Reads the payload of a `HEARTBEAT`.
  /// - Throws: when it is no object. A member that cannot be read is `nil`.
  public init(from wire: WireValue) throws(WireError) { self.init(EventFields(try wire.object())) }

  /// The heartbeat as the engine sends it; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "engine_state": .optional(state?.rawValue), "uptime_sec": .optional(uptimeSeconds), "mode": .optional(mode),
    ]
  }
}

extension StatusEvent: WireEncodable {
  /// Reads a `status_update` or `engine_status`.
  /// - Throws: when it is no object. A member that cannot be read is `nil`.
  public init(from wire: WireValue) throws(WireError) { self.init(EventFields(try wire.object())) }

  /// The status with the names of `engine_status`; what is `nil` becomes null.
  public var wire: JSONValue { ["engine_running": .optional(isRunning), "equity": .optional(equity)] }
}

extension EquityEvent: WireEncodable {
  /// Reads a `metrics_update`.
  /// - Throws: when it is no object. A member that cannot be read is `nil`.
  public init(from wire: WireValue) throws(WireError) { self.init(EventFields(try wire.object())) }

  /// The figures as the engine sends them; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "equity": .optional(equity), "daily_pnl": .optional(dailyPnL), "open_positions": .optional(openPositions),
    ]
  }
}

extension ExitDecision: WireEncodable {
  /// Reads the decision in an `ORDER_EXIT_DECISION`.
  /// - Throws: when it is no object. A member that cannot be read is `nil`.
  public init(from wire: WireValue) throws(WireError) { self.init(EventFields(try wire.object())) }

  /// The decision as the engine sends it; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "decision": .optional(action?.rawValue), "reason_code": .optional(reasonCode),
      "position_id": .optional(positionID), "symbol": .optional(symbol), "side": .optional(side?.rawValue),
      "strategy_id": .optional(strategyID), "timestamp": .time(at), "last_price": .optional(lastPrice),
      "unrealized_pnl": .optional(unrealizedPnL), "note": .optional(note),
    ]
  }
}

extension OrderUpdate: WireEncodable {
  /// Reads the payload of an `ORDER_UPDATE`.
  /// - Throws: when it is no object. A member that cannot be read is `nil`.
  public init(from wire: WireValue) throws(WireError) { self.init(EventFields(try wire.object())) }

  /// The change as the engine sends it; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "order_id": .optional(orderID), "status": .optional(status?.rawValue), "filled_qty": .optional(filledSize),
      "avg_price": .optional(averagePrice),
    ]
  }
}

extension AccountState: WireEncodable {
  /// Reads any of the engine's three shapes of an account.
  /// - Throws: when it is no object. A member that cannot be read is `nil`.
  public init(from wire: WireValue) throws(WireError) { self.init(EventFields(try wire.object())) }

  /// The account in the shape of `ACCOUNT_STATE`; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "wallet_balance": .optional(balance), "available_balance": .optional(available), "equity": .optional(equity),
      "used_margin": .optional(usedMargin), "unrealized_pnl": .optional(unrealizedPnL),
      "realized_pnl": .optional(realizedPnL), "fees": .optional(fees),
    ]
  }
}

extension StateEvent: WireEncodable {
  /// Reads the answer to a subscription to `snapshot`.
  /// - Throws: when it is no object. A part that cannot be read is `nil`.
  public init(from wire: WireValue) throws(WireError) { self.init(EventFields(try wire.object())) }

  /// The state as the engine sends it; what is `nil` becomes null.
  public var wire: JSONValue {
    [
      "account_state": account?.wire ?? .null, "positions": positions?.wire ?? .null, "orders": orders?.wire ?? .null,
      "order_decisions": decisions?.wire ?? .null, "last_seq": .optional(lastSeq),
    ]
  }
}

extension PhysicsEvent: WireEncodable {
  /// Reads the payload of a `PHYSICS_UPDATE`.
  /// - Throws: when it is no object. A member that cannot be read is `nil`.
  public init(from wire: WireValue) throws(WireError) { self.init(EventFields(try wire.object())) }

  /// The whole payload as it came.
  public var wire: JSONValue { payload }
}

extension BrainEvent: WireEncodable {
  /// Reads the payload of a `BRAIN_ANALYSIS`.
  /// - Throws: when it is no object. A member that cannot be read is `nil`.
  public init(from wire: WireValue) throws(WireError) { self.init(EventFields(try wire.object())) }

  /// The whole payload as it came.
  public var wire: JSONValue { payload }
}
