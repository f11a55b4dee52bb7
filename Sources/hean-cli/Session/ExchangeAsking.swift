import HeanCore

extension Session {
  /// Asks the exchange behind the engine of this run. The engine itself is not asked.
  func withExchange<Value: Sendable>(
    _ body: @Sendable (ExchangeConnection) async throws -> Value
  ) async throws -> Value {
    guard record == nil, offline == nil else {
      throw Failure(
        .usage, "the exchange is asked now, and an earlier look is shown", nextStep: "leave that option out")
    }
    let target = try ExchangeTarget(of: self)
    let context = context
    return try await tellingWaits(.read) {
      do {
        guard let waits = context.waits else { return try await target.withConnection(in: context, body) }
        return try await waits.during("the exchange", within: target.deadline) {
          try await target.withConnection(in: context, body)
        }
      } catch let error as ExchangeError {
        throw Failure(exchange: error, url: target.sourceURL)
      }
    }
  }

  /// A report about what the exchange answered, with its heading.
  func report(_ name: String, on connection: ExchangeConnection) async -> Report {
    let mode = await connection.reader.isPractice ? .practiceExchange : connection.mode
    return ExchangeHeading(url: connection.url, mode: mode, correction: await connection.reader.correctedClock)
      .report(name, viewpoint)
  }
}
