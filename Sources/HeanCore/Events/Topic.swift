/// A topic of the engine's WebSocket (docs/engine.md 3.5). `summary` says what comes on it.
public enum Topic: String, CaseIterable, Sendable, Hashable {
  /// Whether the engine runs, each second; alarms of the kill switch.
  case systemStatus = "system_status"
  /// A heartbeat each second, from a stopped engine too; control calls with their results.
  case systemHeartbeat = "system_heartbeat"
  /// Equity and day PnL, each second while the engine runs.
  case metrics
  /// The body of `/trading/metrics`, each second.
  case tradingMetrics = "trading_metrics"
  /// Balances and PnL of the account.
  case accountState = "account_state"
  /// Changes of positions, of which some events hold one and others all; changes of orders.
  case positions, orders
  /// All open orders, after each change.
  case ordersSnapshot = "orders_snapshot"
  /// The fills, copied from `orders`.
  case orderFilled = "order_filled"
  /// The cancels, copied from `orders`.
  case orderCancelled = "order_cancelled"
  /// What was decided about each signal.
  case orderDecisions = "order_decisions"
  /// What was decided about closing positions.
  case orderExitDecisions = "order_exit_decisions"
  /// Signals, decisions, orders, positions and PnL in a short form.
  case tradingEvents = "trading_events"
  /// What strategies want to trade.
  case signals
  /// Copies of signals and decisions; not the enabling of a strategy.
  case strategyEvents = "strategy_events"
  /// Refusals, alerts, and alarms of the kill switch, which often are none.
  case riskEvents = "risk_events"
  /// Ticks of every symbol, and candles that have closed.
  case marketData = "market_data"
  /// Ticks of the first symbol only.
  case marketTicks = "market_ticks"
  /// One picture of account, positions, orders and decisions, when it is subscribed; nothing later.
  case snapshot
  /// The market as the physics model sees it; today always the same values.
  case physicsUpdate = "physics_update"
  /// Analyses by the language model; rare.
  case brainUpdate = "brain_update"
  /// Nothing is ever sent here.
  case aiCatalyst = "ai_catalyst"
  /// Nothing is ever sent here.
  case aiReasoning = "ai_reasoning"
  /// Triangular arbitrage; rare.
  case triangularArb = "triangular_arb"
  /// Nothing is ever sent here.
  case telemetry
  /// Nothing is ever sent here: signals come on `signals`.
  case tradingSignals = "trading_signals"
  /// Nothing is ever sent on these; risk comes on `riskEvents`.
  case performance, risk, logs

  /// Whether the engine subscribes every connection to it without being asked.
  public var isAutomatic: Bool {
    switch self {
    case .snapshot, .triangularArb, .telemetry, .tradingSignals, .performance, .risk, .logs: false
    default: true
    }
  }

  /// Whether the engine accepts a subscription to it and then sends nothing.
  public var neverSends: Bool {
    switch self {
    case .telemetry, .tradingSignals, .performance, .risk, .logs, .aiCatalyst, .aiReasoning: true
    default: false
    }
  }

  /// Whether its events have numbers, so that those missed can be found in the engine's memory of events.
  public var hasNumbers: Bool {
    switch self {
    case .metrics, .tradingMetrics, .snapshot: false
    default: !neverSends
    }
  }

  /// What comes on the topic, in a few words, for help texts.
  public var summary: String {
    switch self {
    case .systemStatus: "engine on or off and its equity, every second; kill switch alarms"
    case .systemHeartbeat: "engine state and uptime, every second; control calls and their results"
    case .metrics: "equity, day PnL and open positions, every second while running"
    case .tradingMetrics: "the counters of signals, decisions and orders, every second"
    case .accountState: "balances and PnL, every second and with every tick"
    case .positions: "the list of open positions, and each opening and closing"
    case .orders: "orders placed, filled, cancelled, rejected"
    case .ordersSnapshot: "the list of open orders after each change"
    case .orderFilled: "copies of fills from orders"
    case .orderCancelled: "copies of cancellations from orders"
    case .orderDecisions: "what was decided about each signal, and why"
    case .orderExitDecisions: "what was decided about leaving a position"
    case .tradingEvents: "signals, decisions, orders and positions in one short form"
    case .signals: "each signal of a strategy"
    case .strategyEvents: "copies of signals and decisions"
    case .riskEvents: "risk alerts and kill switch alarms; alerts name no reason"
    case .marketData: "every tick of every symbol, and closed candles"
    case .marketTicks: "ticks of the first symbol, at most two a second"
    case .snapshot: "one picture of everything, when it is asked for"
    case .physicsUpdate: "constant defaults, in today's engine"
    case .brainUpdate: "rare"
    case .triangularArb: "rare"
    case .telemetry, .tradingSignals, .performance, .risk, .logs, .aiCatalyst, .aiReasoning: "never anything"
    }
  }

  /// On which other topics the engine sends a copy of the same event, with the same number.
  /// - Parameter type: the event's type, as `ORDER_FILLED`.
  public func copies(ofType type: String) -> [Topic] {
    switch (self, type) {
    case (.signals, _), (.orderDecisions, _), (.orderExitDecisions, _): [.strategyEvents]
    case (.orders, "ORDER_FILLED"): [.orderFilled]
    case (.orders, "ORDER_CANCELLED"): [.orderCancelled]
    case (.riskEvents, "KILLSWITCH_TRIGGERED"): [.systemStatus]
    default: []
    }
  }

  /// The topics that are followed when the operator names none.
  public static let usual: [Topic] = [.orders, .positions, .orderDecisions, .signals, .riskEvents, .systemStatus]

  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { (Array($0.rawValue.utf8), $0) })

  init?(_ bytes: ArraySlice<UInt8>) {
    guard let topic = Self.named[Array(bytes)] else { return nil }
    self = topic
  }
}
