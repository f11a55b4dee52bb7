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
  public var stopLog: Answered<EngineLog>
  /// Tells when the engine was started; `nil` when nothing asked for it.
  public var equityHistory: Answered<EquityHistory>?
  /// Asked only where the log by itself tells too little.
  public var logSummary: Answered<EngineLogSummary>?
  /// Prices by symbol: all for a full diagnosis, and when one of them is known to be old.
  public var tickers: [String: Answered<Ticker>] = [:]
  /// What only a full diagnosis asks for; `nil` when it was not asked.
  public var depth: Depth?

  /// Reads that make a diagnosis finer and never decide it alone.
  public struct Depth: Sendable {
    public var history: Answered<TradingHistory>
    public var verdicts: Answered<Listing<CouncilVerdict>>
    /// By window in minutes.
    public var rejections: [Int: Answered<SignalRejections>]
    public var pipeline: Answered<SignalPipeline>
  }

  /// The symbols that the engine trades by default; it lists them nowhere (contract 2.7).
  public static let usualSymbols = ["BTC", "ETH", "SOL", "XRP", "BNB", "ADA", "DOGE", "AVAX", "LINK", "TON"].map {
    $0 + "USDT"
  }

  public var killSwitchTruth: KillSwitchTruth {
    KillSwitchTruth(
      status: killSwitch, risk: risk, health: health, isRunning: ground.isRunning, stops: stops)
  }

  public var stops: StopSigns {
    StopSigns(
      StopSigns.Sources(
        log: stopLog, summary: logSummary, state: state, killSwitch: killSwitch, history: equityHistory))
  }
}

extension EngineReader {
  /// Reads all that a diagnosis needs at once; a dead endpoint costs its own gate and no other.
  /// - Parameter symbols: whose prices to look at; `nil` leaves the finer reads out.
  public func observe(deeply symbols: [String]? = nil) async -> Observation {
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
    async let stopLog = attempt(.stopLog)
    async let depth = depth(symbols != nil)
    async let tickers = tickers(symbols ?? [])
    var observation = await Observation(
      ground: ground, killSwitch: killSwitch, risk: risk, health: health, governor: governor, strategies: strategies,
      decisionMemory: decisionMemory, metrics: metrics, state: state, filters: filters, council: council,
      stopLog: stopLog, tickers: tickers, depth: depth)
    // Which engine a sign of a stop belongs to is asked only where there is one.
    let stops = observation.stops
    let isEmptyAtExchange =
      observation.ground.isAtExchange && (try? observation.risk.get().value.openPositions) ?? 0 == 0
    if observation.health.isEmergencyStopped || stops.finding.isStop || stops.needsSummary || isEmptyAtExchange {
      async let summary = attempt(.logSummary)
      observation.equityHistory = await attempt(.equityHistory)
      observation.logSummary = await summary
    }
    // What one old price means for the others decides; a screen that did not ask for them has to know as well.
    if symbols == nil, observation.ground.marketAge ?? 0 > EngineGates.staleAfter {
      observation.tickers = await self.tickers(Observation.usualSymbols)
    }
    // Only now has every answer's mark been seen.
    observation.ground = observation.ground.marked(isPractice, isKeyDeprecated)
    return observation
  }

  private func depth(_ isWanted: Bool) async -> Observation.Depth? {
    guard isWanted else { return nil }
    async let history = attempt(.history(limit: 500))
    async let verdicts = attempt(.verdicts)
    async let pipeline = attempt(.pipeline)
    async let minute = attempt(.rejections(minutes: 1))
    async let fiveMinutes = attempt(.rejections(minutes: 5))
    async let hour = attempt(.rejections(minutes: 60))
    return await Observation.Depth(
      history: history, verdicts: verdicts, rejections: [1: minute, 5: fiveMinutes, 60: hour], pipeline: pipeline)
  }

  private nonisolated func tickers(_ symbols: [String]) async -> [String: Observation.Answered<Ticker>] {
    await withTaskGroup(of: (String, Observation.Answered<Ticker>).self) { group in
      for symbol in symbols { group.addTask { (symbol, await self.attempt(.ticker(symbol))) } }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }
}

extension Result where Success == Reading<Health> {
  /// Whether `/health` shows the lamp of an emergency stop.
  var isEmergencyStopped: Bool { (try? get().value.isEmergencyStopped) == true }
}
