public import Foundation

/// How long to look for an effect, by which clocks.
public struct Patience: Sendable {
  public var limit: Duration
  /// For what is recorded.
  public var now: @Sendable () -> Date
  /// Time since some moment, by a clock that nobody sets.
  public var elapsed: @Sendable () -> Duration
  public var sleep: @Sendable (Duration) async throws -> Void

  public init(
    limit: Duration, now: @escaping @Sendable () -> Date, elapsed: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.limit = limit
    self.now = now
    self.elapsed = elapsed
    self.sleep = sleep
  }
}

extension EngineControl {
  /// Looks until the effect of a step is there or patience ends; once only when the answer was no.
  /// - Returns: what was found, and the picture it was found in; `nil` when nothing was sent and there is nothing to
  ///   look for.
  public func look(
    for step: Step, after reply: ControlReply, before: ControlPicture, seeing parts: Set<ControlPicture.Part>,
    patience: Patience
  ) async -> (finding: Finding, picture: ControlPicture)? {
    var answer = JSONValue.null
    var limit = patience.limit
    switch reply {
    case .notSent: return nil
    case .refused: limit = .zero
    case .lost: break
    case .accepted(let body, _): answer = body
    }
    let start = patience.elapsed()
    var pause = Duration.milliseconds(120)
    while true {
      let after = await look().picture(parts, after: before, now: patience.now)
      let finding = step.finding(before: before, after: after, reply: answer)
      guard finding.verdict == .pending, patience.elapsed() - start < limit else { return (finding, after) }
      // Cancelled: whoever waited has gone.
      guard (try? await patience.sleep(pause)) != nil else { return (finding, after) }
      pause = min(pause * 2, .milliseconds(500))
    }
  }
}
