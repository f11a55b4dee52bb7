import Foundation
import HeanCore

struct AskCommand: Command {
  static let history = Flag("history", help: "show what was asked before")
  static let noHistory = Flag("no-history", help: "do not remember this question")
  static let phrases = Flag("phrases", help: "show every question it knows")
  static let words = Operand("QUESTION", each: .text(), isRequired: false, help: "in your words")
  static let prices = PriceUse.heeded
  static var documents: [OutputDocument] {
    [
      OutputDocument(.diagnosis, "answer", AskFields.all()),
      OutputDocument(.diagnosis, "ask_phrases", line: "hean ask --phrases", AskFields.phrases),
      OutputDocument(.diagnosis, "ask_history", line: "hean ask --history", AskFields.history),
    ]
  }
  static let spec = CommandSpec(
    name: "ask", summary: "A question in plain English, answered from the diagnosis",
    discussion: """
      Offline and by rule: the question is matched against a table of phrases (--phrases), and the answer comes from what \
      the engine said just now, with its sources. A question it does not understand gets the nearest ones and exit 1.
      """,
    examples: [
      Example("hean ask 'why did it not take ETH?'", "about one symbol"),
      Example("hean ask 'am I safe'", "about risk"), Example("hean ask 'which strategy loses'", "about strategies"),
    ],
    options: [history, noHistory, phrases],
    operands: [words])

  var question: String
  var wantsHistory: Bool
  var isRemembered: Bool
  var wantsPhrases: Bool

  init(_ line: ParsedLine) throws(UsageError) {
    question = try line[Self.words].joined(separator: " ").trimmingCharacters(in: .whitespaces)
    wantsHistory = line[Self.history]
    wantsPhrases = line[Self.phrases]
    isRemembered = !line[Self.noHistory]
    guard !question.isEmpty || wantsHistory || wantsPhrases else { throw .missingOperand("QUESTION", path: line.path) }
  }

  func run(_ session: Session) async throws -> Output {
    if wantsPhrases { return .report(AskFields.phraseReport(session)) }
    let log = AskHistory(environment: session.context.environment)
    if wantsHistory { return .report(AskFields.historyReport(try log.entries(), session)) }
    let understood = QuestionReader().read(question)
    if isRemembered {
      // When the question cannot be recorded, it is answered all the same.
      do { try log.append(question, understood, at: session.context.now()) } catch {
        session.note("the question could not be remembered: \(Failure(error, url: "").message)")
      }
    }
    guard understood.isUnderstood else {
      let near = ([understood.intent] + understood.others).prefix(3).map { intent in
        Guidance.command(.ask, AskFields.asked(intent, understood.symbol))
      }
      throw Failure(
        .refused, "not understood: '\(question)'", nextStep: near.joined(separator: ", or "))
    }
    let answer = try await session.withEngine { engine in
      let symbol = try await engine.settled(NameFilter(symbol: understood.symbol)).symbol
      return try await session.ask(AskQuery(understood.intent, symbol: symbol) { session.pastAttempts(on: $0) }, engine)
    }
    var report = session.report("answer", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(
      AskFields.all(session.commands), AskFields.Asked(question: question, understood: understood, answer: answer))
    report.screen.context(answer.context, session)
    for (index, line) in answer.lines.enumerated() {
      report.screen.sentence(Guidance(line), index == 0 ? .strong : .plain)
    }
    report.screen.blank()
    for item in answer.evidence { report.screen.item("·", Cell("\(item.message) (\(item.source))", .faint)) }
    for command in answer.commands { report.screen.offer(">", Guidance(command)) }
    let next = understood.intent.followUps.map { "'\(AskFields.asked($0, understood.symbol))'" }
    report.screen.line(Cell("You could also ask: \(next.joined(separator: ", ")).", .faint))
    return .report(report)
  }
}

enum AskFields {
  struct Asked: Sendable {
    var question: String
    var understood: QuestionReader.Understanding
    var answer: AskAnswer
  }

  static func asked(_ intent: Intent, _ symbol: String?) -> String {
    intent.question.replacing("$", with: symbol ?? "ETHUSDT")
  }

  static func all(_ commands: CommandLines = CommandLines()) -> [Field<Asked>] {
    [
      Field("question", "Question", "as it was asked", priority: 1) { .string($0.question) },
      Field("intent", "Understood", "stable name of what it is about", priority: 1) {
        .string($0.answer.intent.rawValue)
      },
      Field("score", "Score", "how sure that is, 0 to 1", priority: 1) {
        .number(Figures.rounded(Decimal($0.understood.score), 3))
      },
      Field("symbol", "Symbol", "null when none was named", priority: 1) { .optional($0.answer.symbol) },
      .steps("answer", "Answer", "sentences", priority: 1, commands) { $0.answer.lines },
      Field("evidence", "Evidence", "source, says", priority: 1) { asked in
        .array(asked.answer.evidence.map { ["source": .string($0.source), "says": .string($0.message)] })
      },
      .steps("commands", "Commands", "what shows more or does something", priority: 1, commands) {
        $0.answer.commands
      },
      Field("follow_ups", "Next", "two questions that follow", priority: 1) { asked in
        .array(asked.answer.intent.followUps.map { .string(AskFields.asked($0, asked.answer.symbol)) })
      },
    ]
  }

  static let phrases: [Field<Intent>] = [
    Field("intent", "ABOUT", "stable name", priority: 100) { .string($0.rawValue) },
    Field(
      "phrases", "PHRASES", "ways to ask it; $ is a symbol", .wrapping, priority: 100,
      value: { intent in
        .array(intent.phrases.map { .string($0) })
      }
    ) { Cell($0.phrases.joined(separator: "; ")) },
  ]

  static let history: [Field<AskHistory.Entry>] = [
    .moment("time", "TIME", "when it was asked", priority: 80) { $0.time },
    Field("question", "QUESTION", "as it was asked", .wrapping, priority: 100) { .string($0.question) },
    Field("intent", "UNDERSTOOD AS", "null when it was not", priority: 90) { .optional($0.intent) },
  ]

  static func phraseReport(_ session: Session) -> Report {
    var report = session.localReport("ask_phrases")
    report.list(phrases, Intent.allCases)
    return report
  }

  static func historyReport(_ entries: [AskHistory.Entry], _ session: Session) -> Report {
    var report = session.localReport("ask_history")
    report.list(history, entries, none: "Nothing was asked yet.")
    return report
  }
}
