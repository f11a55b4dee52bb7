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

  /// Waits between looks: soon at first, as most effects show within a fraction of a second, then ever longer, so that
  /// a minute of looking stays far below the 60 reads of `/health` that the engine allows to all consoles together.
  static let firstPause = Duration.milliseconds(150)
  static let longestPause = Duration.seconds(3)
  /// After the engine has said that it is asked too often.
  static let limitedPause = Duration.seconds(10)
}

extension EngineClient {
  /// Looks until the effect of a step is there or patience ends; once only when the answer was no.
  /// - Parameter before: the last look before the call went out.
  /// - Returns: what was found, and the picture it was found in; `nil` when nothing was sent and there is nothing to
  ///   look for.
  public func look(
    for step: Step, after reply: ControlReply, before: EngineSnapshot, seeing parts: Set<Part>,
    patience: Patience
  ) async -> (finding: Finding, picture: EngineSnapshot)? {
    var answer = JSONValue.null
    var limit = patience.limit
    switch reply {
    case .notSent: return nil
    case .refused: limit = .zero
    case .lost: break
    case .accepted(let body, _): answer = body
    }
    let start = patience.elapsed()
    var pause = Patience.firstPause
    var latest = before
    while true {
      let begun = patience.elapsed() - start
      // What fails is asked for again by the next look; only where there is none does the transport try again.
      let after = await look(triesAgain: begun >= limit).snapshot(
        of: step.parts ?? parts, after: latest, now: patience.now)
      latest = after
      let finding = step.finding(before: before, after: after, reply: answer, elapsed: begun)
      let left = limit - (patience.elapsed() - start)
      guard finding.verdict == .pending, begun < limit else { return (explained(finding, after, step), after) }
      if !after.limitedPaths.isEmpty { pause = max(pause, Patience.limitedPause) }
      // Cancelled: whoever waited has gone.
      guard (try? await patience.sleep(max(.zero, min(pause, left)))) != nil else { return (finding, after) }
      pause = min(pause * 2, Patience.longestPause)
    }
  }

  /// A limit on requests is a reason of its own for not knowing.
  private func explained(_ finding: Finding, _ seen: EngineSnapshot, _ step: Step) -> Finding {
    let paths = seen.limitedPaths
    guard finding.verdict == .pending, !paths.isEmpty else { return finding }
    return .pending(
      "cannot tell: the engine limits how often it is asked, and refused \(paths.joined(separator: " and ")); "
        + finding.says, advice: "wait a minute, then: \(step.checkCommand)")
  }
}
