/// How well was traded, by the engine's list of closed trades, and how do its own figures compare?
public struct AnalyticsQuery: Query {
  /// Which trades are meant.
  public var trades: TradesQuery
  /// Seed of the bootstrap: the same seed gives the same intervals.
  public var seed: UInt64
  /// Equity from a file of snapshots, for the figures about returns; `nil` to take realized equity.
  public var recorded: EquityCurve?
  /// Whose days the calendar has.
  public var zone: Zone
  /// Times of which trades, or the engine's own equity, may be missing: no curve goes over one.
  public var gaps = EquityGaps()

  /// By default all trades, and realized equity. The seed is always the same one, so that two looks at the same trades
  /// do not differ.
  public init(
    _ trades: TradesQuery = TradesQuery(), seed: UInt64 = 1, recorded: EquityCurve? = nil, zone: Zone = .utc
  ) {
    self.zone = zone
    self.trades = trades
    self.seed = seed
    self.recorded = recorded
  }

  /// What a `TradesQuery` reads, `/orders/positions`, `/risk/status`, `/trading/equity-history`, `/analytics/summary` and
  /// `/strategies`.
  public var parts: Set<SnapshotPart> {
    trades.parts.union([.positions, .risk, .equityHistory, SnapshotPart(.analyticsSummary), .strategies])
  }

  /// - Throws: as `TradesQuery`.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> AnalyticsAnswer {
    var all = trades
    all.limit = nil
    return AnalyticsAnswer(
      snapshot, try all.answer(snapshot, now: now), try ClosedTrades(snapshot), seed: seed, recorded: recorded,
      times: trades.times, gaps: gaps, isFiltered: !trades.names.isAll || !trades.times.isAll || trades.side != nil,
      zone: zone)
  }
}

/// Figures about closed trades and equity, each with its definition, its count and an interval; beside them the engine's
/// own. Amounts in USDT.
public struct AnalyticsAnswer: Codable, Sendable {
  /// The trades, and what speaks against their list.
  public var trades: TradesAnswer
  /// Figures about all of them.
  public var all: TradeGroup
  /// The same for each strategy, the largest realized PnL first.
  public var strategies: [TradeGroup]
  /// The same for each symbol, the largest realized PnL first.
  public var symbols: [TradeGroup]
  /// Figures about daily returns and drawdown of `curve`; each is refused when there is no curve.
  public var returns: [Statistic]
  /// Equity on which `returns` rest; `nil` when the capital at the start is not known.
  public var curve: EquityCurve?
  /// The engine's own equity of the last 90 minutes at most, often distorted; `nil` when it did not tell any.
  public var engineCurve: EquityCurve?
  /// Equity, checked against the parts it is made of (docs/engine.md 4.7): it tells whether `engineCurve` can be believed.
  public var truth: EquityTruth
  /// Whether the trades explain what the engine has realized.
  public var books: TradeBooks
  /// Our figures beside the engine's; empty when only a part of the trades is meant.
  public var comparisons: [EngineComparison]
  /// What `/strategies` says, by id.
  public var engineStrategies: [Strategy]
  /// From the first to the last close, oldest first.
  public var days: [TradingDay]
  /// How the results are distributed.
  public var bins: [ProfitBin]

  init(
    _ snapshot: EngineSnapshot, _ trades: TradesAnswer, _ closed: ClosedTrades, seed: UInt64, recorded: EquityCurve?,
    times: TimeFilter, gaps: EquityGaps, isFiltered: Bool, zone: Zone
  ) {
    let meant = Array(trades.trades.reversed())
    self.trades = trades
    all = TradeGroup(nil, meant, seed: seed)
    strategies = TradeGroup.all(meant, seed: seed, by: \.strategyID)
    symbols = TradeGroup.all(meant, seed: seed, by: \.symbol)
    truth = snapshot.equityTruth(holding: snapshot.positions.value?.elements)
    let status = snapshot.isRunning == true ? snapshot.engine : nil
    books = TradeBooks(
      initial: status?.initialCapital, realized: status?.realizedPnL, unrealized: status?.unrealizedPnL,
      fees: truth.fees, listed: TradeTotals(closed.trades).realized)
    let results = meant.compactMap(TradeResult.init)
    // Trades before the time that is meant have made the equity at its beginning.
    let earlier = closed.trades.filter { trade in
      guard let since = times.since, let closedAt = trade.closedAt else { return false }
      return closedAt < since
    }
    let start = books.start.map { $0 + TradeTotals(earlier).realized }
    curve = recorded ?? start.map { EquityCurve(start: $0.double, results).after(gaps.trades) }
    returns = ReturnStatistics.all((curve ?? EquityCurve(.realized, [])).timeWeighted, seed: seed)
    engineCurve = snapshot.isRunning == true ? snapshot.equityHistory.value?.curve?.after(gaps.equity) : nil
    comparisons =
      isFiltered
      ? []
      : EngineComparison.all(snapshot, all, drawdown: returns.first { $0.name == .maxDrawdown }?.value)
    engineStrategies = snapshot.isRunning == true ? snapshot.strategies.value?.elements ?? [] : []
    days = TradingDay.all(meant, in: zone)
    bins = ProfitBin.all(results.map(\.profit))
  }

  /// Every figure: about trades, then about returns.
  public var statistics: [Statistic] { all.statistics + returns }
}

extension EquityHistory {
  /// The engine's own equity; `nil` when no point has both a time and an equity.
  var curve: EquityCurve? {
    let known = points.compactMap { point -> EquityCurve.Point? in
      guard let at = point.at, let equity = point.equity else { return nil }
      return EquityCurve.Point(at: at, equity: equity.double)
    }
    return known.isEmpty ? nil : EquityCurve(.engine, known)
  }
}
