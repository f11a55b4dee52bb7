/// One event of the engine with its values, of the kinds in docs/engine.md 3.5 to 3.7, 3.10.
///
/// Sizes are in base units, prices and money in USDT. A value that is missing, or is not of the expected type, is
/// `nil`.
public enum EngineEvent: Sendable {
  /// A strategy wants to trade: `SIGNAL`, or the short form `SIGNAL_DETECTED`.
  case signal(Signal)
  /// What the engine decided about a signal: `ORDER_DECISION`.
  case decision(Decision)
  /// The latest decisions, sent in answer to a subscription to `order_decisions`.
  case decisions(EventList<Decision>)
  /// What the engine decided about closing a position: `ORDER_EXIT_DECISION`.
  case exitDecision(ExitDecision)

  /// An order was placed, filled, cancelled or rejected. The order is as it was when the event was sent: its status can
  /// already be a later one than the change.
  case order(OrderChange, Order)
  /// The short form of a placed order: `ORDER_CREATED`.
  case orderCreated(Order)
  /// The short form of a change of an order: `ORDER_UPDATE`.
  case orderUpdated(OrderUpdate)
  /// All open orders: `ORDERS_SNAPSHOT`, or the answer to a subscription to `orders`.
  case openOrders(EventList<Order>)

  /// One position was opened: `POSITION_OPENED`.
  case positionOpened(Position)
  /// One position left the engine's books: `POSITION_CLOSED`. Also sent for a close that the exchange only accepted,
  /// and for a ghost drop (docs/engine.md 2.10).
  case positionClosed(Position)
  /// One position changed: `POSITION_UPDATE`. `realizedDelta` is in USDT; only the update that closes the position has
  /// it.
  case positionUpdated(Position, realizedDelta: Decimal?)
  /// All open positions: `POSITIONS_SNAPSHOT`, `POSITIONS_UPDATE`, or `PNL_UPDATE` on the topic `positions`.
  case positions(EventList<Position>)
  /// The answer to a subscription to `positions`: open positions mixed with old closed ones. For up to a second it can
  /// lack some of the open ones.
  case cachedPositions(EventList<Position>)

  /// Balances and PnL of the account: `ACCOUNT_STATE`, `PNL_SNAPSHOT`, or `PNL_UPDATE` on the topic `account_state`.
  case account(AccountState)
  /// `HEARTBEAT`, each second: the engine's process is alive.
  case heartbeat(Heartbeat)
  /// Whether the engine runs: `status_update`, each second.
  case status(StatusEvent)
  /// Equity and day PnL: `metrics_update`, each second while the engine runs.
  case equity(EquityEvent)
  /// The body of `/trading/metrics`: `trading_metrics_update`, each second.
  case counters(TradingMetrics)
  /// A control call such as start or stop, or its result: `CONTROL_COMMAND`, `CONTROL_RESULT`.
  case control(ControlEvent)

  /// An alarm, which often is no kill switch: `KillSwitchEvent.alarm` tells what it means.
  case killSwitch(KillSwitchEvent)
  /// `RISK_ALERT` or `RISK_BLOCKED`.
  case risk(RiskEvent)

  /// The latest price of one symbol: `MARKET_TICK`.
  case tick(Tick)
  /// A candle that has closed: `KLINE_1M`, `KLINE_5M`, `KLINE_1H`, `KLINE_1D`.
  case candle(Candle)

  /// The answer to a subscription to `snapshot`: account, positions, orders and decisions together.
  case state(StateEvent)
  /// Events from before the subscription, sent in answer to a subscription to `trading_events`.
  case pastEvents(EventList<EventEnvelope>)
  /// The answer to a subscription to `risk_events`, `strategy_events` or `ai_catalyst`: empty, whatever happened
  /// before.
  case noPastEvents

  /// The market's condition as the engine models it. Today's engine sends the same default values each time.
  case physics(PhysicsEvent)
  /// An analysis by the engine's language model; rarely sent.
  case brain(BrainEvent)
  /// `TRIANGULAR_ARBITRAGE`: cycles and statistics, whose shape hean does not know.
  case arbitrage(payload: JSONValue)

  /// An event of a type that hean does not know, or one of a known type that cannot be read.
  case other(type: String, payload: JSONValue)
}

extension EngineEvent {
  /// Symbol of the one thing that the event is about; `nil` for lists, states, and events that name none.
  public var symbol: String? { subject.symbol }
  /// Strategy of the one thing that the event is about; `nil` for lists, states, and events that name none.
  public var strategyID: String? { subject.strategy }

  private var subject: (symbol: String?, strategy: String?) {
    switch self {
    case .signal(let signal): (signal.symbol, signal.strategyID)
    case .decision(let decision): (decision.symbol, decision.strategyID)
    case .exitDecision(let decision): (decision.symbol, decision.strategyID)
    case .order(_, let order), .orderCreated(let order): (order.symbol, order.strategyID)
    case .positionOpened(let position), .positionClosed(let position), .positionUpdated(let position, _):
      (position.symbol, position.strategyID)
    case .risk(let risk): (risk.symbol, risk.strategyID)
    case .tick(let tick): (tick.symbol, nil)
    case .candle(let candle): (candle.symbol, nil)
    case .decisions, .orderUpdated, .openOrders, .positions, .cachedPositions, .account, .heartbeat, .status, .equity,
      .counters, .control, .killSwitch, .state, .pastEvents, .noPastEvents, .physics, .brain, .arbitrage, .other:
      (nil, nil)
    }
  }
}
