import HeanCore

/// The account at one moment. A figure that the engine did not give is `nil`, never zero.
struct PnLSnapshot: Sendable, Equatable {
  static let schema = "hean.pnl_snapshot/1"
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
}
