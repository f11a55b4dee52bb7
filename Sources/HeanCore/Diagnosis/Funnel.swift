/// How far signals got: judged, accepted, ordered, filled; for all, by strategy and by symbol.
public struct Funnel: Codable, Sendable {
  /// The counts of one strategy, of one symbol, or of all.
  public struct Row: Codable, Sendable {
    /// What the row counts: `strategy`, `symbol` or `all`.
    public var by: String
    /// The strategy's id, the symbol, or `all`.
    public var name: String
    /// Signals that were judged.
    public var signals: Int
    /// Signals that were accepted.
    public var accepted: Int
    /// Orders that the engine lists.
    public var orders: Int
    /// Orders that filled, at least in part.
    public var filled: Int
    /// Orders that the router refused, which the engine lists nowhere; `nil` when its counters are not for this window
    /// or row.
    public var rejected: Int?
    /// Why signals were refused, most frequent first.
    public var reasons: [ReasonCount]

    /// A row of these counts; `rejected` stays `nil` where it is not known.
    public init(
      by: String, name: String, signals: Int, accepted: Int, orders: Int, filled: Int, rejected: Int? = nil,
      reasons: [ReasonCount]
    ) {
      self.by = by
      self.name = name
      self.signals = signals
      self.accepted = accepted
      self.orders = orders
      self.filled = filled
      self.rejected = rejected
      self.reasons = reasons
    }

    /// Accepted signals in percent of the judged ones; `nil` when none was judged.
    public var acceptance: Decimal? { Self.percent(accepted, of: signals) }
    /// Filled orders in percent of all that was sent, where an accepted signal without a listed order counts as
    /// refused; `nil` when nothing was sent, or the counts contradict each other.
    public var fillRate: Decimal? {
      let sent = max(accepted, orders + (rejected ?? 0))
      // More fills than orders: the lists are of different times, or a fill is counted twice.
      guard filled <= sent else { return nil }
      return Self.percent(filled, of: sent)
    }

    private static func percent(_ part: Int, of whole: Int) -> Decimal? {
      whole > 0 ? (Decimal(part) / Decimal(whole) * 100).rounded(to: 2) : nil
    }
  }

  /// The row for all, then one for each strategy and each symbol, most signals first.
  public var rows: [Row]
  /// How many seconds back the engine's lists reach; less than the window means that the counts are lower bounds. `nil`
  /// when they hold no decision with a time.
  public var reach: Decimal?

  /// - Parameters:
  ///   - seconds: the window, back from now.
  ///   - until: the last moment that counts; `nil` for now.
  ///   - names: as the engine writes them; everything by default.
  public init(
    _ snapshot: EngineSnapshot, seconds: Decimal, until: Date? = nil, of names: NameFilter = NameFilter(), now: Date
  ) {
    let log = DecisionLog(snapshot, scope: DiagnosisScope(), now: now)
    let times = TimeFilter(until: until)
    let decisions = log.last(seconds).filter { names.takes($0.symbol, $0.strategyID) && times.takes($0.at) }
    let orders = snapshot.rememberedOrders.filter {
      DiagnosisFormat.isWithin(seconds, $0.createdAt, now) && names.takes($0.symbol, $0.strategyID)
        && times.takes($0.createdAt)
    }
    reach = log.reach
    func row(_ by: String, _ name: String, _ decisions: [Decision], _ orders: [Order]) -> Row {
      Row(
        by: by, name: name, signals: decisions.count, accepted: decisions.count { $0.outcome == .create },
        orders: orders.count, filled: orders.count { $0.status == .filled || ($0.filledSize ?? 0) > 0 },
        reasons: decisions.refusals())
    }
    func group(_ by: String, _ ofDecision: (Decision) -> String?, _ ofOrder: (Order) -> String?) -> [Row] {
      let judged = Dictionary(grouping: decisions, by: ofDecision)
      let ordered = Dictionary(grouping: orders, by: ofOrder)
      return Set(judged.keys).union(ordered.keys).compactMap(\.self).map { name in
        row(by, name, judged[name] ?? [], ordered[name] ?? [])
      }.sorted { ($1.signals, $0.name) < ($0.signals, $1.name) }
    }
    var all = row("all", "all", decisions, orders)
    // The engine counts its refused orders for all names together, and up to now.
    all.rejected = names.isAll && until == nil ? Self.counters(snapshot, seconds)?.ordersRejected : nil
    rows =
      [all] + group("strategy", \.strategyID, \.strategyID)
      + group("symbol", \.symbol, { $0.symbol })
  }

  /// The engine's own counters for the window; `nil` when it has none for it.
  private static func counters(_ snapshot: EngineSnapshot, _ seconds: Decimal) -> TradingMetrics.Counters? {
    guard let metrics = snapshot.metrics.value else { return nil }
    if seconds == 60 { return metrics.lastMinute }
    if seconds == 300 { return metrics.lastFiveMinutes }
    // A session that is shorter than the window lies in it as a whole.
    return metrics.uptimeSeconds.map { $0 <= seconds } == true ? metrics.session : nil
  }
}
