import Synchronization

/// Opens one connection off the tasks' threads, and waits no longer than anybody wants to: names are looked up and
/// certificates checked by calls that cannot be interrupted. Such a call ends by itself later, and what it opened is
/// closed.
final class StreamOpening: Sendable {
  typealias Result = Swift.Result<OpenedStream, ConnectError>

  private enum State {
    case idle
    case waiting(CheckedContinuation<Result, Never>)
    case over
  }

  private let state = Mutex(State.idle)

  func run(_ address: ServerAddress, _ options: ConnectOptions, within limit: Duration) async -> Result {
    await run { Self.connect(address, options, within: limit) }
  }

  /// Once only. Ends with the task that waits.
  func run(_ connect: @escaping @Sendable () -> Result) async -> Result {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWanted = state.withLock { state in
          guard case .idle = state else { return false }
          state = .waiting(continuation)
          return true
        }
        guard isWanted else { return continuation.resume(returning: .failure(Self.givenUp)) }
        let isStarted = DetachedThread.run { [self] in
          let result = connect()
          if !finish(result), case .success(let late) = result { late.close() }
        }
        if !isStarted { finish(.failure(.unreachable(reason: "the system has no thread left to connect with"))) }
      }
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
    let before = state.withLock { state in
      defer { state = .over }
      return state
    }
    guard case .waiting(let continuation) = before else { return false }
    continuation.resume(returning: result)
    return true
  }

  /// Blocks.
  private static func connect(_ address: ServerAddress, _ options: ConnectOptions, within limit: Duration) -> Result {
    Result { () throws(ConnectError) -> OpenedStream in
      guard options.needsCurl(address) else {
        return OpenedStream(try SocketStream.connect(host: address.host, port: address.port, within: limit))
      }
      return OpenedStream(
        try CurlStream.connect(
          to: address.origin, authorities: options.authorities, avoidsProxies: address.isLoopback, within: limit))
    }
  }
}
