public import Foundation

/// How far signals got: judged, accepted, ordered, filled, by strategy and by symbol.
public struct Funnel: Codable, Sendable {
  public struct Row: Codable, Sendable {
    /// `strategy`, `symbol` or `all`.
    public var by: String
    public var name: String
    public var signals: Int
    public var accepted: Int
    public var orders: Int
    public var filled: Int
    /// Refused by the router, which the engine lists nowhere; `nil` when its counters do not tell for this time or row.
    public var rejected: Int?
    /// Why the others died, most frequent first.
    public var reasons: [ReasonCount]

    /// Parts that are not given are not known.
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

    /// Percent of the step before; `nil` when nothing came that far.
    public var acceptance: Decimal? { Self.percent(accepted, of: signals) }
    /// Of everything that was sent: an accepted signal whose order is not listed was refused.
    public var fillRate: Decimal? {
      let sent = max(accepted, orders + (rejected ?? 0))
      // More fills than orders: the lists are not of the same time, or one is counted twice.
      guard filled <= sent else { return nil }
      return Self.percent(filled, of: sent)
    }

    private static func percent(_ part: Int, of whole: Int) -> Decimal? {
      whole > 0 ? Figures.rounded(Decimal(part) / Decimal(whole) * 100, 2) : nil
    }
  }

  public var rows: [Row]
  /// Seconds that the engine's lists reach back; less than asked means that the counts are lower bounds.
  public var reach: Decimal?

  public init(_ snapshot: EngineSnapshot, seconds: Decimal, now: Date) {
    let log = DecisionLog(snapshot, scope: DiagnosisScope(), now: now)
    let decisions = log.last(seconds)
    let orders = snapshot.rememberedOrders.filter { DiagnosisFormat.isWithin(seconds, $0.createdAt, now) }
    reach = log.reach
    func row(_ by: String, _ name: String, _ decisions: [Decision], _ orders: [Order]) -> Row {
      Row(
        by: by, name: name, signals: decisions.count, accepted: decisions.count { $0.outcome == .create },
        orders: orders.count, filled: orders.count { $0.status == .filled || ($0.filledSize ?? 0) > 0 },
        reasons: decisions.refusals())
    }
    func group(_ by: String, _ ofDecision: (Decision) -> String?, _ ofOrder: (Order) -> String?) -> [Row] {
      let names = Set(decisions.compactMap(ofDecision)).union(orders.compactMap(ofOrder))
      return names.map { name in
        row(by, name, decisions.filter { ofDecision($0) == name }, orders.filter { ofOrder($0) == name })
      }.sorted { ($1.signals, $0.name) < ($0.signals, $1.name) }
    }
    var all = row("all", "all", decisions, orders)
    all.rejected = Self.counters(snapshot, seconds)?.ordersRejected
    rows =
      [all] + group("strategy", \.strategyID, \.strategyID)
      + group("symbol", \.symbol, { $0.symbol })
  }

  /// The engine's own counts of that time; `nil` when it counts for others only.
  private static func counters(_ snapshot: EngineSnapshot, _ seconds: Decimal) -> TradingMetrics.Counters? {
    guard let metrics = snapshot.metrics.value else { return nil }
    if seconds == 60 { return metrics.lastMinute }
    if seconds == 300 { return metrics.lastFiveMinutes }
    // A session that is younger than the window lies in it whole.
    return metrics.uptimeSeconds.map { $0 <= seconds } == true ? metrics.session : nil
  }
}
