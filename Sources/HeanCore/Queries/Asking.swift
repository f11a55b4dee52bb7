extension EngineReader {
  /// Reads what a question needs, and answers it. An endpoint that this reader has read already is not read again.
  /// - Parameter now: the time that ages are measured against; UTC.
  /// - Throws: as the question's `answer`.
  public func ask<Question: Query>(
    _ question: Question, now: @Sendable () -> Date
  ) async throws(EngineError) -> Question.Answer {
    try question.answer(await snapshot(of: question.parts, now: now), now: now())
  }
}

extension EngineClient {
  /// Asks the engine a question now. Reads the endpoints that the question needs, each at most once.
  /// - Parameter now: the time that ages are measured against; UTC.
  /// - Throws: `EngineError` when there is no meaningful answer: the engine cannot be reached, it refuses the key, or it
  ///   does not know a symbol, position or strategy of that name.
  public func answer<Question: Query>(
    to question: Question, now: @Sendable () -> Date = { Date() }
  ) async throws(EngineError) -> Question.Answer {
    try await look().ask(question, now: now)
  }
}
