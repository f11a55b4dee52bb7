import HeanCore

/// What a question about an operation says beside the operation: to offer it all the same would do something else than was
/// asked for, or at another time.
struct OperationScope: Sendable {
  let words: [QuestionWords.Word]
  let stems: [String]
  let reading: QuestionReading

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
    guard reading.frame == .howTo || reading.frame == .safe, let topic = reading.topic, topic.isOperation else {
      return nil
    }
    // Without an id the orders are only listed.
    if let number = reading.unreadNumber, topic != .cancelOrder || reading.id != nil { return "\"\(number)\"" }
    if topic == .stopAll, !reading.isWhole { return "what is to be stopped" }
    if topic.closesPositions, stems.contains("long"), stems.contains("short"), !reading.symbols.isEmpty {
      return "which side of which symbol"
    }
    if hasTwo || namesAnother(topic) { return "which of two operations" }
    if topic == .clearGovernor, reading.symbols.count > 1 { return "more than one symbol at a time" }
    // `can i close without stopping the engine`
    // But `stop new entries without stopping the engine` says nothing else.
    let isWithout = zip(stems, stems.dropFirst()).contains { $0 == "without" && topic.deeds.contains($1) }
    if isWithout, topic != .stopEntries {
      return "what is to be done without it"
    }
    guard reading.frame == .howTo else { return nil }
    if NamedOperation(topic, words).isNoun { return "whether an operation is to be done or only named" }
    if isDenied { return "the \"not\"" }
    if isStatement { return "what is said of the operation" }
    // `double my ada`, `i only want grid to trade`, `cancelling all orders would do what`
    if stems.contains("$move") { return "a move of prices" }
    let isOfStrategies = topic == .enableStrategy || topic == .disableStrategy
    if isOfStrategies, stems.contains("only") || stems.contains("else") { return "which strategies are meant" }
    if isOfStrategies, stems.contains("everything") { return "what \"everything\" is" }
    if stems.last == "what", stems.count > 3 { return "what is asked of the operation" }
    if let brake = endedDeed(topic) { return "what \"\(brake)\" is to end" }
    if isChoice { return "which of the two" }
    return ToldOperation(words: words, deeds: topic.deeds).unread ?? OperationTarget(topic, words, stems).unread
  }

  private static let turns: Set<String> = ["start", "stop", "pause", "resume", "restart", "kill"]

  /// Whether another operation is named beside it: `unquarantine eth and restart`, `stop the engine or pause it`.
  private func namesAnother(_ topic: QuestionTopic) -> Bool {
    let deeds = Set(stems).intersection(Self.allDeeds.union(Self.turns))
    if topic == .clearGovernor, !deeds.subtracting(["clear", "reset"]).isEmpty { return true }
    return stems.contains("or") && deeds.intersection(Self.turns).count > 1
  }

  /// `restart is not needed`, `a restart would be wrong`, `restart done`
  private var isStatement: Bool {
    let rest = stems.drop { ["a", "an", "the"].contains($0) }
    guard let first = rest.first, Self.allDeeds.contains(first), let next = rest.dropFirst().first else { return false }
    return ["be", "would", "do"].contains(next)
  }

  /// Words that make an operation wait, or undo it later.
  private static let waiting = Set(
    [
      "until", "till", "til", "once", "unless", "after", "before", "later", "if", "while", "when", "tomorrow",
      "tonight",
      "noon", "midnight", "minute", "hour", "weekend", "monday", "friday", "overnight", "then", "soon", "next", "week",
      "night", "morning", "daily", "every",
    ].map(QuestionWords.stem))

  /// Whether an operation is to wait for a time or a condition.
  /// - Parameter topic: of operations that close, a condition says what is closed, and is kept.
  static func waits(_ stems: [String], _ topic: QuestionTopic?) -> Bool {
    topic?.closesPositions != true && stems.contains("$condition")
      || stems.dropFirst().contains(where: waiting.contains)
  }

  /// Whether a "not" stands before the operation, or before what is meant: `how not to close btc`, `all that are not btc`.
  private var isDenied: Bool {
    // `pause trading? no`
    if ["no", "not", "nope", "nah", "never"].contains(words.last?.typed.lowercased()) { return true }
    // `no one stop the engine`, `hardly stop it`
    let head = words.prefix(2).map { $0.typed.lowercased() }
    if head.first?.hasPrefix("hardly") == true || head.first == "nobody" || head == ["no", "one"] { return true }
    guard let deed = stems.firstIndex(where: Self.allDeeds.contains) else { return false }
    // `i refuse to stop it`, `prevent the engine from stopping`
    if stems[..<deed].contains(where: Self.aversions.contains) { return true }
    return stems.indices.contains { at in
      guard Self.negations.contains(stems[at]) else { return false }
      // `btc is not moving, close it` tells why; `i do not want to close it` denies.
      if at < deed { return stems[(at + 1)..<deed].allSatisfy(Self.bridges.contains) }
      let next = at + 1 < stems.count ? stems[at + 1] : ""
      return ["$symbol", "$strategy", "long", "short", "now", ""].contains(next)
    }
  }

  private static let aversions = Set(
    ["avoid", "prevent", "refuse", "unable", "afraid", "scared", "reluctant", "forbid", "hate"].map(QuestionWords.stem))

  /// Words over which a "not" reaches the operation.
  private static let bridges = Set(
    ["to", "want", "should", "please", "go", "do", "you", "we", "i", "me", "us", "ever", "now", "need", "have", "let"]
      .map(QuestionWords.stem))

  /// The word that ends, delays or leaves out an operation which follows it: `stop the panic`, `hold off closing btc`.
  private func endedDeed(_ topic: QuestionTopic) -> String? {
    for at in stems.indices {
      let isHeld = stems[at] == "hold" && at + 1 < stems.count && stems[at + 1] == "off"
      guard isHeld || stems[at] == "stop" || Self.ends.contains(stems[at]) else { continue }
      let first = at + (isHeld ? 2 : 1)
      func deed(over between: Set<String>) -> Int? {
        let next = stems[min(first, stems.count)...].firstIndex { !between.contains($0) }
        return next.flatMap { Self.allDeeds.contains(stems[$0]) && stems[$0] != stems[at] ? $0 : nil }
      }
      // `stop the bot from closing everything`, but `stop the bot and close everything`
      if let next = deed(over: Self.determiners.union(Self.carriers)),
        words.contains(where: { $0.stem == stems[next] && $0.typed.lowercased().hasSuffix("ing") })
      {
        return stems[at]
      }
      // `stop stopping the engine`, `stop close all`
      let following = first < stems.count ? words[min(first, words.count - 1)].typed.lowercased() : ""
      if stems[at] == "stop", following == "stopping" || following == "close" && topic.closesPositions { return "stop" }
      guard let next = deed(over: Self.determiners) else { continue }
      // To end a pause is to resume.
      if topic == .resume, stems[next] == "pause", !Self.delays.contains(stems[at]) { continue }
      if isHeld || stems[at] != "stop" || next > first || stems[next] == "panic" { return stems[at] }
    }
    return nil
  }

  private static let delays = Set(["skip", "ignore", "forget", "delay", "postpone"].map(QuestionWords.stem))
  private static let ends = delays.union(["quit", "undo", "abort", "cancel"].map(QuestionWords.stem))
  private static let determiners: Set<String> = [
    "the", "my", "our", "all", "any", "that", "this", "of", "it", "about", "with",
  ]
  private static let carriers = Set(["engine", "trade", "from", "and"].map(QuestionWords.stem))

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
    let others: Set<String> = ["open", "buy", "enter", "reopen", "flip", "go"]
    let isFollowed = zip(stems, stems.dropFirst()).contains {
      ["and", "then"].contains($0) && (others.contains($1) || reading.topic == .closePosition && $1 == "short")
    }
    if reading.topic?.closesPositions == true, isFollowed { return true }
    // `stop the engine and start it`, `pause then resume`
    let turns: Set<String> = ["start", "stop", "pause", "resume"]
    let joins: Set<String> = ["and", "then", "or"]
    let isJoined = zip(stems, stems.dropFirst()).contains { first, second in
      turns.contains(first) && joins.contains(second) || joins.contains(first) && ["start", "resume"].contains(second)
    }
    if turns.intersection(stems).count > 1, isJoined, reading.topic != .restart { return true }
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
