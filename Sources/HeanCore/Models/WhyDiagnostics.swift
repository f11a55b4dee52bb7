public import Foundation

/// `GET /api/v1/trading/why`. Its reason list is always empty and its decision time always `null`, so neither is read.
public struct WhyDiagnostics: WireDecodable {
  public var engineState: EngineState
  /// Seconds since the last tick of the *oldest* symbol; `nil` before the first tick.
  public var oldestTickAge: Decimal?
  public var marginUsed: Decimal?
  public var marginFree: Decimal?
  /// `nil` on a running engine that is not in dry run: the router lost the exchange and fills on paper.
  public var isExchangeRESTUp: Bool?
  /// How many symbols it has prices of.
  public var symbolCount: Int?
  /// Whether the body says anything about execution; on an internal error it does not.
  public var hasExecutionQuality: Bool

  /// What is not given is not known.
  public init(engineState: EngineState, hasExecutionQuality: Bool) {
    self.engineState = engineState
    self.hasExecutionQuality = hasExecutionQuality
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    engineState = try wire.value(EngineState.self, "engine_state") ?? .unknown("UNKNOWN")
    oldestTickAge = try wire.decimal("last_tick_age_sec")
    marginUsed = try wire.decimal("margin_used")
    marginFree = try wire.decimal("margin_free")
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
