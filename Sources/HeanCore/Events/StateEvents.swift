public import Foundation

/// The proof of life, once a second whether the engine trades or not.
public struct Heartbeat: Sendable {
  public var state: EngineState?
  /// Of the process: it runs on when the engine is stopped and started.
  public var uptimeSeconds: Decimal?
  /// `LIVE` or `PAPER`.
  public var mode: String?

  /// What is not given is not known.
  public init() {
  }

  init(_ payload: EventFields) {
    state = payload.word(EngineState.self, "engine_state")
    uptimeSeconds = payload.number("uptime_sec")
    mode = payload.text("mode")
  }
}

/// Whether the engine is on.
public struct StatusEvent: Sendable {
  public var isRunning: Bool?
  /// USDT, by the engine's own books; the initial capital while it is stopped.
  public var equity: Decimal?

  /// What is not given is not known.
  public init() {
  }

  init(_ payload: EventFields) {
    isRunning = payload.text("engine").map { $0 == "running" } ?? payload.bool("engine_running")
    equity = payload.number("equity")
  }
}

/// Equity and day PnL by the engine's own books (USDT), once a second while it runs.
public struct EquityEvent: Sendable {
  public var equity: Decimal?
  public var dailyPnL: Decimal?
  public var openPositions: Int?

  /// What is not given is not known.
  public init() {
  }

  init(_ payload: EventFields) {
    equity = payload.number("equity")
    dailyPnL = payload.number("daily_pnl")
    openPositions = payload.integer("open_positions")
  }
}

/// A call that somebody sent to the engine, or what it says has become of it.
public struct ControlEvent: Codable, Sendable {
  public var command: String?
  /// `nil` for the call itself.
  public var isSuccess: Bool?
  public var detail: String?

  /// Whether it is the answer.
  public var isResult: Bool

  /// What is not given is not known.
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

/// What the engine announces as a kill switch, and is often none (docs/engine.md 3.10).
public struct KillSwitchEvent: Codable, Sendable {
  public var reason: String?
  /// `panic_button` on the emergency stop's own frame.
  public var source: String?

  /// What is not given is not known.
  public init() {
  }

  public var alarm: KillSwitchAlarm { KillSwitchAlarm(reason: reason, source: source) }

  init(_ payload: EventFields) {
    reason = payload.text("reason")
    source = payload.text("source")
  }
}

/// An alert, which never says why, or a signal that risk blocked.
public struct RiskEvent: Codable, Sendable {
  public var isAlert: Bool
  public var reason: String?
  public var symbol: String?
  public var strategyID: String?

  /// What is not given is not known.
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

/// Everything at once, as the engine remembers it.
public struct StateEvent: Sendable {
  public var account: AccountState?
  public var positions: EventList<Position>?
  public var orders: EventList<Order>?
  public var decisions: EventList<Decision>?
  public var lastSeq: Int?

  /// What is not given is not known.
  public init() {
  }

  init(_ payload: EventFields) {
    account = payload.fields("account_state").map(AccountState.init)
    positions = payload.list(Position.self, "positions")
    orders = payload.list(Order.self, "orders")
    decisions = payload.list(Decision.self, "order_decisions")
    lastSeq = payload.integer("last_seq")
  }
}

/// The market's condition as the engine models it.
public struct PhysicsEvent: Sendable {
  public var temperature: Decimal?
  public var entropy: Decimal?
  public var phase: String?
  public var regime: String?
  /// As it came.
  public var payload: JSONValue

  /// What is not given is not known.
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

/// An analysis by the engine's language model.
public struct BrainEvent: Sendable {
  public var stage: String?
  public var content: String?
  public var confidence: Decimal?
  /// As it came.
  public var payload: JSONValue

  /// What is not given is not known.
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
