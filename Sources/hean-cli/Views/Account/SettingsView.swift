import HeanCore

/// What the engine's process was configured with.
struct SettingsView {
  var answer: SettingsQuery.Answer

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("settings", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(SettingsFields.all, answer.settings)
    report.screen.context(answer.context, view)
    report.screen.record(SettingsFields.all, answer.settings)
    if answer.unnamedSymbols > 0 {
      report.screen.line(
        Cell(
          "The engine names \(answer.settings.symbols.count) of \(answer.settings.symbols.count + answer.unnamedSymbols) symbols; it may trade others.",
          .faint))
    }
    return report
  }
}

enum SettingsFields {
  static let all: [Field<EngineSettings>] = [
    Field("testnet", "Network", "true: test network, false: real money", priority: 1) {
      $0.isTestnet
    } cell: { settings in
      switch settings.isTestnet {
      case true: Cell("testnet", .good)
      case false: Cell("MAINNET", .bad)
      case nil: Cell("not known", .warning)
      }
    },
    Field("environment", "Environment", "as the engine reports it", priority: 1) { $0.environment },
    Field("exchange_key_present", "Exchange key", "whether one is configured", priority: 1) {
      $0.hasExchangeKey
    } cell: {
      $0.hasExchangeKey ? Cell("configured") : Cell("none: cannot trade at the exchange", .warning)
    },
    Field("authentication", "API key needed", "whether the engine asks for a key", priority: 1) {
      $0.isAuthenticationEnabled
    } cell: {
      Cell.flag($0.isAuthenticationEnabled)
    },
    Field("initial_capital", "Initial capital", "USDT", .decimal, priority: 1, unit: .usdt) { $0.initialCapital },
    Field("max_trade_risk_pct", "Risk a trade %", "of equity", .decimal, priority: 1, unit: .percent) {
      $0.maxTradeRiskPercent
    },
    Field("max_open_positions", "Max positions", "enforced", .decimal, priority: 1) { $0.maxOpenPositions },
    Field("max_daily_drawdown_pct", "Daily pause at %", "below the day's high", .decimal, priority: 1, unit: .percent) {
      $0.maxDailyDrawdownPercent
    },
    Field("killswitch_drawdown_pct", "Hard stop at %", "below initial capital", .decimal, priority: 1, unit: .percent) {
      $0.killSwitchDrawdownPercent
    },
    Field("symbols", "Symbols", "at most five are named", priority: 1) {
      $0.symbols
    } cell: {
      Cell($0.symbols.joined(separator: ", "))
    },
    Field("total_symbols", "Symbols in all", "configured", .decimal, priority: 1) { $0.totalSymbols },
    Field("log_level", "Log level", "of the engine", priority: 1) { $0.logLevel },
  ]
}
