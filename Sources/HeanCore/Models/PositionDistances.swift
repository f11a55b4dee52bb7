/// How far the mark price is from where a position ends, and what it earns on its margin.
extension Position {
  /// Unrealized PnL in percent (5 is 5 %) of the margin in use; `nil` when one is missing or the margin is 0.
  public var returnOnMargin: Decimal? {
    guard let unrealizedPnL, let marginUsed, marginUsed > 0 else { return nil }
    return (unrealizedPnL / marginUsed * 100).rounded(to: 4)
  }

  /// Where this level is (USDT); `nil` for none.
  package func price(of level: ExitLevel) -> Decimal? { level == .stopLoss ? stopLoss : takeProfit }

  /// The way from the mark price to the stop loss, or to the take profit.
  /// - Returns: `nil` without such a level, or when mark price or side is not known.
  public func distance(to level: ExitLevel) -> ExitDistance? {
    guard let price = price(of: level), let markPrice, markPrice > 0,
      let profit = profit(at: price)
    else { return nil }
    let isLong = side == .long
    // A stop of a long lies below the price, its target above; those of a short the other way round.
    let way = (level == .stopLoss) == isLong ? markPrice - price : price - markPrice
    return ExitDistance(
      price: price, away: way, percent: (way / markPrice * 100).rounded(to: 4), profit: profit)
  }

  /// Change of the PnL if the price moved by so many percent of the mark price; `nil` when notional or side is not known.
  package func change(movedBy percent: Decimal) -> Decimal? {
    guard let notional else { return nil }
    return side?.signed(notional * percent / 100)
  }

  /// Whether the price, moved by so many percent of the mark price, is at this level or beyond it.
  package func passes(_ level: ExitLevel, movedBy percent: Decimal) -> Bool {
    guard let markPrice else { return false }
    var moved = self
    moved.markPrice = markPrice * (1 + percent / 100)
    return moved.breachedLevels.contains(level)
  }

  /// Where the mark price is on the way from the stop loss (0) to the take profit (1); below 0 and above 1 it is beyond
  /// them. `nil` without both levels, or when they are not on their own sides of each other.
  public var exitProgress: Decimal? {
    guard let stopLoss, let takeProfit, let markPrice else { return nil }
    switch side {
    case .long where takeProfit > stopLoss, .short where takeProfit < stopLoss: break
    default: return nil
    }
    return ((markPrice - stopLoss) / (takeProfit - stopLoss)).rounded(to: 4)
  }
}

/// The way from the mark price to an exit level.
public struct ExitDistance: Codable, Sendable, Equatable {
  /// The level (USDT).
  public var price: Decimal
  /// How far the price has still to go (USDT); negative when it is beyond the level.
  public var away: Decimal
  /// The same in percent of the mark price.
  public var percent: Decimal
  /// PnL if it closed exactly there (USDT), before fees.
  public var profit: Decimal
}
