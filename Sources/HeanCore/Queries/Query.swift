public import Foundation

/// One question about an engine: what has to be read for it, and the answer as a value.
///
/// The answer is made of one snapshot and the time, and of nothing else, so that any front end can draw it, encode it or
/// compare it, and a test can ask without a socket.
public protocol Query: Sendable {
  associatedtype Answer: Codable & Sendable

  var parts: Set<Part> { get }

  /// - Parameter now: by the console's clock.
  /// - Throws: why there is no answer that means anything.
  func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> Answer
}
