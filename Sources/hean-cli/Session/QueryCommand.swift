import HeanCore

/// A command that reads: one query, and how its answer is shown on a screen and in data. Callers that show answers in
/// another way use only the query.
protocol QueryCommand: Command {
  associatedtype Question: Query

  /// - Throws: when an option cannot be used at this time.
  func query(_ session: Session) throws -> Question

  /// - Throws: when the engine's answer does not answer the query.
  func report(_ answer: Question.Answer, _ session: Session) throws -> Report
}

extension QueryCommand {
  static var effect: CommandEffect { .reads }

  func run(_ session: Session) async throws -> Output {
    let answer = try await session.askOnce(query(session))
    return .report(try report(answer, session))
  }
}
