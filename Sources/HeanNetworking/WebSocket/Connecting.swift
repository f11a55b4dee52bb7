import Dispatch
import Synchronization

/// Waits for a call that blocks, off the tasks' threads, and not longer than anybody wants to: names are looked up and
/// certificates checked by calls that cannot be interrupted.
final class Connecting: Sendable {
  private let waiting = Mutex<CheckedContinuation<Result<WebSocketAddress.Opened, WebSocketError>, Never>?>(nil)

  func run(
    _ connect: @escaping @Sendable () -> Result<WebSocketAddress.Opened, WebSocketError>
  ) async -> Result<WebSocketAddress.Opened, WebSocketError> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting.withLock { $0 = continuation }
        // Cancelled before there was anything to cancel.
        if Task.isCancelled { resume(.failure(.unreachable(reason: "given up"))) }
        DispatchQueue.global().async { [self] in
          let answer = connect()
          if !resume(answer), case .success(let late) = answer { late.close() }
        }
      }
    } onCancel: {
      resume(.failure(.unreachable(reason: "given up")))
    }
  }

  /// - Returns: whether somebody was still waiting.
  @discardableResult
  private func resume(_ answer: Result<WebSocketAddress.Opened, WebSocketError>) -> Bool {
    let continuation = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(returning: answer)
    return continuation != nil
  }
}
