/// What the closed trades of one strategy or of one symbol come to.
public struct TradeGroupSums: Codable, Sendable, Equatable {
  /// What the trades have in common.
  public enum Property: String, Codable, Sendable, CaseIterable {
    /// The strategy that opened them.
    case strategy
    /// The market.
    case symbol
  }

  /// The strategy or the symbol; `nil` when the engine did not name it.
  public var name: String?
  /// Sums, exact.
  public var totals: TradeTotals
  /// The largest fall of the sum of realized PnL below its highest value before, which is 0 at the start (USDT).
  public var drawdown: Decimal

  /// One for each value of a property, the largest loss first.
  /// - Parameter trades: closed trades in any order, whoever told them.
  public static func all(_ trades: [Position], by property: Property) -> [TradeGroupSums] {
    let groups = Dictionary(grouping: trades) { property == .strategy ? $0.strategyID : $0.symbol }
    return groups.map { TradeGroupSums(name: $0.key, totals: TradeTotals($0.value), drawdown: fall($0.value)) }.sorted {
      ($0.totals.realized, $0.name ?? "") < ($1.totals.realized, $1.name ?? "")
    }
  }

  private static func fall(_ trades: [Position]) -> Decimal {
    let results = trades.filter { !$0.isGhost && $0.realizedPnL != nil }.sorted {
      $0.closedAt ?? .distantPast < $1.closedAt ?? .distantPast
    }
    var (sum, peak, fall) = (Decimal(), Decimal(), Decimal())
    for trade in results {
      sum += trade.realizedPnL ?? 0
      peak = max(peak, sum)
      fall = max(fall, peak - sum)
    }
    return fall
  }
}
