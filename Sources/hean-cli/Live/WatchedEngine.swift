import HeanCore
import HeanNetworking

/// The engine for a screen that is redrawn again and again. Events update what was read. The engine is read again when
/// an event reports another change, when no events come, and every few seconds, because not every change has an event.
actor WatchedEngine {
  private let store = EngineStore()
  private let now: @Sendable () -> Date
  private var lastRead: Read?
  /// What the latest look has been given, and what the latest that succeeded was given: as it was read.
  private var lastShown: EngineSnapshot?
  private var lastKept: EngineSnapshot?
  /// Whether a look has asked `readMeanwhile` for a read that has not ended.
  private var isReading = false
  private let (wishes, wish) = AsyncStream.makeStream(of: Wish.self, bufferingPolicy: .bufferingNewest(1))

  private struct Wish: Sendable {
    var parts: Set<SnapshotPart>
    var reader: EngineReader
  }

  private struct Read {
    var parts: Set<SnapshotPart>
    var snapshot: EngineSnapshot
    var askedAt: Date
  }

  /// What a screen needs of the events, and how often it may read.
  struct Need: Sendable {
    var topics: [Topic]
    /// Least seconds between two reads, however often it looks.
    var pause: TimeInterval
    /// Whether events are followed where nothing is redrawn, too: in a pipe, or in a data format.
    var isEverywhere: Bool

    /// A look is a read, unless events tell everything.
    static let everything = Need(
      topics: [
        .marketData, .positions, .orders, .ordersSnapshot, .accountState, .metrics, .tradingMetrics, .riskEvents,
        .systemStatus, .systemHeartbeat,
      ], pause: 0, isEverywhere: false)
    /// Looks come several times a second, and show prices as ticks tell them.
    static let prices = Need(topics: [.marketData, .systemStatus, .systemHeartbeat], pause: 2, isEverywhere: true)
  }

  /// Seconds for which a read stays valid, as long as events come and none reports another change.
  private static let validity: TimeInterval = 5
  /// Time until a WebSocket connection is tried again.
  private static let retryPause = Duration.seconds(30)

  private let pause: TimeInterval

  init(pause: TimeInterval = 0, now: @escaping @Sendable () -> Date) {
    self.pause = pause
    self.now = now
  }

  /// The last change of each price, by trading pair.
  var priceChanges: [String: PriceChange] {
    get async { await store.picture.quotes.compactMapValues(\.change) }
  }

  func snapshot(of parts: Set<SnapshotPart>, by reader: EngineReader) async -> EngineSnapshot {
    let picture = await store.picture
    guard let lastRead, lastRead.parts == parts else { return await shown(read(parts, by: reader)) }
    let isValid = isValid(lastRead, picture)
    // A screen that shows ticks does not wait for a slow answer: they go on meanwhile, and ages grow.
    guard isValid || pause > 0 else { return await shown(read(parts, by: reader)) }
    if !isValid, !isReading {
      isReading = true
      wish.yield(Wish(parts: parts, reader: reader))
    }
    return await shown(lastRead.snapshot)
  }

  private func shown(_ snapshot: EngineSnapshot) async -> EngineSnapshot {
    lastShown = snapshot
    return snapshot.moved(by: await store.picture, at: now())
  }

  private func read(_ parts: Set<SnapshotPart>, by reader: EngineReader) async -> EngineSnapshot {
    let askedAt = now()
    _ = await store.takePartsToRead()
    let snapshot = await reader.snapshot(of: parts, now: now)
    await store.take { $0.take(snapshot, askedAt: askedAt) }
    lastRead = Read(parts: parts, snapshot: snapshot, askedAt: askedAt)
    return snapshot
  }

  /// Reads what looks have asked for, while they show what was read before; until the task is cancelled.
  func readMeanwhile() async {
    for await wish in wishes {
      _ = await read(wish.parts, by: wish.reader)
      isReading = false
    }
  }

  /// Notes that the latest look has succeeded.
  func keep() { lastKept = lastShown }

  /// What the latest look that succeeded was given, as events have moved it since; `nil` before the first.
  var kept: EngineSnapshot? {
    get async { lastKept?.moved(by: await store.picture, at: now()) }
  }

  private func isValid(_ read: Read, _ picture: EnginePicture) -> Bool {
    let shown = read.snapshot.pictureParts
    let age = now().timeIntervalSince(read.askedAt)
    if age >= 0, age < pause { return true }
    return picture.feed.isLive && picture.partsToRead.isDisjoint(with: shown)
      && shown.isDisjoint(with: picture.doubts.keys) && age >= 0 && age < Self.validity
  }

  /// How old the last read is, and why events do not help, for the line with the age of prices. Empty before
  /// the stream has begun.
  var message: String {
    get async {
      switch await store.picture.feed {
      case .none: ""
      case .live: lastRead == nil ? "" : "live, \(readAge)"
      case .silent: "no events received: \(pause > 0 ? readAge : "read each time")"
      case .polling: "no WebSocket: \(pause > 0 ? readAge : "read each time")"
      }
    }
  }

  private var readAge: String {
    lastRead.map { "read \(Int(clamping: now().timeIntervalSince($0.askedAt)))s ago" } ?? "not read yet"
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
