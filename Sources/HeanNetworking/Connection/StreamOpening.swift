import Dispatch
import HeanCore
import Synchronization

/// Opens one connection off the tasks' threads, and waits no longer than anybody wants to: names are looked up and
/// certificates checked by calls that cannot be interrupted. Such a call ends by itself later, and what it opened is
/// closed.
final class StreamOpening: Sendable {
  typealias Result = Swift.Result<OpenedStream, ConnectError>

  private enum State {
    case idle
    case waiting(CheckedContinuation<Void, Never>)
    /// Here for the one who waits. It is passed on under the lock, so that whatever the other thread wrote is there.
    case done(Result)
    case over
  }

  private let state = Mutex(State.idle)

  func run(_ address: ServerAddress, _ options: ConnectOptions, within limit: Duration) async -> Result {
    // Looking up a name knows no limit of its own.
    let alarm = DispatchWorkItem { [weak self] in
      _ = self?.finish(.failure(.unreachable(reason: "no connection in \(limit.seconds) s")))
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + max(0.001, limit.seconds), execute: alarm)
    defer { alarm.cancel() }
    return await run { Self.connect(address, options, within: limit) }
  }

  /// Once only. Ends with the task that waits.
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

  /// Releases whoever waits, now.
  func giveUp() { finish(.failure(Self.givenUp)) }

  private static let givenUp = ConnectError.unreachable(reason: "given up")

  /// - Returns: whether somebody was still waiting.
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

  /// Blocks.
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
        // Which of the two is not there cannot be told apart.
        throw .unreachable(reason: reason + " (the environment names a proxy: see https_proxy, http_proxy, no_proxy)")
      }
    }
  }
}
