import HeanCore

/// The names that a question leaves out: `close everything except btc`, `pnl without the scalper`.
enum QuestionExceptions {
  private static let leads = [
    "aside from", "apart from", "other than", "but not", "all but", "everything but", "anything but", "leaving out",
    "leaving", "taking out", "leave out", "not counting", "not including", "but keep", "and keep", "but leave",
    "and leave", "except for", "except", "excluding", "exclude", "excl", "without", "w/o", "besides", "ignoring",
    "minus", "keep", "keeping", "leave", "ex", "but", "not", "exluding", "excludin", "exlcuding", "ignore", "skip",
    "skipping", "omit", "omitting", "barring", "bar", "excepting", "outside of", "outside", "taking",
    "take", "disregarding", "disregard", "dont count", "don't count", "do not count", "isnt", "isn't", "arent",
    "aren't", "is not", "are not",
  ].map(phrase)

  private static let tails = [
    "dont count", "don't count", "doesnt count", "doesn't count", "does not count", "not counted", "not included",
    "not counting", "left out", "left aside", "stripped out", "taken out", "ignored", "excluded",
    "excepted", "aside", "omitted", "disregarded",
  ].map(phrase)

  /// A contraction stands as two words that were typed alike.
  private static func phrase(_ text: String) -> [String] {
    text.split(atEach: " ").flatMap { word in
      let isTwo = ["dont", "don't", "doesnt", "doesn't", "isnt", "isn't", "arent", "aren't"].contains(word)
      return isTwo ? [word, word] : [word]
    }
  }

  /// `not counting` stands behind what is left out only at the end: `eth not counting momentum` leaves out the other.
  private static func isTail(_ tail: [String], _ rest: ArraySlice<String>) -> Bool {
    rest.starts(with: tail) && (tail.last?.hasSuffix("ing") != true || rest.count == tail.count)
  }

  private static func isDenial(_ lead: [String]) -> Bool {
    ["isnt", "isn't", "arent", "aren't", "is", "are"].contains(lead[0])
  }

  private static let wholes: Set<String> = ["every", "all", "any", "each", "everything", "everyone", "everybody"]
  /// What somebody does, not what is to be done: `how long did we keep btc`, `why did it skip eth`.
  private static let doers: Set<String> = [
    "we", "it", "i", "they", "you", "he", "do", "to", "strategy", "will", "would",
  ]
  private static let deeds: Set<String> = ["keep", "leave", "skip", "ignore", "take", "omit", "bar", "exclude"]
  private static let beforeNot: Set<String> = [
    "why", "be", "do", "will", "should", "can", "it", "to", "or", "have", "would", "and", "versus", "we", "i",
    "you", "they",
    "close", "sell", "flatten", "exit",
  ]
  /// `skip closing btc` spares btc; it does not close the others.
  private static let operations: Set<String> = ["close", "sell", "flatten", "exit", "cancel", "stop"]
  private static let fillers: Set<String> = [
    "for", "the", "my", "and", "or", "nor", "of", "from", "on", "in", "just", "ones", "those", "positions", "position",
    "trades", "one",
  ]

  /// Marks the words of an exception as slots.
  /// - Parameter named: places of names in the question.
  /// - Returns: the places that are left out.
  static func take(_ named: [Int], from words: inout QuestionWords) -> Set<Int> {
    let typed = words.words.map { $0.typed.lowercased() }
    var found: Set<Int> = []
    for at in typed.indices {
      // `doge does not count`, `if btc and eth are left out`
      let copula = at + 1 < typed.count && ["is", "are", "was", "were"].contains(typed[at + 1]) ? 1 : 0
      if named.contains(at),
        let tail = tails.first(where: { isTail($0, typed[(at + 1 + copula)...]) }).map({
          typed[(at + 1)..<(at + 1 + copula)] + $0
        })
      {
        for place in (at + 1)...(at + tail.count) { words.words[place].isSlot = true }
        found.insert(at)
        // `link and doge aside`
        var before = at - 1
        while before > 0, ["and", "or", "nor"].contains(typed[before]), named.contains(before - 1) {
          found.insert(before - 1)
          before -= 2
        }
        continue
      }
      guard
        let lead = leads.first(where: { lead in
          at + lead.count <= typed.count && zip(lead, typed[at...]).allSatisfy { $0 == $1 }
        })
      else { continue }
      // `all that is not btc`, but not `it is not btc`.
      if isDenial(lead), at == 0 || !["that", "which", "who"].contains(typed[at - 1]) { continue }
      if lead == ["but"] && Self.wholes.isDisjoint(with: typed) { continue }
      // `if you leave doge out`
      let isLeftOut = ["leave", "take"].contains(lead[0]) && typed[at...].dropFirst().prefix(4).contains("out")
      // `if i ignore the grid`
      let isAssumed = at > 1 && ["if", "when"].contains(typed[at - 2])
      let isDone = at > 0 && doers.contains(words.words[at - 1].stem) && !isAssumed
      if deeds.contains(lead[0]), isDone, !isLeftOut { continue }
      // `why not sol` and `it is not sol` leave nothing out.
      if lead == ["not"], at == 0 || Self.beforeNot.contains(words.words[at - 1].stem) { continue }
      var next = at + lead.count
      var mine: Set<Int> = []
      // One other word may stand before a name: `apart from the market maker`.
      while next < typed.count,
        words.words[next].isSlot || fillers.contains(typed[next])
          || mine.isEmpty && named.contains(next + 1) && lead != ["not"] && typed[next] != "with"
            && !operations.contains(words.words[next].stem)
      {
        if named.contains(next) { mine.insert(next) }
        next += 1
      }
      // `leave doge alone` is about doge.
      // `why does it keep rejecting link`
      let follows = at + lead.count
      if deeds.contains(lead[0]), follows < typed.count, !named.contains(follows), typed[follows].hasSuffix("ing") {
        continue
      }
      guard !mine.isEmpty, next >= typed.count || typed[next] != "alone" else { continue }
      // `how much minus on link`
      if lead == ["minus"], at > 0, ["howmuch", "howmany", "much", "in", "the"].contains(words.words[at - 1].stem) {
        continue
      }
      // `take btc out`
      if isLeftOut || ["take", "taking"].contains(lead[0]), lead.count == 1 {
        guard next < typed.count, typed[next] == "out" else { continue }
        words.words[next].isSlot = true
      }
      for place in at..<(at + lead.count) { words.words[place].isSlot = true }
      found.formUnion(mine)
    }
    return found
  }
}
