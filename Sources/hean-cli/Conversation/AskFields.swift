import HeanCore
import HeanQuestions

enum AskFields {
  struct Asked: Sendable {
    var question: String
    var answer: QuestionAnswer
    var reading: QuestionReading { answer.reading }
  }

  private static let subjects = QuestionMetric.allCases.map(\.rawValue) + QuestionTopic.allCases.map(\.rawValue)

  private static let figures: [Field<QuestionFigure>] = [
    .member("name") { $0.name }, .member("value") { $0.value }, .member("unit") { $0.unit },
    .member("source") { $0.source },
  ]

  private static let evidence: [Field<Gate.Evidence>] = [
    .member("source") { $0.source }, .member("says") { $0.message },
  ]

  static func all(_ commands: CommandLines = CommandLines()) -> [Field<Asked>] {
    [
      Field("question", "Question", "as it was asked", priority: 1) { $0.question },
      Field("read_as", "Read as", "what was understood, in a line", priority: 1) { $0.reading.summary },
      Field("kind", "Kind", "answered, not_known, or refused", priority: 1) { $0.answer.kind },
      Field("frame", "Frame", "kind of the question: figure, list, why, how_to …", priority: 1) {
        $0.reading.frame
      },
      Field(
        "about", "About", "metric or topic; null where the frame says it all", priority: 1,
        type: FieldType(.words(subjects), canBeMissing: true)
      ) { .optional($0.reading.metric?.rawValue ?? $0.reading.topic?.rawValue) },
      Field("second_about", "And about", "a second metric told beside the first; null for none", priority: 1) {
        $0.reading.secondMetric
      },
      Field("symbols", "Symbols", "as the engine writes them", priority: 1) {
        $0.reading.symbols
      },
      Field("strategies", "Strategies", "ids", priority: 1) { $0.reading.strategies },
      Field("side", "Side", "long or short; null for both", priority: 1) { $0.reading.side },
      Field("window", "Window", "span of the past; null for none", priority: 1) {
        $0.reading.window?.description
      },
      Field("second_window", "Versus", "a second span, set beside the first; null for none", priority: 1) {
        $0.reading.secondWindow?.description
      },
      .steps("answer", "Answer", "sentences", priority: 1, commands) { $0.answer.lines },
      .parts("figures", "Figures", "name, value, unit, source", priority: 1, of: figures) { $0.answer.figures },
      .parts("evidence", "Evidence", "source, says", priority: 1, of: evidence) { $0.answer.evidence },
      .steps("commands", "Commands", "what shows more or does something", priority: 1, commands) {
        $0.answer.commands
      },
      Field("follow_ups", "Next", "questions that follow", priority: 1) { asked in
        asked.reading.followUps
      },
    ]
  }

  static let phrases: [Field<QuestionFrame>] = [
    Field("frame", "KIND", "stable name", priority: 100) { $0 },
    Field(
      "questions", "QUESTIONS", "some of its kind", .wrapping, priority: 100,
      value: { frame in frame.questions }
    ) { Cell($0.questions.joined(separator: "; ")) },
  ]

  static let history: [Field<AskHistory.Entry>] = [
    .moment("time", "TIME", "when it was asked", priority: 80) { $0.time },
    Field("question", "QUESTION", "as it was asked", .wrapping, priority: 100) { $0.question },
    Field("intent", "READ AS", "null when it was not understood", priority: 90) { $0.intent },
    Field("answer", "ANSWER", "its first sentence; null when there was none", .wrapping, priority: 70) {
      $0.answer
    },
  ]

  static func phraseReport(_ session: Session) -> Report {
    var report = session.localReport("ask_phrases")
    report.list(phrases, QuestionFrame.allCases)
    return report
  }

  static func historyReport(_ entries: [AskHistory.Entry], _ session: Session) -> Report {
    var report = session.localReport("ask_history")
    report.list(history, entries, none: "Nothing was asked yet.")
    return report
  }
}

extension QuestionAnswer.Kind: FieldWord {}
extension QuestionFrame: FieldWord {}
extension QuestionMetric: FieldWord {}
extension QuestionSide: FieldWord {}
