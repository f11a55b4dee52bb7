import HeanCore

extension QuestionReading {
  /// Two questions that are often asked next, as they can be typed.
  public var followUps: [String] {
    let scope = symbols + strategies
    let of = scope.isEmpty ? "" : " of " + scope.joined(separator: " and ")
    switch frame {
    case .figure, .list, .compare:
      switch metric {
      case .pnl?, .realized?, .dayPnL?, .equity?, .balance?: return ["which strategy lost most", "list positions"]
      case .positions?, .unrealized?, .exposure?, .notional?, .size?:
        return ["which position is closest to its stop", "what is the pnl\(of)"]
      case .signals?, .refused?, .accepted?, .reasons?, .acceptanceRate?:
        return ["why was the last signal refused\(of.replacing(" of ", with: " for "))", "refused signals by reason"]
      case .drawdown?, .riskDistance?: return ["am i safe", "how far is the hard stop"]
      default: return ["what is the pnl\(of)", "am i safe"]
      }
    case .state: return ["why is it not trading", "what is my pnl"]
    case .why: return ["how do i get it trading again", "refused signals by reason"]
    case .howTo: return ["why is it not trading", "am i safe"]
    case .define, .difference: return ["how far is the hard stop", "what is my drawdown"]
    case .safe: return ["how far is the hard stop", "list positions"]
    case .when: return ["what changed in the last hour", "is it trading"]
    case .who: return ["list actions of operators", "what changed in the last hour"]
    case .whatIf: return ["if all stop losses get hit", "list positions"]
    case .forecast, .advice: return ["if btc drops 5 %", "which strategy lost most"]
    case .secret, .outside: return ["is it trading", "what is my pnl"]
    }
  }
}

extension QuestionFrame {
  /// Some questions of this kind, to be shown to people.
  public var questions: [String] {
    switch self {
    case .figure:
      ["unrealized pnl of sol", "which strategy lost most today", "how many signals were refused in the last hour"]
    case .list: ["list open positions", "last 5 trades of momentum", "refused signals by reason"]
    case .compare: ["btc versus eth pnl", "compare win rate of momentum and impulse"]
    case .state: ["is it trading", "is this real money", "what changed in the last hour", "am i long eth"]
    case .why: ["why is it not trading", "why was the last signal refused", "why am i losing money"]
    case .howTo: ["how do i stop everything", "how do i turn off grid", "how do i get it trading again"]
    case .define: ["what is drawdown", "what does SYMBOL_BLOCKED mean"]
    case .difference: ["difference between soft brake and hard stop"]
    case .safe: ["am i safe", "is it safe to reset the kill switch"]
    case .when: ["when was the last fill", "how long has btc been open", "when did the kill switch trip"]
    case .who: ["who reset the kill switch", "who disabled grid today"]
    case .whatIf: ["if btc drops 5 %", "if all stop losses get hit", "if i close eth"]
    case .forecast: ["will btc go up (never answered)"]
    case .advice: ["should i close eth (never answered)"]
    case .secret: ["what is the api key (never answered)"]
    case .outside: ["what is the weather (never answered)"]
    }
  }
}
