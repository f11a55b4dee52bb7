/// The reads that hean makes. The type of each answer documents its fields.
extension Endpoint {
  /// State and mode of the engine and, while it runs, its money.
  public static var engineStatus: Endpoint<EngineStatus> { .init(EngineAPI.path("/engine/status")) }
  /// What the process was configured with. The engine allows 30 reads a minute.
  public static var settings: Endpoint<EngineSettings> { .init("/settings") }
  /// Health of the process. 503 with the normal body means that the emergency stop was used. The engine allows 60 reads
  /// a minute.
  public static var health: Endpoint<Health> { .init("/health", alsoNormal: [503]) }
  /// Whether the process is ready; a 503 has the same body. The engine allows 120 reads a minute.
  public static var readiness: Endpoint<Readiness> { .init("/ready", alsoNormal: [503]) }

  /// What the interface says of itself, with its version. No key is asked for.
  public static var description: Endpoint<EngineDescription> { .init("/openapi.json") }

  /// Open positions in the engine's books; a stopped engine lists none.
  public static var positions: Endpoint<Listing<Position>> {
    .init(EngineAPI.path("/orders/positions"), reportsFailureInBody: true)
  }
  /// Orders in the engine's books; rejected ones are never listed (docs/engine.md 2.2).
  public static func orders(_ filter: OrderFilter) -> Endpoint<Listing<Order>> {
    // Without a filter the engine lists all.
    let query = filter.listed == .all ? [] : [RESTRequest.QueryItem("status", filter.rawValue)]
    return .init(EngineAPI.path("/orders"), query: query, reportsFailureInBody: true)
  }

  /// What the engine itself tells about why it does not trade (docs/engine.md 2.3).
  public static var why: Endpoint<WhyDiagnostics> { .init(EngineAPI.path("/trading/why")) }
  /// Counters of signals, decisions, orders and positions for a minute, for five minutes and for the session.
  public static var metrics: Endpoint<TradingMetrics> {
    .init(EngineAPI.path("/trading/metrics"), reportsFailureInBody: true)
  }
  /// Open positions and orders in their second shape, recent fills and recent decisions.
  public static var state: Endpoint<TradingState> {
    .init(EngineAPI.path("/trading/state"), reportsFailureInBody: true)
  }

  /// The latest orders, closed positions and decisions, newest first.
  /// - Parameter limit: how many of them.
  public static func history(limit: Int = 100) -> Endpoint<TradingHistory> {
    .init(EngineAPI.path("/trading/history"), query: [.init("limit", "\(limit)")], reportsFailureInBody: true)
  }

  /// The latest closed positions, 500 at most, newest first. The engine answers only after 15 seconds when it
  /// cannot reach its store.
  public static var journal: Endpoint<TradeJournal> {
    .init(
      EngineAPI.path("/journal/trades"), query: [.init("limit", "\(TradeJournal.readable)")], reportsFailureInBody: true
    )
  }

  /// The engine's last events, 500 at most (docs/engine.md 2.11).
  /// - Parameter type: only events of this type; `nil` for all.
  public static func events(ofType type: String? = nil) -> Endpoint<EngineEvents> {
    let query = type.map { [RESTRequest.QueryItem("event_type", $0)] } ?? []
    return .init(EventRing.path, query: [.init("limit", "500")] + query, reportsFailureInBody: true)
  }

  /// The engine's last events about closed positions.
  static var closedEvents: Endpoint<EngineEvents> { events(ofType: "POSITION_CLOSED") }

  /// Events after this sequence number; `nil` reads only the newest event, for its number.
  static func events(since seq: Int?) -> Endpoint<EngineEvents> {
    let query: [RESTRequest.QueryItem] =
      seq.map { [.init("limit", "\(EventRing.limit)"), .init("since_seq", "\($0)")] } ?? [.init("limit", "1")]
    return .init(EventRing.path, query: query, reportsFailureInBody: true)
  }

  /// The engine's own equity every ten seconds; its first point dates the start of the engine (docs/engine.md 2.3).
  public static var equityHistory: Endpoint<EquityHistory> {
    .init(
      EngineAPI.path("/trading/equity-history"), query: [.init("limit", "\(EquityHistory.readable)")],
      reportsFailureInBody: true
    )
  }

  /// Log records about stops of all new orders.
  package static var stopLog: Endpoint<EngineLog> {
    .init(
      EngineAPI.path("/logs/events"), query: [.init("contains", "STOP_TRADING"), .init("limit", "\(EngineLog.page)")],
      reportsFailureInBody: true)
  }

  /// Log records about closes that failed. They are found by these words, because nothing else marks them.
  public static var closeFailures: Endpoint<EngineLog> {
    .init(
      EngineAPI.path("/logs/events"), query: [.init("contains", "failed to close"), .init("limit", "20")],
      reportsFailureInBody: true)
  }

  /// The latest log records, whatever they are about: they show how far back the log reaches.
  static var latestLog: Endpoint<EngineLog> {
    .init(
      EngineAPI.path("/logs/events"), query: [.init("limit", "\(EngineLog.page)")], reportsFailureInBody: true)
  }

  package static var logSummary: Endpoint<EngineLogSummary> {
    .init(EngineAPI.path("/logs/summary"), reportsFailureInBody: true)
  }

  /// Price, bid and ask of one symbol (USDT); all are `nil` for a symbol that the engine does not know.
  public static func ticker(_ symbol: String) -> Endpoint<Ticker> {
    .init(EngineAPI.path("/market/ticker"), query: [.init("symbol", symbol)], reportsFailureInBody: true)
  }

  /// Closed candles of one symbol, oldest first; none for a symbol or a length that the engine does not keep
  /// (docs/engine.md 2.7).
  /// - Parameters:
  ///   - timeframe: one of the engine's own four lengths.
  ///   - limit: how many, the latest; from 1 to 1000.
  public static func candles(_ symbol: String, _ timeframe: Timeframe, limit: Int = 1000) -> Endpoint<Listing<Candle>> {
    .init(
      EngineAPI.path("/market/candles"),
      query: [
        .init("symbol", symbol), .init("timeframe", timeframe.rawValue), .init("limit", "\(limit)"),
      ], reportsFailureInBody: true)
  }

  /// The price of a symbol in the list of positions; it tells how old the mark price there is.
  static func held(_ symbol: String) -> Endpoint<Ticker> { .ticker(symbol).once.kept(as: "price of held \(symbol)") }

  /// The price of a symbol that every engine trades; it tells how old prices are.
  package static var priceProbe: Endpoint<Ticker> { .ticker(Symbols.defaults[0]).once.kept(as: "price probe") }

  /// Values of the keys that can be changed while the engine runs.
  public static var configuration: Endpoint<ConfigurationValues> {
    .init(EngineAPI.path("/config/current"), reportsFailureInBody: true)
  }

  /// Strategies with their results; a stopped engine lists none.
  public static var strategies: Endpoint<Listing<Strategy>> {
    .init(EngineAPI.path("/strategies"), reportsFailureInBody: true)
  }
  /// Equity and PnL in the engine's own books; zeros for a stopped engine.
  public static var portfolio: Endpoint<PortfolioSummary> { .init(EngineAPI.path("/portfolio/summary")) }

  /// The engine's own equity, day PnL and drawdown, and whether it has set `stop_trading`.
  public static var riskStatus: Endpoint<RiskStatus> {
    .init(EngineAPI.path("/risk/status"), reportsFailureInBody: true)
  }
  /// Limits; the engine obeys only the number of open positions (docs/engine.md 2.5).
  public static var riskLimits: Endpoint<RiskLimits> {
    .init(EngineAPI.path("/risk/limits"), reportsFailureInBody: true)
  }
  /// State of the governor, its drawdown and the symbols in quarantine (docs/engine.md 5.1).
  public static var governor: Endpoint<GovernorStatus> {
    .init(EngineAPI.path("/risk/governor/status"), reportsFailureInBody: true)
  }
  /// Whether the kill switch has tripped, and why; an emergency stop does not show here (docs/engine.md 4.2, 3).
  public static var killSwitch: Endpoint<KillSwitchStatus> {
    .init(EngineAPI.path("/risk/killswitch/status"), reportsFailureInBody: true)
  }
  /// Strategies that the decision memory has locked (docs/engine.md 4.2, 9).
  public static var decisionMemory: Endpoint<Listing<DecisionMemoryBlock>> {
    .init(EngineAPI.path("/risk/decision-memory/blocks"), reportsFailureInBody: true)
  }

  /// Signals that filters inside strategies refused in the last minutes; few filters report here.
  public static func rejections(minutes: Int) -> Endpoint<SignalRejections> {
    .init(
      EngineAPI.path("/telemetry/signal-rejections"), query: [.init("minutes", "\(minutes)")],
      reportsFailureInBody: true)
  }
  /// The latest 100 votes of the council about signals.
  public static var verdicts: Endpoint<Listing<CouncilVerdict>> {
    .init(EngineAPI.path("/council/trade/verdicts"), query: [.init("limit", "100")], reportsFailureInBody: true)
  }
  /// Signals that got stuck, stage by stage.
  public static var pipeline: Endpoint<SignalPipeline> { .init(EngineAPI.path("/archon/pipeline")) }
  /// Filters that acted since the process began; some of them only change the size (docs/engine.md 4.4).
  public static var filterBlocks: Endpoint<FilterBlocks> {
    .init(EngineAPI.path("/analytics/blocks"), reportsFailureInBody: true)
  }
  /// The engine's own figures about its trading, several of which are not what their names say (docs/engine.md 2.6).
  public static var analyticsSummary: Endpoint<AnalyticsSummary> {
    .init(EngineAPI.path("/analytics/summary"), reportsFailureInBody: true)
  }
  /// Settings and counts of the council that votes about signals.
  public static var council: Endpoint<CouncilStatus> { .init(EngineAPI.path("/council/trade/status")) }
}

/// Which orders to list, in the engine's words.
public enum OrderFilter: String, Sendable, CaseIterable {
  /// `open` as the engine's books have it, which can list orders that have ended at the exchange; `filled` completely;
  /// `all` that it keeps.
  case open, filled, all
  /// Cancelled ones, chosen from all; rejected ones, which are in no list but for a while in the memory of events.
  case cancelled, rejected

  /// The list of the engine in which these are.
  package var listed: OrderFilter {
    switch self {
    case .open, .filled, .all: self
    case .cancelled, .rejected: .all
    }
  }

  /// Whether an order of the list is meant.
  func takes(_ order: Order) -> Bool {
    switch self {
    case .open, .filled, .all: true
    case .cancelled: order.status == .cancelled
    case .rejected: order.status == .rejected
    }
  }

  /// Whether such an order can rest at an exchange.
  package var canRest: Bool { self == .open || self == .all }
}
