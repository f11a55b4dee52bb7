extension QuestionReading {
  /// The question in its usual form, as it can be asked again.
  var offers: [String] {
    let scope = (symbols + strategies).joined(separator: " and ")
    let of = scope.isEmpty ? "" : " of \(scope)"
    let on = scope.isEmpty ? "" : " on \(scope)"
    let metric = (metric ?? .pnl).label
    switch frame {
    case .figure: return ["what is the \(metric)\(of)"]
    case .list: return ["list \(metric)\(of)"]
    case .compare: return ["compare \(metric)\(of)"]
    case .state: return [topic.flatMap(Self.states) ?? "is it trading\(on)"]
    case .why: return [topic.flatMap(Self.causes) ?? "why is it not trading\(on)"]
    case .howTo: return [topic.flatMap(Self.tasks) ?? "is it trading"]
    case .define, .difference: return ["what is \(terms.first ?? "drawdown")"]
    case .safe: return ["am i safe"]
    case .when: return ["when was the last trade\(of)"]
    case .who: return ["who did the last action"]
    case .whatIf: return ["what if btc drops 5 %"]
    case .forecast, .advice, .secret, .outside: return []
    }
  }

  private static func states(_ topic: QuestionTopic) -> String? {
    switch topic {
    case .position: "list open positions"
    case .changes: "what changed in the last hour"
    case .mode: "is this real money"
    case .order: "list open orders"
    case .governor: "what is the governor state"
    case .killSwitch: "is the kill switch clear"
    case .prices: "are prices fresh"
    case .connection: "is the engine connected"
    default: nil
    }
  }

  private static func causes(_ topic: QuestionTopic) -> String? {
    switch topic {
    case .refused: "why are signals refused"
    case .closed: "why was the last position closed"
    case .loss: "why am i losing money"
    case .killSwitch: "why did the kill switch trip"
    case .stopped: "why did the engine stop"
    case .order: "why was my last order rejected"
    case .prices: "why are prices stale"
    default: nil
    }
  }

  private static func tasks(_ topic: QuestionTopic) -> String? {
    switch topic {
    case .tradeAgain: "how do i get it trading again"
    case .triggerKillSwitch: "how do i trigger the kill switch"
    case .stopEntries: "how do i stop new entries"
    case .start: "how do i start the engine"
    case .stop: "how do i stop the engine"
    case .pause: "how do i pause it"
    case .resume: "how do i resume it"
    case .restart: "how do i restart the engine"
    case .stopAll: "how do i stop everything"
    case .closeAll: "close all positions"
    case .closePosition: "how do i close a position"
    case .cancelOrder: "how do i cancel an order"
    case .protect: "how do i set a stop loss"
    case .resetKillSwitch: "how do i reset the kill switch"
    case .clearGovernor: "how do i clear the governor"
    case .disableStrategy: "how do i disable a strategy"
    case .changeSetting: "how do i change a setting"
    case .export: "how do i export my trades"
    case .watch: "how do i watch it live"
    case .connect: "how do i connect to another engine"
    default: nil
    }
  }
}
