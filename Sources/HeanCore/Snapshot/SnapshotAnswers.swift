/// The answers by name.
extension EngineSnapshot {
  /// `/engine/status`: state, mode and money.
  public var status: Answered<EngineStatus> { self[.engineStatus] }
  /// `/trading/why`: age of the oldest price, and whether the exchange can be reached.
  public var why: Answered<WhyDiagnostics> { self[.why] }
  /// `/settings`: whether orders go to the exchange's test network.
  public var settings: Answered<EngineSettings> { self[.settings] }
  /// `/orders/positions`: the open positions. The empty list of a stopped engine proves nothing.
  public var positions: Answered<Listing<Position>> { self[.positions] }
  /// `/orders`: all orders where those were asked for, else the open ones.
  public var orders: Answered<Listing<Order>> {
    let all = self[.orders(.all)]
    return all.isAsked ? all : self[.orders(.open)]
  }
  /// `/strategies`: which are enabled, with their results.
  public var strategies: Answered<Listing<Strategy>> { self[.strategies] }
  /// `/risk/killswitch/status`: the engine's own kill switch (S2 of docs/engine.md 4.2).
  public var killSwitch: Answered<KillSwitchStatus> { self[.killSwitch] }
  /// `/risk/status`: the engine's own equity and drawdown, `stop_trading`, and counts of positions and orders.
  public var risk: Answered<RiskStatus> { self[.riskStatus] }
  /// `/health`: the state of components, and whether an emergency call was made (S4 of docs/engine.md 4.2).
  public var health: Answered<Health> { self[.health] }
  /// `/risk/governor/status`: the governor's state, its drawdown, and symbols in quarantine.
  public var governor: Answered<GovernorStatus> { self[.governor] }
  /// `/risk/limits`: of these the engine obeys only the number of open positions.
  public var limits: Answered<RiskLimits> { self[.riskLimits] }
  /// `/config/current`: the keys that can be changed while the engine runs.
  public var configuration: Answered<ConfigurationValues> { self[.configuration] }
  /// `/risk/decision-memory/blocks`: strategies that are locked, and for how long.
  public var decisionMemory: Answered<Listing<DecisionMemoryBlock>> { self[.decisionMemory] }
  /// `/trading/metrics`: counters of signals, decisions and orders.
  public var metrics: Answered<TradingMetrics> { self[.metrics] }
  /// `/trading/state`: positions, orders, the latest fills and decisions.
  public var state: Answered<TradingState> { self[.state] }
  /// `/trading/history`: the longer one where that was asked for, else the usual one.
  public var history: Answered<TradingHistory> {
    longHistory.isAsked ? longHistory : self[.history()]
  }
  /// `/trading/history`, as far back as the engine tells.
  package var longHistory: Answered<TradingHistory> { self[.history(limit: 500)] }
  /// `/trading/equity-history`: its times date the start of the engine.
  public var equityHistory: Answered<EquityHistory> { self[.equityHistory] }
  /// `/analytics/blocks`: what the filters inside strategies refused since the start.
  public var filters: Answered<FilterBlocks> { self[.filterBlocks] }
  /// `/council/trade/status`: the council's threshold and counts.
  public var council: Answered<CouncilStatus> { self[.council] }
  /// `/council/trade/verdicts`: the council's votes about signals.
  public var verdicts: Answered<Listing<CouncilVerdict>> { self[.verdicts] }
  /// `/archon/pipeline`: signals that got stuck.
  public var pipeline: Answered<SignalPipeline> { self[.pipeline] }
  /// `/logs/events`: records about stops of all new orders.
  public var stopLog: Answered<EngineLog> { self[.stopLog] }
  /// `/logs/events`: records about closes that failed.
  public var closeFailures: Answered<EngineLog> { self[.closeFailures] }
  /// `/logs/summary`: how many records the engine keeps.
  public var logSummary: Answered<EngineLogSummary> { self[.logSummary] }
  /// `/market/ticker`: the price of one symbol, with its time.
  public func ticker(_ symbol: String) -> Answered<Ticker> { self[.ticker(symbol)] }
  /// `/telemetry/signal-rejections`: what filters refused in the last minutes.
  /// - Parameter minutes: 1, 5 or 60.
  public func rejections(minutes: Int) -> Answered<SignalRejections> { self[.rejections(minutes: minutes)] }
}

/// What the answers say, where they can be believed.
extension EngineSnapshot {
  /// The body of `/engine/status`; `nil` when it did not answer.
  public var engine: EngineStatus? { status.value }

  /// Whether the engine runs; `nil` when it did not say, and while it is starting or stopping.
  public var isRunning: Bool? {
    guard let engine, engine.state != .busy else { return nil }
    return engine.isRunning
  }

  /// State of the engine; `nil` when `/engine/status` did not answer.
  public var engineState: EngineState? { engine?.state }

  /// What an order placed now would touch; `.unknown` when too little was answered to tell.
  public var mode: OperatingMode {
    OperatingMode(
      isPractice: isPractice, isRehearsal: isRehearsal, status: engine, isTestnet: settings.value?.isTestnet,
      why: why.value
    )
  }

  /// Whether orders go to an exchange, which can hold more than the engine's books show. Also `true` when that is not
  /// known.
  public var isAtExchange: Bool { engine?.isDryRun != true && mode != .paperFallback }
  /// Whether what is in the books may exist at an exchange: an engine that lost it still has what it opened there.
  var mayBeAtExchange: Bool { engine?.isDryRun != true }

  /// Age in seconds of the oldest price behind mark prices and PnL; `nil` when the engine is stopped, before its first
  /// tick, and when it cannot be told.
  ///
  /// The engine says how long ago it processed a tick of the symbol that has waited longest. Only the time of a price
  /// itself shows that it was old by then, so the price of each symbol in the list of positions counts by its own time,
  /// and that of one symbol in any case.
  public var marketAge: Decimal? { marketAge(with: []) }

  /// The same, where the prices of these symbols count too.
  package func marketAge(with others: [String]) -> Decimal? {
    guard isRunning == true, var oldest = why.value?.oldestTickAge else { return nil }
    let probe = self[.priceProbe]
    guard !probe.isAsked || probe.value != nil else { return nil }
    let prices = [probe] + pricedSymbols.map { self[.held($0)] } + others.map(ticker)
    for price in prices where price.isAsked {
      guard let reading = price.reading else {
        // The engine does not know this symbol. Any other failure hides a price that may be old.
        if case .brokenContract = price.error { continue }
        return nil
      }
      // An engine that does not trade a symbol has no price of it.
      guard reading.value.price != nil || reading.value.at != nil else { continue }
      guard let age = reading.priceAge else { return nil }
      oldest = max(oldest, age)
    }
    return oldest
  }

  /// How far the engine's times are ahead of this clock (seconds), where its answers tell no date; `nil` when they are
  /// not.
  var clockLead: TimeInterval? {
    guard headerOffset == nil else { return nil }
    let told = [
      (state.value?.at, state.reading?.receivedAt),
      (self[.priceProbe].value?.at, self[.priceProbe].reading?.receivedAt),
    ]
    let leads = told.compactMap { at, received in at.flatMap { at in received.map { at.timeIntervalSince($0) } } }
    return leads.max().flatMap { $0 >= 2 ? $0 : nil }
  }

  /// The symbols whose prices are in the list of positions, `SnapshotPart.mostHeld` at most.
  var pricedSymbols: [String] {
    memoized("priced symbols") {
      // An engine holds a few positions. Of a list of thousands, going through all would take longer than its reading.
      var symbols: [String] = []
      guard let rows = positions.value else { return symbols }
      for row in rows.lazy.prefix(100)
      where !symbols.contains(row.symbol) && symbols.count < SnapshotPart.mostHeld {
        symbols.append(row.symbol)
      }
      return symbols
    }
  }

  /// Whether a dry run tells two equities that differ by more than prices can have moved it between two answers. Then
  /// one of them can be the wallet of an exchange account (docs/engine.md 4.7).
  var hasTwoEquities: Bool {
    guard let engine, engine.isDryRun == true, let told = engine.equity, let own = risk.value?.equity else {
      return false
    }
    return abs(told - own) > max(1, abs(engine.initialCapital ?? 0) / 1000)
  }

  /// Age in seconds of the price by which the others are dated; `nil` when it is not known.
  var probeAge: Decimal? { self[.priceProbe].reading?.priceAge }

  /// The latest price of a symbol (USDT); `nil` when its ticker was not read, or has no price.
  public func price(_ symbol: String) -> Decimal? { ticker(symbol).value?.price }

  /// Open positions; `nil` when they are not known: a stopped engine lists nothing, whatever is open.
  public var openPositions: [Position]? { memoized("open positions") { told(positions) } }
  /// Orders that are open in the engine's books, which need not be open at the exchange (docs/engine.md 2.2); `nil`
  /// when they are not known.
  public var openOrders: [Order]? { memoized("open orders") { told(orders)?.filter(\.isOpen) } }

  /// An empty list counts only while the engine says that it runs, and when every row of it was read. A list with rows
  /// can be believed even when the state of the engine is not known.
  private func told<Row: Listed>(_ list: Answered<Listing<Row>>) -> [Row]? {
    guard isRunning != false, let rows = list.value, isRunning == true && rows.unread == 0 || !rows.isEmpty else {
      return nil
    }
    return rows.elements
  }

  /// Positions that the engine calls closed, also while it is stopped; `nil` when the history was not read.
  public var closedPositions: [Position]? { history.value?.closed }
  /// The same, but also `nil` when a closed position may be among what could not be read.
  var closedForSure: [Position]? { history.value?.closedForSure }
  /// The latest decisions about signals, by `/trading/state`; `nil` when that did not answer.
  public var decisions: [Decision]? { state.value?.decisions }
}

extension EndpointAnswer where Value == Ticker {
  /// Seconds from the price's own time to the answer, by the engine's clock, and for how long a cache has kept it;
  /// `nil` without a time, and for one in the future.
  package var priceAge: Decimal? {
    let now = receivedAt + (clockOffset ?? 0) + cacheAge
    guard let at = value.at, at.timeIntervalSince(now) < 2 else { return nil }
    return DiagnosisFormat.seconds(from: at, to: now)
  }
}
