/// What is the account worth, and which of the engine's figures can be believed?
public struct AccountQuery: Query {
  /// A query without options.
  public init() {}

  /// Mode and state of the engine, `/portfolio/summary`, `/risk/status`, `/orders/positions` and
  /// `/trading/equity-history`.
  public var parts: Set<SnapshotPart> { [.engine, SnapshotPart(.portfolio), .risk, .positions, .equityHistory] }

  /// - Throws: the error of `/engine/status`. Without the other endpoints, only their figures are missing.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> AccountAnswer {
    AccountAnswer(snapshot, receivedAt: try snapshot.status.get().receivedAt, now: now)
  }
}

/// The account of the engine, checked. Amounts in USDT. When the engine does not run, every figure is `nil`.
public struct AccountAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// When `/engine/status` answered, by the local clock.
  public var receivedAt: Date
  /// Equity, checked against the parts it is made of (docs/engine.md 4.7).
  public var truth: EquityTruth
  /// Profit and loss of this UTC day.
  public var day: DayPnL
  /// Percent (0-100) below the peak of the engine's own equity, from `/risk/status`, checked.
  public var drawdown: CheckedFigure
  /// The same drawdown in USDT.
  public var drawdownAmount: CheckedFigure
  /// From `/trading/why`, not checked.
  public var marginUsed: Decimal?
  /// From `/trading/why`, checked: the engine computes it from its own equity.
  public var marginFree: CheckedFigure
  /// The engine's own equity, from `/risk/status`. Often wrong, but the governor acts on it (docs/engine.md 4.7).
  public var internalEquity: Decimal?

  /// An account in which used margin and the engine's own equity are `nil` until they are set.
  public init(
    context: AnswerContext, receivedAt: Date, truth: EquityTruth, day: DayPnL, drawdown: CheckedFigure,
    drawdownAmount: CheckedFigure, marginFree: CheckedFigure
  ) {
    self.context = context
    self.receivedAt = receivedAt
    self.truth = truth
    self.day = day
    self.drawdown = drawdown
    self.drawdownAmount = drawdownAmount
    self.marginFree = marginFree
  }

  init(_ snapshot: EngineSnapshot, receivedAt: Date, now: Date) {
    context = snapshot.context
    self.receivedAt = receivedAt
    let isRunning = snapshot.isRunning == true
    let risk = isRunning ? snapshot.risk.value : nil
    let why = isRunning ? snapshot.why.value : nil
    truth = snapshot.equityTruth(holding: snapshot.positions.value?.elements)
    day = DayPnL(truth, startedAt: snapshot.equityHistory.value?.startedAt, now: now)
    drawdown = truth.drawdown(percent: risk?.drawdownPercent)
    drawdownAmount = truth.drawdown(amount: risk?.drawdown)
    marginUsed = why?.marginUsed
    marginFree = truth.derived(why?.marginFree)
    internalEquity = risk?.equity
  }
}
