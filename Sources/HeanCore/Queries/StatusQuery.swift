/// What is happening, why, and what to do next?
public struct StatusQuery: Query {
  /// Operations that were already tried on this engine; the advice does not repeat a step that did not help.
  public var tried: @Sendable (EngineSnapshot) -> PastAttempts

  /// Whether to ask at once for prices that will most likely be needed: more reads for a wait less.
  public var asksAhead: Bool

  /// - Parameters:
  ///   - asksAhead: for many engines at once, where the slowest decides.
  ///   - tried: operations that were already tried on this engine; none by default.
  public init(
    asksAhead: Bool = false, tried: @escaping @Sendable (EngineSnapshot) -> PastAttempts = { _ in PastAttempts() }
  ) {
    self.asksAhead = asksAhead
    self.tried = tried
  }

  /// Everything that a diagnosis reads, the open positions with what confirms their list, the open orders,
  /// `/trading/equity-history`, and failed closes in `/logs/events`.
  public var parts: Set<SnapshotPart> {
    SnapshotPart.judgement.union([.openOrders, .equityHistory]).union(asksAhead ? [.pricesAhead] : [])
  }

  /// - Throws: the error of `/engine/status`, without which there is no status.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> StatusAnswer {
    let status = try snapshot.status.get()
    let past = tried(snapshot)
    let diagnosis = Diagnosis(snapshot, tried: past, now: now)
    return StatusAnswer(
      snapshot, diagnosis, Judgement(snapshot, diagnosis, past: past, now: now), receivedAt: status.receivedAt, now: now
    )
  }
}

/// State, money, positions and risk of one moment. Figures are `nil` unless the engine runs: a stopped one sends zeros
/// or nothing.
public struct StatusAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// When `/engine/status` answered, by the local clock.
  public var receivedAt: Date
  /// Whether the engine trades, and if not, why.
  public var diagnosis: Diagnosis
  /// What money is at risk, and what to do next.
  public var judgement: Judgement
  /// Open positions, and whether the list can be believed; `nil` when `/orders/positions` did not answer.
  public var listing: PositionsAnswer?
  /// The open positions, when there is no doubt about the list; otherwise `nil`.
  public var positions: [Position]?
  /// Equity, checked against the parts it is made of (docs/engine.md 4.7).
  public var equity: EquityTruth
  /// Profit and loss of this UTC day, in USDT.
  public var day: DayPnL
  /// How many orders are open in the engine's books; they may have ended at the exchange (docs/engine.md 2.2).
  public var openOrders: Int?
  /// What three endpoints together say about the kill switch and the emergency stop (docs/engine.md 4.2).
  public var killSwitch: KillSwitchTruth
  /// Whether the figure on which the kill switch tripped can be believed; `nil` when it has not tripped on an equity
  /// figure.
  public var killSwitchBasis: StopBasis?
  /// `/engine/status`.
  public var engine: EngineStatus?
  /// `/risk/status`; `nil` when it did not answer or the engine does not run.
  public var risk: RiskStatus?
  /// `/risk/governor/status`; `nil` when it did not answer or the engine does not run.
  public var governor: GovernorStatus?
  /// `/strategies`; `nil` when it did not answer or the engine does not run.
  public var strategies: [Strategy]?
  /// How the closed trades ended that the engine lists; `nil` when it did not tell or does not run.
  public var record: TradeRecord?
  /// What became of the signals of the last five minutes; `nil` when the engine did not count or does not run.
  public var counts: SignalCounts?
  /// Margin that positions tie up (USDT); `nil` when the engine does not run, or did not tell.
  public var marginUsed: Decimal?
  /// Margin for new positions, checked (USDT); `nil` when the engine does not run.
  public var marginFree: CheckedFigure?
  /// Closes that the engine tried and that failed, from its log (docs/engine.md 2.10, rule 3), newest first.
  public var closeFailures: [CloseFailure]
  /// Positions or orders that could not be read, each with the reason.
  public var missing: [String]

  /// A status of which only this is known; the rest is `nil` until it is set.
  public init(
    context: AnswerContext, receivedAt: Date, diagnosis: Diagnosis, judgement: Judgement, equity: EquityTruth,
    day: DayPnL, killSwitch: KillSwitchTruth, closeFailures: [CloseFailure], missing: [String]
  ) {
    self.context = context
    self.receivedAt = receivedAt
    self.diagnosis = diagnosis
    self.judgement = judgement
    self.equity = equity
    self.day = day
    self.killSwitch = killSwitch
    self.closeFailures = closeFailures
    self.missing = missing
  }

  init(
    _ snapshot: EngineSnapshot, _ diagnosis: Diagnosis, _ judgement: Judgement, receivedAt: Date, now: Date
  ) {
    context = snapshot.context
    self.receivedAt = receivedAt
    self.diagnosis = diagnosis
    self.judgement = judgement
    missing = []
    do throws(EngineError) {
      listing = try PositionsAnswer(snapshot, NameFilter())
      listing?.hazards = diagnosis.hazards
    } catch {
      missing.append("positions are missing: \(error.shortText)")
    }
    if snapshot.openOrders == nil, let error = snapshot.orders.error {
      missing.append("orders are missing: \(error.shortText)")
    }
    let listed = listing?.proven?.elements
    let isRunning = snapshot.isRunning == true
    positions = listed
    // Uses the list even when it is in doubt: what is missing from it is missing from the engine's figures as well.
    equity = snapshot.equityTruth
    day = DayPnL(equity, startedAt: snapshot.equityHistory.value?.startedAt, now: now)
    openOrders = isRunning ? snapshot.openOrders?.count : nil
    killSwitch = snapshot.killSwitchTruth
    killSwitchBasis = StopBasis.killSwitch(snapshot.killSwitch.value, equity)
    engine = snapshot.engine
    risk = isRunning ? snapshot.risk.value : nil
    governor = isRunning ? snapshot.governor.value : nil
    strategies = isRunning ? snapshot.strategies.value?.elements : nil
    record = isRunning ? snapshot.history.value.map { TradeRecord($0.closed) } : nil
    if isRunning, let counters = snapshot.metrics.value?.lastFiveMinutes {
      counts = SignalCounts(counters, isDryRun: snapshot.engine?.isDryRun != false)
    }
    if isRunning, let why = snapshot.why.value {
      marginUsed = why.marginUsed
      marginFree = equity.derived(why.marginFree)
    }
    closeFailures = CloseFailure.pending(snapshot.closeFailures.value, listed: listed, now: now)
  }

  /// `positions` while the engine runs; otherwise `nil`.
  public var livePositions: [Position]? { context.isRunning == true ? positions : nil }

  /// Percent (0-100) below the peak of the engine's own equity, by the governor or else `/risk/status`, checked.
  public var drawdown: CheckedFigure { equity.drawdown(percent: governor?.drawdownPercent ?? risk?.drawdownPercent) }

  /// The status in one line, the money first, for a front end that reports changes only.
  public var line: String {
    var parts = [context.engineState ?? "engine not known"]
    if let equity = equity.shown { parts.append("equity \(Figures.money(equity))") }
    if ![.asIs, .exchange, .unknown].contains(equity.verdict) { parts.append(equity.verdict.label) }
    if let positions = livePositions { parts.append("\(positions.count) positions") }
    if let state = governor?.state { parts.append(state.rawValue) }
    return "\(judgement.money.summary) " + parts.joined(separator: " · ") + " · " + diagnosis.summary
  }
}
