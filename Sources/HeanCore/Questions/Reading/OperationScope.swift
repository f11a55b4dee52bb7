/// What a question about an operation says beside the operation: to offer it all the same would do something else than was
/// asked for, or at another time.
struct OperationScope: Sendable {
  let words: [QuestionWords.Word]
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
  private static let allDeeds = deeds.reduce(Set(["stop", "start"])) { $0.union($1) }

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
    if hasTwo { return "which of two operations" }
    guard reading.frame == .howTo else { return nil }
    if isDenied { return "the \"not\"" }
    // `double my ada`, `i only want grid to trade`, `cancelling all orders would do what`
    if stems.contains("$move") { return "a move of prices" }
    let isOfStrategies = topic == .enableStrategy || topic == .disableStrategy
    if isOfStrategies, stems.contains("only") || stems.contains("else") { return "which strategies are meant" }
    if stems.last == "what", stems.count > 3 { return "what is asked of the operation" }
    if let brake = endedDeed(topic) { return "what \"\(brake)\" is to end" }
    if isChoice { return "which of the two" }
    return ToldOperation(words: words, deeds: Self.allDeeds).unread ?? OperationTarget(topic, words, stems).unread
  }

  /// Words that make an operation wait, or undo it later.
  private static let waiting = Set(
    [
      "until", "till", "til", "once", "unless", "after", "before", "later", "if", "while", "when", "tomorrow",
      "tonight",
      "noon", "midnight", "minute", "hour", "weekend", "monday", "friday", "overnight", "then",
    ].map(QuestionWords.stem))

  /// Whether an operation is to wait for a time or a condition.
  static func waits(_ stems: [String]) -> Bool {
    stems.contains("$condition") || stems.dropFirst().contains(where: waiting.contains)
  }

  /// Whether a "not" stands before the operation, or before what is meant: `how not to close btc`, `all that are not btc`.
  private var isDenied: Bool {
    // `pause trading? no`
    if ["no", "not", "nope", "nah", "never"].contains(words.last?.typed.lowercased()) { return true }
    guard let deed = stems.firstIndex(where: Self.allDeeds.contains) else { return false }
    return stems.indices.contains { at in
      guard Self.negations.contains(stems[at]) else { return false }
      let next = at + 1 < stems.count ? stems[at + 1] : ""
      // `it is not running, how do i start it` tells why.
      if at < deed { return deed - at <= 3 && !["run", "trade", "work", "open", "start"].contains(next) }
      return ["$symbol", "$strategy", "long", "short", "now", ""].contains(next)
    }
  }

  /// The word that ends, delays or leaves out an operation which follows it: `stop the panic`, `hold off closing btc`.
  private func endedDeed(_ topic: QuestionTopic) -> String? {
    let ends: Set<String> = [
      "stop", "quit", "skip", "ignore", "forget", "delay", "postpone", "undo", "abort", "cancel",
    ]
    let between: Set<String> = ["the", "my", "our", "all", "any", "that", "this", "from", "of", "it", "about", "with"]
    for at in stems.indices {
      let isHeld = stems[at] == "hold" && at + 1 < stems.count && stems[at + 1] == "off"
      guard isHeld || ends.contains(stems[at]) else { continue }
      var next = at + (isHeld ? 2 : 1)
      let first = next
      while next < stems.count, between.contains(stems[next]) { next += 1 }
      guard next < stems.count, Self.allDeeds.contains(stems[next]), stems[next] != stems[at] else { continue }
      // `end the pause` resumes.
      if topic == .resume, stems[next] == "pause" { continue }
      let isDoing = words.contains { $0.stem == stems[next] && $0.typed.lowercased().hasSuffix("ing") }
      if isHeld || isDoing || next > first || stems[at] != "stop" || stems[next] == "panic" { return stems[at] }
    }
    return nil
  }

  /// `disable grid or momentum`
  private var isChoice: Bool {
    stems.indices.dropFirst().dropLast().contains { at in
      stems[at] == "or" && ["$symbol", "$strategy"].contains(stems[at - 1]) && stems[at - 1] == stems[at + 1]
    }
  }

  private var hasTwo: Bool {
    // `close all longs and stop hf_scalping`
    if reading.topic?.closesPositions == true, !reading.strategies.isEmpty, stems.contains("stop") { return true }
    // `close btc and open eth`, `close the long and go short`
    let others: Set<String> = ["open", "buy", "enter", "reopen", "reverse", "flip", "go"]
    let isFollowed = zip(stems, stems.dropFirst()).contains {
      ["and", "then"].contains($0) && (others.contains($1) || reading.topic == .closePosition && $1 == "short")
    }
    if reading.topic?.closesPositions == true, isFollowed { return true }
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
