/// The commands that this console offers beside those that the core has a name for. One that does not exist cannot be
/// written: a test holds each of these against the table of commands.
enum CommandName: String, CaseIterable, Sendable {
  case account, ask, decisions, events, explain, help, login, panic, status, version
  case auditList = "audit list"
  case ordersList = "orders list"
  case pnlSnapshot = "pnl snapshot"
  case positionsList = "positions list"
  case practiceReset = "practice reset"
  case practiceScenarios = "practice scenarios"
  case practiceServe = "practice serve"
  case profileAdd = "profile add"
  case profileShow = "profile show"
  case profileUse = "profile use"
  case strategiesList = "strategies list"

  /// The topic of help on the engine's reason codes.
  static let reasonsTopic = "reasons"

  var words: [String] { rawValue.split(separator: " ").map(String.init) }
}
