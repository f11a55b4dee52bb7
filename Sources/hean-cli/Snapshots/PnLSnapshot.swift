import Foundation

/// The account at one moment. A figure the engine did not give is `nil`, never zero.
struct PnLSnapshot: Sendable, Equatable {
  static let schema = "hean.pnl_snapshot/1"
  /// The mode of rows that come from the practice engine.
  static let practiceMode = "practice"

  var asOf: Date
  /// Start of the period this row stands for; with the profile it is the row's identity in a file. `nil`: no period, every
  /// run counts.
  var period: String?
  var profile: String
  /// `practice`, or what kind of real engine it was.
  var mode: String
  var engineState: String
  /// Amounts in the account's currency.
  var equity: Decimal?
  var balance: Decimal?
  var realizedPnL: Decimal?
  var unrealizedPnL: Decimal?
  var fees: Decimal?
  var dayPnL: Decimal?
  /// 0 to 100.
  var drawdownPercent: Decimal?
  /// Open positions.
  var positions: Int?
  var riskState: String?
  /// What `equity` is: `as_is`, `computed`, `estimate`, `exchange`, `books_disagree` or `unknown`.
  var equityBasis: String?
  /// As the engine says them, whether they agree with themselves or not.
  var reportedEquity: Decimal?
  var reportedBalance: Decimal?
  var reportedDayPnL: Decimal?
  var reportedDrawdownPercent: Decimal?
  /// Initial capital + realized + unrealized - fees.
  var computedEquity: Decimal?
}
