/// What a question about an operation says beside the operation: to offer it all the same would do something else than was
/// asked for, or at another time.
struct OperationScope: Sendable {
  let stems: [String]
  let reading: QuestionReading

  private static let operations: Set<QuestionTopic> = [
    .start, .stop, .pause, .resume, .restart, .resetKillSwitch, .clearGovernor, .enableStrategy, .disableStrategy,
    .cancelOrder, .closePosition, .closeAll, .stopAll,
  ]
  private static let negations = Set(
    ["not", "without", "neither", "nor", "non", "avoid", "prevent", "never", "instead"].map(QuestionWords.stem))
  /// Words of one operation each; two of them are two operations.
  private static let deeds: [Set<String>] = [
    ["close", "sell", "flatten", "liquidate"], ["cancel"], ["disable"], ["enable"], ["pause"], ["resume"], ["restart"],
    ["reset"], ["panic"],
  ].map { Set($0.map(QuestionWords.stem)) }

  /// In words; `nil` when nothing is left over.
  var unread: String? {
    guard reading.frame == .howTo || reading.frame == .safe, let topic = reading.topic,
      Self.operations.contains(topic)
    else { return nil }
    // Without an id the orders are only listed.
    if let number = reading.unreadNumber, topic != .cancelOrder || reading.id != nil { return "\"\(number)\"" }
    if topic == .stopAll, !reading.isWhole { return "what is to be stopped" }
    if topic.closesPositions, stems.contains("long"), stems.contains("short"), reading.symbols.count > 1 {
      return "which side of which symbol"
    }
    if reading.frame == .howTo, topic != .pause, isDenied { return "the \"not\"" }
    return hasTwo ? "which of two operations" : nil
  }

  /// Whether a "not" stands before the operation, or before what is meant: `how not to close btc`, `all that are not btc`.
  private var isDenied: Bool {
    let all = Self.deeds.reduce(Set(["stop", "start"])) { $0.union($1) }
    guard let deed = stems.firstIndex(where: all.contains) else { return false }
    return stems.indices.contains { at in
      guard Self.negations.contains(stems[at]) else { return false }
      let next = at + 1 < stems.count ? stems[at + 1] : ""
      // `it is not running, how do i start it` tells why.
      if at < deed { return deed - at <= 3 && !["run", "trade", "work"].contains(next) }
      return ["$symbol", "$strategy", "long", "short", "now", ""].contains(next)
    }
  }

  private var hasTwo: Bool {
    // `close all longs and stop hf_scalping`
    if reading.topic?.closesPositions == true, !reading.strategies.isEmpty, stems.contains("stop") { return true }
    var found: Set<Int> = []
    for (at, stem) in stems.enumerated() {
      guard let deed = Self.deeds.firstIndex(where: { $0.contains(stem) }) else { continue }
      let before = at > 0 ? stems[at - 1] : ""
      // What is spared, and what was done before: `stop it without closing`, `resume after the reset`, `it is paused`.
      if ["not", "without", "after", "be", "since"].contains(before)
        || before == "the" && at > 1 && stems[at - 2] == "after"
      {
        continue
      }
      found.insert(deed)
    }
    return found.count > 1 && !(reading.topic == .resume && stems.contains("pause"))
      && !(reading.topic == .stopAll && stems.contains("panic"))
  }
}
