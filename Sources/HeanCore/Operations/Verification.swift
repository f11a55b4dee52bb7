/// Looks until the effect of a call is there or patience ends.
struct Verification: Sendable {
  var engine: any OperationEngine
  var clock: OperationClock
  /// How long to look.
  var limit: Duration

  /// Waits between looks: soon at first, as most effects show within a fraction of a second, then ever longer, so that
  /// a minute of looking stays far below the 60 reads of `/health` that the engine allows to all consoles together.
  private static let firstPause = Duration.milliseconds(150)
  private static let longestPause = Duration.seconds(3)
  /// After the engine has said that it is asked too often.
  private static let limitedPause = Duration.seconds(10)

  /// Looks once only when the answer was no.
  /// - Parameters:
  ///   - before: the last look before the call went out.
  ///   - parts: what to look at where the step does not say.
  /// - Returns: what was found, and where; `nil` when nothing was sent and there is nothing to look for.
  func look(
    for step: Step, after reply: ControlReply, before: EngineSnapshot, at parts: Set<Part>
  ) async -> (finding: Finding, snapshot: EngineSnapshot)? {
    var answer = JSONValue.null
    var limit = limit
    switch reply {
    case .notSent: return nil
    case .refused: limit = .zero
    case .lost: break
    case .accepted(let body, _): answer = body
    }
    let start = clock.elapsed()
    var pause = Self.firstPause
    var latest = before
    while true {
      let begun = clock.elapsed() - start
      // What fails is asked for again by the next look; only where there is none does the transport try again.
      let after = await engine.snapshot(
        SnapshotRequest(step.parts ?? parts, after: latest, triesAgain: begun >= limit))
      latest = after
      let finding = step.finding(before: before, after: after, reply: answer, elapsed: begun)
      let left = limit - (clock.elapsed() - start)
      guard finding.verdict == .pending, begun < limit else { return (explained(finding, after, step), after) }
      if !after.limitedPaths.isEmpty { pause = max(pause, Self.limitedPause) }
      // Cancelled: whoever waited has gone.
      guard (try? await clock.sleep(max(.zero, min(pause, left)))) != nil else { return (finding, after) }
      pause = min(pause * 2, Self.longestPause)
    }
  }

  /// A limit on requests is a reason of its own for not knowing.
  private func explained(_ finding: Finding, _ seen: EngineSnapshot, _ step: Step) -> Finding {
    let paths = seen.limitedPaths
    guard finding.verdict == .pending, !paths.isEmpty else { return finding }
    return .pending(
      "cannot tell: the engine limits how often it is asked, and refused \(paths.joined(separator: " and ")); "
        + finding.message, advice: "wait a minute, then: \(step.lookup)")
  }
}
