/// What does a monitoring system record of the engine, again and again?
public struct MonitoringQuery: Query {
  /// Operations that were already tried on this engine.
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  /// - Parameter tried: operations that were already tried on this engine; none by default.
  public init(tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }) {
    self.tried = tried
  }

  /// What a status reads, so that the two never disagree.
  public var parts: Set<SnapshotPart> { StatusQuery().parts }

  /// - Throws: the error of `/engine/status`, without which nothing is known.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> MonitoringAnswer {
    let reading = try snapshot.status.get()
    let past = tried(snapshot)
    let diagnosis = Diagnosis(snapshot, tried: past, now: now)
    let judgement = Judgement(snapshot, diagnosis, past: past, now: now)
    let status = StatusAnswer(snapshot, diagnosis, judgement, receivedAt: reading.receivedAt, now: now)
    return MonitoringAnswer(snapshot, status)
  }
}

/// A status, with what is counted and compared beside it. What the engine did not tell is `nil` or missing.
public struct MonitoringAnswer: Codable, Sendable {
  /// State, money, positions and risk.
  public var status: StatusAnswer
  /// What has to be so, and whether it is; without what only several looks, or the files of a console, can tell.
  public var checks: [EngineCheck]
  /// Falls of equity at which the engine brakes or stops trading.
  public var thresholds: [DrawdownThreshold]
  /// The engine's counters since its process began; `nil` when it did not tell them.
  public var counters: TradingMetrics.Counters?
  /// What the filters inside strategies refused since the process began; `nil` when that was not told.
  public var filters: [ReasonCount]?
  /// Time of the last signal, by the engine's clock (UTC).
  public var lastSignalAt: Date?
  /// Time of the last order, by the engine's clock (UTC).
  public var lastOrderAt: Date?
  /// Time of the last fill, by the engine's clock (UTC).
  public var lastFillAt: Date?
  /// Whether the engine reaches the exchange; `nil` in a dry run, which asks it for nothing.
  public var isExchangeUp: Bool?
  /// Seconds since the engine processed a tick of the symbol that waited longest; `nil` unless it runs.
  public var tickAge: Decimal?
  /// Number of symbols that the engine has prices of; `nil` unless it runs.
  public var pricedSymbols: Int?
  /// The parts of the server with the status word of each.
  public var components: [Health.Component]

  init(_ snapshot: EngineSnapshot, _ status: StatusAnswer) {
    self.status = status
    checks = EngineCheck.all(
      snapshot, status.diagnosis, status.judgement, positions: PositionWatch(), unrecordable: nil
    ).filter { $0.id != .audit && $0.id != .positions }
    thresholds = DrawdownThreshold.all(snapshot)
    let metrics = snapshot.metrics.value
    counters = metrics?.session
    filters = snapshot.filters.value?.reasons
    lastSignalAt = metrics?.lastSignalAt
    lastOrderAt = metrics?.lastOrderAt
    lastFillAt = metrics?.lastFillAt
    let why = snapshot.isRunning == true ? snapshot.why.value : nil
    isExchangeUp = why?.isExchangeRESTUp
    tickAge = why?.oldestTickAge
    pricedSymbols = why?.symbolCount
    components = snapshot.health.value?.components ?? []
  }
}
