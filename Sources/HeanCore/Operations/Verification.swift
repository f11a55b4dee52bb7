/// Looks at the engine until the effect of a call is there, or the time is over.
struct Verification: Sendable {
  var engine: any OperationEngine
  var clock: OperationClock
  /// How long to look.
  var limit: Duration
  var progress: any OperationProgress = NoProgress()

  /// Pauses between looks. They begin short, as most effects show within a fraction of a second, and grow, so that a
  /// minute of looking stays far below the 60 reads of `/health` that the engine allows to all consoles together.
  private static let firstPause = Duration.milliseconds(150)
  private static let longestPause = Duration.seconds(3)
  /// Pause after the engine has answered that it is read too often.
  private static let limitedPause = Duration.seconds(10)

  /// Looks for the effect of a call; only once when the engine refused it.
  /// - Parameters:
  ///   - before: the last look before the call was sent.
  ///   - parts: what to read where the step does not say.
  /// - Returns: what was found, and the snapshot; `nil` when nothing was sent, so that there is nothing to look for.
  func look(
    for step: OperationStep, after reply: ControlReply, before: EngineSnapshot, at parts: Set<SnapshotPart>
  ) async -> (finding: StepFinding, snapshot: EngineSnapshot)? {
    var answer = JSONValue.null
    var limit = limit
    switch reply {
    case .notSent: return nil
    case .refused: limit = .zero
    case .lost: break
    case .accepted(let body, _): answer = body
    }
    let start = clock.elapsed()
    progress.waits(for: .effect(of: step.request, until: start + limit))
    var pause = Self.firstPause
    var latest = before
    while true {
      let begun = clock.elapsed() - start
      // The next look repeats a read that failed; only the last look lets the transport retry it.
      let after = await engine.snapshot(
        SnapshotRequest(step.parts ?? parts, after: latest, triesAgain: begun >= limit))
      latest = after
      let finding = step.finding(before: before, after: after, reply: answer, elapsed: begun)
      let left = limit - (clock.elapsed() - start)
      guard finding.verdict == .pending, begun < limit else { return (explained(finding, after, step), after) }
      if !after.limitedPaths.isEmpty { pause = max(pause, Self.limitedPause) }
      // The task was cancelled: nobody waits for the finding any more.
      guard (try? await clock.sleep(max(.zero, min(pause, left)))) != nil else { return (finding, after) }
      pause = min(pause * 2, Self.longestPause)
    }
  }

  /// The finding, with the reason when the engine's limit on requests is why it is not known.
  private func explained(_ finding: StepFinding, _ seen: EngineSnapshot, _ step: OperationStep) -> StepFinding {
    let paths = seen.limitedPaths
    guard finding.verdict == .pending, !paths.isEmpty else { return finding }
    return .pending(
      "cannot tell: the engine limits how often it is asked, and refused \(paths.joined(separator: " and ")); "
        + finding.message, advice: "wait a minute, then: \(step.lookup)")
  }
}
