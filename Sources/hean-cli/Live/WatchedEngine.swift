import Foundation
import HeanCore
import HeanNetworking

/// The engine for a screen that is redrawn again and again. Events update what was read. The engine is read again when
/// an event reports another change, when no events come, and every few seconds, because not every change has an event.
actor WatchedEngine {
  private let store = EngineStore()
  private let now: @Sendable () -> Date
  private var last: Last?

  private struct Last {
    var parts: Set<Part>
    var snapshot: EngineSnapshot
    var askedAt: Date
  }

  static let topics: [Topic] = [
    .marketData, .positions, .orders, .ordersSnapshot, .accountState, .metrics, .tradingMetrics, .riskEvents,
    .systemStatus, .systemHeartbeat,
  ]

  /// Seconds for which a read stays valid, as long as events come and none reports another change.
  private static let lasts: TimeInterval = 5
  /// Time until a WebSocket connection is tried again.
  private static let rest = Duration.seconds(30)

  init(now: @escaping @Sendable () -> Date) { self.now = now }

  func snapshot(of parts: Set<Part>, by reader: EngineReader) async -> EngineSnapshot {
    let picture = await store.picture
    if let last, last.parts == parts, isGood(last, picture) { return last.snapshot.moved(by: picture, at: now()) }
    let askedAt = now()
    _ = await store.takeWanted()
    let snapshot = await reader.snapshot(of: parts, now: now)
    await store.take { $0.take(snapshot, askedAt: askedAt) }
    last = Last(parts: parts, snapshot: snapshot, askedAt: askedAt)
    return snapshot.moved(by: await store.picture, at: now())
  }

  private func isGood(_ last: Last, _ picture: EnginePicture) -> Bool {
    let shown = last.snapshot.pictureParts
    let age = now().timeIntervalSince(last.askedAt)
    return picture.feed.isLive && picture.wanted.isDisjoint(with: shown)
      && shown.isDisjoint(with: picture.doubts.keys) && age >= 0 && age < Self.lasts
  }

  /// The age of what is shown, for the line with the age of prices; empty before it is known.
  var message: String {
    get async {
      switch await store.picture.feed {
      case .none: ""
      case .live: last.map { "live, read \(Int(clamping: now().timeIntervalSince($0.askedAt)))s ago" } ?? ""
      case .silent: "no events received: read each time"
      case .polling: "no WebSocket: read each time"
      }
    }
  }

  /// Follows events until the task is cancelled. Without a WebSocket no events are polled, because everything is read
  /// again anyway.
  func follow(sleep: @Sendable (Duration) async throws -> Void, _ open: @Sendable () throws -> EventStream) async {
    while !Task.isCancelled {
      guard let stream = try? open() else { return }
      await withDiscardingTaskGroup { group in
        group.addTask { await stream.run() }
        await listen(stream)
        await stream.stop()
        group.cancelAll()
      }
      do { try await sleep(Self.rest) } catch { return }
    }
  }

  func fold(_ records: [StreamRecord]) async { await store.fold(records) }

  private func listen(_ stream: EventStream) async {
    do {
      while let records = try await stream.next() {
        await fold(records)
        if await store.picture.feed == .polling { return }
      }
    } catch {
      let words = error.message
      await fold([.notice(StreamNotice(.polling, at: now(), words))])
    }
  }
}

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
