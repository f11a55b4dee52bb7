/// `GET /api/v1/engine/status`. Money is in USDT and `nil` unless the engine runs. docs/engine.md 4.7 says which of the
/// figures can be believed.
public struct EngineStatus: WireDecodable {
  /// State of the engine; while it starts or stops it is `busy` and there is no money.
  public var state: EngineState
  /// Whether an engine object runs; `true` also while it is paused.
  public var isRunning: Bool
  /// Whether the engine is configured to send orders to its own paper broker. If `nil`, assume real money.
  public var isDryRun: Bool?
  /// In live the exchange's equity, in a dry run the engine's own (USDT), which is wrong while positions are open.
  public var equity: Decimal?
  /// From the engine's own equity, also in live (USDT). The first answer after a start says 0.0, whatever is true.
  public var dailyPnL: Decimal?
  /// Capital at the start (USDT).
  public var initialCapital: Decimal?
  /// PnL of the open positions (USDT).
  public var unrealizedPnL: Decimal?
  /// PnL of positions closed since the engine object started (USDT).
  public var realizedPnL: Decimal?
  /// In live the exchange's, in a dry run the engine's own (USDT).
  public var availableBalance: Decimal?
  /// Fees of entries (USDT) in a dry run; in live always 0.0.
  public var totalFees: Decimal?
  /// The engine's remark; mostly `nil`.
  public var message: String?

  /// A status of which only this is known; the rest stays `nil` until it is set.
  public init(state: EngineState, isRunning: Bool) {
    self.state = state
    self.isRunning = isRunning
  }

  /// Whether it runs and is not about to start or stop.
  public var isAtWork: Bool { isRunning && state != .busy }

  /// Throws when a text, flag or object has the wrong type, or when the body has none of `status`, `running` and
  /// `engine_state`.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    let status = try wire.string("status")
    let running = try wire.bool("running")
    let stateWord = try wire.string("engine_state")
    isRunning = running ?? (status?.lowercased() == "running")
    // Some bodies have no `engine_state`; `status` then names the state.
    state = EngineState(rawValue: stateWord ?? status ?? (isRunning ? "running" : "UNKNOWN"))
    isDryRun = try wire.bool("dry_run")
    equity = wire.decimal("equity")
    dailyPnL = wire.decimal("daily_pnl")
    initialCapital = wire.decimal("initial_capital")
    unrealizedPnL = wire.decimal("unrealized_pnl")
    realizedPnL = wire.decimal("realized_pnl")
    availableBalance = wire.decimal("available_balance")
    totalFees = wire.decimal("total_fees")
    message = try wire.string("message")
    guard status != nil || running != nil || stateWord != nil else {
      throw WireError(
        kind: .missing, at: wire.value, .key("engine_state"), message: "no status, running or engine_state")
    }
  }
}
