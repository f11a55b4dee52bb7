import HeanCore

/// Answers what a term or a reason code means, and how two of them differ, from the glossary and the reasons.
struct MeaningAnswer: Sendable {
  func fill(_ answer: inout QuestionAnswer) {
    let entries = Self.entries(answer.reading.terms)
    let wanted = answer.reading.frame == .difference ? 2 : 1
    guard entries.count >= wanted else {
      answer.kind = .notUnderstood
      let known = entries.map(\.name)
      let asked = answer.reading.terms.joined(separator: " ").replacing("_", with: " ")
      answer.say(
        known.isEmpty
          ? "No term of the glossary is in \"\(asked)\"."
          : "Of the two terms only \(known.joined(separator: ", ")) is in the glossary.")
      answer.suggestions = known.map { "what is \($0)" }
      return
    }
    for entry in entries.prefix(wanted) {
      answer.say("\(entry.name): \(entry.meaning)" + entry.here)
      answer.cite(entry.source, entry.name)
    }
    if let code = entries.first(where: { $0.source == "reason codes" })?.name {
      answer.commands.append(.query(.reasons, code))
    }
  }

  struct Entry {
    var name: String
    var meaning: String
    var here: NextStep
    var source: String
  }

  /// What explains these terms, each once.
  static func entries(_ terms: [String]) -> [Entry] {
    var names: Set<String> = []
    return Terms.longest(in: terms, entry).filter { names.insert($0.name).inserted }
  }

  private static func entry(_ words: String) -> Entry? {
    if let term = Terms.inGlossary(words) ?? GlossaryTerm.find(QuestionWords.stem(words.replacing("_", with: " "))) {
      return Entry(name: term.name, meaning: "\(term.meaning) ", here: term.here, source: "glossary")
    }
    if let statistic = Statistic.Name(explained: words) {
      return Entry(
        name: statistic.title, meaning: statistic.definition + " ",
        here: "'\(.query(.analytics))' works it out.", source: "glossary")
    }
    guard let reason = Reason.named(words) ?? Reason.named(words.uppercased()) else { return nil }
    return Entry(
      name: reason.code.rawValue, meaning: "\(reason.meaning). It clears by: ", here: reason.clearedBy + ".",
      source: "reason codes")
  }
}
