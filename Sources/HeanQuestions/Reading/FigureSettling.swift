import HeanCore

extension QuestionReading {
  /// Joins what was read apart in a figure, a list or a comparison: `pnl today` is the day's figure only without a symbol,
  /// `how many` needs something to count. Each step sees what the steps before it have settled.
  /// - Parameter terms: of the glossary, that the question names.
  mutating func settleFigure(_ words: CuedWords, terms: [String]) {
    settleMetric(words)
    settleCondition(words)
    settleExtremes(words)
    settleSpans(words)
    settleComparison(words)
    settleNegation(words)
    settleResults(words)
    settleShare()
    settleAggregate(words)
    settleStrategies(words)
    settleSides(words)
    settleUnrealized(words)
    settleCoins()
    // `what are the open positions worth`
    if metric == .positions, condition == nil, aggregate == nil, !isNegated, words.says("worth") {
      (frame, metric) = (.figure, .notional)
    }
    // `how much more can we lose before liquidation`
    if metric == .riskDistance, words.says("liquidation") { metric = .liquidationPrice }
    // The average of what was lost is one of the losses alone.
    if metric == .realized, aggregate == .average, condition == nil { condition = Self.result(words) }
    // Terms are told apart where there is nothing to compare.
    if frame == .compare, namesNothing, group == nil, terms.count > 1, metric?.isOfExposure != true {
      (frame, metric, self.terms) = (.difference, nil, terms)
    }
    // A share of wins counts wins and losses.
    if metric == .winRate, condition == .inProfit || condition == .inLoss { condition = nil }
    if metric?.isRatio == true, [.ratio, .count, .last, .average].contains(aggregate) { aggregate = nil }
    if [.longExposure, .shortExposure, .netExposure].contains(metric) { side = nil }
    // `are we net long or short` has one answer.
    if metric == .netExposure, group == .side { group = nil }
    // `how long do shorts last` has no last one.
    let stands = ["trade", "short", "long", "position", "$symbol", "$strategy", "they"]
    if metric == .tradeDuration, aggregate == .last, stands.contains(where: { words.has([$0, "last"]) }) {
      aggregate = nil
    }
    if metric == .riskDistance { aggregate = nil }
    if metric == .dayPnL, group != nil { metric = .pnl }
    // The longest is the oldest, whatever else is said to be lost.
    if metric == .positionAge || metric == .tradeDuration, aggregate == .bottom, words.says("longest") {
      aggregate = .top
    }
    // `deepest under water` is the lowest.
    if metric == .unrealized, aggregate == .top, words.stems.contains("deepest") { aggregate = .bottom }
    // Bids buy, and offers sell.
    if metric == .openOrders, side == nil, words.stems.contains("bid") { side = .long }
    if metric == .openOrders, side == nil, words.says("offers") || words.says("asks") { side = .short }
    // `how far under water is the bnb position` asks for a value, whatever it is.
    if metric == .unrealized, condition?.value == 0, aggregate == nil, group == nil, symbols.count == 1 {
      condition = nil
    }
    if metric?.isNotSent == true { aggregate = nil }
  }

  var namesNothing: Bool { symbols.isEmpty && strategies.isEmpty }
  var isExtreme: Bool { aggregate?.isExtreme == true }
  private var isOfResults: Bool { metric == .wins || metric == .losses }

  /// What a word of winning or losing narrows closed trades to; `nil` when there is none, or both.
  private static func result(_ words: CuedWords) -> QuestionCondition? {
    let says = (win: words.stems.contains("win"), lose: words.stems.contains("lose"))
    return says.win == says.lose ? nil : says.win ? .inProfit : .inLoss
  }

  /// `how much are we long and how much short`
  private mutating func settleSides(_ words: CuedWords) {
    guard metric == .longExposure || metric == .shortExposure, words.stems.contains("long"),
      words.stems.contains("short"), group == nil, secondMetric == nil
    else { return }
    (metric, secondMetric, aggregate, hasSecondQuestion) = (.longExposure, .shortExposure, nil, false)
  }

  private mutating func settleUnrealized(_ words: CuedWords) {
    guard metric == .unrealized else { return }
    // `sum of unrealized losses`
    if condition == nil, frame == .figure, aggregate == nil, words.says("losses"),
      !words.hasAny(["profit", "gain", "win"])
    {
      condition = .inLoss
    }
    // `how is the link trade doing in percent` is no share of all positions.
    if aggregate == .ratio, !words.hasAny(["part", "fraction", "whole", "total", "split"]) { aggregate = nil }
  }

  /// Sizes of different coins have no order.
  private mutating func settleCoins() {
    guard symbols.count != 1 else { return }
    if metric == .size, aggregate != nil { metric = .notional }
  }

  private mutating func settleMetric(_ words: CuedWords) {
    // `daily pnl for the month`
    if group == nil, frame != .compare, words.says("daily"), let window, window != .today, metric?.isOfNow != true,
      aggregate == nil
    {
      group = .day
    }
    // The day's figure is one of the account and of today.
    if metric == .dayPnL, window != nil && window != .today || !namesNothing || side != nil || group != nil {
      metric = .pnl
    }
    if frame == .figure, aggregate == nil, metric?.isCounted == true, words.stems.contains("howmuch") {
      aggregate = .count
    }
    if metric == .pnl, window == .today, namesNothing, group == nil, side == nil, aggregate == nil {
      metric = .dayPnL
    }
  }

  private mutating func settleCondition(_ words: CuedWords) {
    // `longs against shorts, which side is winning` leaves none out.
    if frame == .compare, condition?.value == 0, metric?.isOfResult == true { condition = nil }
    // `which strategies are losing money`
    if condition == nil, aggregate == nil, group == .strategy || group == .symbol, frame != .compare,
      [.pnl, .realized, .unrealized].contains(metric)
    {
      let (isGain, isLoss) = (
        words.hasAny(["win", "make", "earn", "gain", "profit", "profitabl"]), words.says("losing") || words.says("lost")
      )
      let isSure = isLoss || words.says("winning") || words.says("profitable") || words.has(["make", "money"])
      if isGain != isLoss, isSure { condition = isGain ? .inProfit : .inLoss }
    }
    // `which coins are losing` asks for positions, or what is lost in each.
    if metric == .positions, group == .symbol, aggregate == nil, ["which", "what"].contains(words.stems.first),
      words.says("losing") || words.says("winning")
    {
      group = nil
    }
    // `is any position losing`, `unrealized of winners only`
    if condition == nil, group == nil, aggregate == nil || aggregate == .count,
      metric == .positions || metric == .unrealized
    {
      if words.says("losing") || words.says("losers") { condition = .inLoss }
      if words.says("winning") || words.says("winners") { condition = condition == nil ? .inProfit : nil }
    }
    // `sum of the losses`, `gross profit`
    let isOfMoney =
      words.hasAny(["sum", "total", "howmuch", "cost", "gross", "pnl"]) && !words.hasAny(["howmany", "count"])
    if frame == .figure, aggregate == nil || aggregate == .count, group == nil, isOfMoney,
      metric == .wins || metric == .losses
    {
      (condition, metric, aggregate) = (metric == .wins ? .inProfit : .inLoss, .realized, nil)
    }
    if frame == .figure, words.says("gross"), metric?.isOfResult == true, condition == nil, aggregate == nil {
      condition = Self.result(words) ?? (words.stems.contains("profit") ? .inProfit : nil)
      if condition != nil { (metric, confidence) = (.realized, 1) }
    }
    // `realized losses of the week` are those of the losing trades alone.
    if metric == .realized, condition == nil, aggregate == nil, words.says("losses"),
      !words.hasAny(["profit", "gain", "win"])
    {
      condition = .inLoss
    }
    if condition == nil, let result = Self.result(words) {
      if metric == .tradeDuration { condition = result }
      if metric == .trades { metric = result == .inProfit ? .wins : .losses }
    }
    if condition == nil, metric == .tradeDuration, words.hasAny(["profit", "profitabl"]) { condition = .inProfit }
    guard let condition else { return }
    // Of the losses none is in profit: the condition has it from a word, the metric by its likeness.
    if metric == .losses, condition == .inProfit { (metric, self.condition) = (.wins, nil) }
    if metric == .wins, condition == .inLoss { (metric, self.condition) = (.losses, nil) }
    // `bleeding the most`: the condition took the word that says which end is meant.
    if condition == .inLoss, aggregate == .top, words.hasAny(["most", "highest", "biggest"]),
      metric != .positionAge, metric != .tradeDuration
    {
      aggregate = .bottom
    }
    // `how many positions are in the red` counts positions; the condition took the words of PnL.
    if condition.subject != .value, metric == .unrealized, group == nil,
      aggregate == .count || aggregate == nil && frame == .list
    {
      metric = .positions
    }
    if metric == .trades, condition.subject == .pnl, condition.value == 0 {
      (metric, self.condition) = (condition == .inProfit ? .wins : .losses, nil)
    }
  }

  /// `orders not filled` are among the orders, `positions without a stop` among the positions.
  private mutating func settleNegation(_ words: CuedWords) {
    guard isNegated else { return }
    if metric == .filledOrders || metric == .fills { metric = .orders }
    // `how many signals were not refused` counts those that were accepted.
    if metric == .refused, words.hasAny(["refuse", "reject", "block"]) {
      (metric, secondMetric, isNegated) = (.accepted, nil, false)
    }
    if metric == .stopLoss || metric == .takeProfit, words.stems.contains("position"), aggregate == .count {
      metric = .positions
    }
  }

  private mutating func settleResults(_ words: CuedWords) {
    // The best trade is one by its PnL.
    if metric == .trades, isExtreme, group == nil { metric = .realized }
    // The best of the wins, or the worst of the losses, is one by its PnL.
    // `the hour with the most wins` counts them.
    let isOfNumber = group != nil && words.hasAny(["most", "least", "fewest", "number", "howmany"])
    if isOfNumber, metric == .losses, isExtreme { aggregate = words.hasAny(["least", "fewest"]) ? .bottom : .top }
    if isOfResults, isExtreme && !isOfNumber || aggregate == .average || aggregate == .last {
      // The best trade is the best win: the condition would say nothing more.
      if !isExtreme || (metric == .wins) != (aggregate == .top) { condition = metric == .wins ? .inProfit : .inLoss }
      metric = .realized
    }
  }

  /// `how many of the last 10 trades were wins` is a share of all trades, not a number of wins.
  private mutating func settleShare() {
    guard number != nil, frame == .figure, !isExtreme else { return }
    switch metric {
    case .wins?, .losses?: (metric, aggregate) = (.winRate, nil)
    case .filledOrders?: (metric, aggregate) = (.fillRate, nil)
    case .accepted?, .refused?: (metric, aggregate) = (.acceptanceRate, nil)
    default: break
    }
  }

  private mutating func settleAggregate(_ words: CuedWords) {
    // The refused are a share of all signals, which the acceptance rate tells; and so on.
    let isOfResult = metric == .wins && condition == .inProfit || metric == .losses && condition == .inLoss
    if isOfResult { condition = nil }
    if aggregate == .ratio, symbols.isEmpty, strategies.isEmpty, side == nil, except.isEmpty, condition == nil {
      let shares: [QuestionMetric: QuestionMetric] = [
        .refused: .acceptanceRate, .accepted: .acceptanceRate, .wins: .winRate, .losses: .winRate,
        .filledOrders: .fillRate, .fills: .fillRate,
      ]
      if let metric, let share = shares[metric] { (self.metric, aggregate) = (share, nil) }
    }
    // The top of what loses is what loses most.
    if condition == .inLoss, aggregate == .top, metric != .notional, words.stems.contains("best") {
      aggregate = .bottom
    }
    let isOfSize = words.hasAny(["big", "biggest", "smallest", "small", "fat", "fattest"])
    // `how many usdt` asks for the sum, and the peak is the highest by itself.
    if let metric, !metric.isCount,
      aggregate == .count || group == nil && [.peakEquity, .winStreak, .lossStreak, .maxDrawdown].contains(metric)
    {
      aggregate = nil
    }
    if aggregate == .last, [.priceAge, .positionAge, .price].contains(metric) { aggregate = nil }
    // `pnl of the last 10 trades` is the sum of ten.
    if aggregate == .last, let number, number > 1 { aggregate = nil }
    // A best or worst position is one by its PnL, the biggest one by its notional.
    let isOfNumber = group != nil && words.hasAny(["most", "least", "fewest"])
    let isOfAge = words.hasAny(["old", "young", "newest"])
    if metric == .positions, isExtreme, !isOfNumber {
      metric = isOfAge ? .positionAge : isOfSize ? .notional : .unrealized
    }
    // A percentage is its own share.
    if aggregate == .ratio, metric?.unit == "%" { aggregate = nil }
  }

  private mutating func settleStrategies(_ words: CuedWords) {
    guard metric == .strategies else { return }
    let isOff = words.hasAny(["disable", "off"])
    let wantsOn = words.hasAny(["enable", "on", "run"])
    if isOff != wantsOn { isOn = wantsOn != isNegated }
    // `how many are enabled and which are off`: the list has both.
    if isOff, words.hasAny(["enable", "run"]), !isNegated {
      (frame, aggregate, hasSecondQuestion) = (.list, nil, false)
    }
    // `which strategies have not traded today`
    if isNegated, isOn == nil, !isExtreme, !words.hasAny(["win", "lose", "earn", "profit", "make", "gain"]),
      words.says("traded") || words.says("trade") && words.hasAny(["do"])
    {
      (frame, secondMetric, aggregate, group) = (.list, .trades, nil, nil)
      return
    }
    // `which strategies did trade`
    if !isNegated, isOn == nil, !isExtreme, frame == .list, words.says("traded") || words.has(["do", "trade"]) {
      (metric, group) = (.trades, .strategy)
      return
    }
    // `how many strategies earned something today`
    let (isGain, isLoss) = (words.hasAny(["earn", "win", "profit", "make", "gain"]), words.hasAny(["lose"]))
    if isGain != isLoss, !isExtreme {
      (frame, metric, aggregate, group) = (.list, .pnl, nil, .strategy)
      condition = isGain ? .inProfit : .inLoss
      return
    }
    if frame == .list, let found = FigureWords.aggregate(words), found.isExtreme {
      (frame, aggregate) = (.figure, found)
    }
    if isExtreme {
      (metric, group) = (words.stems.contains("trade") ? .trades : .pnl, .strategy)
    } else {
      group = nil
    }
  }
}
