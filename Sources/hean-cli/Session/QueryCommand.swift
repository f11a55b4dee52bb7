import HeanCore

/// A read: one question, and how its answer is told on a screen and in data. Who draws or encodes answers itself takes the
/// question alone.
protocol QueryCommand: Command {
  associatedtype Question: Query

  /// - Throws: for words that mean nothing at this moment.
  func query(_ session: Session) throws -> Question

  /// - Throws: when the answer is no answer to what was asked.
  func report(_ answer: Question.Answer, _ session: Session) throws -> Report
}

extension QueryCommand {
  func run(_ session: Session) async throws -> Output {
    let answer = try await session.ask(query(session))
    return .report(try report(answer, session))
  }
}
