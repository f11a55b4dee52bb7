import HeanCore
import HeanQuestions

/// Answers questions, one at a time, and keeps the last reading for the next.
struct QuestionAnswering: Sendable {
  let session: Session
  /// `nil` to remember nothing.
  let log: AskHistory?

  /// - Parameter isOnly: whether the run ends with this answer, so that the time limit of a read holds for all of it.
  /// - Throws: for a question that is too long to be one, and when it cannot be answered.
  func answer(
    _ question: String, after earlier: QuestionReading? = nil, isOnly: Bool = false
  ) async throws -> QuestionAnswer {
    guard question.unicodeScalars.count <= LineEditing.maximumLength else {
      throw Failure(
        .usage, "the question is longer than \(LineEditing.maximumLength) characters",
        nextStep: .command(.ask, "--phrases"))
    }
    let session = session
    let query = QuestionQuery(
      question, after: earlier, zone: session.output.zone, actions: session.questionActions
    ) { session.pastAttempts(on: $0) }
    let now = session.context.now()
    let answer: QuestionAnswer
    if !query.needsEngine {
      answer = try query.answer(EngineSnapshot(seenAt: now), now: now)
    } else if isOnly {
      answer = try await session.askOnce(query)
    } else {
      answer = try await session.ask(query)
    }
    // When the question cannot be recorded, it is answered all the same.
    do { try log?.append(question, answer, at: now) } catch {
      session.warn("the question could not be remembered: \(Failure(error, url: "").message)")
    }
    return answer
  }

  /// - Throws: for a question that was not understood, with those that may have been meant.
  func report(_ question: String) async throws -> Report {
    let answer = try await answer(question, isOnly: true)
    if answer.kind == .notUnderstood { throw Self.failure(question, answer, session) }
    return report(question, answer)
  }

  static func failure(_ question: String, _ answer: QuestionAnswer, _ session: Session) -> Failure {
    let reason = session.commands.text(reason(answer)).trimmed(of: ".")
    // A command that shows the noun is nearer than another question.
    let near = (answer.commands.map { Guidance($0) } + answer.suggestions.map { Guidance.command(.ask, $0) }).prefix(3)
    return Failure(
      .refused, SecretWords.question("not understood: '\(question)': \(reason)"),
      nextStep: near.isEmpty ? .command(.ask, "--phrases") : near.joined(separator: ", or "))
  }

  /// Why a question was not understood.
  static func reason(_ answer: QuestionAnswer) -> Guidance { answer.lines.first.map { Guidance($0) } ?? Guidance("") }

  func report(_ question: String, _ answer: QuestionAnswer) -> Report {
    let isOfEngine = answer.context.engineState != nil || answer.context.statusError != nil
    var report =
      isOfEngine
      ? session.viewpoint.report("answer", version: 2, on: answer.context, receivedAt: answer.receivedAt)
      : session.localReport("answer", version: 2)
    report.payload = .object(AskFields.all(session.commands), AskFields.Asked(question: question, answer: answer))
    if isOfEngine { report.screen.context(answer.context, session.viewpoint) }
    report.screen.line(Cell("Read as: \(answer.reading.summary)", .faint))
    for (index, line) in answer.lines.enumerated() {
      report.screen.sentence(Guidance(line), index == 0 ? .strong : .plain)
    }
    if !answer.evidence.isEmpty || !answer.commands.isEmpty { report.screen.blank() }
    for item in answer.evidence { report.screen.item("·", Cell("\(item.message) (\(item.source))", .faint)) }
    for command in answer.commands { report.screen.offer(">", Guidance(command)) }
    report.exit = answer.kind == .refused ? .refused : answer.kind == .notKnown ? .staleOrUnconfirmed : .ok
    return report
  }

  /// One question a line from standard input; one answer, or error, each.
  /// - Returns: the exit code of the first question that was not answered.
  func lines() async throws -> ExitCode {
    var exit = ExitCode.ok
    var earlier: QuestionReading?
    var hasAsked = false
    while true {
      do {
        guard let line = try await session.context.input.readLine() else { break }
        let question = line.trimmed()
        guard !question.isEmpty else { continue }
        hasAsked = true
        let answer = try await answer(question, after: earlier)
        if answer.kind == .notUnderstood { throw Self.failure(question, answer, session) }
        earlier = answer.reading
        let report = report(question, answer)
        try show(report)
        if exit == .ok { exit = report.exit }
      } catch let failure where Self.isOfOneQuestion(failure) {
        hasAsked = true
        let code = session.show(session.failure(failure))
        if exit == .ok { exit = code }
      }
    }
    guard hasAsked else { throw UsageError.missingOperand("QUESTION", path: ["ask"]) }
    return exit
  }

  /// Whether the next question can be answered all the same.
  private static func isOfOneQuestion(_ failure: any Error) -> Bool {
    switch failure {
    case is CancellationError, is FileDescriptorWriter.Failure, LineReader.Failure.cancelled,
      LineReader.Failure.failed:
      false
    default: true
    }
  }

  func show(_ report: Report) throws {
    try session.noteBefore(report)
    var renderer = session.renderer
    // One document a line: a reader of the pipe takes them apart by lines.
    renderer.isTerminal = false
    var text = ""
    try renderer.render(report) { text += $0 }
    try session.context.output.write(text)
  }
}

extension Session {
  /// What operators did to this engine, by this user's audit log.
  var questionActions: QuestionActions {
    QuestionActions {
      guard let runs = try? AuditLog(environment: context.environment).latest() else { return nil }
      return runs.filter { $0.isAbout(self) }
    }
  }
}
