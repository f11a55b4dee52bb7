/// `GET /health`. From an emergency stop until the end of the process the answer has status 503 and this same body,
/// even if the engine trades again (docs/engine.md 2.8).
public struct Health: WireDecodable {
  /// `healthy` or `degraded`, as sent. A stopped engine says `healthy`.
  public var status: String?
  /// When the engine wrote this, by its own clock (UTC).
  public var timestamp: Date?
  /// The parts of the server with the status word of each, sorted by name.
  public var components: [Component]
  /// Whether the emergency stop was used since the process began (docs/engine.md 4.2, S4), which
  /// `/risk/killswitch/status` does not show; `nil` when the body has no component `killswitch`.
  public var isEmergencyStopped: Bool?

  /// A report on these components; the rest stays `nil` until it is set.
  public init(components: [Component]) {
    self.components = components
  }

  /// Leaves out what it says of the engine's state.
  mutating func forgetEngine() { components.removeAll { $0.name == "engine" } }

  /// One part of the server.
  public struct Component: Codable, Sendable, Equatable {
    /// The engine's name of the part, such as `event_bus`.
    public var name: String
    /// The engine's word, such as `healthy`, `running` or `connected`; `nil` when it sent none.
    public var status: String?

    /// Whether its word is one of those that a part has which works, or is not wanted; `nil` when it has none.
    public var isFine: Bool? { status.map { Self.fine.contains($0.lowercased()) } }

    private static let fine: Set<String> = [
      "healthy", "connected", "running", "normal", "not_configured", "not_initialized",
    ]

    /// A component with the word that the engine gave, if it gave one.
    public init(name: String, status: String? = nil) {
      self.name = name
      self.status = status
    }
  }

  /// Throws when a text, flag or object has the wrong type. After an emergency stop, fields that cannot be read stay
  /// `nil` instead.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    let parts = try wire.value(Parts.self, "components")
    components = parts?.all.sorted { $0.name < $1.name } ?? []
    isEmergencyStopped = parts?.killSwitch?.isTriggered
    do throws(WireError) {
      status = try wire.string("status")
      timestamp = wire.date("timestamp")
    } catch {
      guard isEmergencyStopped == true else { throw error }
    }
  }

  /// The components. An emergency stop must be reported even when another one cannot be read.
  private struct Parts: WireDecodable {
    var killSwitch: Part?
    var all: [Component] = []

    init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      killSwitch = try wire.value(Part.self, "killswitch")
      let isAlarm = killSwitch?.isTriggered == true
      try wire.forEach { (name, value) throws(WireError) in
        var part: Part?
        do throws(WireError) { part = try Part(from: value) } catch { guard isAlarm else { throw error } }
        all.append(Component(name: name, status: part?.status))
      }
    }
  }

  private struct Part: WireDecodable {
    var status: String?
    var triggered: Bool?

    init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      var problem: WireError?
      do throws(WireError) { triggered = try wire.bool("triggered") } catch { problem = error }
      do throws(WireError) { status = try wire.string("status") } catch { problem = problem ?? error }
      if let problem, isTriggered != true { throw problem }
    }

    var isTriggered: Bool? { triggered ?? status.map { $0.lowercased() == "triggered" } }
  }
}

/// `GET /ready`: whether the server is ready for work. When it is not, the answer has status 503 and the same body.
public struct Readiness: WireDecodable {
  /// `false` also on a stopped engine.
  public var isReady: Bool?

  /// A readiness that is not known until it is set.
  public init() {}

  /// Throws when `ready` is neither a Boolean nor missing.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    isReady = try wire.bool("ready")
  }
}

/// `GET /settings`: the configuration with which the process was started. Secrets come masked and are not read.
public struct EngineSettings: WireDecodable {
  /// Whether the engine trades on the exchange's test network. No other endpoint tells. If `nil`, assume real money.
  public var isTestnet: Bool?
  /// The engine's word for its environment, such as `development`.
  public var environment: String?
  /// Whether the engine asks for an API key.
  public var isAuthenticationEnabled: Bool?
  /// Whether a key of the exchange is configured; without one the engine cannot trade there.
  public var hasExchangeKey: Bool
  /// Capital at the start (USDT).
  public var initialCapital: Decimal?
  /// Percent of equity that one trade may risk.
  public var maxTradeRiskPercent: Decimal?
  /// Most positions that may be open at once; the engine enforces it.
  public var maxOpenPositions: Int?
  /// Percent below the day's high at which trading pauses (docs/engine.md 5.2).
  public var maxDailyDrawdownPercent: Decimal?
  /// Percent below the initial capital at which trading stops (docs/engine.md 5.2).
  public var killSwitchDrawdownPercent: Decimal?
  /// At most five of `totalSymbols` configured symbols. The engine may trade others (docs/engine.md 2.7).
  public var symbols: [String]
  /// Number of symbols configured.
  public var totalSymbols: Int?
  /// Lowest level that the engine logs, such as `INFO`.
  public var logLevel: String?

  /// Settings of which only this is known; the rest stays `nil` until it is set.
  public init(hasExchangeKey: Bool, symbols: [String]) {
    self.hasExchangeKey = hasExchangeKey
    self.symbols = symbols
  }

  /// Throws when a text, flag or object has the wrong type; a missing key of the exchange counts as none.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    isTestnet = try wire.bool("bybit_testnet")
    environment = try wire.string("environment")
    isAuthenticationEnabled = try wire.bool("api_auth_enabled")
    hasExchangeKey = try wire.string("bybit_api_key").map { !$0.isEmpty } ?? false
    initialCapital = wire.decimal("initial_capital")
    maxTradeRiskPercent = wire.decimal("max_trade_risk_pct")
    maxOpenPositions = wire.integer("max_open_positions")
    maxDailyDrawdownPercent = wire.decimal("max_daily_drawdown_pct")
    killSwitchDrawdownPercent = wire.decimal("killswitch_drawdown_pct")
    symbols = try wire.list(String.self, "trading_symbols") ?? []
    totalSymbols = wire.integer("total_symbols")
    logLevel = try wire.string("log_level")
  }
}
