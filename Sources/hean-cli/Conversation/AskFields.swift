import HeanCore
import HeanQuestions

enum AskFields {
  struct Asked: Sendable {
    var question: String
    var answer: QuestionAnswer
    var reading: QuestionReading { answer.reading }
  }

  static func all(_ commands: CommandLines = CommandLines()) -> [Field<Asked>] {
    [
      Field("question", "Question", "as it was asked", priority: 1) { .string($0.question) },
      Field("read_as", "Read as", "what was understood, in a line", priority: 1) { .string($0.reading.summary) },
      Field("kind", "Kind", "answered, not_known, or refused", priority: 1) { .string($0.answer.kind.rawValue) },
      Field("frame", "Frame", "kind of the question: figure, list, why, how_to …", priority: 1) {
        .string($0.reading.frame.rawValue)
      },
      Field("about", "About", "metric or topic; null where the frame says it all", priority: 1) {
        .optional($0.reading.metric?.rawValue ?? $0.reading.topic?.rawValue)
      },
      Field("second_about", "And about", "a second metric told beside the first; null for none", priority: 1) {
        .optional($0.reading.secondMetric?.rawValue)
      },
      Field("symbols", "Symbols", "as the engine writes them", priority: 1) {
        .array($0.reading.symbols.map { .string($0) })
      },
      Field("strategies", "Strategies", "ids", priority: 1) { .array($0.reading.strategies.map { .string($0) }) },
      Field("side", "Side", "long or short; null for both", priority: 1) { .optional($0.reading.side?.rawValue) },
      Field("window", "Window", "span of the past; null for none", priority: 1) {
        .optional($0.reading.window?.description)
      },
      Field("second_window", "Versus", "a second span, set beside the first; null for none", priority: 1) {
        .optional($0.reading.secondWindow?.description)
      },
      .steps("answer", "Answer", "sentences", priority: 1, commands) { $0.answer.lines },
      Field("figures", "Figures", "name, value, unit, source", priority: 1) { asked in
        .array(
          asked.answer.figures.map {
            [
              "name": .string($0.name), "value": .optional($0.value), "unit": .string($0.unit),
              "source": .string($0.source),
            ]
          })
      },
      Field("evidence", "Evidence", "source, says", priority: 1) { asked in
        .array(asked.answer.evidence.map { ["source": .string($0.source), "says": .string($0.message)] })
      },
      .steps("commands", "Commands", "what shows more or does something", priority: 1, commands) {
        $0.answer.commands
      },
      Field("follow_ups", "Next", "questions that follow", priority: 1) { asked in
        .array(asked.reading.followUps.map { .string($0) })
      },
    ]
  }

  static let phrases: [Field<QuestionFrame>] = [
    Field("frame", "KIND", "stable name", priority: 100) { .string($0.rawValue) },
    Field(
      "questions", "QUESTIONS", "some of its kind", .wrapping, priority: 100,
      value: { frame in .array(frame.questions.map { .string($0) }) }
    ) { Cell($0.questions.joined(separator: "; ")) },
  ]

  static let history: [Field<AskHistory.Entry>] = [
    .moment("time", "TIME", "when it was asked", priority: 80) { $0.time },
    Field("question", "QUESTION", "as it was asked", .wrapping, priority: 100) { .string($0.question) },
    Field("intent", "READ AS", "null when it was not understood", priority: 90) { .optional($0.intent) },
    Field("answer", "ANSWER", "its first sentence; null when there was none", .wrapping, priority: 70) {
      .optional($0.answer)
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
