public import Foundation

/// What is the account worth, and which of the engine's figures can be believed?
public struct AccountQuery: Query {
  public init() {}

  public var parts: Set<Part> { [.engine, Part(.portfolio), .risk, .positions, .equityHistory] }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> AccountAnswer {
    AccountAnswer(snapshot, receivedAt: try snapshot.status.get().receivedAt, now: now)
  }
}

/// The account of a running engine; every figure is `nil` otherwise. Amounts in USDT.
public struct AccountAnswer: Codable, Sendable {
  public var context: AnswerContext
  public var receivedAt: Date
  public var truth: EquityTruth
  public var day: DayPnL
  public var drawdown: CheckedFigure
  /// Below the engine's own peak.
  public var drawdownAmount: CheckedFigure
  public var marginUsed: Decimal?
  public var marginFree: CheckedFigure
  public var internalEquity: Decimal?

  /// What is not given is not known.
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
