import Dispatch
import HeanCore
import Synchronization

/// Opens one connection on a separate thread, and stops waiting for it when the time limit passes or the task is
/// cancelled. Looking up a name and checking certificates are calls that cannot be interrupted: such a call ends later
/// by itself, and the connection that it opened is closed then.
final class StreamOpening: Sendable {
  typealias Result = Swift.Result<OpenedStream, ConnectError>

  private enum State {
    case idle
    case waiting(CheckedContinuation<Void, Never>)
    /// The result, for the task that waits. It is handed over under the lock, so that the task sees everything that the
    /// other thread wrote.
    case done(Result)
    case over
  }

  private let state = Mutex(State.idle)

  func run(_ address: ServerAddress, _ options: ConnectOptions, within limit: Duration) async -> Result {
    // Looking up a name has no time limit of its own.
    let alarm = DispatchWorkItem { [weak self] in
      _ = self?.finish(.failure(.unreachable(reason: "no connection in \(limit.seconds) s")))
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + max(0.001, limit.seconds), execute: alarm)
    defer { alarm.cancel() }
    return await run { Self.connect(address, options, within: limit) }
  }

  /// May be called once. Returns early when the waiting task is cancelled.
  func run(_ connect: @escaping @Sendable () -> Result) async -> Result {
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let isWanted = state.withLock { state in
          guard case .idle = state else { return false }
          state = .waiting(continuation)
          return true
        }
        guard isWanted else { return continuation.resume() }
        let isStarted = DetachedThread.run { [self] in
          let result = connect()
          if !finish(result), case .success(let late) = result { late.close() }
        }
        if !isStarted { finish(.failure(.unreachable(reason: "the system has no thread left to connect with"))) }
      }
      return take()
    } onCancel: {
      giveUp()
    }
  }

  /// Releases the waiting task at once.
  func giveUp() { finish(.failure(Self.givenUp)) }

  private static let givenUp = ConnectError.unreachable(reason: "given up")

  /// - Returns: whether a task was still waiting.
  @discardableResult
  private func finish(_ result: Result) -> Bool {
    let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard case .waiting(let continuation) = state else {
        if case .idle = state { state = .over }
        return nil
      }
      state = .done(result)
      return continuation
    }
    waiting?.resume()
    return waiting != nil
  }

  private func take() -> Result {
    state.withLock { state in
      defer { state = .over }
      guard case .done(let result) = state else { return .failure(Self.givenUp) }
      return result
    }
  }

  /// Opens the connection. Blocks the thread.
  private static func connect(_ address: ServerAddress, _ options: ConnectOptions, within limit: Duration) -> Result {
    Result { () throws(ConnectError) -> OpenedStream in
      guard options.needsCurl(address) else {
        return OpenedStream(try SocketStream.connect(host: address.host, port: address.port, within: limit))
      }
      do throws(ConnectError) {
        return OpenedStream(
          try CurlStream.connect(
            to: address.origin, authorities: options.authorities, avoidsProxies: address.isLoopback, within: limit))
      } catch .unreachable(let reason) where options.mayBeProxied(address) {
        // libcurl does not say which of the two could not be reached: the proxy or the server.
        throw .unreachable(reason: reason + " (the environment names a proxy: see https_proxy, http_proxy, no_proxy)")
      }
    }
  }
}
