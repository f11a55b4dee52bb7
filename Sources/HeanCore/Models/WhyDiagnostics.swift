/// `GET /api/v1/trading/why`. Its list of reasons is always empty and its decision time always null, so neither is read
/// (docs/engine.md 2.3).
public struct WhyDiagnostics: WireDecodable {
  /// State of the engine; `unknown` with the word `UNKNOWN` when it is missing.
  public var engineState: EngineState
  /// Seconds since the engine processed the last tick of the symbol that waited longest; `nil` before the first tick.
  public var oldestTickAge: Decimal?
  /// Margin in use (USDT), by the engine's own figures (docs/engine.md 4.7); `nil` on a stopped engine.
  public var marginUsed: Decimal?
  /// Margin that is free (USDT), by the engine's own figures (docs/engine.md 4.7); `nil` on a stopped engine.
  public var marginFree: Decimal?
  /// Whether the engine reaches the exchange. `nil` on a running engine that is not in dry run means that it lost the
  /// exchange and fills on paper; in a dry run it is always `nil`.
  public var isExchangeRESTUp: Bool?
  /// Number of symbols that the engine has prices of; 0 on a stopped engine.
  public var symbolCount: Int?
  /// Whether the body has `rest_ok` at all. After an internal error it does not, and then `isExchangeRESTUp` means
  /// nothing.
  public var hasExecutionQuality: Bool

  /// Diagnostics of which only this is known; the rest stays `nil` until it is set.
  public init(engineState: EngineState, hasExecutionQuality: Bool) {
    self.engineState = engineState
    self.hasExecutionQuality = hasExecutionQuality
  }

  /// Throws when a text, flag or object has the wrong type.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    engineState = try wire.value(EngineState.self, "engine_state") ?? .unknown("UNKNOWN")
    oldestTickAge = wire.decimal("last_tick_age_sec")
    marginUsed = wire.decimal("margin_used")
    marginFree = wire.decimal("margin_free")
    let execution = try wire.value(Execution.self, "execution_quality")
    hasExecutionQuality = execution?.isPresent ?? false
    isExchangeRESTUp = execution?.rest
    symbolCount = try wire.value(Symbols.self, "multi_symbol")?.count
  }

  private struct Symbols: WireDecodable {
    var count: Int?

    init(from wire: WireValue) throws(WireError) { count = try wire.object().integer("symbols_count") }
  }

  private struct Execution: WireDecodable {
    var rest: Bool?
    var isPresent: Bool

    init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      isPresent = wire.contains("rest_ok")
      rest = try wire.bool("rest_ok")
    }
  }
}
