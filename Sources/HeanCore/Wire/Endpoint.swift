/// One thing that can be read from the engine: where it is and what its body means.
///
/// What a body must be able to do is asked by those who read it: a requirement here is looked up among all conformances of
/// the program, at run time, for each kind of body (a tenth of a short read's instructions).
public struct Endpoint<Body: Sendable>: Sendable {
  public var path: String
  public var query: [RESTRequest.QueryItem]
  /// Statuses besides 200 whose body is the normal one.
  var alsoNormal: Set<Int>
  /// Whether a 200 may hold a failure instead of the body.
  var failsInside: Bool
  var isRepeatable = true
  /// Where a snapshot keeps the answer, where that is not with other answers of this endpoint.
  private var ownPlace: String?

  init(
    _ path: String, query: [RESTRequest.QueryItem] = [], alsoNormal: Set<Int> = [], failsInside: Bool = false
  ) {
    self.path = path
    self.query = query
    self.alsoNormal = alsoNormal
    self.failsInside = failsInside
  }

  /// The same read, not tried again when it fails.
  var once: Endpoint {
    var single = self
    single.isRepeatable = false
    return single
  }

  /// The same read, whose answer a snapshot keeps apart.
  func kept(as place: String) -> Endpoint {
    var apart = self
    apart.ownPlace = place
    return apart
  }

  func accepts(_ status: Int) -> Bool { status == 200 || alsoNormal.contains(status) }

  var place: String { ownPlace ?? key }

  var key: String {
    query.isEmpty ? path : path + "?" + query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }
}

extension Endpoint {
  public static var engineStatus: Endpoint<EngineStatus> { .init(EngineAPI.path("/engine/status")) }
  public static var settings: Endpoint<EngineSettings> { .init("/settings") }
  /// 503 with the normal body means that the emergency stop was used.
  public static var health: Endpoint<Health> { .init("/health", alsoNormal: [503]) }
  public static var readiness: Endpoint<Readiness> { .init("/ready", alsoNormal: [503]) }

  public static var positions: Endpoint<Listing<Position>> {
    .init(EngineAPI.path("/orders/positions"), failsInside: true)
  }
  public static func orders(_ filter: OrderFilter) -> Endpoint<Listing<Order>> {
    // Without a filter the engine lists all.
    let query = filter == .all ? [] : [RESTRequest.QueryItem("status", filter.rawValue)]
    return .init(EngineAPI.path("/orders"), query: query, failsInside: true)
  }

  public static var why: Endpoint<WhyDiagnostics> { .init(EngineAPI.path("/trading/why")) }
  public static var metrics: Endpoint<TradingMetrics> { .init(EngineAPI.path("/trading/metrics"), failsInside: true) }
  public static var state: Endpoint<TradingState> { .init(EngineAPI.path("/trading/state"), failsInside: true) }

  /// Closed positions among the latest events.
  public static func history(limit: Int = 100) -> Endpoint<TradingHistory> {
    .init(EngineAPI.path("/trading/history"), query: [.init("limit", "\(limit)")], failsInside: true)
  }

  /// The engine's short memory of its events; of one type when it is named.
  public static func events(ofType type: String? = nil) -> Endpoint<EngineEvents> {
    let query = type.map { [RESTRequest.QueryItem("event_type", $0)] } ?? []
    return .init(EventRing.path, query: [.init("limit", "500")] + query, failsInside: true)
  }

  /// Events after one; `nil` asks only for the number of the newest.
  static func events(since seq: Int?) -> Endpoint<EngineEvents> {
    let query: [RESTRequest.QueryItem] =
      seq.map { [.init("limit", "\(EventRing.limit)"), .init("since_seq", "\($0)")] } ?? [.init("limit", "1")]
    return .init(EventRing.path, query: query, failsInside: true)
  }

  public static var equityHistory: Endpoint<EquityHistory> {
    .init(
      EngineAPI.path("/trading/equity-history"), query: [.init("limit", "\(EquityHistory.readable)")], failsInside: true
    )
  }

  /// What the engine's log says of stops of all new orders.
  static var stopLog: Endpoint<EngineLog> {
    .init(
      EngineAPI.path("/logs/events"), query: [.init("contains", "STOP_TRADING"), .init("limit", "\(EngineLog.page)")],
      failsInside: true)
  }

  /// What the engine's log says of closes that failed. Nothing but these words marks such a record.
  public static var closeFailures: Endpoint<EngineLog> {
    .init(
      EngineAPI.path("/logs/events"), query: [.init("contains", "failed to close"), .init("limit", "20")],
      failsInside: true)
  }

  static var logSummary: Endpoint<EngineLogSummary> { .init(EngineAPI.path("/logs/summary"), failsInside: true) }

  public static func ticker(_ symbol: String) -> Endpoint<Ticker> {
    .init(EngineAPI.path("/market/ticker"), query: [.init("symbol", symbol)], failsInside: true)
  }

  /// The price of one symbol that every engine trades, which tells how old prices are.
  static var priceProbe: Endpoint<Ticker> { .ticker(Symbols.defaults[0]).once.kept(as: "price probe") }

  /// Values of the keys that can be changed while the engine runs.
  public static var configuration: Endpoint<ConfigurationValues> {
    .init(EngineAPI.path("/config/current"), failsInside: true)
  }

  public static var strategies: Endpoint<Listing<Strategy>> { .init(EngineAPI.path("/strategies"), failsInside: true) }
  public static var portfolio: Endpoint<PortfolioSummary> { .init(EngineAPI.path("/portfolio/summary")) }

  public static var riskStatus: Endpoint<RiskStatus> { .init(EngineAPI.path("/risk/status"), failsInside: true) }
  public static var riskLimits: Endpoint<RiskLimits> { .init(EngineAPI.path("/risk/limits"), failsInside: true) }
  public static var governor: Endpoint<GovernorStatus> {
    .init(EngineAPI.path("/risk/governor/status"), failsInside: true)
  }
  public static var killSwitch: Endpoint<KillSwitchStatus> {
    .init(EngineAPI.path("/risk/killswitch/status"), failsInside: true)
  }
  public static var decisionMemory: Endpoint<Listing<DecisionMemoryBlock>> {
    .init(EngineAPI.path("/risk/decision-memory/blocks"), failsInside: true)
  }

  public static func rejections(minutes: Int) -> Endpoint<SignalRejections> {
    .init(
      EngineAPI.path("/telemetry/signal-rejections"), query: [.init("minutes", "\(minutes)")], failsInside: true)
  }
  public static var verdicts: Endpoint<Listing<CouncilVerdict>> {
    .init(EngineAPI.path("/council/trade/verdicts"), query: [.init("limit", "100")], failsInside: true)
  }
  public static var pipeline: Endpoint<SignalPipeline> { .init(EngineAPI.path("/archon/pipeline")) }
  public static var filterBlocks: Endpoint<FilterBlocks> {
    .init(EngineAPI.path("/analytics/blocks"), failsInside: true)
  }
  public static var council: Endpoint<CouncilStatus> { .init(EngineAPI.path("/council/trade/status")) }
}

/// Which orders to list, as the engine spells it.
public enum OrderFilter: String, Sendable, CaseIterable {
  case open, filled, all
}
