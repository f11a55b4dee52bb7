/// Everything that is read from the engine.
extension Endpoint {
  public static var engineStatus: Endpoint<EngineStatus> { .init(EngineAPI.path("/engine/status")) }
  public static var settings: Endpoint<EngineSettings> { .init("/settings") }
  /// 503 with the normal body means that the emergency stop was used.
  public static var health: Endpoint<Health> { .init("/health", alsoNormal: [503]) }
  public static var readiness: Endpoint<Readiness> { .init("/ready", alsoNormal: [503]) }

  public static var positions: Endpoint<Listing<Position>> {
    .init(EngineAPI.path("/orders/positions"), reportsFailureInBody: true)
  }
  public static func orders(_ filter: OrderFilter) -> Endpoint<Listing<Order>> {
    // Without a filter the engine lists all.
    let query = filter == .all ? [] : [RESTRequest.QueryItem("status", filter.rawValue)]
    return .init(EngineAPI.path("/orders"), query: query, reportsFailureInBody: true)
  }

  public static var why: Endpoint<WhyDiagnostics> { .init(EngineAPI.path("/trading/why")) }
  public static var metrics: Endpoint<TradingMetrics> {
    .init(EngineAPI.path("/trading/metrics"), reportsFailureInBody: true)
  }
  public static var state: Endpoint<TradingState> {
    .init(EngineAPI.path("/trading/state"), reportsFailureInBody: true)
  }

  /// Closed positions among the latest events.
  public static func history(limit: Int = 100) -> Endpoint<TradingHistory> {
    .init(EngineAPI.path("/trading/history"), query: [.init("limit", "\(limit)")], reportsFailureInBody: true)
  }

  /// The engine's short memory of its events; of one type when it is named.
  public static func events(ofType type: String? = nil) -> Endpoint<EngineEvents> {
    let query = type.map { [RESTRequest.QueryItem("event_type", $0)] } ?? []
    return .init(EventRing.path, query: [.init("limit", "500")] + query, reportsFailureInBody: true)
  }

  /// Events after one; `nil` asks only for the number of the newest.
  static func events(since seq: Int?) -> Endpoint<EngineEvents> {
    let query: [RESTRequest.QueryItem] =
      seq.map { [.init("limit", "\(EventRing.limit)"), .init("since_seq", "\($0)")] } ?? [.init("limit", "1")]
    return .init(EventRing.path, query: query, reportsFailureInBody: true)
  }

  public static var equityHistory: Endpoint<EquityHistory> {
    .init(
      EngineAPI.path("/trading/equity-history"), query: [.init("limit", "\(EquityHistory.readable)")],
      reportsFailureInBody: true
    )
  }

  /// What the engine's log says of stops of all new orders.
  static var stopLog: Endpoint<EngineLog> {
    .init(
      EngineAPI.path("/logs/events"), query: [.init("contains", "STOP_TRADING"), .init("limit", "\(EngineLog.page)")],
      reportsFailureInBody: true)
  }

  /// What the engine's log says of closes that failed. Nothing but these words marks such a record.
  public static var closeFailures: Endpoint<EngineLog> {
    .init(
      EngineAPI.path("/logs/events"), query: [.init("contains", "failed to close"), .init("limit", "20")],
      reportsFailureInBody: true)
  }

  static var logSummary: Endpoint<EngineLogSummary> {
    .init(EngineAPI.path("/logs/summary"), reportsFailureInBody: true)
  }

  public static func ticker(_ symbol: String) -> Endpoint<Ticker> {
    .init(EngineAPI.path("/market/ticker"), query: [.init("symbol", symbol)], reportsFailureInBody: true)
  }

  /// The price of one symbol that every engine trades, which tells how old prices are.
  static var priceProbe: Endpoint<Ticker> { .ticker(Symbols.defaults[0]).once.kept(as: "price probe") }

  /// Values of the keys that can be changed while the engine runs.
  public static var configuration: Endpoint<ConfigurationValues> {
    .init(EngineAPI.path("/config/current"), reportsFailureInBody: true)
  }

  public static var strategies: Endpoint<Listing<Strategy>> {
    .init(EngineAPI.path("/strategies"), reportsFailureInBody: true)
  }
  public static var portfolio: Endpoint<PortfolioSummary> { .init(EngineAPI.path("/portfolio/summary")) }

  public static var riskStatus: Endpoint<RiskStatus> {
    .init(EngineAPI.path("/risk/status"), reportsFailureInBody: true)
  }
  public static var riskLimits: Endpoint<RiskLimits> {
    .init(EngineAPI.path("/risk/limits"), reportsFailureInBody: true)
  }
  public static var governor: Endpoint<GovernorStatus> {
    .init(EngineAPI.path("/risk/governor/status"), reportsFailureInBody: true)
  }
  public static var killSwitch: Endpoint<KillSwitchStatus> {
    .init(EngineAPI.path("/risk/killswitch/status"), reportsFailureInBody: true)
  }
  public static var decisionMemory: Endpoint<Listing<DecisionMemoryBlock>> {
    .init(EngineAPI.path("/risk/decision-memory/blocks"), reportsFailureInBody: true)
  }

  public static func rejections(minutes: Int) -> Endpoint<SignalRejections> {
    .init(
      EngineAPI.path("/telemetry/signal-rejections"), query: [.init("minutes", "\(minutes)")],
      reportsFailureInBody: true)
  }
  public static var verdicts: Endpoint<Listing<CouncilVerdict>> {
    .init(EngineAPI.path("/council/trade/verdicts"), query: [.init("limit", "100")], reportsFailureInBody: true)
  }
  public static var pipeline: Endpoint<SignalPipeline> { .init(EngineAPI.path("/archon/pipeline")) }
  public static var filterBlocks: Endpoint<FilterBlocks> {
    .init(EngineAPI.path("/analytics/blocks"), reportsFailureInBody: true)
  }
  public static var council: Endpoint<CouncilStatus> { .init(EngineAPI.path("/council/trade/status")) }
}

/// Which orders to list, as the engine spells it.
public enum OrderFilter: String, Sendable, CaseIterable {
  case open, filled, all
}
