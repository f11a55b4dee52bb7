import HeanCore

extension QuestionReading {
  /// The question in its usual form, as it can be asked again.
  var offers: [String] {
    let scope = (symbols + strategies).joined(separator: " and ")
    let of = scope.isEmpty ? "" : " of \(scope)"
    let on = scope.isEmpty ? "" : " on \(scope)"
    let label = (metric ?? .pnl).label
    // What is offered asks for no other side than what was typed.
    let isOfDeals = frame == .when ? [.fill, .order, .signal].contains(topic) : metric?.isOfDeals == true
    let sided = side.map { isOfDeals ? " on the \($0 == .long ? "buy" : "sell") side" : "" } ?? ""
    switch frame {
    case .figure: return [figure(of) + sided]
    case .list: return ["list \(label)\(of)\(sided)"]
    case .compare: return ["compare \(label)\(of)"]
    case .state: return (topic == .trading ? "is it trading\(on)" : topic.flatMap(Self.states)).map { [$0] } ?? []
    case .why: return (topic == .trading ? "why is it not trading\(on)" : topic.flatMap(Self.causes)).map { [$0] } ?? []
    case .howTo: return topic.flatMap(Self.tasks).map { [$0] } ?? []
    case .define, .difference: return terms.prefix(1).map { "what is \($0)" }
    case .safe: return topic == .account ? ["am i safe"] : []
    case .when:
      let isScoped = [.trade, .fill, .signal, .order, .refusal].contains(topic)
      return topic.flatMap(Self.times).map { [$0 + (isScoped ? of + sided : "")] } ?? []
    case .who: return ["who did the last action"]
    case .whatIf: return topic.flatMap(Self.assumptions).map { [$0] } ?? []
    case .forecast, .advice, .secret, .outside: return []
    }
  }

  private func figure(_ of: String) -> String {
    switch metric {
    case .positionRoom: "how many positions can still be opened"
    case .reasons: "refused signals by reason\(of)"
    case .fees: "what are the fees\(of)"
    case .funding: "what are the funding payments\(of)"
    case let metric? where metric.isCounted: "how many \(metric.label)\(of)"
    default: "what is the \((metric ?? .pnl).label)\(of)"
    }
  }

  private static func times(_ topic: QuestionTopic) -> String? {
    switch topic {
    case .killSwitch: "when did the kill switch trip"
    case .start: "when was the engine started"
    case .trade: "when was the last trade"
    case .fill: "when was the last fill"
    case .order: "when was the last order"
    case .signal: "when was the last signal"
    case .refusal: "when was the last signal refused"
    case .action: "when was the last action"
    case .unblock: "when does the block end"
    default: nil
    }
  }

  private static func assumptions(_ topic: QuestionTopic) -> String? {
    switch topic {
    case .move: "what if btc drops 5 %"
    case .stops: "if all stop losses get hit"
    case .targets: "if all take profits get hit"
    case .stop: "what happens if i stop the engine"
    case .restart: "what happens if i restart the engine"
    default: nil
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
