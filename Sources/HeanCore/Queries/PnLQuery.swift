/// Equity, PnL, drawdown and risk state as one record.
public struct PnLQuery: Query {
  /// A query without options.
  public init() {}

  /// Mode and state of the engine, the open positions with what confirms their list, the sources about the kill switch,
  /// `/risk/governor/status`, `/trading/metrics`, and `/trading/equity-history` for the engine's start.
  public var parts: Set<SnapshotPart> {
    [.engine, .listedPositions(), .risk, .killSwitch, .governor, .metrics, .equityHistory]
  }

  /// - Throws: the error of `/engine/status`. Without the other endpoints, only their figures are missing.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> PnLAnswer {
    let status = try snapshot.status.get()
    let listing = try? PositionsAnswer(snapshot, NameFilter())
    // A stopped engine sends zeros and NORMAL, which mean nothing.
    let live = status.value.isRunning ? status.value : nil
    let truth = snapshot.equityTruth(holding: listing?.positions.elements)
    var answer = PnLAnswer(
      context: snapshot.context, receivedAt: status.receivedAt, engineState: status.value.state.rawValue, truth: truth,
      drawdown: truth.drawdown(percent: snapshot.risk.value?.drawdownPercent), isLive: live != nil,
      realizedPnL: live?.realizedPnL,
      unrealizedPnL: live?.unrealizedPnL,
      positions: live == nil ? nil : listing?.proven?.count,
      riskState: live == nil ? nil : snapshot.governor.value?.state?.rawValue)
    answer.killSwitch = snapshot.killSwitchTruth.verdict
    answer.closes = snapshot.metrics.value?.session?.positionsClosed
    answer.startedAt = live == nil ? nil : snapshot.equityHistory.value?.startedAt
    return answer
  }
}

/// Equity, PnL and risk state at one moment. Amounts in USDT; what is not known is `nil`.
public struct PnLAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// When `/engine/status` answered, by the local clock.
  public var receivedAt: Date
  /// As the engine writes it: RUNNING, PAUSED, STOPPED, ERROR or BUSY.
  public var engineState: String
  /// Equity, checked against the parts it is made of (docs/engine.md 4.7).
  public var truth: EquityTruth
  /// Percent (0-100) below the peak of the engine's own equity, from `/risk/status`, checked.
  public var drawdown: CheckedFigure
  /// Whether the engine runs (not whether real money is at stake). If not, the figures below are `nil`.
  public var isLive: Bool
  /// From `/engine/status`; begins at zero with each start of the engine.
  public var realizedPnL: Decimal?
  /// Of the open positions, from `/engine/status`.
  public var unrealizedPnL: Decimal?
  /// How many positions are open; `nil` also when the list cannot be believed.
  public var positions: Int?
  /// State of the governor: NORMAL, SOFT_BRAKE, QUARANTINE or HARD_STOP.
  public var riskState: String?
  /// What all sources together say about the kill switch; `nil` when they were not asked.
  public var killSwitch: KillSwitchTruth.Verdict?
  /// Closes that the engine's process has counted, drops too; begins at zero with each start of the process.
  public var closes: Int?
  /// When the engine object was started, by its clock (UTC). The engine has no id, and this is what tells one run of it
  /// from the next. `nil` when the engine does not run, and once its history no longer reaches back to the start.
  public var startedAt: Date?

  /// A record in which figures that are not given are `nil`, as not known.
  public init(
    context: AnswerContext, receivedAt: Date, engineState: String, truth: EquityTruth, drawdown: CheckedFigure,
    isLive: Bool, realizedPnL: Decimal? = nil, unrealizedPnL: Decimal? = nil, positions: Int? = nil,
    riskState: String? = nil
  ) {
    self.context = context
    self.receivedAt = receivedAt
    self.engineState = engineState
    self.truth = truth
    self.drawdown = drawdown
    self.isLive = isLive
    self.realizedPnL = realizedPnL
    self.unrealizedPnL = unrealizedPnL
    self.positions = positions
    self.riskState = riskState
  }
}
