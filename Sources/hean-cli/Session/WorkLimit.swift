import HeanCore
import Synchronization

/// The time limit of a read (`--timeout`) for what is done with its answer: decoding, judging and drawing.
///
/// A command that reads once begins it; the first byte of its output ends it. A request that is still waited for has a
/// limit of its own, so the time counts from the last request that began.
final class WorkLimit: Sendable {
  /// How much later than its request's own limit it ends the run, so that an engine that does not answer is called that.
  private static let slack = Duration.milliseconds(250)

  private struct State {
    var lastRequest = Duration.zero
    var cancel: (@Sendable () -> Void)?
    var isOver = false
  }

  private let state = Mutex(State())

  /// Begins, once.
  /// - Parameter show: writes the failure, and returns the exit code of the run.
  func begin(_ limit: Duration, in context: Context, show: @escaping @Sendable (Failure) -> ExitCode) {
    let now = context.elapsed()
    let isFirst = state.withLock { state in
      state.lastRequest = now
      return state.cancel == nil && !state.isOver
    }
    guard isFirst else { return }
    wait(limit + Self.slack, limit, context, show)
  }

  private func wait(
    _ time: Duration, _ limit: Duration, _ context: Context, _ show: @escaping @Sendable (Failure) -> ExitCode
  ) {
    let cancel = context.expire(time) { [self] in
      let left = state.withLock { $0.lastRequest } + limit + Self.slack - context.elapsed()
      if left > .milliseconds(1) {
        wait(left, limit, context, show)
        return nil
      }
      return show(Failure(workBeyond: limit))
    }
    let isOver = state.withLock { state in
      if !state.isOver { state.cancel = cancel }
      return state.isOver
    }
    if isOver { cancel() }
  }

  /// A request begins.
  func requestBegins(_ now: Duration) { state.withLock { $0.lastRequest = now } }

  /// Ends the limit: from now on a reader of the output may take its time.
  func end() {
    let cancel = state.withLock { state in
      defer { state.cancel = nil }
      state.isOver = true
      return state.cancel
    }
    cancel?()
  }
}

extension Failure {
  /// What the engine sent took longer to work through than a read may take.
  init(workBeyond limit: Duration) {
    self.init(
      .temporary, "what the engine sent is so much that it could not be worked through in \(Spans.text(limit))",
      nextStep: "allow more time with --timeout, or ask for less (--limit, --symbol)", isRetryable: true)
  }
}

/// A transport that tells the limit when a request begins.
struct LimitedTransport: RESTTransport {
  var transport: any RESTTransport
  var limit: WorkLimit
  var elapsed: @Sendable () -> Duration

  var displayURL: String { transport.displayURL }

  func send(_ request: RESTRequest) async throws(TransportError) -> RESTResponse {
    limit.requestBegins(elapsed())
    return try await transport.send(request)
  }
}

extension Session {
  /// Connects to the engine for a command that reads once, shows what it found, and ends: the time limit of a read holds
  /// for all of that, until the output begins.
  func withEngineOnce<Value: Sendable>(
    _ body: @Sendable (EngineReader) async throws -> Value
  ) async throws -> Value {
    context.workLimit.begin(target.deadline, in: context) { failure in show(self.failure(failure)) }
    return try await withEngine(body)
  }
}
