/// What queries and operations read.
extension SnapshotPart {
  /// What every answer needs: whether the engine runs, what an order would touch, and how old the prices are, each of
  /// those in a list of positions by its own time.
  public static let engine = SnapshotPart(
    "engine", readOnce: engineAlone.readOnce, reads: engineAlone.reads,
    then: { snapshot in
      let dates = snapshot.datesPrices ? snapshot.pricedSymbols.map { EndpointRead(.held($0), leadsOn: false) } : []
      return engineAlone.then(snapshot) + dates
    })

  /// The same for an answer that shows no price of a position.
  static let engineAlone = SnapshotPart(
    "engine alone", readOnce: [EndpointRead(.why), EndpointRead(.priceProbe)],
    reads: { _ in [EndpointRead(.engineStatus)] },
    // `/settings` is read only where the mode depends on it: the engine allows 30 reads of it a minute.
    then: { snapshot in
      let isWanted =
        snapshot.engine?.isDryRun == false && !snapshot.isPractice || snapshot.hasTwoEquities
      return isWanted ? [EndpointRead(Endpoint<EngineSettings>.settings.once)] : []
    }
  )

  /// Asks for the prices of what the engine held at the last look, and at a first look for those of the symbols that every
  /// engine trades, beside all else: one answer to wait for where there would be two. What is read and what it means is the
  /// same without it.
  static let pricesAhead = SnapshotPart(
    "prices ahead", reads: { _ in [] },
    foresees: { remembered in
      let held = remembered.books?.positions.map(\.symbol)
      let symbols = remembered.isNew ? Symbols.defaults : Set(held ?? []).sorted()
      return symbols.prefix(mostHeld).map { EndpointRead(.held($0), leadsOn: false) }
    })

  /// `/orders/positions`: the open positions.
  public static let positions = SnapshotPart(.positions)
  /// `/orders?status=open`. The list of all orders grows for as long as the engine lives.
  public static let openOrders = SnapshotPart(.orders(.open))
  /// `/orders`: every order that the engine lists.
  public static let allOrders = SnapshotPart(.orders(.all))
  /// `/strategies`.
  public static let strategies = SnapshotPart(.strategies)
  /// `/risk/governor/status`.
  public static let governor = SnapshotPart(.governor)
  /// `/risk/limits`.
  public static let limits = SnapshotPart(.riskLimits)
  /// `/config/current`: the keys that can be changed while the engine runs.
  public static let configuration = SnapshotPart(.configuration)
  /// `/trading/state`: the latest decisions, with positions, orders and fills.
  public static let decisions = SnapshotPart(.state)
  /// `/trading/history`: closed positions, with orders and decisions; 500 entries.
  public static let closed = SnapshotPart(.history(limit: 500))
  /// `/journal/trades`: closed positions; 500 entries.
  public static let journal = SnapshotPart(.journal)
  /// `/trading/equity-history`, which dates the start of the engine.
  public static let equityHistory = SnapshotPart(.equityHistory)
  /// `/risk/status` alone, which `killSwitch` reads as well.
  public static let risk = SnapshotPart(.riskStatus)
  /// `/trading/metrics`: counters of signals, decisions and orders.
  public static let metrics = SnapshotPart(.metrics)
  /// `/trading/why`, read again where the mode of an earlier snapshot is not good enough.
  public static let why = SnapshotPart(.why)
  /// `/market/ticker` of one symbol.
  public static func ticker(_ symbol: String) -> SnapshotPart { SnapshotPart(.ticker(symbol)) }

  /// The engine's events since the earlier snapshot.
  public static let events = SnapshotPart("events", reads: { [EndpointRead(.events(since: $0?.trail?.lastSeq))] })

  /// The three sources about the kill switch, and what tells whether an emergency call still stops trading or a restart
  /// has ended it.
  public static let killSwitch = SnapshotPart(
    "kill switch", reads: { _ in [EndpointRead(.killSwitch), EndpointRead(.riskStatus), EndpointRead(.health)] },
    then: { snapshot in
      guard snapshot.health.value?.isEmergencyStopped == true, snapshot.isRunning == true else { return [] }
      return [EndpointRead(.stopLog), EndpointRead(.state)] + startReads(snapshot)
    })

  /// What tells to which engine object a sign of a stop belongs: read only where there is such a sign.
  static let stopsOfThisEngine = SnapshotPart(
    "stops of this engine", reads: { _ in [] },
    then: { snapshot in
      guard
        snapshot.status.isAsked, snapshot.why.isAsked, snapshot.killSwitch.isAsked, snapshot.risk.isAsked,
        snapshot.health.isAsked, snapshot.state.isAsked, snapshot.stopLog.isAsked
      else { return [] }
      // If the engine answered neither of the two, asking it again would mean to wait for a second time-out.
      guard snapshot.status.error == nil || snapshot.stopLog.error == nil else { return [] }
      guard snapshot.asksForStart(StopEvidence(snapshot, nil)) else { return [] }
      return startReads(snapshot)
    })

  /// What dates a stop and the start of the engine, and how far back the log reaches.
  private static func startReads(_ snapshot: EngineSnapshot) -> [EndpointRead] {
    let isFull = snapshot.logSummary.isAsked && StopEvidence(snapshot, nil).needsPage
    return [EndpointRead(.logSummary), EndpointRead(.equityHistory)] + (isFull ? [EndpointRead(.latestLog)] : [])
  }

  /// What tells of the latch behind the kill switch, which no endpoint shows: the log of stops, the latest decisions,
  /// and where there is a sign of a stop, what dates it.
  public static let latch = SnapshotPart(
    "latch", reads: { _ in [EndpointRead(.stopLog), EndpointRead(.state)] }, then: stopsOfThisEngine.then)

  /// Why closes failed, by the engine's log, where there is an exchange that can refuse one.
  static let refusals = SnapshotPart(
    "refusals", reads: { _ in [] },
    then: { snapshot in
      snapshot.status.isAsked && snapshot.why.isAsked && snapshot.isAtExchange ? [EndpointRead(.closeFailures)] : []
    })

  /// Most symbols of open positions that are read: an engine trades no more.
  static let mostHeld = 10

  /// The price, with its time, of each symbol that has an open position, or of those positions that the names mean;
  /// of `mostHeld` symbols at most.
  /// - Parameter names: symbols or ids of positions, as an operator types them; none means all.
  public static func heldPrices(_ names: [String]) -> SnapshotPart {
    SnapshotPart(
      "held prices \(names.joined(separator: " "))", reads: { _ in [] },
      then: { snapshot in
        guard let open = snapshot.openPositions, snapshot.status.isAsked else { return [] }
        let meant = names.isEmpty ? open : names.flatMap { (try? Lookup.positions($0, in: open)) ?? [] }
        return Set(meant.map(\.symbol)).sorted().prefix(mostHeld).map { EndpointRead(.ticker($0), leadsOn: false) }
      })
  }
}
