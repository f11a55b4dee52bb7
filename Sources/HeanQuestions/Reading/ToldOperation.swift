import HeanCore

/// Whether a question tells of an operation instead of asking for it: what somebody did, or what somebody else is to do.
struct ToldOperation: Sendable {
  let words: [QuestionWords.Word]
  /// Stems of the words for the operation that was understood: others may tell what was before.
  let deeds: Set<String>

  /// `people` is the stem of `somebody`, `someone`, `anyone`.
  private static let people: Set<String> = ["i", "we", "he", "she", "they", "you", "who", "people"]
  private static let others: Set<String> = ["he", "she", "they", "who", "people"]
  /// Stems between a person and what was done: `i have just closed btc`.
  private static let perfect: Set<String> = ["have", "just", "already", "then", "also", "now"]
  /// Before a person, these ask, or tell what was before: `how do i reset it`, `after i disabled it`.
  private static let asking: Set<String> = [
    "do", "can", "could", "should", "would", "must", "may", "might", "shall", "will", "if", "when", "so", "to",
    "after", "since", "because", "once", "that",
  ]
  /// What is wished for is said like what was done: `get btc closed`.
  private static let wishes: Set<String> = ["get", "want", "need", "like", "make", "see", "keep", "prefer"]
  private static let listeners: Set<String> = [
    "me", "us", "it", "hean", "you", "u", "the", "this", "bot", "engine", "ya",
  ]

  /// In words; `nil` when an operation is asked for.
  var unread: String? {
    let typed = words.map { $0.typed.lowercased() }
    for (at, word) in words.enumerated() {
      let next = at + 1 < typed.count ? typed[at + 1] : nil
      if ["tell", "ask", "told", "asked"].contains(typed[at]), let next, !Self.listeners.contains(next) {
        return "who is to do it"
      }
      // `i had to restart it`
      if typed[at] == "had", next == "to" { return "whether it is to be done or was done" }
      if word.stem == "say", at > 0 { return "who says so" }
      guard deeds.contains(word.stem), !word.isSlot else { continue }
      if isDone(typed[at], at, typed) { return "whether it is to be done or was done" }
    }
    return nil
  }

  private func isDone(_ deed: String, _ at: Int, _ typed: [String]) -> Bool {
    let isPast = deed.hasSuffix("ed") || ["sold", "shut"].contains(deed)
    // `a paused engine`
    if at > 0, ["a", "an", "the", "my", "our", "this"].contains(typed[at - 1]) { return false }
    var person = at - 1
    while person >= 0, Self.perfect.contains(words[person].stem) { person -= 1 }
    if person >= 0, Self.people.contains(words[person].stem),
      person == 0 || !Self.asking.contains(words[person - 1].stem)
    {
      return isPast || deed == "reset" || Self.others.contains(words[person].stem)
    }
    guard isPast, !words[..<at].contains(where: { Self.wishes.contains($0.stem) || $0.stem == "have" }) else {
      return false
    }
    return at == 0 || typed[at - 1] != "be"
  }
}
