/// `GET /api/v1/trading/metrics`: what became of signals. `engine_state` is not read, because it no longer changes when
/// the engine has stopped; neither do the counters (docs/engine.md 2.3).
public struct TradingMetrics: WireDecodable {
  /// The last 60 seconds.
  public var lastMinute: Counters?
  /// The last 300 seconds.
  public var lastFiveMinutes: Counters?
  /// Since the engine's process began; a restart of the engine does not reset it.
  public var session: Counters?
  /// Reason codes of the last five minutes, most frequent first. The engine names the list after skips and blocks, but
  /// it holds `ACCEPTED` as well.
  public var reasons: [ReasonCount]
  /// Time of the last signal (UTC); `nil` before the first.
  public var lastSignalAt: Date?
  /// Time of the last order (UTC), retries too; `nil` before the first. A close by a call leaves it as it is.
  public var lastOrderAt: Date?
  /// Time of the last fill (UTC), closes too; `nil` before the first.
  public var lastFillAt: Date?
  /// Seconds since the engine's process began; a restart of the engine does not reset it.
  public var uptimeSeconds: Decimal?

  /// Metrics of which only the reasons are known; the rest stays `nil` until it is set.
  public init(reasons: [ReasonCount]) {
    self.reasons = reasons
  }

  /// Counts in one window of time. A window holds at most 300 events of a kind (docs/engine.md 2.3).
  public struct Counters: WireDecodable {
    /// Signals that were published.
    public var signals: Int?
    /// Decisions that requested an order.
    public var created: Int?
    /// Orders that were made, retries too (docs/engine.md 4.8).
    public var ordersCreated: Int?
    /// Fills. In a dry run each one counts twice (docs/engine.md 2.3).
    public var ordersFilled: Int?
    /// Orders cancelled in the engine's books; that proves nothing about the exchange.
    public var ordersCancelled: Int?
    /// Orders rejected; no list of orders shows them.
    public var ordersRejected: Int?
    /// Closes that were announced, also of positions that were only dropped (docs/engine.md 2.10).
    public var positionsClosed: Int?

    /// Counters of which nothing is known yet; set what you know.
    public init() {}

    /// Throws when it is no object; a negative count becomes `nil`.
    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      signals = Self.counted(wire.integer("signals_total"))
      created = Self.counted(wire.integer("decisions_create"))
      ordersCreated = Self.counted(wire.integer("orders_created"))
      ordersFilled = Self.counted(wire.integer("orders_filled"))
      ordersCancelled = Self.counted(wire.integer("orders_canceled", "orders_cancelled"))
      ordersRejected = Self.counted(wire.integer("orders_rejected"))
      positionsClosed = Self.counted(wire.integer("positions_closed"))
    }

    /// `nil` for a negative number, which cannot be a count.
    private static func counted(_ value: Int?) -> Int? { value.flatMap { $0 < 0 ? nil : $0 } }

    /// The most events of a kind that a window holds: a count that reaches it may stand for more.
    public static let saturation = 300
  }

  /// A missing window is `nil`, missing reasons are empty; a text, flag or object of the wrong type throws.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    let counters = try wire.value([String: Counters].self, "counters") ?? [:]
    lastMinute = counters["last_1m"]
    lastFiveMinutes = counters["last_5m"]
    session = counters["session"]
    reasons = try ReasonCount.list(wire, "top_reasons_for_skip_block")
    lastSignalAt = wire.date("last_signal_ts")
    lastOrderAt = wire.date("last_order_ts")
    lastFillAt = wire.date("last_fill_ts")
    uptimeSeconds = wire.decimal("uptime_sec")
  }
}

/// How often the engine gave one reason. It sends the code as `code` in one endpoint and as `reason` in another.
public struct ReasonCount: WireDecodable, Equatable {
  /// Reason code as the engine writes it (docs/engine.md 4.3, 4.4).
  public var code: String
  /// The reason code; `nil` for one that hean does not know.
  public var known: ReasonCode? { ReasonCode(rawValue: code) }
  /// Number of times; 0 when it is missing.
  public var count: Int

  /// A count that the caller has made itself.
  public init(code: String, count: Int) {
    self.code = code
    self.count = count
  }

  /// Throws when the code is missing, or a text, flag or object has the wrong type.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    code = try wire.required("code", "reason")
    count = wire.integer("count") ?? 0
  }

  /// A count as it stands in a list: `nil` where the engine names no reason. A count of nothing tells nothing, and must
  /// not hide the others.
  private struct Row: WireDecodable {
    var count: ReasonCount?

    init(from wire: WireValue) throws(WireError) {
      do throws(WireError) {
        count = try ReasonCount(from: wire)
      } catch {
        guard error.kind == .missing else { throw error }
      }
    }
  }

  /// The counts of a list that name a reason; none when the list is missing.
  static func list(_ wire: WireObject, _ name: StaticString) throws(WireError) -> [ReasonCount] {
    (try wire.list(Row.self, name) ?? []).compactMap(\.count)
  }

  /// Most frequent first; equal counts in the order of their names.
  package static func ranked(_ counts: [String: Int]) -> [ReasonCount] {
    counts.map { ReasonCount(code: $0.key, count: $0.value) }.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
  }
}

extension Sequence where Element == Decision {
  /// How often each reason refused a signal, by the first code of each refused decision.
  func refusals() -> [ReasonCount] {
    let codes = filter(\.isRefusal).compactMap(\.reasonCodes.first)
    return ReasonCount.ranked(Dictionary(codes.map { ($0, 1) }, uniquingKeysWith: +))
  }
}

/// `GET /api/v1/analytics/blocks`: reasons of the filters inside strategies, counted since the process began. Some of
/// them reduce a size and block nothing (docs/engine.md 4.4).
public struct FilterBlocks: WireDecodable {
  /// Most frequent first, as the engine orders them.
  public var reasons: [ReasonCount]

  /// Counts of these reasons.
  public init(reasons: [ReasonCount]) {
    self.reasons = reasons
  }

  /// A missing list becomes an empty one; an element that cannot be read throws.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    reasons = try ReasonCount.list(wire, "top_reasons")
  }
}

/// `GET /api/v1/council/trade/status`: the council, which votes on each signal (docs/engine.md 4.1).
public struct CouncilStatus: WireDecodable {
  /// Whether it votes; `false` on a stopped engine.
  public var isEnabled: Bool?
  /// Confidence that a signal needs, a fraction 0 to 1; `nil` on a stopped engine.
  public var entryThreshold: Decimal?
  /// Signals that it has voted on; `nil` on a stopped engine.
  public var evaluated: Int?
  /// Signals that it has let through; `nil` on a stopped engine.
  public var approved: Int?

  /// A council of which nothing is known yet; set what you know.
  public init() {}

  /// Throws when a text, flag or object has the wrong type.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    isEnabled = try wire.bool("enabled", "active")
    entryThreshold = wire.decimal("entry_threshold")
    evaluated = wire.integer("total_evaluated")
    approved = wire.integer("total_approved")
  }
}
