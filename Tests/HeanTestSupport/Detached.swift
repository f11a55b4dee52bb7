import Foundation

/// Runs work that blocks on a separate thread, so that it takes no thread of the shared pool.
package enum Detached {
  package static func run(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }

  package static func value<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in run { continuation.resume(returning: body()) } }
  }
}
