public import Foundation

extension EngineClient {
  /// Asks the engine a question now. Reads the endpoints that the question needs, each at most once.
  /// - Parameter now: the time that ages are measured against; UTC.
  /// - Throws: `EngineError` when there is no meaningful answer: the engine cannot be reached, it refuses the key, or it
  ///   does not know a symbol, position or strategy of that name.
  public func answer<Question: Query>(
    to question: Question, now: @Sendable () -> Date = { Date() }
  ) async throws(EngineError) -> Question.Answer {
    try question.answer(await look().snapshot(of: question.parts, now: now), now: now())
  }
}
