import HeanCore
import Synchronization

/// Reads for the panes that are in sight what a record tells of the look that is shown.
///
/// Each picture is read anew from what was known at one look: nothing of another look may stand beside it.
final class ReplayReading: ConsoleReading {
  private let player: ReplayPlayer
  private let url: String
  private let inbox: LiveInbox
  private let parts = Mutex<Set<SnapshotPart>>([])
  private let failure = Mutex<EngineError?>(nil)
  private let (wishes, wish) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// - Parameters:
  ///   - url: the address of the engine that was recorded, as it may be shown.
  ///   - inbox: gets a snapshot of each look.
  init(_ player: ReplayPlayer, url: String, _ inbox: LiveInbox) {
    self.player = player
    self.url = url
    self.inbox = inbox
  }

  func health() async -> WatchedEngine.Health { WatchedEngine.Health(failure: failure.withLock { $0 }) }

  func want(_ wanted: Set<SnapshotPart>) {
    let isNew = parts.withLock { parts in
      defer { parts = wanted }
      return parts != wanted
    }
    if isNew { look() }
  }

  func look() { wish.yield() }

  /// A record has no stream.
  func follow(_ open: @Sendable () throws -> any EventFeed) async {}

  func read() async {
    for await _ in wishes {
      let (wanted, scene) = (parts.withLock { $0 }, player.scene)
      let engine = RecordedEngine(scene.past, url: url, reach: .asEngine)
      // What was true and what could be done then, as the screen told it then.
      let snapshot = await EngineReader(transport: engine, repeated: nil, triesAgain: false, witness: engine.witness)
        .snapshot(of: wanted, now: { scene.look })
      failure.withLock { $0 = snapshot.status.error }
      inbox.put(.picture(snapshot, wanted))
    }
  }
}
