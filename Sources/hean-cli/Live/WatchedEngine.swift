import Foundation
import HeanCore
import HeanNetworking

/// The engine for a screen that is redrawn again and again. Events update what was read. The engine is read again when
/// an event reports another change, when no events come, and every few seconds, because not every change has an event.
actor WatchedEngine {
  private let store = EngineStore()
  private let now: @Sendable () -> Date
  private var lastRead: Read?

  private struct Read {
    var parts: Set<Part>
    var snapshot: EngineSnapshot
    var askedAt: Date
  }

  static let topics: [Topic] = [
    .marketData, .positions, .orders, .ordersSnapshot, .accountState, .metrics, .tradingMetrics, .riskEvents,
    .systemStatus, .systemHeartbeat,
  ]

  /// Seconds for which a read stays valid, as long as events come and none reports another change.
  private static let validity: TimeInterval = 5
  /// Time until a WebSocket connection is tried again.
  private static let retryPause = Duration.seconds(30)

  init(now: @escaping @Sendable () -> Date) { self.now = now }

  func snapshot(of parts: Set<Part>, by reader: EngineReader) async -> EngineSnapshot {
    let picture = await store.picture
    if let lastRead, lastRead.parts == parts, isValid(lastRead, picture) {
      return lastRead.snapshot.moved(by: picture, at: now())
    }
    let askedAt = now()
    _ = await store.takePartsToRead()
    let snapshot = await reader.snapshot(of: parts, now: now)
    await store.take { $0.take(snapshot, askedAt: askedAt) }
    lastRead = Read(parts: parts, snapshot: snapshot, askedAt: askedAt)
    return snapshot.moved(by: await store.picture, at: now())
  }

  private func isValid(_ read: Read, _ picture: EnginePicture) -> Bool {
    let shown = read.snapshot.pictureParts
    let age = now().timeIntervalSince(read.askedAt)
    return picture.feed.isLive && picture.partsToRead.isDisjoint(with: shown)
      && shown.isDisjoint(with: picture.doubts.keys) && age >= 0 && age < Self.validity
  }

  /// How old the last read is, or why the engine is read each time, for the line with the age of prices. Empty before
  /// the stream has begun.
  var message: String {
    get async {
      switch await store.picture.feed {
      case .none: ""
      case .live: lastRead.map { "live, read \(Int(clamping: now().timeIntervalSince($0.askedAt)))s ago" } ?? ""
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
      do { try await sleep(Self.retryPause) } catch { return }
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
