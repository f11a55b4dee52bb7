/// One of our figures beside the engine's own, where it has one.
public struct EngineComparison: Codable, Sendable, Equatable {
  /// The figures that the engine has as well. The raw values are the names in hean's JSON.
  public enum Name: String, Codable, Sendable {
    /// How many trades were closed.
    case trades
    /// Sum of their PnL (USDT).
    case realized = "realized_pnl"
    /// As `Statistic.Name.winRate`.
    case winRate = "win_rate"
    /// As `Statistic.Name.profitFactor`.
    case profitFactor = "profit_factor"
    /// As `Statistic.Name.maxDrawdown`.
    case maxDrawdown = "max_drawdown"
  }

  /// What is compared.
  public var name: Name
  /// From the engine's list of closed trades; `nil` when there is none.
  public var ours: Double?
  /// As the engine says it, in the unit of `ours`; `nil` when it did not say.
  public var engine: Double?
  /// The endpoint that says it.
  public var source: String
  /// What the engine's figure is not, or leaves out: a clause for people; `nil` when it should be the same as ours.
  public var caveat: String?

  /// The engine's figure less ours; `nil` when one is missing.
  public var difference: Double? {
    guard let ours, let engine else { return nil }
    return engine - ours
  }

  /// Every figure that the engine has as well. Nothing is compared where only a part of the trades is meant.
  static func all(
    _ snapshot: EngineSnapshot, _ trades: TradeGroup, drawdown: Double?
  ) -> [EngineComparison] {
    guard snapshot.isRunning == true else { return [] }
    let engine = snapshot[.analyticsSummary].value
    let source = "/analytics/summary"
    let totals = trades.totals
    let rate = trades.statistic(.winRate)?.value
    let factor = trades.statistic(.profitFactor)?.value
    return [
      EngineComparison(
        name: .trades, ours: Double(totals.trades), engine: engine?.fills.map(Double.init), source: source,
        caveat: "it counts fills, of entries and of closes"),
      EngineComparison(
        name: .realized, ours: totals.realized.double, engine: snapshot.engine?.realizedPnL?.double,
        source: "/engine/status", caveat: "it counts since the engine's start"),
      EngineComparison(
        name: .winRate, ours: rate, engine: (engine?.winRate?.double).map { $0 / 100 }, source: source,
        caveat: "dropped positions count as lost"),
      EngineComparison(
        name: .profitFactor, ours: factor, engine: engine?.profitFactor?.double, source: source,
        caveat: engine?.profitFactor == 0 ? "0 stands for unknown, also after losses" : nil),
      EngineComparison(
        name: .maxDrawdown, ours: drawdown, engine: (engine?.drawdownPercent?.double).map { $0 / 100 }, source: source,
        caveat: "it is the current one, of the engine's own equity"),
    ]
  }
}

/// Whether the closed trades explain what the engine has realized, and how the parts of equity add up. Amounts in USDT.
public struct TradeBooks: Codable, Sendable, Equatable {
  /// Capital at the engine's start; `nil` when it does not say.
  public var initial: Decimal?
  /// Realized PnL since the engine's start, as `/engine/status` says.
  public var realized: Decimal?
  /// PnL of the open positions.
  public var unrealized: Decimal?
  /// Fees since the engine's start: those of entries; `nil` in live, where it counts none.
  public var fees: Decimal?
  /// Realized PnL of all closed trades that the engine lists.
  public var listed: Decimal

  /// What the engine has realized, and no listed trade shows; negative when its journal reaches back to before its start.
  public var unlisted: Decimal? { realized.map { $0 - listed } }
  /// Initial capital + realized + unrealized - fees; without fees where they are not known.
  public var sum: Decimal? {
    guard let initial, let realized, let unrealized else { return nil }
    return initial + realized + unrealized - (fees ?? 0)
  }
  /// Equity before the first listed trade, such that with all of them it is initial capital + realized.
  public var start: Decimal? {
    guard let initial, initial > 0, let unlisted else { return nil }
    return initial + unlisted
  }
}
