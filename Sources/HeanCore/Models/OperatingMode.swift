/// What an order placed now would touch. The engine's own `trading_mode` and `is_live` never change and say nothing.
public enum OperatingMode: String, Codable, Sendable, CaseIterable {
  /// The console's own simulated engine, trading on paper.
  case practice
  /// The same, with a simulated exchange: it fills orders, and can hold what the engine does not know.
  case practiceExchange = "practice_exchange"
  /// The same, which asks to be shown and confirmed like real money, for rehearsing. Only answers that carry the mark of
  /// the practice engine can ask for it.
  case rehearsal
  /// A real engine that is set to send orders to its paper broker.
  case dryRun = "dry_run"
  /// A real engine that is set to trade, but has lost the exchange and fills on paper without saying so.
  case paperFallback = "paper_fallback"
  /// Orders go to the exchange's test network.
  case testnet
  /// Orders move real money.
  case mainnet
  /// Not enough was answered to tell. Treat it as real money.
  case unknown

  /// - Parameters:
  ///   - isPractice: whether the answers carry the mark of the practice engine.
  ///   - isRehearsal: whether that mark asks for the screens of real money; it counts on a practice engine only.
  ///   - isTestnet: `bybit_testnet` of `/settings`; `nil` when it did not say.
  ///   - why: the body of `/trading/why`, which shows a silent change to paper.
  public init(
    isPractice: Bool, isRehearsal: Bool = false, status: EngineStatus?, isTestnet: Bool?, why: WhyDiagnostics?
  ) {
    if isPractice {
      self = isRehearsal ? .rehearsal : status?.isDryRun == false ? .practiceExchange : .practice
    } else if status?.isDryRun == true {
      self = .dryRun
    } else if let status, status.isRunning, status.isDryRun == false, let why, why.hasExecutionQuality,
      why.isExchangeRESTUp == nil, why.engineState != .unknown("UNKNOWN")
    {
      self = .paperFallback
    } else if status?.isDryRun == false, let isTestnet {
      self = isTestnet ? .testnet : .mainnet
    } else {
      self = .unknown
    }
  }

  /// The word in the banner: `DRY RUN`.
  public var label: String {
    switch self {
    case .practice, .practiceExchange: "PRACTICE"
    case .rehearsal: "MAINNET REHEARSAL"
    case .dryRun: "DRY RUN"
    case .paperFallback: "PAPER FALLBACK"
    case .testnet: "TESTNET"
    case .mainnet: "MAINNET"
    case .unknown: "UNKNOWN MODE"
    }
  }

  /// What the mode means for money, in one clause.
  public var meaning: String {
    switch self {
    case .practice: "simulated market, no engine, no money"
    case .practiceExchange: "simulated market and exchange, no engine, no money"
    case .rehearsal: "simulated market, no money moves: confirmed as on mainnet"
    case .dryRun: "paper trading, orders stay on the engine's paper broker"
    case .paperFallback: "meant to trade, but lost the exchange: fills are paper"
    case .testnet: "orders go to the exchange's test network"
    case .mainnet: "orders move real money"
    case .unknown: "the engine did not tell: treat it as real money"
    }
  }

  /// Whether everything is simulated by the console itself, so that no money can be at stake.
  public var isSimulated: Bool {
    switch self {
    case .practice, .practiceExchange, .rehearsal: true
    case .dryRun, .paperFallback, .testnet, .mainnet, .unknown: false
    }
  }

  /// Whether orders reach an exchange, real or simulated, or might; true also when the mode is not known.
  public var reachesExchange: Bool {
    switch self {
    case .testnet, .mainnet, .unknown, .practiceExchange, .rehearsal: true
    case .practice, .dryRun, .paperFallback: false
    }
  }

  /// Whether nothing of this engine can be at an exchange, as it trades on paper. Not after a fallback to paper: the
  /// exchange may hold what was bought before.
  public var isPaper: Bool { self == .practice || self == .dryRun }

  /// Whether real money may be at stake, or a rehearsal treats it so; true also when the mode is not known.
  public var isRealMoney: Bool { self == .mainnet || self == .unknown || self == .rehearsal }
}
