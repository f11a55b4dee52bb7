/// The terms whose meaning is asked for.
enum Terms {
  private static let fillers: Set<String> = [
    "please", "kindly", "over", "denominator", "what", "be", "the", "a", "an", "do", "mean", "explain", "of", "differ",
    "between", "and", "versus", "how", "from", "to", "or",
    "it", "in", "this", "that", "me", "tell", "please", "is", "when", "say", "term", "word", "you", "i", "by",
    "exactly", "same",
    "thing", "with", "for", "hean", "engine", "on", "your", "my", "as", "not", "which", "who", "if", "can", "give",
    "about", "actually", "stand",
    "they", "them", "why", "have", "here", "there", "real", "really", "one", "two", "state", "concept", "simple",
    "terms", "english", "plain", "quick", "again", "now",
    "compare", "compared", "than", "meant", "show", "see", "get", "so", "at", "like", "abbreviation", "definition",
    "what's", "signify", "called", "screen", "line", "column", "btw", "all", "these", "those", "idea", "no", "log",
    "says", "count", "reason", "code", "codes", "between", "measured", "from", "difference", "existing", "meant",
    "want", "understand", "somebody", "people", "trading", "crypto", "our", "please", "tell", "me", "our", "us", "for",
    "are", "was", "vs", "kind", "of", "versus", "link", "relation", "connection", "quickly", "sinc", "distinction",
    "distinguish", "equal", "equals", "different", "difference", "separates", "separate", "apart", "mix", "lost",
    "understand", "remind", "describe", "sense", "signifies", "refer", "refers", "short", "use", "used", "happens",
    "happen", "means", "meaning", "into", "know", "need",
  ]

  /// Those of the glossary where there are any: the rest of such a question is about something else. Otherwise every word
  /// that may be a term.
  static func found(_ words: [QuestionWords.Word], atLeast wanted: Int) -> [String] {
    let candidates = candidates(words)
    let known = known(candidates)
    return known.count >= wanted ? known : candidates
  }

  private static func known(_ candidates: [String]) -> [String] {
    var known: [String] = []
    var at = 0
    while at < candidates.count {
      let length = [3, 2, 1].first { length in
        at + length <= candidates.count && isKnown(candidates[at..<(at + length)].joined(separator: " "))
      }
      if let length { known.append(candidates[at..<(at + length)].joined(separator: "_")) }
      at += length ?? 1
    }
    return known
  }

  private static func isKnown(_ words: String) -> Bool {
    let plain = words.replacing("_", with: " ")
    return Term.find(plain) != nil || (plain.hasSuffix("s") && Term.find(String(plain.dropLast())) != nil)
  }

  private static func candidates(_ words: [QuestionWords.Word]) -> [String] {
    words.filter { !$0.isSlot && !fillers.contains($0.stem) && !fillers.contains($0.typed.lowercased()) }.map { word in
      let full = QuestionVocabulary.written[word.typed.lowercased()] ?? word.typed.lowercased()
      return full.replacing(" ", with: "_")
    }
  }
}
