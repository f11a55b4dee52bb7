import HeanCore

/// The words of a question as `QuestionReader` works with them: lower case, contractions and abbreviations written out,
/// inflected forms reduced to one stem, and terms of several words joined into one (`kill switch` -> `killswitch`).
struct QuestionWords: Sendable {
  /// One word.
  struct Word: Sendable, Equatable {
    /// As it was typed.
    var typed: String
    /// What patterns and examples are compared with.
    var stem: String
    /// As it is written out, without typing errors.
    var spelledOut: String
    /// Whether a slot (a symbol, a time, a number) has taken it, so that it says nothing more about the intent.
    var isSlot = false
  }

  var words: [Word]

  var stems: [String] { words.map(\.stem) }

  /// - Parameter corrected: gives the known word for one that is mistyped, before terms of several words are joined.
  init(_ question: String, corrected: (String) -> String = { $0 }) {
    words = Self.split(question).map(Self.withoutPossessive).flatMap { typed in
      Self.written(corrected(typed.lowercased())).split(atEach: " ").map {
        Word(typed: typed, stem: Self.stem($0), spelledOut: $0)
      }
    }
    joinTerms()
  }

  /// Letters and digits with what belongs to them: `BTC/USDT`, `22:30`, `2026-11-01`, `-5%`, `p&l`, `reset_kill`.
  private static func split(_ question: String) -> [String] {
    let plain = question.replacing("\u{2019}", with: "'").replacing("\u{2212}", with: "-").replacing("$", with: "")
    let text = withoutGroups(plain).replacing("%", with: " % ")
    return text.unicodeScalars.split { !isKept($0) }.compactMap { part in
      let isSigned =
        part.count > 1 && ["-", "+"].contains(part.first)
        && ("0"..."9").contains(part[part.index(after: part.startIndex)])
      var rest = part
      while let first = rest.first, isEdge(first), !(isSigned && ["-", "+"].contains(first)) {
        // `.5 %` is a half, not five.
        let isFraction = first == "." && rest.dropFirst().first.map { ("0"..."9").contains($0) } == true
        guard !isFraction else { return "0" + String(Substring(rest)) }
        rest = rest.dropFirst()
      }
      while let last = rest.last, isEdge(last), !(isSigned && ["-", "+"].contains(last)) { rest = rest.dropLast() }
      return rest.isEmpty ? nil : String(Substring(rest))
    }
  }

  /// Whether it belongs to a word. What other letters and digits there are is asked only of those that are not ASCII: it
  /// takes longer than the rest.
  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "%", "#": true
    default: isEdge(scalar) || !scalar.isASCII && isLetterOrDigit(scalar)
    }
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }

  /// What belongs to a word only within it.
  private static func isEdge(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ":", "/", "&", "'", "-", "+", ".": true
    default: false
    }
  }

  /// `btc's` names btc; `what's` is a contraction.
  private static func withoutPossessive(_ typed: String) -> String {
    guard typed.lowercased().hasSuffix("'s") else { return typed.hasSuffix("s'") ? String(typed.dropLast()) : typed }
    let rest = String(typed.dropLast(2))
    return contracted.contains(rest.lowercased()) ? typed : rest
  }

  /// What stands before an `'s` that is short for `is`.
  private static let contracted: Set<String> = [
    "what", "how", "who", "where", "it", "that", "when", "let", "there", "he", "she", "here", "why",
  ]

  /// `1,000` is one number.
  private static func withoutGroups(_ text: String) -> String {
    guard text.contains(",") else { return text }
    let characters = Array(text)
    func isDigit(_ at: Int) -> Bool { characters.indices.contains(at) && characters[at].isNumber }
    return String(
      characters.indices.filter { at in
        characters[at] != "," || !(isDigit(at - 1) && (1...3).allSatisfy { isDigit(at + $0) } && !isDigit(at + 4))
      }.map { characters[$0] })
  }

  /// A typed word in lower case with its contraction or abbreviation written out.
  private static func written(_ word: String) -> String {
    if let full = QuestionVocabulary.written[word] { return full }
    if word.hasSuffix("n't") { return "\(word.dropLast(3)) not" }
    for ending in ["'s", "'re", "'ve", "'d", "'m", "'ll"] where word.hasSuffix(ending) {
      let rest = String(word.dropLast(ending.count))
      switch ending {
      case "'s": return rest == "let" || !contracted.contains(rest) ? rest : "\(rest) is"
      case "'ll": return "\(rest) will"
      case "'d": return "\(rest) would"
      case "'ve": return "\(rest) have"
      default: return "\(rest) are"
      }
    }
    // `wins/losses` are two words, `BTC/USDT` is one name.
    let halves = word.split(atEach: "/")
    if halves.count == 2,
      halves.allSatisfy({ QuestionVocabulary.stems[$0] != nil || QuestionVocabulary.written[$0] != nil })
    {
      return halves.map { QuestionVocabulary.written[$0] ?? $0 }.joined(separator: " ")
    }
    // A hyphen joins words as a space does, except in dates, numbers and ids.
    if word.contains("-"), !word.contains(where: \.isNumber) { return word.replacing("-", with: " ") }
    return word
  }

  /// The form under which all inflections of a word are known.
  static func stem(_ word: String) -> String {
    if let same = QuestionVocabulary.stems[word] { return same }
    if QuestionVocabulary.whole.contains(word) || QuestionVocabulary.termNames.contains(word) { return word }
    // Nearly all words are ASCII: to look up what a character is takes longer than the rest.
    let isPlain = word.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    guard word.utf8.count > 3, isPlain || word.count > 3 && word.allSatisfy(\.isLetter) else { return word }
    for (ending, instead) in [("ies", "y"), ("ing", ""), ("ied", "y"), ("ed", ""), ("es", ""), ("s", ""), ("ly", "")]
    where word.hasSuffix(ending) && word.count >= ending.count + 3 && !word.hasSuffix("ss") {
      // Only after a hissing sound is `es` an ending of its own: `losses`, but `trades` is `trade` and `s`.
      if ending == "es", !["s", "x", "z", "ch", "sh"].contains(where: { word.dropLast(2).hasSuffix($0) }) { continue }
      var stem = String(word.dropLast(ending.count)) + instead
      if ending == "ing" || ending == "ed", let last = stem.last, stem.dropLast().last == last, !"lse".contains(last) {
        stem.removeLast()
      }
      if let same = QuestionVocabulary.stems[stem] { return same }
      return QuestionVocabulary.stems[stem + "e"] ?? stem.trimmingFinalE
    }
    return word.trimmingFinalE
  }

  /// Drops what only leads to the question: `hey, could you tell me what …`.
  mutating func dropGreeting() {
    let asks: Set<String> = [
      "what", "which", "how", "why", "who", "where", "howmany", "howmuch", "howlong", "the", "my",
    ]
    let typed = words.map { $0.typed.lowercased() }
    var start = 0
    while start < typed.count - 1 {
      if Self.greetings.contains(typed[start]) {
        start += 1
        continue
      }
      if typed[start] == "good", start + 2 < typed.count, Self.times.contains(typed[start + 1]) {
        start += 2
        continue
      }
      let lead = Self.leads.first { lead in
        start + lead.count < typed.count && zip(lead, typed[start...]).allSatisfy { $0 == $1 }
          && asks.contains(words[start + lead.count].stem)
      }
      guard let lead else { break }
      start += lead.count
    }
    words.removeFirst(start)
  }

  /// Drops what says only that the engine goes on: `close all positions but let the engine run`.
  mutating func dropAssurance() {
    // `are we green or not`
    if words.count > 3, words.suffix(2).map({ $0.typed.lowercased() }) == ["or", "not"] { words.removeLast(2) }
    let stems = stems
    for at in stems.indices.dropFirst(2) where ["but", "and"].contains(stems[at]) {
      var rest = stems[(at + 1)...].filter { !["the", "my", "our", "it"].contains($0) }
      guard let verb = rest.first, ["leav", "leave", "keep", "let"].contains(verb) else { continue }
      rest.removeFirst()
      let isOfEngine = rest.first == "engin" || stems[at...].contains("it")
      if rest.first == "engin" { rest.removeFirst() }
      guard isOfEngine, rest.count == 1, ["run", "on", "go"].contains(rest[0]) else { continue }
      words.removeSubrange(at...)
      return
    }
  }

  private static let greetings: Set<String> = [
    "hey", "hi", "hello", "yo", "pls", "please", "so", "ok", "okay", "hmm", "uh", "um", "well", "and", "hean", "quick",
    "oi", "bro", "mate", "dude", "guys", "sorry", "question",
  ]
  private static let times: Set<String> = ["morning", "afternoon", "evening", "night", "day"]
  private static let leads = [
    "could you tell me", "can you tell me", "could you please tell me", "can you please tell me", "would you tell me",
    "do you know", "i want to know", "i would like to know", "i'd like to know", "i need to know", "just tell me",
    "tell me", "let me know", "i wonder", "any idea", "remind me",
  ].map { $0.split(atEach: " ") }

  private mutating func joinTerms() {
    var joined: [Word] = []
    var at = 0
    while at < words.count {
      let found = QuestionVocabulary.terms.first { term in
        at + term.words.count <= words.count
          && zip(term.words, words[at...]).allSatisfy { $0 == $1.stem }
      }
      if let found {
        // An abbreviation that stands for the whole term is the typed word of each part.
        let parts = words[at..<(at + found.words.count)].map(\.typed)
        let typed = Set(parts).count == 1 ? parts[0] : parts.joined(separator: " ")
        let spelledOut = words[at..<(at + found.words.count)].map(\.spelledOut).joined(separator: " ")
        joined.append(Word(typed: typed, stem: found.name, spelledOut: spelledOut))
        at += found.words.count
      } else {
        joined.append(words[at])
        at += 1
      }
    }
    words = joined
  }
}

extension String {
  /// `trade` and `trading` meet at `trad`; short words keep their vowel.
  fileprivate var trimmingFinalE: String { count > 4 && hasSuffix("e") ? String(dropLast()) : self }
}
