/// A way in which the practice engine misleads or fails, as the real one does.
public enum PracticeQuirk: String, CaseIterable, Sendable, Codable {
  case latch
  case resumeDeadlock = "resume-deadlock"
  case pauseTrades = "pause-trades"
  case localCancel = "local-cancel"
  case doubleEnable = "double-enable"
  case hiddenEmergency = "hidden-emergency"
  case falseAlarmFrames = "false-alarm-frames"
  case stoppedSuccess = "stopped-success"
  case closeRefused = "close-refused"
  case ghostClose = "ghost-close"
  case ghostDrop = "ghost-drop"
  case lies
  case errorInside = "error-inside"
  case wrappedError = "wrapped-error"
  case hang
  case lostReply = "lost-reply"
  case mainnetRules = "mainnet-rules"
  case latchQuiet = "latch-quiet"
  case emergencyOutlived = "emergency-outlived"
  case partFrozen = "part-frozen"
  case memoryLock = "memory-lock"
  case journalLoss = "journal-loss"
  case unfilledClose = "unfilled-close"
  case echo
  case routerRefuses = "router-refuses"
  case quickCancel = "quick-cancel"
  case otherSize = "other-size"
  case retryQueue = "retry-queue"
  case slowStop = "slow-stop"
  case falseEquity = "false-equity"
  case multiPosition = "multi-position"
  case orderGhosts = "order-ghosts"
  case backlog
  case orphans
  case readLimits = "read-limits"
  case retryAfterStop = "retry-after-stop"
  case unknownFills = "unknown-fills"
  case latchUnseen = "latch-unseen"
  case frozenFeed = "frozen-feed"
  case walletEquity = "wallet-equity"
  case closeFlat = "close-flat"
  case forgottenCloses = "forgotten-closes"
  case rehearseMainnet = "rehearse-mainnet"

  /// The quirks that every unmodified engine has.
  public static let stock: Set<PracticeQuirk> = [
    .latch, .resumeDeadlock, .pauseTrades, .doubleEnable, .hiddenEmergency, .falseAlarmFrames, .stoppedSuccess,
  ]

  /// One line that tells users what it does.
  public var summary: String {
    switch self {
    case .latch: "a tripped kill switch leaves a latch that only a restart clears and no endpoint shows"
    case .resumeDeadlock: "resume on a stopped engine never answers, nor does any engine verb after it"
    case .pauseTrades: "a paused engine goes on creating orders"
    case .localCancel: "cancel only marks the order in the engine; the exchange can still fill it"
    case .doubleEnable: "enabling an enabled strategy doubles its signals"
    case .hiddenEmergency: "an emergency stop does not show in the kill switch's status"
    case .falseAlarmFrames: "quarantine and governor clear set stop_trading although nothing has tripped"
    case .stoppedSuccess: "kill and orders on a stopped engine answer success"
    case .closeRefused: "a close is refused by the exchange and answered with 'closed'"
    case .ghostClose: "a close drops the position with zero PnL instead of filling"
    case .ghostDrop: "every minute all positions are dropped with zero PnL"
    case .lies: "every command answers success and does nothing"
    case .errorInside: "every command answers HTTP 200 with a failure inside and does nothing"
    case .wrappedError: "every command answers HTTP 500 that wraps a 400 and does nothing"
    case .hang: "no command is ever answered, and none does anything"
    case .lostReply: "every command is carried out, and the connection is cut before the answer"
    case .mainnetRules: "it is not in a dry run: orders go to a simulated exchange, with the rules of a mainnet engine"
    case .rehearseMainnet:
      "mainnet-rules, and the console shows and confirms all as on mainnet, marked as a rehearsal"
    case .latchQuiet: "while trading is stopped no strategy sends a signal, so no decision shows a latch"
    case .emergencyOutlived: "/health shows an emergency stop from before the engine was started"
    case .partFrozen: "the prices of two symbols stand still"
    case .memoryLock: "decision memory has locked a strategy for a day"
    case .journalLoss: "a close that was filled never shows in the journal and the history"
    case .unfilledClose: "with mainnet-rules: a close is accepted and booked, and the exchange never fills it"
    case .echo: "with mainnet-rules: a close opens an echo: a long of the same size, by strategy 'unknown'"
    case .routerRefuses: "an accepted signal's order is refused by the router and never listed"
    case .quickCancel: "an order is cancelled within a second, as by a maker's time-out"
    case .otherSize: "an order placed by an operator is a tenth larger than asked for"
    case .retryQueue:
      "unfilled maker orders are sent again as new ones, without a signal, until one fills or the engine is stopped"
    case .slowStop: "stop, kill and restart take eight seconds, during which the engine goes on"
    case .falseEquity:
      "equity falls by the notional of each long and rises by that of each short; kill switch and governor act on it"
    case .multiPosition: "a symbol has a long and a short at once"
    case .orderGhosts: "ended orders stay open in the engine's books until its restart, and fill the order slots"
    case .backlog: "every price is ninety seconds old, but the engine reports it as just seen"
    case .orphans:
      "with mainnet-rules: four minutes after a restart the engine closes what the exchange still holds, and opens echoes"
    case .readLimits: "more than 60 reads of /health or 30 of /settings in a minute are answered with 429"
    case .retryAfterStop:
      "after a stop, unfilled maker orders are sent again and fill, while each new signal is skipped as TRADING_DISABLED"
    case .unknownFills:
      "with mainnet-rules: some fills are not recognised: a long of strategy 'unknown' without a stop, even for a sell"
    case .latchUnseen:
      "a tripped kill switch leaves a latch whose only log record is gone after 45 seconds, and no strategy sends signals"
    case .frozenFeed: "all prices stand still ten seconds after the start, with positions open"
    case .walletEquity: "a dry run with keys: the engine tells the equity of an exchange account that it does not trade"
    case .closeFlat:
      "a close is refused because the exchange holds nothing; the rows stay until the next minute, and are then dropped"
    case .forgottenCloses: "closes are counted, and never listed in the journal and the history"
    }
  }
}

extension World {
  /// Whether the simulated engine has this quirk.
  func has(_ quirk: PracticeQuirk) -> Bool { configuration.quirks.contains(quirk) }
}
