/// Sums over closed trades, exact. Positions that the engine only dropped are counted apart and are in no sum: whether
/// they were closed is not known (docs/engine.md 2.10, rule 4).
public struct TradeTotals: Codable, Sendable, Equatable {
  /// Trades that are counted: closed, with a PnL.
  public var trades = 0
  /// Of these with a profit.
  public var won = 0
  /// Of these with a loss.
  public var lost = 0
  /// Realized PnL before fees (USDT).
  public var realized = Decimal()
  /// Fees of the opening fills, of the trades that tell one (USDT). No list tells the fees of closes.
  public var entryFees = Decimal()
  /// How many trades tell their fee of entry.
  public var withFees = 0
  /// Positions that were dropped from the books, not counted.
  public var dropped = 0
  /// Closed positions without a PnL, not counted.
  public var unknown = 0

  /// Totals of these trades, which can be in any order.
  public init(_ trades: some Sequence<Position> = []) {
    for trade in trades { add(trade) }
  }

  private mutating func add(_ trade: Position) {
    guard !trade.isGhost else { return dropped += 1 }
    guard let realized = trade.realizedPnL else { return unknown += 1 }
    trades += 1
    self.realized += realized
    if realized > 0 { won += 1 }
    if realized < 0 { lost += 1 }
    guard let fee = trade.entryFee else { return }
    entryFees += fee
    withFees += 1
  }

  /// `realized`, unless trades were closed and none tells its PnL: then it is not known, and not zero.
  public var toldRealized: Decimal? { trades == 0 && unknown > 0 ? nil : realized }
  /// Trades that were closed at exactly zero.
  public var breakEven: Int { trades - won - lost }
  /// Realized PnL less the fees of entry; `nil` unless every trade tells its fee. Fees of closes are not in it.
  public var realizedLessEntryFees: Decimal? { withFees == trades ? realized - entryFees : nil }
}
