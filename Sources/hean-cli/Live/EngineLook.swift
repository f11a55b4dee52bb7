import Foundation
import HeanCore

/// Reads the engine for one look.
struct EngineLook: Sendable {
  /// A reader without cached answers.
  let reader: EngineReader
  private let read: @Sendable (Set<Part>) async -> EngineSnapshot

  init(_ reader: EngineReader, now: @escaping @Sendable () -> Date, watched: WatchedEngine? = nil) {
    self.reader = reader
    read = { parts in
      if let watched { return await watched.snapshot(of: parts, by: reader) }
      return await reader.snapshot(of: parts, now: now)
    }
  }

  func snapshot(of parts: Set<Part>) async -> EngineSnapshot { await read(parts) }
}

extension Session {
  /// Answers a query with a look that may include updates from events.
  func ask<Question: Query>(_ question: Question, _ engine: EngineLook) async throws(EngineError) -> Question.Answer {
    try question.answer(await engine.snapshot(of: question.parts), now: context.now())
  }
}
