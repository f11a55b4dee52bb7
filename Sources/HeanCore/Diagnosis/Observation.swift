import Foundation

/// Everything the diagnosis looks at, each part with its own success or failure.
public struct Observation: Sendable {
  public typealias Answered<Value: Sendable> = Result<Reading<Value>, EngineError>

  public var ground: EngineGround
  public var killSwitch: Answered<KillSwitchStatus>
  public var risk: Answered<RiskStatus>
  public var health: Answered<Health>
  public var governor: Answered<GovernorStatus>
  public var strategies: Answered<Listing<Strategy>>
  public var decisionMemory: Answered<Listing<DecisionMemoryBlock>>
  public var metrics: Answered<TradingMetrics>
  public var state: Answered<TradingState>
  public var filters: Answered<FilterBlocks>
  public var council: Answered<CouncilStatus>

  public var killSwitchTruth: KillSwitchTruth {
    KillSwitchTruth(
      status: try? killSwitch.get().value, risk: try? risk.get().value, health: try? health.get().value,
      isRunning: ground.isRunning)
  }
}

extension EngineReader {
  /// Reads all that a diagnosis needs at once; a dead endpoint costs its own gate and no other.
  public func observe() async -> Observation {
    async let ground = ground()
    async let killSwitch = attempt(.killSwitch)
    async let risk = attempt(.riskStatus)
    async let health = attempt(.health)
    async let governor = attempt(.governor)
    async let strategies = attempt(.strategies)
    async let decisionMemory = attempt(.decisionMemory)
    async let metrics = attempt(.metrics)
    async let state = attempt(.state)
    async let filters = attempt(.filterBlocks)
    async let council = attempt(.council)
    var observation = await Observation(
      ground: ground, killSwitch: killSwitch, risk: risk, health: health, governor: governor, strategies: strategies,
      decisionMemory: decisionMemory, metrics: metrics, state: state, filters: filters, council: council)
    // Only now has every answer's mark been seen.
    observation.ground = observation.ground.marked(isPractice, isKeyDeprecated)
    return observation
  }
}
