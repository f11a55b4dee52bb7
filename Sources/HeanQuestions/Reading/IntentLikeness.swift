import HeanCore

/// Which intents come to the same answer for a question, by what else the question says. Their chances count together: five
/// ways to ask for the refusals by their reasons must not lose against one other intent.
struct IntentLikeness: Sendable {
  private let isNegated: Bool
  private let isExtreme: Bool
  private let isOfLast: Bool
  private let isOfToday: Bool
  private let group: QuestionGroup?
  /// What closed trades are narrowed to by a word of winning or losing.
  private let result: QuestionMetric?
  private let namedCount: Int
  /// Whether orders or signals are named.
  private let namesRows: Bool

  init(_ slots: QuestionSlots, isNegated: Bool) {
    let words = slots.cued
    self.isNegated = isNegated
    isExtreme = FigureWords.aggregate(words)?.isExtreme == true
    group = FigureWords.group(words)
    isOfLast = slots.stems.contains("last")
    isOfToday = slots.window == .today
    let says = (win: slots.stems.contains("win"), lose: slots.stems.contains("lose"))
    result = says.win == says.lose ? nil : says.win ? .wins : .losses
    namesRows = words.hasAny(["order", "signal"])
    namedCount = slots.symbols.count + slots.strategies.count
  }

  /// The intent whose likes are the likeliest together, and the likeliest other one.
  func best(_ ranked: [IntentModel.Ranked]) -> (intent: QuestionIntent, confidence: Double, second: QuestionIntent?)? {
    // What is far behind has no likes that would bring it to the front.
    let sums = ranked.prefix(Self.tried).map { one in (intent: one.intent, sum: sum(one.intent, ranked)) }
    guard let likeliest = sums.first, let largest = sums.max(by: { $0.sum < $1.sum }) else { return nil }
    // Among likes the likeliest says best what is meant.
    let isAhead = largest.sum > likeliest.sum + Self.leastLead && !isSame(largest.intent, likeliest.intent)
    let best = isAhead ? sums.first { isSame($0.intent, largest.intent) } ?? largest : likeliest
    return (best.intent, best.sum, ranked.first { !isSame($0.intent, best.intent) }?.intent)
  }

  private static let tried = 5
  /// By so much the likes of another intent have to be ahead of those of the likeliest.
  private static let leastLead = 0.02

  func sum(_ intent: QuestionIntent, _ ranked: [IntentModel.Ranked]) -> Double {
    ranked.reduce(0) { $0 + (isSame($1.intent, intent) ? $1.probability : 0) }
  }

  func isSame(_ one: QuestionIntent, _ other: QuestionIntent) -> Bool {
    one.answersSame(as: other) || areLikeCauses(one, other) || areLikeRows(one, other)
      // `last trade`, and when it was.
      || isOfLast && Self.isOfTrade(one) && Self.isOfTrade(other)
  }

  private func areLikeCauses(_ one: QuestionIntent, _ other: QuestionIntent) -> Bool {
    guard one.frame == .why, other.frame == .why else { return false }
    // Of one symbol or strategy, why it is not traded is why its signals were refused; why nothing is held is why nothing
    // is traded.
    let topics: [QuestionTopic?] =
      (namedCount > 0 ? [.trading, .refused] : []) + (isNegated ? [.trading, .position] : [])
    return topics.contains(one.topic) && topics.contains(other.topic)
  }

  private func areLikeRows(_ one: QuestionIntent, _ other: QuestionIntent) -> Bool {
    guard one.frame.isOfRows, other.frame.isOfRows, let first = one.metric, let second = other.metric else {
      return false
    }
    // What is said of several is set side by side.
    if namedCount > 1, first == second { return true }
    // Of today, the PnL is the one of the day.
    if isOfToday, one.frame == other.frame, areBoth(first, second, [.pnl, .dayPnL]) { return true }
    guard one.frame != .compare, other.frame != .compare else { return false }
    // `rejected signals by reason`
    if group == .reason, areBoth(first, second, [.refused, .reasons]) { return true }
    // What was rejected, when neither orders nor signals are named: both are told, or those that are listed.
    if !namesRows, areBoth(first, second, [.refused, .rejectedOrders]) { return true }
    if let result, areBoth(first, second, [.trades, result]) { return true }
    guard isExtreme else { return false }
    // The best or worst of the positions is one by its unrealized PnL; the best trade, the best of the wins and the highest
    // PnL of a trade are one.
    return areBoth(first, second, [.positions, .unrealized])
      || group == nil && areBoth(first, second, [.pnl, .realized, .trades, .wins, .losses])
  }

  private func areBoth(_ one: QuestionMetric, _ other: QuestionMetric, _ metrics: [QuestionMetric]) -> Bool {
    metrics.contains(one) && metrics.contains(other)
  }

  private static func isOfTrade(_ intent: QuestionIntent) -> Bool {
    intent.frame == .when && intent.topic == .trade || intent.frame.isOfRows && intent.metric == .trades
  }
}
