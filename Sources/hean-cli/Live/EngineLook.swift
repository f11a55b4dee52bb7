import HeanCore

/// Reads the engine for one look.
struct EngineLook: Sendable {
  /// Without cached answers.
  private let reader: EngineReader
  private let read: @Sendable (Set<SnapshotPart>) async -> EngineSnapshot
  private let watched: WatchedEngine?
  private let isKept: Bool

  init(_ reader: EngineReader, now: @escaping @Sendable () -> Date, watched: WatchedEngine? = nil) {
    self.reader = reader
    self.watched = watched
    isKept = false
    read = { parts in
      if let watched { return await watched.snapshot(of: parts, by: reader) }
      return await reader.snapshot(of: parts, now: now)
    }
  }

  /// Looks again at what the latest look that succeeded was given; nothing is read.
  init(_ reader: EngineReader, now: @escaping @Sendable () -> Date, keptBy watched: WatchedEngine) {
    self.reader = reader
    self.watched = watched
    isKept = true
    read = { _ in await watched.kept ?? EngineSnapshot(seenAt: now()) }
  }

  /// Names as the engine has them; those of a look that reads nothing are taken from what it was given.
  func resolved(_ filter: NameFilter) async throws(EngineError) -> NameFilter {
    if isKept { return try filter.resolved(await read([]), ListedNames()) }
    return try await reader.resolved(filter)
  }

  func snapshot(of parts: Set<SnapshotPart>) async -> EngineSnapshot { await read(parts) }

  /// The last change of each price, by trading pair, that was seen since the watching began.
  func priceChanges() async -> [String: PriceChange] { await watched?.priceChanges ?? [:] }
}

extension Session {
  /// Answers a query with a look that may include updates from events.
  func ask<Question: Query>(_ question: Question, _ engine: EngineLook) async throws(EngineError) -> Question.Answer {
    try question.answer(await engine.snapshot(of: question.parts), now: context.now())
  }
}
