/// A stream of an engine's events, whatever carries it: it reconnects by itself and reports each interruption.
public protocol EventFeed: Sendable {
  /// Runs the stream until `stop` is called, its task is cancelled, or no later attempt can succeed.
  func run() async
  /// Returns the records that have arrived, at least one; waits while there is none.
  /// - Returns: `nil` when the stream was stopped and every record was returned.
  /// - Throws: why the stream ended without being stopped.
  func next() async throws(ConnectionLoss) -> [StreamRecord]?
  /// Ends the stream. `next` still returns the records that are left.
  func stop() async
}
