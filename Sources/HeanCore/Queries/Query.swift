/// One question about an engine: what has to be read for it, and the answer as a value.
///
/// The answer depends only on one snapshot and the time. So any front end can show it, encode it or compare it, and a
/// test needs no engine.
public protocol Query: Sendable {
  /// The value that answers the question; it can be written as JSON.
  associatedtype Answer: Codable & Sendable

  /// What the snapshot has to hold; `EngineReader.snapshot(of:after:isWhole:now:)` reads it.
  var parts: Set<SnapshotPart> { get }

  /// - Parameters:
  ///   - snapshot: with the parts of `parts`.
  ///   - now: the time, by the local clock.
  /// - Throws: the error of an endpoint without which no answer is possible.
  func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> Answer
}
