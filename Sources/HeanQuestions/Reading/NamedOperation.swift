import HeanCore

/// Whether an operation is only named, as a thing of which something is said or asked: `restart count`, `resume of last
/// night`. Nobody asked for it then.
struct NamedOperation: Sendable {
  private let typed: [String]
  /// Whether it is about what is reset by name: `reset of the kill switch` says what is to be done.
  private let isOfSwitch: Bool

  init(_ topic: QuestionTopic, _ words: [QuestionWords.Word]) {
    // Of what is closed or cancelled, `ClosingScope` knows every word.
    let isOfNames = topic.closesPositions || topic == .cancelOrder || topic == .cancelAll || topic == .placeOrder
    typed = isOfNames ? [] : words.map { $0.typed.lowercased() }
    isOfSwitch = words.contains { ["killswitch", "governor", "latch"].contains($0.stem) }
  }

  /// Words of a wish, which may name the operation as a thing all the same: `restart command`, `how is a restart done`.
  private static let wishes: Set<String> = [
    "how", "hwo", "please", "pls", "plz", "plss", "can", "could", "cn", "want", "wanna", "need", "let", "lets", "must",
    "command", "comand", "cmd", "way", "steps", "procedure", "runbook", "walk", "would", "should", "button", "do",
    "what",
    "whats", "which", "where", "thx", "thanks",
  ]
  /// Beginnings of questions about what was or will be, although a wish can begin with one of their words.
  private static let counting = [
    ["how", "often"], ["how", "many"], ["how", "much"], ["how", "long"], ["how", "frequently"], ["what", "number"],
    ["when"], ["number"], ["count"], ["list"], ["history"], ["summary"], ["total"],
  ]
  private static let deeds: Set<String> = [
    "start", "stop", "pause", "resume", "restart", "reset", "panic", "halt", "kill", "trigger", "trip", "shutdown",
    "reboot", "unpause", "clear", "enable", "disable", "launch", "résumé",
  ]
  private static let several: Set<String> = [
    "starts", "pauses", "resumes", "restarts", "resets", "panics", "halts", "kills", "triggers", "trips", "shutdowns",
    "reboots",
  ]
  /// What is said of an operation, or of the thing that has its name.
  private static let tails: Set<String> = [
    "of", "count", "counts", "counter", "counters", "time", "times", "timestamp", "history", "rate", "log", "logs",
    "duration", "date", "dates", "number", "numbers", "frequency", "price", "prices", "level", "levels", "distance",
    "stats", "statistic", "statistics", "report", "reports", "summary", "schedule", "reason", "reasons", "record",
    "records", "policy", "state", "status", "events", "interval", "length", "message", "messages", "hits", "list",
    "yesterday", "last",
  ]
  /// Before an operation, these make a thing of it; an article does so only where nothing is to be done to it, as in `end
  /// the pause`.
  private static let ordinals: Set<String> = [
    "last", "latest", "previous", "next", "first", "daily", "nightly", "recent", "another",
  ]
  private static let articles: Set<String> = ["the", "a", "an", "any", "our"]

  /// Whether it is named, and not asked for.
  var isNoun: Bool {
    if Self.counting.contains(where: { typed.starts(with: $0) }) { return true }
    guard Self.wishes.isDisjoint(with: typed) else { return false }
    if !Self.several.isDisjoint(with: typed) { return true }
    return typed.indices.contains { at in
      guard Self.deeds.contains(typed[at]) else { return false }
      if at + 1 < typed.count, Self.tails.contains(typed[at + 1]), typed[at + 1] != "of" || !isOfSwitch { return true }
      return at > 0 && Self.ordinals.contains(typed[at - 1]) || at == 1 && Self.articles.contains(typed[0])
    }
  }
}
