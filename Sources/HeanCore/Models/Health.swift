public import Foundation

/// `GET /health`. Answers 503 with this same body when the emergency stop was used, until the process restarts.
public struct Health: WireDecodable {
  public var status: String?
  public var timestamp: Date?
  /// Component name to its status word, as sent.
  public var components: [Component]
  /// S4 of docs/engine.md 4.2: the emergency stop, which `/risk/killswitch/status` does not show.
  public var isEmergencyStopped: Bool?

  /// What is not given is not known.
  public init(components: [Component]) {
    self.components = components
  }

  public struct Component: Codable, Sendable, Equatable {
    public var name: String
    public var status: String?

    /// Parts that are not given are not known.
    public init(name: String, status: String? = nil) {
      self.name = name
      self.status = status
    }
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    let parts = try wire.value(Parts.self, "components")
    components = parts?.all.sorted { $0.name < $1.name } ?? []
    isEmergencyStopped = parts?.killSwitch?.isTriggered
    do throws(WireError) {
      status = try wire.string("status")
      timestamp = try wire.date("timestamp")
    } catch {
      guard isEmergencyStopped == true else { throw error }
    }
  }

  /// An emergency stop counts whatever stands beside it.
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

/// `GET /ready`.
public struct Readiness: WireDecodable {
  public var isReady: Bool?

  /// What is not given is not known.
  public init() {
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    isReady = try wire.bool("ready")
  }
}

/// `GET /settings`: what the process was configured with. Secrets come masked and are not read.
public struct EngineSettings: WireDecodable {
  /// The only place in the interface that tells testnet from mainnet.
  public var isTestnet: Bool?
  public var environment: String?
  public var isAuthenticationEnabled: Bool?
  public var hasExchangeKey: Bool
  public var initialCapital: Decimal?
  public var maxTradeRiskPercent: Decimal?
  public var maxOpenPositions: Int?
  public var maxDailyDrawdownPercent: Decimal?
  public var killSwitchDrawdownPercent: Decimal?
  /// At most five of `totalSymbols`.
  public var symbols: [String]
  public var totalSymbols: Int?
  public var logLevel: String?

  /// What is not given is not known.
  public init(hasExchangeKey: Bool, symbols: [String]) {
    self.hasExchangeKey = hasExchangeKey
    self.symbols = symbols
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    isTestnet = try wire.bool("bybit_testnet")
    environment = try wire.string("environment")
    isAuthenticationEnabled = try wire.bool("api_auth_enabled")
    hasExchangeKey = try wire.string("bybit_api_key").map { !$0.isEmpty } ?? false
    initialCapital = try wire.decimal("initial_capital")
    maxTradeRiskPercent = try wire.decimal("max_trade_risk_pct")
    maxOpenPositions = try wire.integer("max_open_positions")
    maxDailyDrawdownPercent = try wire.decimal("max_daily_drawdown_pct")
    killSwitchDrawdownPercent = try wire.decimal("killswitch_drawdown_pct")
    symbols = try wire.list(String.self, "trading_symbols") ?? []
    totalSymbols = try wire.integer("total_symbols")
    logLevel = try wire.string("log_level")
  }
}
