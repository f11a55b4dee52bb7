import HeanCore

/// A command that reads: one query, and how its answer is shown on a screen and in data. Callers that show answers in
/// another way use only the query.
protocol QueryCommand: Command {
  associatedtype Question: Query

  /// With what a screen on a terminal ends where the judge has nothing to do; `nil` for a screen that ends without a step.
  static var usualStep: Guidance? { get }

  /// - Throws: when an option cannot be used at this time.
  func query(_ session: Session) throws -> Question

  /// - Throws: when the engine's answer does not answer the query.
  func report(_ answer: Question.Answer, _ session: Session) throws -> Report
}

extension QueryCommand {
  static var effect: CommandEffect { .reads }
  static var usualStep: Guidance? { nil }

  func run(_ session: Session) async throws -> Output {
    let question = try query(session)
    guard let usual = Self.usualStep else {
      return .report(try report(try await session.askOnce(question), session))
    }
    return try await session.withEngineOnce { engine in
      let look = EngineLook(engine, now: session.context.now)
      return .report(try await session.stepped(question, look, usual: usual) { try report($0, session) })
    }
  }
}

extension Session {
  /// Whether a screen ends with the next step: for a person who looks at what is now, and not for a pipe. Rows that were
  /// chosen by `--fields` end without.
  var wantsStep: Bool {
    output.isScreen && output.isTerminal && !isQuiet && offline == nil && record == nil && output.fields == nil
  }

  /// Answers a query, and ends its report with the one most useful next command: that of the judge, whose reads are added,
  /// or what is usual after this screen.
  func stepped<Question: Query>(
    _ question: Question, _ engine: EngineLook, usual: Guidance, isWatched: Bool = false,
    report make: (Question.Answer) async throws -> Report
  ) async throws -> Report {
    guard wantsStep, !isWatched else { return try await make(try await ask(question, engine)) }
    let judged = try await ask(JudgedQuery(question) { self.pastAttempts(on: $0) }, engine)
    var report = try await make(judged.answer)
    report.end(with: judged.judgement, judged.idle, usual: usual, in: path)
    return report
  }
}
