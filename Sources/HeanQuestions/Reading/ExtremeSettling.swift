import HeanCore

extension QuestionReading {
  /// Settles what the best, the worst and the last are of: `the worst trade` is one by its PnL, `what blocks most` a reason.
  mutating func settleExtremes(_ words: CuedWords) {
    // `what was the last trade and did it make money`, `the last order and was it filled`: each is one question, for a trade
    // is told with what it made, and an order with its state.
    if aggregate == .last, words.has(["and", "do", "it"]) || words.has(["and", "be", "it"]) {
      switch metric {
      case .trades, .realized: if hasSecondQuestion { (metric, hasSecondQuestion) = (.realized, false) }
      case .orders, .filledOrders: (metric, hasSecondQuestion) = (.orders, false)
      default: break
      }
    }
    // What costs most is at the bottom of the PnL.
    if aggregate == .top, [.pnl, .realized, .unrealized, .dayPnL].contains(metric),
      words.hasAny(["cost", "harm", "hurt", "kill", "drain"]) || words.says("worries")
        || words.says("bleeding")
    {
      aggregate = .bottom
    }
    // `how deep are we under the top`
    if metric == .drawdown, aggregate == .top, words.hasAny(["under", "off", "from", "below"]) { aggregate = nil }
    // The worst drawdown is not the one of now.
    if metric == .drawdown, isExtreme {
      if words.hasAny(["and"]) {
        (secondMetric, aggregate, hasSecondQuestion) = (.maxDrawdown, nil, false)
      } else {
        (metric, aggregate) = (.maxDrawdown, nil)
      }
    }
    // A share of the refusals is one of signals.
    if metric == .reasons, aggregate == .ratio { metric = .refused }
    // Rejected orders are only counted; what was rejected by symbol or strategy are signals.
    if metric == .rejectedOrders, let group, group != .hour, group != .day, !words.hasAny(["order"]) {
      metric = .refused
    }
    // Without a noun it may be either: both are told, of the whole account; by name only signals are known.
    let saysWhose = words.hasAny(["order"]) || words.says("exchange") || words.says("bybit") || words.says("tickets")
    let isEither =
      metric == .rejectedOrders && !saysWhose && aggregate?.isExtreme != true
      || metric == .refused && words.hasAny(["reject"]) && !words.hasAny(["signal", "order"])
        && (aggregate == nil || aggregate == .count)
    if isEither, secondMetric == nil, group == nil {
      metric = .refused
      if isWithoutScope, frame == .figure, !words.hasAny(["and"]) { secondMetric = .rejectedOrders }
    }
    // The main reasons are told by reason, with how often each was given.
    if metric == .reasons, group == nil, frame != .compare { group = .reason }
    // What blocks most is a reason.
    if metric == .refused, isExtreme, group == nil { (metric, group) = (.reasons, .reason) }
    // The worst of what is better small is the highest.
    if isExtreme, metric?.isBetterSmall == true, words.stems.contains("worst") { aggregate = .top }
    // `the 3 worst trades` are the extremes, not the newest ones.
    if frame == .list, let found = FigureWords.aggregate(words),
      found == .ratio || found == .average || number != nil && found.isExtreme
    {
      (frame, aggregate) = (.figure, found)
    }
  }
}
