/// `GET /api/v1/risk/status`. A stopped engine sends only the two flags, both `false` whatever is true.
public struct RiskStatus: WireDecodable {
  /// Whether the kill switch has tripped (docs/engine.md 4.2, S2); `false` from a stopped engine means nothing.
  public var isKillSwitchTriggered: Bool?
  /// Flag S1 of docs/engine.md 4.2: `true` does not prove a halt, and `false` does not prove that orders go out.
  public var stopTrading: Bool?
  /// The engine's own equity (USDT), wrong while positions are open (docs/engine.md 4.7); `nil` on a stopped engine.
  public var equity: Decimal?
  /// USDT that `equity` is below its peak; as little to be believed as `equity`.
  public var drawdown: Decimal?
  /// The same in percent of the peak (5 is 5 %).
  public var drawdownPercent: Decimal?
  /// Limit of open positions, which the engine enforces.
  public var maxOpenPositions: Int?
  /// Open positions in the engine's books.
  public var openPositions: Int?
  /// Limit of open orders, which the engine enforces.
  public var maxOpenOrders: Int?
  /// Open orders in the engine's books, also those that are long gone at the exchange (docs/engine.md 2.2).
  public var openOrders: Int?

  /// A status of which nothing is known yet; set what you know.
  public init() {}

  /// Throws when a text, flag or object has the wrong type. If the kill switch has tripped, such a field and those
  /// after it stay `nil` instead.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    isKillSwitchTriggered = try wire.bool("killswitch_triggered")
    do throws(WireError) {
      stopTrading = try wire.bool("stop_trading")
      equity = wire.decimal("equity")
      drawdown = wire.decimal("drawdown")
      drawdownPercent = wire.decimal("drawdown_pct")
      maxOpenPositions = wire.integer("max_open_positions")
      openPositions = wire.integer("current_positions")
      maxOpenOrders = wire.integer("max_open_orders")
      openOrders = wire.integer("current_orders")
    } catch {
      // A kill switch that has tripped must be reported even when another field cannot be read.
      guard isKillSwitchTriggered == true else { throw error }
    }
  }
}

/// `GET /api/v1/risk/limits`. The engine enforces `maxOpenPositions` only; it shows the others and never reads them.
public struct RiskLimits: WireDecodable {
  /// Most positions that may be open at once.
  public var maxOpenPositions: Int?
  /// Attempts to trade in a day; not enforced.
  public var maxDailyAttempts: Int?
  /// Total exposure (USDT); not enforced.
  public var maxExposure: Decimal?
  /// Smallest notional of an order (USDT); not enforced.
  public var minNotional: Decimal?
  /// Cooldown (seconds); not enforced.
  public var cooldownSeconds: Int?

  /// Limits of which nothing is known yet; set what you know.
  public init() {}

  /// Throws when it is no object.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    maxOpenPositions = wire.integer("max_open_positions")
    maxDailyAttempts = wire.integer("max_daily_attempts")
    maxExposure = wire.decimal("max_exposure_usd")
    minNotional = wire.decimal("min_notional_usd")
    cooldownSeconds = wire.integer("cooldown_seconds")
  }
}

/// `GET /api/v1/risk/governor/status` (docs/engine.md 5.1). A stopped engine sends NORMAL, whatever is true. The equity
/// and drawdown here are the engine's own, which may be wrong (docs/engine.md 4.7).
public struct GovernorStatus: WireDecodable {
  /// What the governor allows now; `nil` when the engine did not say.
  public var state: RiskState?
  /// The state as a number: 0 `NORMAL`, 1 `SOFT_BRAKE`, 2 `QUARANTINE`, 3 `HARD_STOP`.
  public var level: Int?
  /// Why it is in this state, such as `MAX_DRAWDOWN_HARD` (docs/engine.md 4.5); empty in `NORMAL`.
  public var reasonCodes: [String]
  /// Drawdown in percent at the last change of state; `drawdownPercent` is the one of now. `nil` in `NORMAL`.
  public var frozenValue: Decimal?
  /// Percent of drawdown that was passed to enter the state; `nil` in `NORMAL`.
  public var threshold: Decimal?
  /// What the engine advises, in its words.
  public var recommendedAction: String?
  /// When the state can be cleared, in the engine's words.
  public var clearRule: String?
  /// Symbols in quarantine, sorted; `nil` when the engine did not say.
  public var quarantinedSymbols: [String]?
  /// Last change of state (UTC); `nil` when there was none.
  public var changedAt: Date?
  /// Whether a clear without force would be accepted, according to the engine.
  public var canClear: Bool?
  /// Highest equity (USDT), from which the drawdown is measured; `nil` on a stopped engine.
  public var peakEquity: Decimal?
  /// Equity at the last look (USDT); `nil` on a stopped engine.
  public var lastEquity: Decimal?
  /// Drawdown of now in percent (5 is 5 %); `nil` on a stopped engine.
  public var drawdownPercent: Decimal?
  /// Largest drawdown so far in percent; `nil` on a stopped engine.
  public var maxDrawdownPercent: Decimal?

  /// A governor of which only this is known; the rest stays `nil` until it is set.
  public init(state: RiskState?, reasonCodes: [String]) {
    self.state = state
    self.reasonCodes = reasonCodes
  }

  /// Throws when a text, flag or object has the wrong type.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    state = try wire.value(RiskState.self, "risk_state")
    level = wire.integer("level")
    reasonCodes = try wire.list(String.self, "reason_codes") ?? []
    frozenValue = wire.decimal("value")
    threshold = wire.decimal("threshold")
    recommendedAction = try wire.string("recommended_action")
    clearRule = try wire.string("clear_rule")
    // The engine lists them in random order; sorted, two answers can be compared.
    quarantinedSymbols = try wire.list(String.self, "quarantined_symbols")?.sorted()
    changedAt = wire.date("blocked_at")
    canClear = try wire.bool("can_clear")
    peakEquity = wire.decimal("peak_equity")
    lastEquity = wire.decimal("last_equity")
    drawdownPercent = wire.decimal("current_drawdown_pct")
    maxDrawdownPercent = wire.decimal("max_drawdown_pct")
  }
}

/// The drawdowns at which the governor changes its state (docs/engine.md 5.1). They are fixed in the engine.
public enum GovernorBand {
  /// Whether a governor that is cleared at this drawdown (percent) enters its state again with the next price.
  static func returns(at drawdownPercent: Decimal) -> Bool { drawdownPercent >= 10 }

  /// Percent of drawdown at which a state begins; `nil` for `normal` and `unknown`.
  public static func entry(_ state: RiskState?) -> Decimal? {
    switch state {
    case .softBrake: 10
    case .quarantine: 15
    case .hardStop: 20
    case .normal, .unknown, nil: nil
    }
  }

  /// The next state that a rising drawdown enters, and the percent at which it does; `nil` from 20 % on.
  public static func next(above drawdownPercent: Decimal) -> (state: RiskState, at: Decimal)? {
    [RiskState.softBrake, .quarantine, .hardStop]
      .compactMap { state in entry(state).map { (state, $0) } }
      .first { $0.1 > drawdownPercent }
  }
}

/// `GET /api/v1/risk/killswitch/status`: the engine's own kill switch (docs/engine.md 4.2, S2). It does not show the
/// emergency stop (S4): see `Health`.
public struct KillSwitchStatus: WireDecodable {
  /// Whether it has tripped; `false` from a stopped engine means nothing.
  public var isTriggered: Bool?
  /// Why it tripped, in the engine's words (docs/engine.md 4.5), such as `HARD_STOP: …`; empty if it did not.
  public var reasons: [String] = []
  /// When it tripped (UTC).
  public var triggeredAt: Date?
  /// Percent below the day's high at which trading pauses; `nil` on a stopped engine.
  public var dailyDrawdownLimit: Decimal?
  /// Percent below initial capital at which trading stops; `nil` on a stopped engine.
  public var equityDropLimit: Decimal?
  /// Percent below the peak of the engine's own equity; `nil` on a stopped engine.
  public var drawdownPercent: Decimal?
  /// The engine's own equity (USDT), wrong while positions are open (docs/engine.md 4.7); `nil` on a stopped engine.
  public var equity: Decimal?
  /// Whether it has tripped and some other field could not be read, so that figures may be missing.
  var isPartial = false

  /// A kill switch of which nothing is known yet; set what you know.
  public init() {}

  /// Throws when a text, flag or object has the wrong type. If the kill switch has tripped, the fields that
  /// cannot be read stay empty instead.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    isTriggered = try wire.bool("triggered")
    do throws(WireError) {
      reasons = try wire.list(String.self, "reasons") ?? []
      triggeredAt = wire.date("triggered_at")
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
      drawdown = wire.decimal("drawdown_pct")
      equityDrop = wire.decimal("equity_drop")
    }
  }

  private struct Metrics: WireDecodable {
    var drawdown: Decimal?
    var equity: Decimal?

    init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      drawdown = wire.decimal("current_drawdown_pct")
      equity = wire.decimal("current_equity")
    }
  }
}

/// A lock of one strategy by the decision memory (`GET /api/v1/risk/decision-memory/blocks`; docs/engine.md 4.2, 9).
public struct DecisionMemoryBlock: Listed {
  /// Key of the list in the body.
  public static var listName: StaticString { "blocked" }

  /// The strategy that is locked.
  public var strategyID: String?
  /// The market context in which it is locked, in the engine's words; in other contexts it trades on.
  public var context: [String]
  /// When the lock ends (UTC).
  public var until: Date?
  /// Seconds until the lock ends, at the moment of the answer.
  public var secondsRemaining: Decimal?

  /// A lock of which only the context is known; the rest stays `nil` until it is set.
  public init(context: [String]) {
    self.context = context
  }

  /// Throws when a text, flag or object has the wrong type.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    strategyID = try wire.string("strategy_id")
    context = try wire.list(String.self, "context") ?? []
    until = wire.date("block_until")
    secondsRemaining = wire.decimal("seconds_remaining")
  }
}
