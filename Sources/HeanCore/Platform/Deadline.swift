import Synchronization

/// Waits for something no longer than a limit, also where it cannot be interrupted, as a name that is looked up or a lock
/// that others hold: it goes on by itself then, and nobody waits for it.
package enum Deadline {
  /// - Parameter sleep: waits; its clock is that of the limit.
  /// - Returns: what the body returns; `nil` when the limit passes first, or the waiting task is cancelled.
  package static func value<Value: Sendable>(
    within limit: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
    of body: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let race = Race<Value>()
    let work = Task { race.finish(await body()) }
    let alarm = Task {
      // Whoever calls it off has an answer already.
      guard (try? await sleep(limit)) != nil else { return }
      race.finish(nil)
    }
    defer {
      work.cancel()
      alarm.cancel()
    }
    return await withTaskCancellationHandler {
      await race.value
    } onCancel: {
      race.finish(nil)
    }
  }

  /// Runs a call that blocks on a thread of its own: a shared pool has only as many as there are cores.
  /// - Returns: `nil` when the system has no thread left.
  package static func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
    await withCheckedContinuation { continuation in
      if !DetachedThread.run({ continuation.resume(returning: body()) }) { continuation.resume(returning: nil) }
    }
  }

  /// What comes first counts.
  private final class Race<Value: Sendable>: Sendable {
    private enum State {
      case open
      case waiting(CheckedContinuation<Value?, Never>)
      case done(Value?)
    }

    private let state = Mutex(State.open)

    func finish(_ value: Value?) {
      let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
        switch state {
        case .open:
          state = .done(value)
          return nil
        case .waiting(let continuation):
          state = .done(value)
          return continuation
        case .done: return nil
        }
      }
      waiting?.resume(returning: value)
    }

    var value: Value? {
      get async {
        await withCheckedContinuation { continuation in
          let known = state.withLock { state -> Value?? in
            if case .done(let value) = state { return .some(value) }
            state = .waiting(continuation)
            return nil
          }
          if let known { continuation.resume(returning: known) }
        }
      }
    }
  }
}
