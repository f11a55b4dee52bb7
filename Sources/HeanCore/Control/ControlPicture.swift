public import Foundation

/// What a verb sees of the engine at one moment, before it acts or after. Only the parts that it asks for are read.
public struct ControlPicture: Sendable {
  public enum Part: Sendable, Hashable {
    case positions, strategies, killSwitch, governor, limits, configuration, decisions, closed, equityHistory
    /// `/risk/status` alone, which `killSwitch` reads too.
    case risk
    case metrics
    /// What the engine tells of its events since the look before.
    case events
    /// The open ones only: the list of all grows for the life of the engine.
    case openOrders
    case allOrders
    case ticker(String)
    /// The price, with its time, of each symbol that is held, or of those that are meant by these names.
    case heldPrices([String])
    /// `/trading/why` anew, where a mode of before is not enough.
    case why
  }

  public typealias Answered<Value: Sendable> = Result<Reading<Value>, EngineError>

  public var ground: EngineGround
  public var positions: Answered<Listing<Position>>?
  public var orders: Answered<Listing<Order>>?
  public var strategies: Answered<Listing<Strategy>>?
  public var killSwitch: Answered<KillSwitchStatus>?
  public var risk: Answered<RiskStatus>?
  public var health: Answered<Health>?
  public var governor: Answered<GovernorStatus>?
  public var limits: Answered<RiskLimits>?
  public var configuration: Answered<ConfigurationValues>?
  public var state: Answered<TradingState>?
  public var history: Answered<TradingHistory>?
  public var equityHistory: Answered<EquityHistory>?
  public var metrics: Answered<TradingMetrics>?
  var events: Answered<EngineEvents>?
  /// `nil` when the engine's memory of events never answered.
  var trail: EventTrail?
  public var tickers: [String: Answered<Ticker>] = [:]
  /// Looked at only when `/health` shows an emergency stop.
  var stops: StopSigns?
  public var seenAt: Date

  public var mode: OperatingMode { ground.mode }
  public var engineState: EngineState? { ground.engine?.state }
  /// `nil` when the engine did not say.
  public var isRunning: Bool? { ground.isRunning }

  public var truth: KillSwitchTruth {
    KillSwitchTruth(status: killSwitch, risk: risk, health: health, isRunning: isRunning, stops: stops)
  }

  /// As far as they are known; decoded once.
  public private(set) var openPositions: [Position]?
  public private(set) var openOrders: [Order]?

  fileprivate mutating func decodeLists() {
    openPositions = told(positions)
    openOrders = told(orders)?.filter(\.status.isOpen)
  }

  /// A stopped engine lists nothing, whatever is open. So an empty list proves something only while the engine says that
  /// it runs; a list with rows can be believed even if the state is not known.
  private func told<Row>(_ list: Answered<Listing<Row>>?) -> [Row]? {
    guard isRunning != false, let rows = try? list?.get().value, isRunning == true || !rows.isEmpty else { return nil }
    return rows.elements
  }
  /// Trades that the engine calls closed; kept by a stopped engine, too.
  public var closedPositions: [Position]? { try? history?.get().value.closed }
  /// `nil` also where one of them may be among what could not be read.
  var closedForSure: [Position]? { try? history?.get().value.closedForSure }
  public var decisions: [Decision]? { try? state?.get().value.decisions }

  public func price(_ symbol: String) -> Decimal? { try? tickers[symbol]?.get().value.price }
}

extension EngineReader {
  /// - Parameters:
  ///   - before: an earlier picture whose mode still holds; asking again would use up the engine's limit on `/settings`.
  ///   - isWhole: whether to ask again all the same, as after a question that may have stood for minutes.
  public func picture(
    _ parts: Set<ControlPicture.Part>, after before: ControlPicture? = nil, isWhole: Bool = false,
    now: @Sendable () -> Date
  ) async -> ControlPicture {
    async let ground = ground(after: isWhole ? nil : before?.ground)
    async let positions = when(parts.contains(.positions), .positions)
    async let orders = when(
      parts.contains(.openOrders) || parts.contains(.allOrders), .orders(parts.contains(.allOrders) ? .all : .open))
    async let strategies = when(parts.contains(.strategies), .strategies)
    async let killSwitch = when(parts.contains(.killSwitch), .killSwitch)
    async let risk = when(parts.contains(.killSwitch) || parts.contains(.risk), .riskStatus)
    async let health = when(parts.contains(.killSwitch), .health)
    async let governor = when(parts.contains(.governor), .governor)
    async let limits = when(parts.contains(.limits), .riskLimits)
    async let configuration = when(parts.contains(.configuration), .configuration)
    async let state = when(parts.contains(.decisions), .state)
    async let equityHistory = when(parts.contains(.equityHistory), .equityHistory)
    async let history = when(parts.contains(.closed), .history(limit: 500))
    async let metrics = when(parts.contains(.metrics), .metrics)
    async let why = when(parts.contains(.why) && !isWhole, .why)
    async let events = when(parts.contains(.events), .events(since: before?.trail?.lastSeq))
    var tickers: [String: ControlPicture.Answered<Ticker>] = [:]
    for case .ticker(let symbol) in parts { tickers[symbol] = await attempt(.ticker(symbol)) }
    var picture = await ControlPicture(
      ground: ground, positions: positions, orders: orders, strategies: strategies, killSwitch: killSwitch, risk: risk,
      health: health, governor: governor, limits: limits, configuration: configuration, state: state, history: history,
      equityHistory: equityHistory, metrics: metrics, events: events, tickers: tickers, seenAt: now())
    picture.trail = EventTrail(after: before?.trail, picture.events)
    picture.ground = picture.ground.marked(isPractice, isKeyDeprecated)
    picture.decodeLists()
    if let why = await why { picture.ground.why = why }
    for case .heldPrices(let names) in parts { picture.tickers.merge(await prices(of: names, in: picture)) { $1 } }
    if picture.health?.isEmergencyStopped == true, picture.isRunning == true {
      picture.stops = await stopSigns(killSwitch)
    }
    return picture
  }

  /// Ten symbols are all that an engine trades.
  private func prices(
    of names: [String], in picture: ControlPicture
  ) async -> [String: ControlPicture.Answered<Ticker>] {
    let open = picture.openPositions ?? []
    let meant = names.isEmpty ? open : names.flatMap { (try? Lookup.positions($0, in: open)) ?? [] }
    return await withTaskGroup(of: (String, ControlPicture.Answered<Ticker>).self) { group in
      for symbol in Set(meant.map(\.symbol)).sorted().prefix(10) {
        group.addTask { (symbol, await self.attempt(.ticker(symbol))) }
      }
      var answers: [String: ControlPicture.Answered<Ticker>] = [:]
      for await (symbol, answer) in group { answers[symbol] = answer }
      return answers
    }
  }

  private func when<Body: Sendable>(
    _ isWanted: Bool, _ endpoint: Endpoint<Body>
  ) async -> Result<Reading<Body>, EngineError>? {
    isWanted ? await attempt(endpoint) : nil
  }

  private func ground(after earlier: EngineGround?) async -> EngineGround {
    guard var ground = earlier else { return await ground() }
    ground.status = await attempt(.engineStatus)
    return ground
  }
}
