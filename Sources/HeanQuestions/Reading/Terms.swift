import HeanCore

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
    let known = longest(in: candidates) { inGlossary($0) == nil ? nil : $0 }
    return known.count >= wanted ? known : candidates
  }

  private static let verbs = Set(
    ["pause", "restart", "kill", "panic", "resume", "start", "halt", "shutdown"].map(QuestionWords.stem))

  /// `pause and stop` are both about the engine, not about a stop loss.
  static func ofEngine(_ terms: [String]) -> [String] {
    guard terms.contains(where: { verbs.contains(QuestionWords.stem($0)) }) else { return terms }
    return terms.map { QuestionWords.stem($0) == "stop" ? "stopped" : $0 }
  }

  /// Only those of the glossary.
  static func inGlossary(_ words: [QuestionWords.Word]) -> [String] {
    longest(in: candidates(words)) { inGlossary($0) == nil ? nil : $0 }
  }

  /// What neighbouring words stand for, three of them before two, and two before one: `profit factor` before `profit`.
  static func longest<Found>(in words: [String], _ find: (String) -> Found?) -> [Found] {
    var found: [Found] = []
    var at = 0
    while at < words.count {
      var taken = 1
      for length in [3, 2, 1] where at + length <= words.count {
        // An array is joined by code made for it, a slice by code for anything.
        guard let one = find(Array(words[at..<(at + length)]).joined(separator: "_")) else { continue }
        found.append(one)
        taken = length
        break
      }
      at += taken
    }
    return found
  }

  /// The term of the glossary, in the singular as well.
  static func inGlossary(_ words: String) -> GlossaryTerm? {
    let plain = words.replacing("_", with: " ")
    return GlossaryTerm.find(plain) ?? (plain.hasSuffix("s") ? GlossaryTerm.find(String(plain.dropLast())) : nil)
  }

  private static func candidates(_ words: [QuestionWords.Word]) -> [String] {
    words.filter { !$0.isSlot && !fillers.contains($0.stem) && !fillers.contains($0.typed.lowercased()) }.map { word in
      let typed = word.typed.lowercased()
      // What is no term as it was typed may be one without its typing error.
      let full = QuestionVocabulary.written[typed] ?? (inGlossary(typed) == nil ? word.spelledOut : typed)
      return full.replacing(" ", with: "_")
    }
  }
}
