public import Foundation

/// The answers by their usual names.
extension EngineSnapshot {
  public var status: Answered<EngineStatus> { self[.engineStatus] }
  public var why: Answered<WhyDiagnostics> { self[.why] }
  public var settings: Answered<EngineSettings> { self[.settings] }
  public var positions: Answered<Listing<Position>> { self[.positions] }
  /// All of them where they were asked for, else the open ones.
  public var orders: Answered<Listing<Order>> {
    let all = self[.orders(.all)]
    return all.isAsked ? all : self[.orders(.open)]
  }
  public var strategies: Answered<Listing<Strategy>> { self[.strategies] }
  public var killSwitch: Answered<KillSwitchStatus> { self[.killSwitch] }
  public var risk: Answered<RiskStatus> { self[.riskStatus] }
  public var health: Answered<Health> { self[.health] }
  public var governor: Answered<GovernorStatus> { self[.governor] }
  public var limits: Answered<RiskLimits> { self[.riskLimits] }
  public var configuration: Answered<ConfigurationValues> { self[.configuration] }
  public var decisionMemory: Answered<Listing<DecisionMemoryBlock>> { self[.decisionMemory] }
  public var metrics: Answered<TradingMetrics> { self[.metrics] }
  public var state: Answered<TradingState> { self[.state] }
  /// The longer of the two that are asked for.
  public var history: Answered<TradingHistory> {
    longHistory.isAsked ? longHistory : self[.history()]
  }
  /// As far back as the engine tells.
  var longHistory: Answered<TradingHistory> { self[.history(limit: 500)] }
  public var equityHistory: Answered<EquityHistory> { self[.equityHistory] }
  public var filters: Answered<FilterBlocks> { self[.filterBlocks] }
  public var council: Answered<CouncilStatus> { self[.council] }
  public var verdicts: Answered<Listing<CouncilVerdict>> { self[.verdicts] }
  public var pipeline: Answered<SignalPipeline> { self[.pipeline] }
  public var stopLog: Answered<EngineLog> { self[.stopLog] }
  /// What the log says of closes that did not come about.
  public var closeFailures: Answered<EngineLog> { self[.closeFailures] }
  public var logSummary: Answered<EngineLogSummary> { self[.logSummary] }
  public func ticker(_ symbol: String) -> Answered<Ticker> { self[.ticker(symbol)] }
  /// - Parameter minutes: 1, 5 or 60.
  public func rejections(minutes: Int) -> Answered<SignalRejections> { self[.rejections(minutes: minutes)] }
}

/// What the answers say without a doubt.
extension EngineSnapshot {
  public var engine: EngineStatus? { status.value }

  /// `nil` when the engine did not say, as while it is starting or stopping.
  public var isRunning: Bool? {
    guard let engine, engine.state != .busy else { return nil }
    return engine.isRunning
  }

  public var engineState: EngineState? { engine?.state }

  public var mode: OperatingMode {
    OperatingMode(isPractice: isPractice, status: engine, isTestnet: settings.value?.isTestnet, why: why.value)
  }

  /// Whether orders go to an exchange: the books of such an engine are not all that there is.
  public var isAtExchange: Bool { engine?.isDryRun != true && mode != .paperFallback }

  /// Age in seconds of the oldest price behind marks and PnL; `nil` when stopped or before the first tick.
  ///
  /// The engine says how long ago it looked at the symbol that has waited longest. That a price was old already when it
  /// was looked at shows in the price's own time only.
  public var marketAge: Decimal? {
    guard isRunning == true, let ticked = why.value?.oldestTickAge else { return nil }
    let price = self[.priceProbe]
    guard price.isAsked else { return ticked }
    guard let reading = price.reading else { return nil }
    // An engine that does not trade the symbol has no price of it.
    guard let age = reading.priceAge else { return reading.value.price == nil ? ticked : nil }
    return max(ticked, age)
  }

  public func price(_ symbol: String) -> Decimal? { ticker(symbol).value?.price }

  /// As far as they are known: a stopped engine lists nothing, whatever is open.
  public var openPositions: [Position]? { memoized("open positions") { told(positions) } }
  public var openOrders: [Order]? { memoized("open orders") { told(orders)?.filter(\.status.isOpen) } }

  /// So an empty list proves something only while the engine says that it runs; a list with rows can be believed even if
  /// the state is not known.
  private func told<Row: Listed>(_ list: Answered<Listing<Row>>) -> [Row]? {
    guard isRunning != false, let rows = list.value, isRunning == true || !rows.isEmpty else { return nil }
    return rows.elements
  }

  /// Trades that the engine calls closed; kept by a stopped engine, too.
  public var closedPositions: [Position]? { history.value?.closed }
  /// `nil` also where one of them may be among what could not be read.
  var closedForSure: [Position]? { history.value?.closedForSure }
  public var decisions: [Decision]? { state.value?.decisions }
}

extension Reading where Value == Ticker {
  /// Seconds from the price's own time to the answer; `nil` for a time that has not come: clocks differ by seconds, no
  /// more.
  var priceAge: Decimal? {
    guard let at = value.at, at.timeIntervalSince(receivedAt) < 60 else { return nil }
    return DiagnosisFormat.seconds(from: at, to: receivedAt)
  }
}
