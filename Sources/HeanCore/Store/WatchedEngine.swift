/// An engine that is watched: events move what was read, and pictures come when there is something new to show.
///
/// It is read again when an event reports what only REST can tell, when no events come, and every few seconds, because
/// not every change has an event. `follow` has to run meanwhile; without it every picture is a read.
///
/// A change that people wait for (a position or an order that comes, ends or changes, a state, a lost connection) makes
/// a picture at once. Prices and money move with the next one: a screen needs no frame for every tick.
public actor WatchedEngine {
  private let store = EngineStore()
  private let pace: Pace
  private let now: @Sendable () -> Date
  private let sleep: @Sendable (Duration) async throws -> Void
  private let heard: @Sendable ([StreamRecord]) -> Void
  private var lastRead: Read?
  /// What the latest look has been given, and what the latest that succeeded was given: as it was read.
  private var lastShown: EngineSnapshot?
  private var lastKept: EngineSnapshot?
  /// Revision of the picture that the latest look was given.
  private var shownRevision = 0
  /// When the first read began that got no answer, or has not ended; `nil` while the engine answers.
  private var silentSince: Date?
  /// Whether a look has asked `readMeanwhile` for a read that has not ended.
  private var isReading = false
  private var budget = ReadBudget()
  /// Whether the latest look has gone without a read that an event asked for, because reads would come too often.
  private var isReadPutOff = false
  private let (wishes, wish) = AsyncStream.makeStream(of: Wish.self, bufferingPolicy: .bufferingNewest(1))

  private struct Wish: Sendable {
    var parts: Set<SnapshotPart>
    var reader: EngineReader
  }

  private struct Read {
    var parts: Set<SnapshotPart>
    var snapshot: EngineSnapshot
    var askedAt: Date
    /// When everything was read, also what a read that an event asked for takes over.
    var wholeAt: Date
  }

  /// How often pictures come, and how often the engine is read for them.
  public struct Pace: Sendable {
    /// The longest time between two pictures, so that ages grow on a screen.
    public var every: Duration
    /// The shortest time between two pictures, however much happens.
    public var apart: Duration
    /// Seconds for which a read stays valid, as long as events come and none reports another change.
    public var validity: TimeInterval
    /// Least seconds between two reads, whatever events report. Above 0, no picture waits for a read: it shows what was
    /// read before.
    public var pause: TimeInterval

    /// The pace of a screen with positions.
    public init(
      every: Duration = .seconds(2), apart: Duration = .milliseconds(200), validity: TimeInterval = 5,
      pause: TimeInterval = 0
    ) {
      self.every = every
      self.apart = apart
      self.validity = validity
      self.pause = pause
    }
  }

  /// Events of one change come together; a picture waits this long for the others.
  private static let settling = Duration.milliseconds(40)
  /// Time until a WebSocket connection is tried again.
  private static let retryPause = Duration.seconds(30)

  /// - Parameters:
  ///   - now: the wall clock, for ages.
  ///   - sleep: waits for the given time; tests replace it.
  ///   - heard: gets each batch of records of the stream, before pictures show it.
  public init(
    pace: Pace = Pace(), now: @escaping @Sendable () -> Date = { Date() },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    heard: @escaping @Sendable ([StreamRecord]) -> Void = { _ in }
  ) {
    self.pace = pace
    self.now = now
    self.sleep = sleep
    self.heard = heard
  }

  /// How the engine is heard at present.
  public struct Health: Sendable {
    /// How events arrive.
    public var feed: EnginePicture.Feed
    /// Why the latest read has got no answer of `/engine/status`; `nil` when it has, and before the first.
    public var failure: EngineError?
    /// Seconds since the engine stopped answering; 0 while it answers.
    public var late: TimeInterval
    /// The last change of each price that was seen, by trading pair.
    public var changes: [String: PriceChange]

    /// Without an argument: nothing was heard and nothing read yet.
    public init(
      feed: EnginePicture.Feed = .none, failure: EngineError? = nil, late: TimeInterval = 0,
      changes: [String: PriceChange] = [:]
    ) {
      self.feed = feed
      self.failure = failure
      self.late = late
      self.changes = changes
    }
  }

  /// How the engine is heard at present.
  public var health: Health {
    get async {
      let picture = await store.picture
      return Health(
        feed: picture.feed, failure: lastRead?.snapshot.status.error,
        late: silentSince.map { max(0, now().timeIntervalSince($0)) } ?? 0,
        changes: picture.quotes.compactMapValues(\.change))
    }
  }

  /// The last change of each price, by trading pair.
  public var priceChanges: [String: PriceChange] {
    get async { await store.picture.quotes.compactMapValues(\.change) }
  }

  /// What is known now: the last read moved by events, or a new read where that is needed.
  /// - Parameters:
  ///   - parts: the same at each call; other parts are a new read.
  ///   - reader: without cached answers.
  public func snapshot(of parts: Set<SnapshotPart>, by reader: EngineReader) async -> EngineSnapshot {
    isReadPutOff = false
    guard let lastRead, lastRead.parts == parts else { return await shown(read(parts, by: reader)) }
    let need = need(of: lastRead, await store.picture)
    // A screen that shows ticks does not wait for a slow answer: they go on meanwhile, and ages grow.
    guard pace.pause > 0 else {
      guard need != .none else { return await shown(lastRead.snapshot) }
      // A read that comes sooner than was asked for counts as caused by events, too: a faulty engine can send those without
      // end.
      if need == .reported || isEarly(after: lastRead), !budget.take(at: now()) {
        isReadPutOff = true
        return await shown(lastRead.snapshot)
      }
      return await shown(read(parts, by: reader, after: need == .reported ? lastRead : nil))
    }
    if need != .none, !isReading {
      isReading = true
      wish.yield(Wish(parts: parts, reader: reader))
    }
    return await shown(lastRead.snapshot)
  }

  private func isEarly(after read: Read) -> Bool {
    let age = now().timeIntervalSince(read.askedAt)
    return age >= 0 && age < pace.every.seconds
  }

  private func shown(_ snapshot: EngineSnapshot) async -> EngineSnapshot {
    lastShown = snapshot
    let picture = await store.picture
    shownRevision = picture.revision
    return snapshot.moved(by: picture, at: now())
  }

  /// - Parameter earlier: what the dates of prices and the engine's own diagnosis are taken over from, which events move:
  ///   else one position more would read them all again.
  private func read(
    _ parts: Set<SnapshotPart>, by reader: EngineReader, after earlier: Read? = nil
  ) async -> EngineSnapshot {
    let askedAt = now()
    silentSince = silentSince ?? askedAt
    var kept = earlier.flatMap { askedAt.timeIntervalSince($0.wholeAt) < 2 * pace.validity ? $0 : nil }
    _ = await store.takePartsToRead()
    var snapshot = await reader.snapshot(of: parts, after: kept?.snapshot, now: now)
    let state = snapshot.engine?.state
    if snapshot.status.error != nil || lastRead.map({ $0.snapshot.engine?.state != state }) ?? false {
      // What was taken over would stand like an answer of now beside failures, and beside another state of the engine
      // contradict it. Only that is asked for again.
      kept = nil
      await reader.forgetEarlierLooks()
      snapshot = await reader.snapshot(of: parts, now: now)
    } else if let kept {
      snapshot.keepHeldPrices(of: kept.snapshot)
    }
    if snapshot.status.error == nil { silentSince = nil }
    let answer = snapshot
    await store.take { $0.take(answer, askedAt: askedAt) }
    lastRead = Read(parts: parts, snapshot: snapshot, askedAt: askedAt, wholeAt: kept?.wholeAt ?? askedAt)
    return snapshot
  }

  /// Reads what looks have asked for, while they show what was read before; until the task is cancelled.
  private func readMeanwhile() async {
    for await wish in wishes {
      _ = await read(wish.parts, by: wish.reader)
      isReading = false
    }
  }

  /// Waits until there is something new to show since the latest look, or until the longest time is over.
  /// - Parameter beat: waits for the given time beside something that is under way; `nil` where nothing is.
  /// - Throws: `CancellationError`.
  public func untilDue(by beat: (@Sendable (Duration) async throws -> Void)? = nil) async throws {
    let sleep = beat ?? self.sleep
    let apart = min(pace.apart, pace.every)
    try await sleep(apart)
    guard apart < pace.every else { return }
    let (seen, rest) = (shownRevision, pace.every - apart)
    let putOff = isReadPutOff ? budget.wait(at: now()) : nil
    try await withThrowingTaskGroup(of: Void.self) { [store] group in
      group.addTask { try await sleep(rest) }
      if let putOff, putOff < rest { group.addTask { try await sleep(putOff) } }
      group.addTask {
        await store.untilRevised(since: seen)
        try await sleep(Self.settling)
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// A snapshot now, then one whenever there is something new to show; of several that nobody waited for, the newest.
  /// Ends with `CancellationError` when its task is cancelled.
  public nonisolated func snapshots(of parts: Set<SnapshotPart>, by client: EngineClient) -> WatchedSnapshots {
    WatchedSnapshots(engine: self, parts: parts, client: client)
  }

  /// Notes that the latest look has succeeded.
  public func keep() { lastKept = lastShown }

  /// What the latest look that succeeded was given, as events have moved it since; `nil` before the first. When the latest
  /// read has got no answer, it says so.
  public var kept: EngineSnapshot? {
    get async {
      let picture = await store.picture
      shownRevision = picture.revision
      var kept = lastKept?.moved(by: picture, at: now())
      kept?.loss = lastRead.flatMap { EngineLoss($0.snapshot) }
      return kept
    }
  }

  /// Makes a picture due, for a window that has another size.
  public func redraw() async { await store.revise() }

  private enum Need { case none, reported, expired }

  private func need(of read: Read, _ picture: EnginePicture) -> Need {
    let shown = read.snapshot.pictureParts
    let age = now().timeIntervalSince(read.askedAt)
    if age >= 0, age < pace.pause { return .none }
    guard picture.feed.isLive, shown.isDisjoint(with: picture.doubts.keys), age >= 0, age < pace.validity else {
      return .expired
    }
    return picture.partsToRead.isDisjoint(with: shown) ? .none : .reported
  }

  /// How old the last read is, why events do not help, and how long an answer is late, for the line with the age of
  /// prices. Empty before the stream has begun.
  public var message: String {
    get async {
      let told =
        switch await store.picture.feed {
        case .none: ""
        case .live: lastRead == nil ? "" : "live, \(readAge)"
        case .silent: "no events received: \(pace.pause > 0 ? readAge : "read each time")"
        case .polling: "no WebSocket: \(pace.pause > 0 ? readAge : "read each time")"
        }
      let late = silentSince.map { now().timeIntervalSince($0) } ?? 0
      guard late >= Self.lateness else { return told }
      return "\(told.isEmpty ? "" : told + ", ")no answer for \(Int(clamping: late))s"
    }
  }

  /// Seconds after which an answer is late.
  private static let lateness: TimeInterval = 2

  private var readAge: String {
    lastRead.map { "read \(Int(clamping: now().timeIntervalSince($0.askedAt)))s ago" } ?? "not read yet"
  }

  /// Follows events until the task is cancelled. Without a WebSocket no events are polled, because everything is read
  /// again anyway.
  /// - Parameter open: makes the next stream, when the last one has ended.
  public func follow(_ open: @Sendable () throws -> any EventFeed) async {
    await withDiscardingTaskGroup { group in
      // Goes on where no stream can be opened: then nothing but reads tells anything.
      group.addTask { await self.readMeanwhile() }
      while !Task.isCancelled, let feed = try? open() {
        await withDiscardingTaskGroup { group in
          group.addTask { await feed.run() }
          await listen(feed)
          await feed.stop()
          group.cancelAll()
        }
        do { try await sleep(Self.retryPause) } catch { return }
      }
    }
  }

  func fold(_ records: [StreamRecord]) async {
    heard(records)
    await store.fold(records)
  }

  private func listen(_ feed: any EventFeed) async {
    do {
      while let records = try await feed.next() {
        await fold(records)
        if await store.picture.feed == .polling { return }
      }
    } catch {
      await fold([.notice(StreamNotice(.polling, at: now(), error.message))])
    }
  }
}
