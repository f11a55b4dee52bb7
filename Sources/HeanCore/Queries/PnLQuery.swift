public import Foundation

/// Equity, PnL, drawdown and risk state as one record.
public struct PnLQuery: Query {
  public init() {}

  public var parts: Set<Part> { [.engine, .listedPositions(), .risk, .governor] }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> PnLAnswer {
    let status = try snapshot.status.get()
    let listing = try? PositionsAnswer(snapshot, NameFilter())
    // A stopped engine sends zeros and NORMAL; none of them is a figure.
    let live = status.value.isRunning ? status.value : nil
    let truth = snapshot.equityTruth(holding: listing?.positions.elements)
    return PnLAnswer(
      context: snapshot.context, receivedAt: status.receivedAt, engineState: status.value.state.rawValue, truth: truth,
      drawdown: truth.drawdown(percent: snapshot.risk.value?.drawdownPercent), isLive: live != nil,
      realizedPnL: live?.realizedPnL,
      unrealizedPnL: live?.unrealizedPnL,
      positions: live == nil ? nil : listing?.proven?.count,
      riskState: live == nil ? nil : snapshot.governor.value?.state.rawValue)
  }
}

/// Amounts in USDT; `nil` for what is not known.
public struct PnLAnswer: Codable, Sendable {
  public var context: AnswerContext
  public var receivedAt: Date
  public var engineState: String
  public var truth: EquityTruth
  public var drawdown: CheckedFigure
  /// Whether a running engine told it.
  public var isLive: Bool
  public var realizedPnL: Decimal?
  public var unrealizedPnL: Decimal?
  /// Open ones.
  public var positions: Int?
  public var riskState: String?

  /// Parts that are not given are not known.
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
