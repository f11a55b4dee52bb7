/// What an order placed now would touch. The engine's own `trading_mode` and `is_live` never change and say nothing.
public enum OperatingMode: String, Codable, Sendable, CaseIterable {
  /// The console's own simulated engine.
  case practice
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
  ///   - isTestnet: `bybit_testnet` of `/settings`; `nil` when it did not say.
  ///   - why: the body of `/trading/why`, which shows a silent change to paper.
  public init(isPractice: Bool, status: EngineStatus?, isTestnet: Bool?, why: WhyDiagnostics?) {
    if isPractice {
      self = .practice
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
    case .practice: "PRACTICE"
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
    case .dryRun: "paper trading, orders stay on the engine's paper broker"
    case .paperFallback: "meant to trade, but lost the exchange: fills are paper"
    case .testnet: "orders go to the exchange's test network"
    case .mainnet: "orders move real money"
    case .unknown: "the engine did not tell: treat it as real money"
    }
  }
}
