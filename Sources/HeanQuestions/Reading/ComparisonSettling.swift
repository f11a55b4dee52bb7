import HeanCore

extension QuestionReading {
  /// `pnl today versus yesterday`
  mutating func settleSpans(_ words: CuedWords) {
    // `did we do better than yesterday`: than today.
    let isThan = words.has(["than", "$window"]) || words.has(["versus", "$window"])
    if frame == .compare, isThan, secondWindow == nil, let window, !window.reachesNow, !isOfClocks, namesNothing,
      group == nil, metric?.isOfNow == false
    {
      (self.window, secondWindow) = (.today, window)
    }
    // `fees between monday and wednesday` names one span.
    let isOneSpan = words.hasAny(["between", "from", "until"])
    guard hasSecondWindow, !isOfClocks, !isOneSpan, frame != .list, metric != nil else { return }
    guard frame == .compare || words.hasAny(["versus", "than", "compare"]) else { return }
    (frame, aggregate) = (.compare, aggregate == .ratio ? aggregate : nil)
    if metric == .dayPnL { metric = .pnl }
  }

  mutating func settleComparison(_ words: CuedWords) {
    // `rejected orders last hour, how many`
    if frame == .list, metric?.isCounted == true, words.hasAny(["howmany", "count", "number"]) {
      (frame, aggregate) = (.figure, .count)
    }
    // `are we more long than short`
    if frame == .compare, group == nil, words.hasAny(["long"]), words.hasAny(["short"]) { group = .side }
    settlePair(words)
    // Each side has the exposure of its own.
    if frame == .compare, metric == .longExposure || metric == .shortExposure { metric = .exposure }
    // `longs versus shorts` compares what they earn, unless they are counted.
    if frame == .compare, group == .side, metric == .positions,
      !words.hasAny(["position", "howmany", "count", "number"])
    {
      metric = .pnl
    }
    settleSeveral(words)
    // `how much of the exposure is btc` asks for a share.
    if frame == .figure, aggregate == nil, words.stems.starts(with: ["howmuch", "of"]), !namesNothing || side != nil,
      metric == .exposure || metric == .margin || metric == .pnl
    {
      aggregate = .ratio
    }
    // A figure of the account, or of one symbol, has no rows to list.
    let isOfOne = symbols.count == 1 && metric?.isCount == false && metric?.isOfNow == true
    if frame == .list, group == nil, isOfOne || metric?.isOneFigure == true { frame = .figure }
  }

  /// Two figures in one question, both of which are told: `accepted against refused today`.
  private static let pairs: [(words: (String, String), metrics: (QuestionMetric, QuestionMetric))] = [
    (("win", "lose"), (.wins, .losses)), (("accept", "refuse"), (.accepted, .refused)),
    (("signal", "trade"), (.signals, .trades)), (("order", "fill"), (.orders, .filledOrders)),
    (("signal", "order"), (.signals, .orders)), (("signal", "accept"), (.signals, .accepted)),
    (("signal", "refuse"), (.signals, .refused)), (("stoploss", "takeprofit"), (.stopLoss, .takeProfit)),
    (("stop", "target"), (.stopLoss, .takeProfit)), (("entry", "markprice"), (.entryPrice, .price)),
    (("entry", "mark"), (.entryPrice, .price)),
  ]

  private mutating func settlePair(_ words: CuedWords) {
    let isJoined =
      frame == .figure && words.hasAny(["and"]) && !words.hasAny(["howmuch"]) && !isExtreme && condition == nil
    let isOfBoth =
      words.hasAny(["both"]) || isJoined && (metric?.isCounted == true || metric == .entryPrice || metric == .price)
      || metric == .stopLoss || metric == .takeProfit
    if frame == .compare || isOfBoth, !words.hasAny(["average"]),
      symbols.count + strategies.count < 2, group == nil, secondWindow == nil,
      let pair = Self.pairs.first(where: { words.hasAny([$0.words.0]) && words.hasAny([$0.words.1]) })
    {
      (frame, metric, secondMetric) = (.figure, pair.metrics.0, pair.metrics.1)
      // `is the stop or the target nearer`
      let isOfDistance = words.hasAny(["near", "nearer", "close", "closer", "closest", "far", "howfar"])
      if isOfDistance, metric == .stopLoss { (metric, secondMetric) = (.stopDistance, .targetDistance) }
      aggregate = pair.metrics.0.isCounted ? .count : nil
    }
  }

  /// Several symbols or strategies are set side by side, unless their sum is asked for.
  private mutating func settleSeveral(_ words: CuedWords) {
    // One figure of both would tell neither; their sum is told beside them.
    let isOfSum = words.hasAny(["combin", "together", "sum", "total"])
    let isOfMany = symbols.count > 1 || strategies.count > 1
    if frame == .figure || frame == .list && metric?.isCounted == false, isOfMany, group == nil, !isOfSum,
      metric?.isNotSent != true
    {
      if words.hasAny(["or", "versus", "than"]), !words.hasAny(["and"]), aggregate?.isExtreme == true {
        aggregate = nil
      }
      if aggregate == nil || aggregate == .average { frame = .compare }
    }
    // `btc and eth combined` is one figure.
    if frame == .compare, isOfSum { frame = .figure }
  }
}
