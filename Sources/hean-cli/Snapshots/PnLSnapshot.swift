import HeanCore

/// The account at one moment. A figure that the engine did not give is `nil`, never zero.
struct PnLSnapshot: Sendable, Equatable {
  static let schema = "hean.pnl_snapshot/2"
  /// Whether rows of this mode come from a practice engine, in whatever way it was shown.
  static func isPractice(_ mode: String) -> Bool { OperatingMode(rawValue: mode)?.isSimulated == true }

  var asOf: Date
  /// Start of the period of this row; together with the profile it identifies the row in a file. `nil`: no period,
  /// every run adds a row.
  var period: String?
  var profile: String
  /// `practice`, or the mode of a real engine.
  var mode: String
  var engineState: String
  /// Amounts in the currency of the account.
  var equity: Decimal?
  var balance: Decimal?
  var realizedPnL: Decimal?
  var unrealizedPnL: Decimal?
  var fees: Decimal?
  var dayPnL: Decimal?
  /// In percent, 0 to 100.
  var drawdownPercent: Decimal?
  /// The number of open positions.
  var positions: Int?
  var riskState: String?
  /// How `equity` was found: `as_is`, `computed`, `estimate`, `exchange`, `books_disagree` or `unknown`.
  var equityBasis: String?
  /// What the engine reports, even when its figures contradict each other.
  var reportedEquity: Decimal?
  var reportedBalance: Decimal?
  var reportedDayPnL: Decimal?
  var reportedDrawdownPercent: Decimal?
  /// Initial capital + realized + unrealized - fees.
  var computedEquity: Decimal?
  /// Verdict of all sources about the kill switch; `nil` when they do not tell.
  var killSwitch: String?
  /// Closes that the engine's process has counted, drops too; begins at zero with each start of the process.
  var closes: Int?
  /// The address of the engine; `nil` in rows of version 1.
  var engineURL: String?
  /// When the engine object was started; a row of another start is of another run of the engine. `nil` when not known.
  var engineStartedAt: Date?
}

extension PnLSnapshot {
  /// PnL of the day in percent of the equity at its start (5 is 5 %); `nil` unless the figures agree with each other.
  var dayPercent: Decimal? {
    guard let dayPnL, let equity, equityBasis == EquityTruth.Verdict.asIs.rawValue, equity > dayPnL else { return nil }
    return (dayPnL / (equity - dayPnL) * 100).rounded(to: 6)
  }

  /// The row of these texts by column. An empty text is a value that is not known.
  init?(_ texts: [String: String]) {
    func text(_ column: String) -> String? { texts[column].flatMap { $0.isEmpty ? nil : $0 } }
    func figure(_ column: String) -> Decimal? { text(column).flatMap { Decimal(exactly: $0)?.figure } }
    guard let asOf = text("as_of").flatMap({ EngineTime.parse($0) }), let profile = text("profile") else { return nil }
    self.init(
      asOf: asOf, period: text("period"), profile: profile, mode: text("mode") ?? "",
      engineState: text("engine_state") ?? "", equity: figure("equity"), balance: figure("balance"),
      realizedPnL: figure("realized_pnl"), unrealizedPnL: figure("unrealized_pnl"), fees: figure("fees"),
      dayPnL: figure("day_pnl"), drawdownPercent: figure("drawdown_pct"),
      positions: text("positions").flatMap { Int($0) },
      riskState: text("risk_state"), equityBasis: text("equity_basis"), reportedEquity: figure("equity_reported"),
      reportedBalance: figure("balance_reported"), reportedDayPnL: figure("day_pnl_reported"),
      reportedDrawdownPercent: figure("drawdown_pct_reported"), computedEquity: figure("equity_computed"),
      killSwitch: text("kill_switch"), closes: text("closed_positions").flatMap { Int($0) },
      engineURL: text("engine_url"),
      engineStartedAt: text("engine_started_at").flatMap { EngineTime.parse($0) })
  }
}
