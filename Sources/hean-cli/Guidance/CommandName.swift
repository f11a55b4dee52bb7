/// The commands that this console can suggest and that the core has no name for. Because they are cases of an enum,
/// only existing commands can be written; a test compares them with the table of commands.
enum CommandName: String, CaseIterable, Sendable {
  case account, api, approve, ask, chart, decisions, explain, exporter, fleet, help, login, panic, report, status
  case tutorial, version
  case uninstall
  case serviceRemove = "service remove"
  case alertReceiverAdd = "alert receiver add"
  case alertReceiverList = "alert receiver list"
  case alertTest = "alert test"
  case exchangeCheck = "exchange check"
  case exchangeOrders = "exchange orders"
  case exchangePositions = "exchange positions"
  case analyticsCalendar = "analytics calendar"
  case analyticsEquity = "analytics equity"
  case auditList = "audit list"
  case marketCandles = "market candles"
  case marketTicker = "market ticker"
  case ordersList = "orders list"
  case pnlHistory = "pnl history"
  case pnlSnapshot = "pnl snapshot"
  case pnlSummary = "pnl summary"
  case positionsList = "positions list"
  case practiceScenarios = "practice scenarios"
  case practiceServe = "practice serve"
  case profileAdd = "profile add"
  case profileEdit = "profile edit"
  case profileList = "profile list"
  case profileSet = "profile set"
  case profileShow = "profile show"
  case profileUse = "profile use"
  case recordList = "record list"
  case recordStatus = "record status"
  case serviceInstall = "service install"
  case serviceShow = "service show"
  case strategiesList = "strategies list"
  case themeCheck = "theme check"
  case themeShow = "theme show"
  case watchlistAdd = "watchlist add"
  case watchlistColumns = "watchlist columns"
  case watchlistList = "watchlist list"
  case watchlistShow = "watchlist show"

  /// The help topic on the engine's reason codes.
  static let reasonsTopic = "reasons"

  var words: [String] { rawValue.split(separator: " ").map(String.init) }
}
