/// The figures of a part of the trades: of one strategy, of one symbol, or of all.
public struct TradeGroup: Codable, Sendable {
  /// What the trades have in common; `nil` when the engine did not name it.
  public var name: String?
  /// Sums, exact.
  public var totals: TradeTotals
  /// Figures about the trades; see `Statistic.Name`.
  public var statistics: [Statistic]

  /// - Parameters:
  ///   - trades: in the order of their closes, oldest first.
  ///   - seed: of the bootstrap.
  public init(_ name: String?, _ trades: [Position], seed: UInt64) {
    self.name = name
    totals = TradeTotals(trades)
    statistics = TradeStatistics.all(trades.compactMap(TradeResult.init), seed: seed)
  }

  /// The figure of this name.
  public func statistic(_ name: Statistic.Name) -> Statistic? { statistics.first { $0.name == name } }

  /// One group for each value of a property, the largest realized PnL first.
  /// - Parameter trades: in the order of their closes, oldest first.
  static func all(_ trades: [Position], seed: UInt64, by property: (Position) -> String?) -> [TradeGroup] {
    Dictionary(grouping: trades, by: property).map { TradeGroup($0.key, $0.value, seed: seed) }.sorted {
      ($1.totals.realized, $0.name ?? "") < ($0.totals.realized, $1.name ?? "")
    }
  }
}

extension TradeResult {
  /// - Returns: `nil` for a position that was only dropped, and for one without a PnL: neither is a closed trade.
  init?(_ trade: Position) {
    guard !trade.isGhost, let realized = trade.realizedPnL else { return nil }
    self.init(
      profit: realized.double, fee: trade.entryFee?.double, openedAt: trade.openedAt?.timeIntervalSince1970,
      closedAt: trade.closedAt?.timeIntervalSince1970)
  }
}
