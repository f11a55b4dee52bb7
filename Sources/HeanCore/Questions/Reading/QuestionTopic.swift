/// What a question is about when it does not ask for a metric. The raw values are stable and part of the output.
public enum QuestionTopic: String, Codable, Sendable, CaseIterable {
  // How something stands, and causes.
  case trading, mode, governor, strategy, prices, changes, position, order, connection, refused, closed, loss, stopped
  case drawdown, account, any
  case killSwitch = "kill_switch"
  // Operations and tasks.
  case start, stop, pause, resume, restart, protect, export, watch, connect
  case stopAll = "stop_all"
  case closeAll = "close_all"
  case closePosition = "close_position"
  case cancelOrder = "cancel_order"
  case placeOrder = "place_order"
  case resetKillSwitch = "reset_kill_switch"
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
    case .avoidSymbol: "keeping a symbol from being traded"
    case .getPast: "getting past a reason"
    case .resetKillSwitch: "reset of the kill switch"
    case .clearGovernor: "clearing the risk governor"
    case .governor: "risk governor"
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
  /// Words of operations and of causes: a question that has one is about it, or it was not understood.
  static let distinctDeeds: Set<String> = Set(
    ["pause", "resume", "close", "cancel", "disable", "enable", "restart", "reset", "panic", "connect", "reach"]
      .map(QuestionWords.stem))

  /// Nouns and deeds that a question about this may have without being about them.
  func companions(_ frame: QuestionFrame) -> Set<String> {
    if frame == .whatIf { return Cue.distinctNouns.union(self == .move ? [] : ["reach"]) }
    if self == .watch || self == .export { return Cue.distinctNouns.union(Self.distinctDeeds) }
    let orders = ["order", "openorder", "fill", "signal", "entry"]
    let states = ["quarantine", "softbrake", "hardstop", "dailypause"]
    let names =
      switch self {
      case .cancelOrder, .refused, .refusal, .trading, .mode, .pause, .tradeAgain, .getPast, .unblock, .placeOrder:
        orders
      case .killSwitch: ["reset"]
      case .resume: states + ["pause"]
      case .enableStrategy, .disableStrategy, .start, .restart: states
      default: [String]()
      }
    return Set(names.map(QuestionWords.stem))
  }

  var closesPositions: Bool { [.closePosition, .closeAll, .stopAll].contains(self) }

  /// Whether it is something that may happen, not an operation of which the effect is asked for.
  var isAssumption: Bool { [.move, .stops, .targets, .close].contains(self) }

  /// The topics that a frame can have, with what speaks for each.
  static func cues(_ frame: QuestionFrame) -> CueTable<QuestionTopic>? {
    switch frame {
    case .state: state
    case .why: why
    case .howTo: howTo
    case .safe: safe
    case .when: when
    case .who: who
    case .whatIf: whatIf
    default: nil
    }
  }
}
