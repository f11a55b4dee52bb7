/// One number that a figure is computed from.
public struct StatisticInput: Codable, Sendable, Equatable {
  /// As it stands in `Statistic.Name.formula`: `sum of profits`.
  public var name: String
  /// In `unit`.
  public var value: Double
  /// In what it is measured.
  public var unit: Statistic.Unit

  /// A number of this name.
  public init(_ name: String, _ value: Double, _ unit: Statistic.Unit) {
    self.name = name
    self.value = value
    self.unit = unit
  }
}

extension Statistic.Name {
  /// How it is computed from its inputs, in plain ASCII. The r are the daily returns, in order of size where they have a
  /// place: r[k], and p of the way to r[k+1], is where the 5th percentile is.
  public var formula: String {
    switch self {
    case .winRate: "trades won / trades"
    case .profitFactor: "sum of profits / sum of losses"
    case .expectancy: "(sum of profits - sum of losses) / trades"
    case .payoff: "(sum of profits / trades won) / (sum of losses / trades lost)"
    case .longestWins: "longest run of trades with PnL > 0"
    case .longestLosses: "longest run of trades with PnL < 0"
    case .averageHeld: "sum of times held / trades"
    case .exposureTime: "time with a position / time in all"
    case .feeShare: "fees of entry / sum of profits"
    case .sharpe: "mean(r) / deviation(r) * sqrt(365)"
    case .sortino: "mean(r) / downside(r) * sqrt(365)"
    case .calmar: "((last equity / first equity) ^ (365 / days) - 1) / max drawdown"
    case .volatility: "deviation(r) * sqrt(365)"
    case .maxDrawdown: "(peak - trough) / peak"
    case .valueAtRisk: "r[k] + (r[k+1] - r[k]) * p"
    case .expectedShortfall: "sum of the worst / count of the worst"
    }
  }

  /// The numbers that the formula is about; none when there are too few observations for it.
  /// - Parameters:
  ///   - trades: in the order of their closes.
  ///   - curve: equity for the figures about returns.
  func inputs(_ trades: [TradeResult], _ curve: EquityCurve?) -> [StatisticInput] {
    switch self {
    case .winRate, .profitFactor, .expectancy, .payoff, .longestWins, .longestLosses, .averageHeld, .exposureTime,
      .feeShare:
      inputs(of: trades)
    case .sharpe, .sortino, .calmar, .volatility, .maxDrawdown, .valueAtRisk, .expectedShortfall:
      curve.map { inputs(of: $0) } ?? []
    }
  }

  private func inputs(of trades: [TradeResult]) -> [StatisticInput] {
    var sums = TradeSums()
    for trade in trades { sums.add(trade.profit) }
    let count = StatisticInput("trades", sums.count, .trades)
    let profits = StatisticInput("sum of profits", sums.profits, .usdt)
    let losses = StatisticInput("sum of losses", sums.losses, .usdt)
    let won = StatisticInput("trades won", sums.won, .trades)
    switch self {
    case .winRate: return [won, count]
    case .profitFactor: return [profits, losses]
    case .expectancy: return [profits, losses, count]
    case .payoff: return [profits, won, losses, StatisticInput("trades lost", sums.lost, .trades)]
    case .averageHeld:
      let held = trades.compactMap(\.held)
      return [
        StatisticInput("sum of times held", held.reduce(0, +), .seconds),
        StatisticInput("trades", Double(held.count), .trades),
      ]
    case .exposureTime:
      guard let times = TradeStatistics.times(trades) else { return [] }
      return [
        StatisticInput("time with a position", times.open, .seconds),
        StatisticInput("time in all", times.whole, .seconds),
      ]
    case .feeShare: return [StatisticInput("fees of entry", trades.compactMap(\.fee).reduce(0, +), .usdt), profits]
    // A run is not computed from sums.
    default: return []
    }
  }

  private func inputs(of curve: EquityCurve) -> [StatisticInput] {
    let returns = curve.dailyReturns.returns
    guard !returns.isEmpty || self == .maxDrawdown else { return [] }
    let moments = ReturnStatistics.Moments(returns)
    func fraction(_ name: String, _ value: Double) -> StatisticInput { StatisticInput(name, value, .fraction) }
    switch self {
    case .sharpe: return [fraction("mean(r)", moments.mean), fraction("deviation(r)", moments.deviation)]
    case .sortino: return [fraction("mean(r)", moments.mean), fraction("downside(r)", moments.downside)]
    case .volatility: return [fraction("deviation(r)", moments.deviation)]
    case .maxDrawdown:
      guard let fall = curve.maxDrawdown else { return [] }
      return [StatisticInput("peak", fall.peak, .usdt), StatisticInput("trough", fall.trough, .usdt)]
    case .calmar:
      let closes = curve.dailyCloses
      guard let first = closes.first, let last = closes.last, let depth = curve.maxDrawdown?.depth else { return [] }
      return [
        StatisticInput("last equity", last.equity, .usdt), StatisticInput("first equity", first.equity, .usdt),
        StatisticInput("days", Double(last.day - first.day), .ratio), fraction("max drawdown", depth),
      ]
    case .valueAtRisk:
      let (sorted, place) = (returns.sorted(), ReturnStatistics.tail * Double(returns.count - 1))
      let low = Int(place)
      return [
        fraction("r[k]", sorted[low]), fraction("r[k+1]", sorted[min(low + 1, sorted.count - 1)]),
        StatisticInput("p", place - Double(low), .ratio),
      ]
    case .expectedShortfall:
      let worst = returns.sorted().prefix(Int(ReturnStatistics.tail * Double(returns.count - 1)) + 1)
      return [
        fraction("sum of the worst", worst.reduce(0, +)),
        StatisticInput("count of the worst", Double(worst.count), .ratio),
      ]
    default: return []
    }
  }
}
