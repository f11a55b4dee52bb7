import HeanCore

extension QuestionReading {
  /// A side that is said by `buy` or `sell` is that of an order and its fill, not of a position: a long position ends with
  /// a sale, so that closed trades and open positions would count the wrong deals.
  mutating func settleDeals(_ slots: QuestionSlots) {
    let words = slots.cued
    settleLastFill(words)
    guard words.hasAny(["buy", "sell"]), !words.hasAny(["long", "short"]) else { return }
    let isSent =
      words.hasAny(["order", "openorder", "submit", "send", "place", "signal"])
      || ["went out", "sent", "placed", "submitted"].contains(where: slots.text.has)
    switch frame {
    case .when where side != nil:
      let isOfLast = words.hasAny(["last", "latest", "recent", "newest"])
      if topic == .trade || isOfLast && topic == .position || topic == .order && !isSent { topic = .fill }
    case .figure, .list, .compare:
      settleDealtRows(words, slots.text, isSent: isSent)
    default: break
    }
    // Whether fills, trades or orders were meant: all of them are told as fills.
    let isOfFills = frame == .when ? topic == .fill : frame.isOfRows && metric == .fills
    if isOfFills, let second, second.isOfDeals, !isSent { (confidence, self.second) = (max(confidence, 0.5), nil) }
  }

  /// `show the last fill` asks for one.
  private mutating func settleLastFill(_ words: CuedWords) {
    guard frame == .list, metric == .fills, group == nil, number == nil, condition == nil, window == nil,
      words.hasAny(["last", "latest", "newest"]), words.says("fill") || words.says("execution")
    else { return }
    (frame, aggregate) = (.figure, .last)
  }

  private static let heldWords: Set<String> = ["open", "hold", "position", "entry", "enter"]
  private static let pasts = [
    "did we", "did i", "did it", "did the", "have we", "have i", "has it", "has the", "was bought", "were bought",
    "was sold", "were sold", "we bought", "we sold", "it bought", "it sold", "i bought", "i sold",
  ]

  private mutating func settleDealtRows(_ words: CuedWords, _ text: TypedText, isSent: Bool) {
    guard condition == nil, !words.hasAny(Self.heldWords) else { return }
    switch metric {
    case .trades where aggregate?.isExtreme != true,
      .orders where !isSent && aggregate?.isExtreme != true,
      .filledOrders where !isSent && aggregate?.isExtreme != true:
      metric = .fills
    case .size, .notional, .positions:
      guard ["buys", "sells"].contains(where: words.says) || Self.pasts.contains(where: text.has) else { return }
      let isNumber = aggregate == .count || words.hasAny(["howmany"])
      if metric == .positions || isNumber {
        (metric, aggregate) = (.fills, isNumber ? .count : aggregate)
      } else {
        metric = .volume
      }
    default: break
    }
  }
}

extension QuestionIntent {
  /// Whether it asks for what was dealt: fills, orders or trades.
  fileprivate var isOfDeals: Bool {
    [.fills, .filledOrders, .orders, .trades].contains(metric) || [.fill, .trade, .order].contains(topic)
  }
}
