public import Foundation

/// `GET /api/v1/engine/status`. Money is USDT; all of it is missing unless the engine runs.
public struct EngineStatus: WireDecodable {
  public var state: EngineState
  public var isRunning: Bool
  /// Whether orders go to the engine's own paper broker by configuration.
  public var isDryRun: Bool?
  public var equity: Decimal?
  /// From internal equity; the first answer after a start is 0.0 whatever happened.
  public var dailyPnL: Decimal?
  public var initialCapital: Decimal?
  public var unrealizedPnL: Decimal?
  public var realizedPnL: Decimal?
  public var availableBalance: Decimal?
  public var totalFees: Decimal?
  public var message: String?

  /// What is not given is not known.
  public init(state: EngineState, isRunning: Bool) {
    self.state = state
    self.isRunning = isRunning
  }

  /// Whether it runs, and is not just starting or stopping.
  public var isAtWork: Bool { isRunning && state != .busy }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    let status = try wire.string("status")
    let running = try wire.bool("running")
    let stateWord = try wire.string("engine_state")
    isRunning = running ?? (status?.lowercased() == "running")
    // Without a facade the body has no `engine_state`; `status` then says what there is to say.
    state = EngineState(rawValue: stateWord ?? status ?? (isRunning ? "running" : "UNKNOWN"))
    isDryRun = try wire.bool("dry_run")
    equity = try wire.decimal("equity")
    dailyPnL = try wire.decimal("daily_pnl")
    initialCapital = try wire.decimal("initial_capital")
    unrealizedPnL = try wire.decimal("unrealized_pnl")
    realizedPnL = try wire.decimal("realized_pnl")
    availableBalance = try wire.decimal("available_balance")
    totalFees = try wire.decimal("total_fees")
    message = try wire.string("message")
    guard status != nil || running != nil || stateWord != nil else {
      throw WireError(
        kind: .missing, path: wire.value.path + [.key("engine_state")], message: "no status, running or engine_state")
    }
  }
}
