import HeanCore
import HeanQuestions

struct AskCommand: Command {
  static let effect = CommandEffect.streams
  static let engines = EnginesUse.each
  static let history = Flag("history", help: "show what was asked before")
  static let noHistory = Flag("no-history", help: "do not remember what is asked")
  static let phrases = Flag("phrases", help: "show questions of every kind")
  static let words = Operand(
    "QUESTION", each: .text(), isRequired: false, help: "in your words; without it, a conversation")
  static let prices = PriceUse.heeded
  static var documents: [OutputDocument] {
    [
      OutputDocument(.diagnosis, "answer", version: 2, AskFields.all(), .object, source: .sometimes),
      OutputDocument(.diagnosis, "ask_phrases", line: "hean ask --phrases", AskFields.phrases, source: .never),
      OutputDocument(.diagnosis, "ask_history", line: "hean ask --history", AskFields.history, source: .never),
    ]
  }
  static let spec = CommandSpec(
    name: "ask", summary: "A question in plain English, answered from what the engine says now",
    discussion: """
      Offline: names, sides and spans of time are read by rule, and what is asked by two small networks that were learnt \
      from examples. Every answer begins with how the question was read. What hean does not understand it does not answer (exit 1); it makes no \
      forecasts, recommends nothing and shows no secrets (exit 1). What is not known now is said so (exit 4). Without QUESTION on a terminal it is a conversation: arrow keys \
      bring back earlier questions, a number asks a question that was offered, 'and for eth?' keeps the rest of the last \
      question, 'exit' ends it. In a pipe it answers one question a line.
      """,
    examples: [
      Example("hean ask 'unrealized pnl of sol'", "a figure of one symbol"),
      Example("hean ask 'why did it not take ETH?'", "a cause"),
      Example("hean ask 'if btc drops 5 % what happens'", "an assumption"),
      Example("hean ask 'is it safe to reset the kill switch'", "by the rules of the operation itself"),
    ],
    options: [history, noHistory, phrases],
    operands: [words])

  var question: String
  var wantsHistory: Bool
  var isRemembered: Bool
  var wantsPhrases: Bool
  /// Without a question it is a conversation.
  var effect: CommandEffect { question.isEmpty && !wantsPhrases && !wantsHistory ? .streams : .reads }

  init(_ line: ParsedLine) throws(UsageError) {
    question = try line[Self.words].joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    wantsHistory = line[Self.history]
    wantsPhrases = line[Self.phrases]
    isRemembered = !line[Self.noHistory]
  }

  func run(_ session: Session) async throws -> Output {
    if wantsPhrases { return .report(AskFields.phraseReport(session)) }
    let log = AskHistory(environment: session.context.environment)
    if wantsHistory { return .report(AskFields.historyReport(try log.entries(), session)) }
    let asking = QuestionAnswering(session: session, log: isRemembered ? log : nil)
    guard question.isEmpty else { return .report(try await asking.report(question)) }
    let input = session.context.input
    guard !input.isUnasked || !input.isTerminal else {
      throw Failure(
        .usage, "no question was given, and nothing may be asked (--no-input)", nextStep: "give one as words")
    }
    if input.isTerminal, session.context.isDrawnInPlace, session.output.format == .table {
      return .ended(try await Conversation(asking: asking).run())
    }
    return .ended(try await asking.lines())
  }
}
