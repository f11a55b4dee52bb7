import HeanCore

/// A kind of part of a question that is not read, by the words in which it is said.
struct UnreadRow: Sendable {
  /// Says what was not understood; `nil` when it finds no such part.
  typealias Check = @Sendable (TypedText, QuestionReading) -> String?

  private let check: Check

  /// A kind that takes more than phrases to find.
  init(check: @escaping Check) { self.check = check }

  /// A kind that is found where one of its phrases stands in a question.
  /// - Parameters:
  ///   - phrases: the first that stands in the question is told in the message; none where only the rest decides.
  ///   - and: phrases of which one has to stand in it as well.
  ///   - without: phrases of which none may.
  ///   - says: what else has to be so of the words.
  ///   - message: with `%` where the phrase is told.
  ///   - holds: whether the answer would leave such a part out.
  init(
    _ phrases: Phrases = "", and: Phrases = "", without: Phrases = "",
    says: @escaping @Sendable (TypedText) -> Bool = { _ in true }, _ message: String,
    where holds: @escaping @Sendable (QuestionReading) -> Bool = { _ in true }
  ) {
    check = { text, reading in
      guard holds(reading), let words = phrases.text.isEmpty ? "" : text.first(phrases),
        and.text.isEmpty || text.has(and), !text.has(without), says(text)
      else { return nil }
      return message.replacing("%", with: words)
    }
  }

  /// What was not understood, in words; `nil` when the question has no such part.
  func message(_ text: TypedText, _ reading: QuestionReading) -> String? { check(text, reading) }
}

extension QuestionReading {
  /// Whether it is about one of these.
  func isOf(_ metrics: QuestionMetric...) -> Bool { metric.map(metrics.contains) == true }
}
