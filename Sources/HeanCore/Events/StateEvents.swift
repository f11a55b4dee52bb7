/// `HEARTBEAT`, each second: the engine's process is alive, whether the engine trades or not.
public struct Heartbeat: Sendable {
  /// State of the engine; `nil` when the heartbeat does not say.
  public var state: EngineState?
  /// Seconds since the engine's process began; a stop and a start of the engine do not reset it.
  public var uptimeSeconds: Decimal?
  /// `LIVE` or `PAPER`, as the engine says it.
  public var mode: String?

  /// A heartbeat of which nothing is known: set what is.
  public init() {}

  init(_ payload: EventFields) {
    state = payload.word(EngineState.self, "engine_state")
    uptimeSeconds = payload.number("uptime_sec")
    mode = payload.text("mode")
  }
}

/// Whether the engine runs: `status_update`, each second.
public struct StatusEvent: Sendable {
  /// `nil` when the event does not say.
  public var isRunning: Bool?
  /// The engine's own equity (USDT); the initial capital while the engine is stopped.
  public var equity: Decimal?

  /// A status of which nothing is known: set what is.
  public init() {}

  init(_ payload: EventFields) {
    isRunning = payload.text("engine").map { $0 == "running" } ?? payload.bool("engine_running")
    equity = payload.number("equity")
  }
}

/// Equity and day PnL by the engine's own books (docs/engine.md 4.7), each second while it runs: `metrics_update`.
public struct EquityEvent: Sendable {
  /// The engine's own equity (USDT).
  public var equity: Decimal?
  /// The engine's own day PnL (USDT).
  public var dailyPnL: Decimal?
  /// How many positions the engine counts as open.
  public var openPositions: Int?

  /// Figures of which nothing is known: set what is.
  public init() {}

  init(_ payload: EventFields) {
    equity = payload.number("equity")
    dailyPnL = payload.number("daily_pnl")
    openPositions = payload.integer("open_positions")
  }
}

/// A control call that somebody sent to the engine (`CONTROL_COMMAND`), or its result (`CONTROL_RESULT`).
public struct ControlEvent: Codable, Sendable {
  /// The call, as the engine names it.
  public var command: String?
  /// Whether the engine says that the call succeeded, which proves nothing (docs/engine.md 1.5); `nil` for the call
  /// itself.
  public var isSuccess: Bool?
  /// The engine's text about it; `nil` without one.
  public var detail: String?

  /// `true` for the result, `false` for the call.
  public var isResult: Bool

  /// A call or a result of which nothing else is known: set what is.
  public init(isResult: Bool) {
    self.isResult = isResult
  }

  init(_ payload: EventFields, isResult: Bool) {
    self.isResult = isResult
    command = payload.text("command")
    isSuccess = isResult ? payload.bool("success") : nil
    detail = payload.text("detail")
  }
}

/// An event that the engine calls `KILLSWITCH_TRIGGERED`; often it is no kill switch (docs/engine.md 3.10).
public struct KillSwitchEvent: Codable, Sendable {
  /// The engine's text, the only thing that tells what the event means; `nil` in an all-clear.
  public var reason: String?
  /// `panic_button` in the flat frame of an emergency call; `nil` in all other events.
  public var source: String?

  /// An event of which nothing is known: set what is.
  public init() {}

  /// What the event means.
  public var alarm: KillSwitchAlarm { KillSwitchAlarm(reason: reason, source: source) }

  init(_ payload: EventFields) {
    reason = payload.text("reason")
    source = payload.text("source")
  }
}

/// `RISK_ALERT`, which never says why, or `RISK_BLOCKED`: risk refused a signal.
public struct RiskEvent: Codable, Sendable {
  /// `true` for `RISK_ALERT`, `false` for `RISK_BLOCKED`.
  public var isAlert: Bool
  /// Why the signal was refused; `nil` in alerts.
  public var reason: String?
  /// Symbol of the signal; `nil` in alerts.
  public var symbol: String?
  /// Strategy of the signal; `nil` in alerts.
  public var strategyID: String?

  /// An alert or a refusal of which nothing else is known: set what is.
  public init(isAlert: Bool) {
    self.isAlert = isAlert
  }

  init(_ payload: EventFields, isAlert: Bool) {
    self.isAlert = isAlert
    reason = payload.text("reason")
    symbol = payload.text("symbol")
    strategyID = payload.text("strategy_id")
  }
}

/// The answer to a subscription to `snapshot`: the state as the engine remembers it. A part that did not come is `nil`.
public struct StateEvent: Sendable {
  /// Balances and PnL by the engine's own books (USDT).
  public var account: AccountState?
  /// Positions that the engine has in its memory.
  public var positions: EventList<Position>?
  /// Orders that the engine has in its memory.
  public var orders: EventList<Order>?
  /// The latest decisions about signals.
  public var decisions: EventList<Decision>?
  /// Number of the newest event at that time.
  public var lastSeq: Int?

  /// A state of which nothing is known: set what is.
  public init() {}

  init(_ payload: EventFields) {
    account = payload.fields("account_state").map(AccountState.init)
    positions = payload.list(Position.self, "positions")
    orders = payload.list(Order.self, "orders")
    decisions = payload.list(Decision.self, "order_decisions")
    lastSeq = payload.integer("last_seq")
  }
}

/// The market's condition as the engine models it (`PHYSICS_UPDATE`). Today's engine sends the same default values each
/// time.
public struct PhysicsEvent: Sendable {
  /// The model's temperature, without a unit.
  public var temperature: Decimal?
  /// The model's entropy, without a unit.
  public var entropy: Decimal?
  /// The model's phase of the market, such as `WATER`.
  public var phase: String?
  /// The model's regime of the market, such as `normal`.
  public var regime: String?
  /// The whole payload as it came.
  public var payload: JSONValue

  /// An update of which only the payload is given; the values read from it stay `nil` until they are set.
  public init(payload: JSONValue) {
    self.payload = payload
  }

  init(_ payload: EventFields) {
    temperature = payload.number("temperature")
    entropy = payload.number("entropy")
    phase = payload.text("phase")
    regime = payload.text("regime")
    self.payload = payload.json
  }
}

/// An analysis by the engine's language model (`BRAIN_ANALYSIS`); rarely sent.
public struct BrainEvent: Sendable {
  /// Step of the analysis, as the engine names it.
  public var stage: String?
  /// Text of the analysis.
  public var content: String?
  /// How sure the model is, as the engine sends it.
  public var confidence: Decimal?
  /// The whole payload as it came.
  public var payload: JSONValue

  /// An analysis of which only the payload is given; the values read from it stay `nil` until they are set.
  public init(payload: JSONValue) {
    self.payload = payload
  }

  init(_ payload: EventFields) {
    stage = payload.text("stage")
    content = payload.text("content")
    confidence = payload.number("confidence")
    self.payload = payload.json
  }
}
