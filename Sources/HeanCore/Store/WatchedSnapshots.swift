/// The snapshots of a `WatchedEngine`, as they become due.
public struct WatchedSnapshots: AsyncSequence, Sendable {
  let engine: WatchedEngine
  let parts: Set<SnapshotPart>
  let client: EngineClient

  /// Makes an iterator whose first snapshot comes at once.
  public func makeAsyncIterator() -> Iterator { Iterator(snapshots: self) }

  /// Gives the snapshots one by one.
  public struct Iterator: AsyncIteratorProtocol {
    let snapshots: WatchedSnapshots
    private var hasBegun = false

    init(snapshots: WatchedSnapshots) { self.snapshots = snapshots }

    /// The next snapshot, when there is something new to show.
    /// - Throws: `CancellationError`.
    public mutating func next() async throws -> EngineSnapshot? {
      if hasBegun { try await snapshots.engine.untilDue() }
      hasBegun = true
      return await snapshots.engine.snapshot(of: snapshots.parts, by: snapshots.client.look())
    }
  }
}
