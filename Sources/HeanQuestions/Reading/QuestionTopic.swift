import HeanCore

/// What a question is about when it does not ask for a metric. The raw values are stable and part of the output.
public enum QuestionTopic: String, Codable, Sendable, CaseIterable {
  // How something stands, and causes.
  case trading, mode, governor, strategy, prices, changes, position, order, connection, refused, closed, loss, stopped
  case drawdown, account, profile, markets, console, setting, any
  case killSwitch = "kill_switch"
  // Operations and tasks.
  case start, stop, pause, resume, restart, protect, export, watch, connect
  case stopAll = "stop_all"
  case closeAll = "close_all"
  case closePosition = "close_position"
  case cancelOrder = "cancel_order"
  case cancelAll = "cancel_all"
  case placeOrder = "place_order"
  case resetKillSwitch = "reset_kill_switch"
  case triggerKillSwitch = "trigger_kill_switch"
  case stopEntries = "stop_entries"
  case clearGovernor = "clear_governor"
  case enableStrategy = "enable_strategy"
  case disableStrategy = "disable_strategy"
  case changeSetting = "change_setting"
  case tradeAgain = "trade_again"
  case avoidSymbol = "avoid_symbol"
  case getPast = "get_past"
  // Events whose time is asked for.
  case trade, fill, signal, refusal, unblock, price, action, error
  // Assumptions.
  case move, stops, targets, close

  /// Name in a sentence: `kill switch`.
  public var label: String {
    switch self {
    case .tradeAgain: "trading again"
    case .stopAll: "stopping and closing everything"
    case .closeAll: "closing every position"
    case .cancelAll: "cancelling every order"
    case .avoidSymbol: "keeping a symbol from being traded"
    case .getPast: "getting past a reason"
    case .resetKillSwitch: "reset of the kill switch"
    case .triggerKillSwitch: "use of the kill switch"
    case .stopEntries: "no new entries"
    case .clearGovernor: "clearing the risk governor"
    case .governor: "risk governor"
    case .unblock: "end of a block"
    case .profile: "profile in use"
    case .markets: "symbols of the settings"
    case .console: "this console goes away"
    case .any: "any action"
    case .move: "prices move"
    case .stops: "stop losses are hit"
    case .targets: "take profits are hit"
    case .close: "positions are closed"
    default: rawValue.replacing("_", with: " ")
    }
  }
}

extension QuestionTopic {
  var closesPositions: Bool { [.closePosition, .closeAll, .stopAll].contains(self) }

  /// Whether it is an operation after which what is open is left alone, or forgotten.
  var leavesPositions: Bool { self == .stop || self == .restart }

  /// Whether it is an operation on the whole engine, which cannot be narrowed to a symbol, a strategy or a side.
  var isOfWholeEngine: Bool {
    switch self {
    case .stop, .start, .restart, .pause, .resume, .resetKillSwitch, .triggerKillSwitch, .stopEntries, .cancelAll: true
    default: false
    }
  }

  /// Whether it changes something in the engine or at the exchange.
  var isOperation: Bool { !deeds.isEmpty }

  /// Stems of the words for an operation; empty for what is none.
  var deeds: Set<String> {
    let closing: Set<String> = ["close", "sell", "flatten", "exit"]
    return switch self {
    case .start: ["start"]
    case .stop: ["stop"]
    case .pause: ["pause"]
    case .resume: ["resume"]
    case .restart: ["restart"]
    case .resetKillSwitch: ["reset"]
    case .triggerKillSwitch: [QuestionWords.stem("trigger")]
    case .stopEntries: ["stop", "pause"]
    case .clearGovernor: ["clear"]
    case .enableStrategy: ["enable"]
    case .disableStrategy: ["disable", "stop"]
    case .cancelOrder, .cancelAll: ["cancel"]
    case .closePosition, .closeAll: closing
    case .stopAll: closing.union(["panic", "stop"])
    default: []
    }
  }

  /// Whether it is something that may happen, not an operation of which the effect is asked for.
  var isAssumption: Bool { [.move, .stops, .targets, .close].contains(self) }

  /// Whether it can be told what would happen: prices move, levels are hit, an operation is carried out, or something is
  /// gone that the engine does without.
  var hasKnownEffect: Bool {
    switch self {
    // How something stands, and causes.
    case .trading, .mode, .governor, .strategy, .prices, .changes, .position, .order, .refused, .closed, .loss,
      .stopped, .drawdown, .account, .profile, .markets, .setting, .any, .killSwitch:
      false
    // Events.
    case .trade, .fill, .signal, .refusal, .unblock, .price, .action, .error: false
    default: true
    }
  }
}
