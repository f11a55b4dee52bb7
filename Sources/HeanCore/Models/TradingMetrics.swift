public import Foundation

/// `GET /api/v1/trading/metrics`: what became of signals. The engine state in it freezes when the engine stops and is
/// therefore not read.
public struct TradingMetrics: WireDecodable {
  public var lastMinute: Counters?
  public var lastFiveMinutes: Counters?
  public var session: Counters?
  /// Reason codes of the last five minutes, most frequent first. Includes `ACCEPTED`, despite the engine's name for it.
  public var reasons: [ReasonCount]
  public var lastSignalAt: Date?
  public var lastOrderAt: Date?
  public var uptimeSeconds: Decimal?

  /// What is not given is not known.
  public init(reasons: [ReasonCount]) {
    self.reasons = reasons
  }

  /// Counts in one window. A window saturates at 300 events of a kind.
  public struct Counters: WireDecodable {
    public var signals: Int?
    public var created: Int?
    public var ordersCreated: Int?
    public var ordersFilled: Int?
    public var ordersCancelled: Int?
    public var ordersRejected: Int?

    /// What is not given is not known.
    public init() {
    }

    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      signals = Self.counted(try wire.integer("signals_total"))
      created = Self.counted(try wire.integer("decisions_create"))
      ordersCreated = Self.counted(try wire.integer("orders_created"))
      ordersFilled = Self.counted(try wire.integer("orders_filled"))
      ordersCancelled = Self.counted(try wire.integer("orders_canceled", "orders_cancelled"))
      ordersRejected = Self.counted(try wire.integer("orders_rejected"))
    }

    /// Fewer than none is no count.
    private static func counted(_ value: Int?) -> Int? { value.flatMap { $0 < 0 ? nil : $0 } }

    public static let saturation = 300
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    let counters = try wire.value([String: Counters].self, "counters") ?? [:]
    lastMinute = counters["last_1m"]
    lastFiveMinutes = counters["last_5m"]
    session = counters["session"]
    reasons = try wire.list(ReasonCount.self, "top_reasons_for_skip_block") ?? []
    lastSignalAt = try wire.date("last_signal_ts")
    lastOrderAt = try wire.date("last_order_ts")
    uptimeSeconds = try wire.decimal("uptime_sec")
  }
}

/// How often one reason was given. The engine calls the code `code` here and `reason` there.
public struct ReasonCount: WireDecodable, Equatable {
  public var code: String
  public var count: Int

  public init(code: String, count: Int) {
    self.code = code
    self.count = count
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    code = try wire.string("code", "reason") ?? "?"
    count = try wire.integer("count") ?? 0
  }

  /// Most frequent first, those as frequent by name.
  static func ranked(_ counts: [String: Int]) -> [ReasonCount] {
    counts.map { ReasonCount(code: $0.key, count: $0.value) }.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
  }
}

extension Sequence where Element == Decision {
  /// What turned signals down: the first code of each refused decision.
  func refusals() -> [ReasonCount] {
    let codes = filter { $0.outcome != .create }.compactMap(\.reasonCodes.first)
    return ReasonCount.ranked(Dictionary(codes.map { ($0, 1) }, uniquingKeysWith: +))
  }
}

/// `GET /api/v1/analytics/blocks`: filter reasons since the process started. Some are penalties, not blocks.
public struct FilterBlocks: WireDecodable {
  public var reasons: [ReasonCount]

  /// What is not given is not known.
  public init(reasons: [ReasonCount]) {
    self.reasons = reasons
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    reasons = try wire.list(ReasonCount.self, "top_reasons") ?? []
  }
}

/// `GET /api/v1/council/trade/status`.
public struct CouncilStatus: WireDecodable {
  public var isEnabled: Bool?
  public var entryThreshold: Decimal?
  public var evaluated: Int?
  public var approved: Int?

  /// What is not given is not known.
  public init() {
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    isEnabled = try wire.bool("enabled", "active")
    entryThreshold = try wire.decimal("entry_threshold")
    evaluated = try wire.integer("total_evaluated")
    approved = try wire.integer("total_approved")
  }
}
