public import Foundation

/// One event of the engine with its values, of the kinds in docs/engine.md 3.5 to 3.7, 3.10.
///
/// Sizes are in base units, prices and money in USDT. A value that is missing, or of another type, is not known.
public enum EngineEvent: Sendable {
  /// A strategy's wish, `SIGNAL` or the short form `SIGNAL_DETECTED`.
  case signal(SignalEvent)
  case decision(Decision)
  /// The latest ones, in answer to a subscription.
  case decisions(EventList<Decision>)
  case exitDecision(ExitDecision)

  /// The order as it stood when the event was sent, which can be later than what the event tells of.
  case order(OrderChange, Order)
  /// The short form of a placed order.
  case orderCreated(Order)
  case orderUpdated(OrderUpdate)
  case openOrders(EventList<Order>)

  case positionOpened(Position)
  /// Also sent for a close that was only accepted, and for a position that the engine forgot (docs/engine.md 2.10).
  case positionClosed(Position)
  /// - realizedDelta: USDT; only of the update that ends it.
  case positionUpdated(Position, realizedDelta: Decimal?)
  /// All open positions.
  case positions(EventList<Position>)
  /// What answers a subscription: open and old closed ones, and for up to a second not all of the open ones.
  case cachedPositions(EventList<Position>)

  case account(AccountState)
  case heartbeat(Heartbeat)
  case status(StatusEvent)
  case equity(EquityEvent)
  case counters(TradingMetrics)
  case control(ControlEvent)

  case killSwitch(KillSwitchEvent)
  case risk(RiskEvent)

  case tick(Tick)
  case candle(Candle)

  /// Everything at once, in answer to a subscription to `snapshot`.
  case state(StateEvent)
  /// Events from before the subscription.
  case pastEvents(EventList<EventEnvelope>)
  /// The answer of topics that never tell of past events, whether there were any or not.
  case noPastEvents

  /// Constant defaults in today's engine.
  case physics(PhysicsEvent)
  case brain(BrainEvent)
  /// - payload: cycles and statistics in no shape that is known.
  case arbitrage(payload: JSONValue)

  /// A kind that hean does not know, or a known one that cannot be read.
  case other(type: String, payload: JSONValue)
}

extension EngineEvent {
  /// The one it is about, if it is about one.
  public var symbol: String? { subject.symbol }
  /// The one it is about, if it is about one.
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
