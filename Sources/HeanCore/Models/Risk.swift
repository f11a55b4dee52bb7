public import Foundation

/// `GET /api/v1/risk/status`. A stopped engine sends the two flags only, both false whatever the truth is.
public struct RiskStatus: WireDecodable {
  public var isKillSwitchTriggered: Bool?
  /// S1 of docs/engine.md 4.2: neither proof of a halt when true nor proof of trading when false.
  public var stopTrading: Bool?
  public var equity: Decimal?
  /// USDT below the internal peak.
  public var drawdown: Decimal?
  /// Percent below the internal peak.
  public var drawdownPercent: Decimal?
  public var maxOpenPositions: Int?
  public var openPositions: Int?
  public var maxOpenOrders: Int?
  public var openOrders: Int?

  /// What is not given is not known.
  public init() {
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    isKillSwitchTriggered = try wire.bool("killswitch_triggered")
    do throws(WireError) {
      stopTrading = try wire.bool("stop_trading")
      equity = try wire.decimal("equity")
      drawdown = try wire.decimal("drawdown")
      drawdownPercent = try wire.decimal("drawdown_pct")
      maxOpenPositions = try wire.integer("max_open_positions")
      openPositions = try wire.integer("current_positions")
      maxOpenOrders = try wire.integer("max_open_orders")
      openOrders = try wire.integer("current_orders")
    } catch {
      // An alarm counts whatever stands beside it.
      guard isKillSwitchTriggered == true else { throw error }
    }
  }
}

/// `GET /api/v1/risk/limits`. Only `maxOpenPositions` is enforced by the engine; the others are for show.
public struct RiskLimits: WireDecodable {
  public var maxOpenPositions: Int?
  public var maxDailyAttempts: Int?
  /// USDT.
  public var maxExposure: Decimal?
  /// USDT.
  public var minNotional: Decimal?
  public var cooldownSeconds: Int?

  /// What is not given is not known.
  public init() {
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    maxOpenPositions = try wire.integer("max_open_positions")
    maxDailyAttempts = try wire.integer("max_daily_attempts")
    maxExposure = try wire.decimal("max_exposure_usd")
    minNotional = try wire.decimal("min_notional_usd")
    cooldownSeconds = try wire.integer("cooldown_seconds")
  }
}

/// `GET /api/v1/risk/governor/status`. A stopped engine says NORMAL here, which means nothing.
public struct GovernorStatus: WireDecodable {
  public var state: RiskState
  public var level: Int?
  public var reasonCodes: [String]
  /// Percent, frozen at the moment of the last change; the live figure is `drawdownPercent`.
  public var frozenValue: Decimal?
  public var threshold: Decimal?
  public var recommendedAction: String?
  public var clearRule: String?
  /// `nil` when the engine did not say.
  public var quarantinedSymbols: [String]?
  public var changedAt: Date?
  public var canClear: Bool?
  public var peakEquity: Decimal?
  public var lastEquity: Decimal?
  public var drawdownPercent: Decimal?
  public var maxDrawdownPercent: Decimal?

  /// What is not given is not known.
  public init(state: RiskState, reasonCodes: [String]) {
    self.state = state
    self.reasonCodes = reasonCodes
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    state = try wire.value(RiskState.self, "risk_state") ?? .unknown("?")
    level = try wire.integer("level")
    reasonCodes = try wire.list(String.self, "reason_codes") ?? []
    frozenValue = try wire.decimal("value")
    threshold = try wire.decimal("threshold")
    recommendedAction = try wire.string("recommended_action")
    clearRule = try wire.string("clear_rule")
    // The engine lists a set in any order.
    quarantinedSymbols = try wire.list(String.self, "quarantined_symbols")?.sorted()
    changedAt = try wire.date("blocked_at")
    canClear = try wire.bool("can_clear")
    peakEquity = try wire.decimal("peak_equity")
    lastEquity = try wire.decimal("last_equity")
    drawdownPercent = try wire.decimal("current_drawdown_pct")
    maxDrawdownPercent = try wire.decimal("max_drawdown_pct")
  }
}

/// The governor's bands (docs/engine.md 5.1), hard-coded in the engine.
public enum GovernorBand {
  /// Whether a governor that is cleared now takes its state again with the next price.
  static func returns(at drawdownPercent: Decimal) -> Bool { drawdownPercent >= 10 }

  /// Percent of drawdown at which a state begins.
  public static func entry(_ state: RiskState) -> Decimal? {
    switch state {
    case .softBrake: 10
    case .quarantine: 15
    case .hardStop: 20
    case .normal, .unknown: nil
    }
  }

  /// The next state that a rising drawdown enters.
  public static func next(above drawdownPercent: Decimal) -> (state: RiskState, at: Decimal)? {
    [RiskState.softBrake, .quarantine, .hardStop]
      .compactMap { state in entry(state).map { (state, $0) } }
      .first { $0.1 > drawdownPercent }
  }
}

/// `GET /api/v1/risk/killswitch/status`: the engine's own kill switch (S2), not the emergency one (S4).
public struct KillSwitchStatus: WireDecodable {
  public var isTriggered: Bool?
  public var reasons: [String] = []
  public var triggeredAt: Date?
  /// Percent below the day's high at which trading pauses.
  public var dailyDrawdownLimit: Decimal?
  /// Percent below initial capital at which trading stops.
  public var equityDropLimit: Decimal?
  public var drawdownPercent: Decimal?
  public var equity: Decimal?
  /// Whether something beside a true alarm could not be read.
  var isPartial = false

  /// What is not given is not known.
  public init() {
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    isTriggered = try wire.bool("triggered")
    do throws(WireError) {
      reasons = try wire.list(String.self, "reasons") ?? []
      triggeredAt = try wire.date("triggered_at")
      let thresholds = try wire.value(Thresholds.self, "thresholds")
      dailyDrawdownLimit = thresholds?.drawdown
      equityDropLimit = thresholds?.equityDrop
      let metrics = try wire.value(Metrics.self, "current_metrics")
      drawdownPercent = metrics?.drawdown
      equity = metrics?.equity
    } catch {
      guard isTriggered == true else { throw error }
      isPartial = true
    }
  }

  private struct Thresholds: WireDecodable {
    var drawdown: Decimal?
    var equityDrop: Decimal?

    init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      drawdown = try wire.decimal("drawdown_pct")
      equityDrop = try wire.decimal("equity_drop")
    }
  }

  private struct Metrics: WireDecodable {
    var drawdown: Decimal?
    var equity: Decimal?

    init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      drawdown = try wire.decimal("current_drawdown_pct")
      equity = try wire.decimal("current_equity")
    }
  }
}

/// Strategies that decision memory has locked (`GET /api/v1/risk/decision-memory/blocks`).
public struct DecisionMemoryBlock: Listed {
  public static var listName: StaticString { "blocked" }

  public var strategyID: String?
  public var context: [String]
  public var until: Date?
  public var secondsRemaining: Decimal?

  /// What is not given is not known.
  public init(context: [String]) {
    self.context = context
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    strategyID = try wire.string("strategy_id")
    context = try wire.list(String.self, "context") ?? []
    until = try wire.date("block_until")
    secondsRemaining = try wire.decimal("seconds_remaining")
  }
}
