public import Foundation

extension EngineClient {
  /// What the engine answers to a question now. Reads what the question needs, each endpoint at most once.
  /// - Throws: why there is no answer that means anything: nobody answers, the key is refused, a name stands for nothing.
  public func answer<Question: Query>(
    to question: Question, now: @Sendable () -> Date = { Date() }
  ) async throws(EngineError) -> Question.Answer {
    try question.answer(await look().snapshot(of: question.parts, now: now), now: now())
  }
}
