/// A way in which the practice engine misleads or fails, as the real one does.
public enum PracticeQuirk: String, CaseIterable, Sendable, Codable {
  case latch
  case resumeDeadlock = "resume-deadlock"
  case pauseTrades = "pause-trades"
  case localCancel = "local-cancel"
  case doubleEnable = "double-enable"
  case hiddenEmergency = "hidden-emergency"
  case falseAlarm = "false-alarm"
  case stoppedSuccess = "stopped-success"
  case closeRefused = "close-refused"
  case ghostClose = "ghost-close"
  case ghostPositions = "ghost-positions"
  case lies
  case errorInside = "error-inside"
  case wrappedError = "wrapped-error"
  case hang
  case lostReply = "lost-reply"
  case mainnetRules = "mainnet-rules"
  case falseEquity = "false-equity"

  /// What a stock engine always does.
  public static let stock: Set<PracticeQuirk> = [
    .latch, .resumeDeadlock, .pauseTrades, .doubleEnable, .hiddenEmergency, .falseAlarm, .stoppedSuccess,
  ]

  /// One line for people who choose.
  public var summary: String {
    switch self {
    case .latch: "a tripped kill switch leaves a latch that only a restart clears and no endpoint shows"
    case .resumeDeadlock: "resume on a stopped engine never answers, nor does any engine verb after it"
    case .pauseTrades: "a paused engine goes on creating orders"
    case .localCancel: "cancel marks the order only; it can still fill"
    case .doubleEnable: "enabling an enabled strategy doubles its signals"
    case .hiddenEmergency: "an emergency stop does not show in the kill switch's status"
    case .falseAlarm: "quarantine and governor clear set stop_trading although nothing has tripped"
    case .stoppedSuccess: "kill and orders on a stopped engine answer success"
    case .closeRefused: "a close is refused by the exchange and answered with 'closed'"
    case .ghostClose: "a close drops the position with zero PnL instead of filling"
    case .ghostPositions: "every minute all positions are dropped with zero PnL"
    case .lies: "every command answers success and does nothing"
    case .errorInside: "every command answers HTTP 200 with a failure inside and does nothing"
    case .wrappedError: "every command answers HTTP 500 that wraps a 400 and does nothing"
    case .hang: "no command is ever answered, and none does anything"
    case .lostReply: "every command is carried out, and the connection is cut before the answer"
    case .mainnetRules: "the confirmations of a mainnet engine"
    case .falseEquity:
      "equity falls by the notional of each long and rises by that of each short; kill switch and governor believe it"
    }
  }
}
