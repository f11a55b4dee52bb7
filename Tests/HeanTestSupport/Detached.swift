import Foundation

/// Work on a thread of its own, so that blocking there starves nobody.
package enum Detached {
  package static func run(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }

  package static func value<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in run { continuation.resume(returning: body()) } }
  }
}
