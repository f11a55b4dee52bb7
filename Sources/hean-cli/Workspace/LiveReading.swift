import HeanCore
import Synchronization

/// Reads the engine for the panes that are in sight, and follows its events.
final class LiveReading: ConsoleReading {
  private let engine: WatchedEngine
  private let client: EngineClient
  private let reads: RepeatedReads
  private let inbox: LiveInbox
  private let parts = Mutex<Set<SnapshotPart>>([])
  /// Whether an event has come, since the latest snapshot, that can have changed it.
  private let isMoved = Mark()

  /// A mark that one side sets and the other takes.
  private final class Mark: Sendable {
    private let isSet = Mutex(true)

    func set() { isSet.withLock { $0 = true } }

    func take() -> Bool {
      isSet.withLock { isSet in
        defer { isSet = false }
        return isSet
      }
    }
  }

  /// How often a screen moves when nothing that people wait for happens, and how long a read stays valid while events come.
  private static let pace = WatchedEngine.Pace(every: .seconds(1), validity: 5, pause: 2)

  /// - Parameters:
  ///   - client: of the engine.
  ///   - inbox: gets a snapshot whenever there is something new, and what is heard.
  init(_ client: EngineClient, _ inbox: LiveInbox, in context: Context) {
    self.client = client
    self.inbox = inbox
    reads = RepeatedReads(now: context.now)
    let isMoved = isMoved
    engine = WatchedEngine(pace: Self.pace, now: context.now, sleep: context.sleep) { records in
      // Heartbeats change nothing that is shown.
      let moves = records.contains { if case .event(let event) = $0 { event.topic != .systemHeartbeat } else { true } }
      if moves { isMoved.set() }
      inbox.put(.heard(records))
    }
  }

  /// How the engine is heard at present.
  func health() async -> WatchedEngine.Health { await engine.health }

  /// What has to be read from now on.
  func want(_ wanted: Set<SnapshotPart>) {
    let isNew = parts.withLock { parts in
      defer { parts = wanted }
      return parts != wanted
    }
    if isNew { look() }
  }

  /// Makes the next picture due.
  func look() {
    isMoved.set()
    Task { [engine] in await engine.redraw() }
  }

  /// Until the task is cancelled.
  func follow(_ open: @Sendable () throws -> any EventFeed) async { await engine.follow(open) }

  /// Gives snapshots until the task is cancelled. While the engine does not answer, the last that had an answer is given,
  /// with the loss in it.
  func read() async {
    var seenAt: Date?
    var kept: Set<SnapshotPart> = []
    do {
      while !Task.isCancelled {
        let isMoved = isMoved.take()
        let wanted = parts.withLock { $0 }
        let snapshot = await engine.snapshot(of: wanted, by: client.look(reads))
        let isAnswered = snapshot.status.error == nil
        if isAnswered {
          await engine.keep()
          kept = wanted
        }
        // What nothing has changed is drawn already.
        if !isAnswered, let earlier = await engine.kept {
          inbox.put(.picture(earlier, kept))
        } else if !isAnswered || isMoved || snapshot.seenAt != seenAt {
          inbox.put(.picture(snapshot, wanted))
        }
        seenAt = snapshot.seenAt
        try await engine.untilDue()
      }
    } catch {
      // Waiting ends only with the task.
    }
  }
}
