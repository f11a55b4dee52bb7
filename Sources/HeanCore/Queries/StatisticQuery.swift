/// What is one figure of an analysis computed from, and what is it now?
public struct StatisticQuery: Query {
  /// Which figure.
  public var name: Statistic.Name
  /// Which trades are meant, and from where equity comes.
  public var analytics: AnalyticsQuery

  /// - Parameters:
  ///   - name: which figure.
  ///   - analytics: which trades are meant, and from where equity comes.
  public init(_ name: Statistic.Name, _ analytics: AnalyticsQuery) {
    self.name = name
    self.analytics = analytics
  }

  /// What `AnalyticsQuery` reads.
  public var parts: Set<SnapshotPart> { analytics.parts }

  /// - Throws: as `AnalyticsQuery`.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> StatisticAnswer {
    let all = try analytics.answer(snapshot, now: now)
    let figure =
      all.statistics.first { $0.name == name } ?? Statistic(name, nil, count: 0, refusal: "it is not computed")
    // Below the least count the inputs would look like a figure.
    let isEnough = figure.count >= name.least
    let results = all.trades.trades.reversed().compactMap(TradeResult.init)
    return StatisticAnswer(
      context: all.trades.context, statistic: figure, inputs: isEnough ? name.inputs(results, all.curve) : [],
      basis: all.returns.contains { $0.name == name } ? all.curve?.basis : nil,
      comparison: all.comparisons.first { $0.name.rawValue == name.rawValue }, dropped: all.all.totals.dropped,
      missing: all.trades.missing, doubt: analytics.recorded == nil ? all.trades.doubt : nil,
      receivedAt: all.trades.receivedAt)
  }
}

/// One figure of an analysis, with the numbers that it is computed from.
public struct StatisticAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// The figure, or why it is refused.
  public var statistic: Statistic
  /// The numbers in its formula; empty when there are too few observations.
  public var inputs: [StatisticInput]
  /// What the returns are those of; `nil` for a figure about trades, and when no equity is known.
  public var basis: EquityCurve.Basis?
  /// The engine's own figure; `nil` when it has none of this name.
  public var comparison: EngineComparison?
  /// Positions that were only dropped from the engine's books, and are not counted.
  public var dropped: Int
  /// Lists of trades that could not be read, each with the reason.
  public var missing: [String]
  /// Why an empty list of trades proves nothing; `nil` when the engine runs.
  public var doubt: EmptyDoubt?
  /// When the trades were received, by the local clock.
  public var receivedAt: Date
}
