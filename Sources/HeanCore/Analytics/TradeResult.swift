/// What an analysis takes of one closed trade. Times are seconds since 1970.
public struct TradeResult: Sendable, Equatable {
  /// Realized PnL before fees (USDT).
  public var profit: Double
  /// Fee of the opening fill (USDT); `nil` when it is not told.
  public var fee: Double?
  /// When it was opened; `nil` when that is not known.
  public var openedAt: Double?
  /// When it was closed; `nil` when that is not known.
  public var closedAt: Double?

  /// A trade of which by default only the PnL is known.
  public init(profit: Double, fee: Double? = nil, openedAt: Double? = nil, closedAt: Double? = nil) {
    self.profit = profit
    self.fee = fee
    self.openedAt = openedAt
    self.closedAt = closedAt
  }
}

/// Sums over trades of which every figure about profits and losses is made.
struct TradeSums: Sendable {
  var count = 0.0
  var won = 0.0
  var lost = 0.0
  var profits = 0.0
  var losses = 0.0

  mutating func add(_ profit: Double) {
    count += 1
    if profit > 0 {
      won += 1
      profits += profit
    } else if profit < 0 {
      lost += 1
      losses -= profit
    }
  }

  static func += (left: inout TradeSums, right: TradeSums) {
    left.count += right.count
    left.won += right.won
    left.lost += right.lost
    left.profits += right.profits
    left.losses += right.losses
  }

  var winRate: Double { won / count }
  var expectancy: Double { (profits - losses) / count }
  /// Infinite without a loss; not a number without a profit and a loss.
  var profitFactor: Double { profits / losses }
  var payoff: Double { (profits / won) / (losses / lost) }
}
