extension KeptLook {
  /// What a snapshot shows.
  /// - Parameters:
  ///   - diagnosis: of the same snapshot.
  ///   - judgement: of the same snapshot.
  init(_ snapshot: EngineSnapshot, _ diagnosis: Diagnosis, _ judgement: Judgement, now: Date) {
    self.init(at: now, isPaper: !snapshot.mayBeAtExchange)
    world = snapshot.world
    let offset = snapshot.clockOffset
    objectStartedAt = snapshot.isRunning == true ? snapshot.equityHistory.value?.startedAt.map { $0 - offset } : nil
    processStartedAt = snapshot.processStartedAt.map { $0 - offset }
    booksEndedAt = snapshot.remembered.forgotten?.endedAt
    positions = Self.positions(snapshot)
    orders = Self.orders(snapshot)
    states = Self.states(snapshot, diagnosis, judgement)
    let truth = snapshot.equityTruth
    equity = truth.shown
    equityReason = truth.because
    realizedPnL = snapshot.isRunning == true ? snapshot.engine?.realizedPnL : nil
    settings = Self.settings(snapshot)
    ends = (snapshot.closedForSure ?? []).compactMap { row in
      row.id.map { id in
        KeptEnd(id: id, pnl: row.realizedPnL, at: row.closedAt.map { $0 - offset }, isDrop: row.isGhost)
      }
    }
  }

  private static func positions(_ snapshot: EngineSnapshot) -> KeptList<KeptPosition> {
    do throws(EngineError) {
      let listing = try PositionsAnswer(snapshot, NameFilter())
      if let doubt = listing.doubt { return KeptList(missing: doubt.message) }
      // A list that lacks rows must not close them.
      if let counted = snapshot.risk.value?.openPositions, counted > listing.positions.count {
        return KeptList(missing: "\(listing.positions.count) are listed, and /risk/status counts \(counted)")
      }
      return KeptList(listing.positions.map { KeptPosition($0) })
    } catch {
      return KeptList(missing: error.shortText)
    }
  }

  private static func orders(_ snapshot: EngineSnapshot) -> KeptList<KeptOrder> {
    guard snapshot.isRunning == true else { return KeptList(missing: "the engine does not run") }
    guard let orders = snapshot.openOrders else {
      return KeptList(missing: snapshot.orders.error?.shortText ?? "the list cannot be read")
    }
    return KeptList(orders.map { KeptOrder($0) })
  }

  private static func states(
    _ snapshot: EngineSnapshot, _ diagnosis: Diagnosis, _ judgement: Judgement
  ) -> [KeptState: String] {
    var states: [KeptState: String] = [:]
    if snapshot.mode != .unknown { states[.mode] = snapshot.mode.label }
    if judgement.money.state != .unknown { states[.money] = word(judgement.money.state) }
    states[.engine] = snapshot.engineState?.rawValue
    if diagnosis.verdict != .unknown { states[.trading] = word(diagnosis.verdict) }
    let killSwitch = snapshot.killSwitchTruth.verdict
    if killSwitch != .unknown { states[.killSwitch] = word(killSwitch) }
    for (state, gate) in [(KeptState.latch, Gate.ID.latch), (.marketData, .marketData)] {
      guard let found = diagnosis.gates.first(where: { $0.id == gate }), found.state != .unknown else { continue }
      states[state] = found.state.rawValue
    }
    guard snapshot.isRunning == true else { return states }
    states[.governor] = snapshot.governor.value?.state?.rawValue
    if let strategies = snapshot.strategies.value {
      let off = strategies.filter { $0.isEnabled == false }.compactMap(\.id).sorted()
      states[.strategiesOff] = off.isEmpty ? "none" : off.joined(separator: ", ")
    }
    return states
  }

  private static func word(_ state: some RawRepresentable<String>) -> String {
    state.rawValue.replacing("_", with: " ")
  }

  /// What `/settings` and `/config/current` tell, by the names that the console gives them.
  private static func settings(_ snapshot: EngineSnapshot) -> [String: String]? {
    var values: [String: String] = [:]
    if let settings = snapshot.settings.value {
      let told: [(String, JSONValue?)] = [
        ("testnet", settings.isTestnet.map { .bool($0) }), ("environment", settings.environment.map { .string($0) }),
        ("exchange_key_present", .bool(settings.hasExchangeKey)),
        ("authentication", settings.isAuthenticationEnabled.map { .bool($0) }),
        ("initial_capital", settings.initialCapital.map { .number($0) }),
        ("max_trade_risk_pct", settings.maxTradeRiskPercent.map { .number($0) }),
        ("max_open_positions", settings.maxOpenPositions.map { .number(Decimal($0)) }),
        ("max_daily_drawdown_pct", settings.maxDailyDrawdownPercent.map { .number($0) }),
        ("killswitch_drawdown_pct", settings.killSwitchDrawdownPercent.map { .number($0) }),
        ("symbols", .string(settings.symbols.joined(separator: ", "))),
        ("total_symbols", settings.totalSymbols.map { .number(Decimal($0)) }),
        ("log_level", settings.logLevel.map { .string($0) }),
      ]
      for case (let name, let value?) in told { values[name] = value.plainText }
    }
    // What can be changed while the engine runs goes by the same names in part, and is the newer word.
    for (name, value) in snapshot.configuration.value?.values ?? [:] { values["config." + name] = value.plainText }
    return snapshot.settings.value == nil && snapshot.configuration.value == nil ? nil : values
  }
}
