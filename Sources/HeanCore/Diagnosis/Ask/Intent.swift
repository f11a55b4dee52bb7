/// What a question can be about. The raw values are stable and part of the output.
public enum Intent: String, Codable, Sendable, CaseIterable {
  case whyNotTrading = "why_not_trading"
  case whyNotSymbol = "why_not_symbol"
  case isTrading = "is_trading"
  case whatChanged = "what_changed"
  case amISafe = "am_i_safe"
  case distance = "distance_to_hard_stop"
  case worstStrategy = "worst_strategy"
  case bestStrategy = "best_strategy"
  case whatToDo = "what_to_do"
  case whyRejected = "why_rejected"
  case positions = "positions"
  case profit = "profit"
  case killSwitch = "kill_switch"
  case mode = "mode"
  case prices = "prices"
  case howToStop = "how_to_stop"

  /// The question in its usual form, to be offered to people.
  public var question: String { phrases[0] }

  /// Ways to ask it; `$` stands for a symbol. `QuestionReader` knows no others.
  public var phrases: [String] {
    switch self {
    case .whyNotTrading:
      [
        "why is it not trading", "why no trades", "what blocks trading", "why does the bot do nothing",
        "why are there no orders", "what is stopping it", "why did it stop trading", "nothing happens",
        "why are all signals refused", "why is it stuck", "which gate is closed",
      ]
    case .whyNotSymbol:
      [
        "why did it not take $", "why is it not trading $", "why no position in $", "what blocks $",
        "why did it skip $", "why did it ignore $", "why no $ trade",
      ]
    case .isTrading:
      [
        "is it trading", "is the engine running", "is the bot alive", "does it work", "is it up", "what is it doing",
        "what is happening",
      ]
    case .whatChanged:
      [
        "what changed in the last hour", "what happened lately", "what is new", "what happened while i was away",
        "what happened overnight", "what happened recently", "give me a summary of the last hour",
      ]
    case .amISafe:
      [
        "am i safe", "is everything ok", "is my money safe", "should i worry", "can i go to sleep", "is anything wrong",
        "is there a problem", "how risky is it", "what is my risk",
      ]
    case .distance:
      [
        "how far from a hard stop", "how close is the kill switch", "how much can i lose before it stops",
        "how far to the next risk state", "what is the drawdown", "how much drawdown is left", "distance to hard stop",
      ]
    case .worstStrategy:
      [
        "which strategy loses", "which strategy is worst", "what loses money", "who is losing",
        "which strategy should i disable",
        "where does the loss come from",
      ]
    case .bestStrategy:
      ["which strategy wins", "which strategy is best", "what makes money", "who earns the most", "top strategy"]
    case .whatToDo:
      [
        "what should i do", "what now", "what next", "how do i fix it", "how do i get it trading again", "help me",
        "next step", "what do you recommend",
      ]
    case .whyRejected:
      [
        "why was my last order rejected", "why was the signal rejected", "why was it refused",
        "who rejected the last signal",
        "why did my order not go through", "what happened to my order", "why was it blocked",
      ]
    case .positions:
      [
        "what do i hold", "what positions are open", "show my positions", "what am i exposed to", "how many positions",
        "am i flat", "am i in $",
      ]
    case .profit:
      [
        "how much did i make", "what is my profit", "what is the pnl", "am i winning", "am i losing money",
        "am i losing", "how much did i lose today",
        "what is my equity", "how is it doing",
      ]
    case .killSwitch:
      [
        "has the kill switch tripped", "why did the kill switch trip", "is the kill switch on",
        "why the emergency stop", "is it halted", "how do i reset the kill switch",
      ]
    case .mode:
      [
        "is this real money", "is it live", "is this mainnet or testnet", "is it paper trading", "is it a dry run",
        "which mode",
      ]
    case .prices:
      [
        "are the prices fresh", "is the market data stale", "is the feed alive", "how old are prices",
        "is the data feed down", "when was the last tick",
      ]
    case .howToStop:
      [
        "how do i stop everything", "close everything now", "how do i get out", "panic", "sell everything",
        "how do i stop it", "get me flat",
      ]
    }
  }

  /// Two questions that are often asked next.
  public var followUps: [Intent] {
    switch self {
    case .whyNotTrading: [.whatToDo, .whyRejected]
    case .whyNotSymbol: [.whyNotTrading, .positions]
    case .isTrading: [.whyNotTrading, .profit]
    case .whatChanged: [.profit, .amISafe]
    case .amISafe: [.distance, .howToStop]
    case .distance: [.amISafe, .worstStrategy]
    case .worstStrategy: [.bestStrategy, .profit]
    case .bestStrategy: [.worstStrategy, .profit]
    case .whatToDo: [.whyNotTrading, .amISafe]
    case .whyRejected: [.whyNotTrading, .whatToDo]
    case .positions: [.profit, .amISafe]
    case .profit: [.worstStrategy, .positions]
    case .killSwitch: [.distance, .whatToDo]
    case .mode: [.isTrading, .positions]
    case .prices: [.whyNotTrading, .isTrading]
    case .howToStop: [.positions, .amISafe]
    }
  }
}
