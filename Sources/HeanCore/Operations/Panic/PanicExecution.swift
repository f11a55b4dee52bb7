extension OperationExecutor {
  /// Halts the engine, closes everything and looks for proof of it, whatever the engine says (docs/engine.md 4.9). It
  /// never waits for another operation.
  /// - Throws: `OperationFailure` when it ended before anything was sent, as when the engine cannot be reached, or
  ///   nobody agreed.
  public func panic(_ terms: PanicTerms) async throws(OperationFailure) -> PanicEnd {
    var plan: OperationPlan?
    do throws(OperationFailure.Reason) {
      let sequence = PanicSequence(
        engine: engine, clock: clock, deadline: terms.deadline, readDeadline: terms.readDeadline, progress: progress,
        interruption: interruption, makeTrail: trailMaker)
      if terms.isAgreed, terms.planToken == nil { return try await sequence.run() }
      progress.waits(for: .plan)
      let before = await engine.snapshot(
        SnapshotRequest(Panic.parts, within: clock.networkTime(terms.readDeadline)))
      if let error = before.status.error {
        if case .notAuthorised = error { throw .notAuthorised(error) }
        try sequence.requirePresence(error)
      }
      let shown = Panic.plan(before, within: terms.deadline)
      plan = shown
      let token = PlanToken(shown, name: .panic, url: origin.url, mode: before.mode, now: clock.now())
      try check(terms.planToken, token)
      if terms.isPreview {
        var result = OperationResult(.panic, shown, .preview)
        result.token = token.text
        return PanicEnd(result: result, seen: before, took: .zero)
      }
      try show(shown, before, isAsked: !terms.isAgreed)
      if !terms.isAgreed {
        try await approve(ApprovalRequest(operation: .panic, plan: shown, severity: .severe, mode: before.mode))
      }
      return try await sequence.run(shown: before)
    } catch {
      throw OperationFailure(operation: .panic, title: plan?.title, isStop: true, reason: error)
    }
  }

  private nonisolated var trailMaker: @Sendable (OperatingMode) -> AuditTrail? {
    { [audit, origin, clock] mode in
      guard case .required(let sink) = audit else { return nil }
      return AuditTrail(.panic, mode: mode, origin: origin, sink: sink, clock: clock)
    }
  }
}
