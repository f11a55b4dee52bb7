/// Carries out operations: reads the engine, refuses or shows the plan, asks, reads again after the question, records,
/// sends each call once, verifies its effect, and records that.
///
/// Everything that changes an engine goes through one, whichever front end wants it. It sends nothing that nobody
/// agreed to. It sends nothing that it could not record, unless recording was waived, or in a panic.
public actor OperationExecutor {
  let engine: any OperationEngine
  let clock: OperationClock
  let origin: OperationOrigin
  let audit: AuditPolicy
  let approval: any OperationApproval
  let progress: any OperationProgress
  let interruption: any InterruptionLedger
  /// The operation whose calls are being sent. A second one at the same time would take the effects of the first for
  /// its own.
  private var underWay: OperationName?

  /// An executor for one engine.
  /// - Parameters:
  ///   - origin: who acts on which engine, for the audit log.
  ///   - audit: where calls are recorded, or that this was waived.
  ///   - approval: what agrees to a plan before it is sent.
  ///   - progress: what is told while an operation is under way.
  ///   - interruption: what has to know which calls were sent when the run is ended from outside.
  public init(
    engine: any OperationEngine, clock: OperationClock, origin: OperationOrigin, audit: AuditPolicy,
    approval: any OperationApproval, progress: any OperationProgress,
    interruption: any InterruptionLedger = NoInterruption()
  ) {
    self.engine = engine
    self.clock = clock
    self.origin = origin
    self.audit = audit
    self.approval = approval
    self.progress = progress
    self.interruption = interruption
  }

  /// A snapshot older than this is read again before anything but a stop or an exit is sent.
  private static let moment = Duration.seconds(5)

  /// Carries out one operation.
  /// - Returns: the result, also when the engine refused or nothing was done; see its `outcome`.
  /// - Throws: `OperationFailure` when it ended early, with the calls that were sent until then.
  public func run(_ operation: EngineOperation, _ terms: OperationTerms) async throws(OperationFailure) -> OperationEnd
  {
    var plan: OperationPlan?
    do {
      let began = clock.elapsed()
      progress.waits(for: .plan)
      let before = await engine.snapshot(SnapshotRequest(operation.parts))
      let shown = try agreeable(operation, before, terms)
      plan = shown
      guard !shown.steps.isEmpty else {
        var result = OperationResult(operation.name, shown, shown.doubt == nil ? .unchanged : .notConfirmed)
        result.left = [shown.doubt].compactMap(\.self)
        return OperationEnd(result: result, seen: before)
      }
      let token = PlanToken(shown, name: operation.name, url: origin.url, mode: before.mode, now: clock.now())
      try check(terms.planToken, token)
      if terms.isPreview {
        var result = OperationResult(operation.name, shown, .preview)
        result.token = token.text
        return OperationEnd(result: result, seen: before)
      }
      if let underWay { throw OperationFailure.Reason.busy(underWay) }
      underWay = operation.name
      defer { underWay = nil }
      let request = ApprovalRequest(
        operation: operation.name, plan: shown, severity: operation.severity, mode: before.mode)
      let isAsked = approval.asks(request)
      try show(shown, before, isAsked: isAsked)
      try await approve(request)
      var (current, agreed) = (before, shown)
      // After a question, or after slow reads, the plan is made anew; a stop or an exit does not wait because reads are
      // slow.
      if isAsked || !operation.isExit && clock.elapsed() - began > Self.moment {
        (current, agreed) = try await decidedAnew(operation, shown, before, terms)
      }
      return try await carryOut(operation, agreed, current, terms)
    } catch let failure as OperationFailure {
      throw failure
    } catch {
      throw OperationFailure(
        operation: operation.name, title: plan?.title, isStop: operation.isStop,
        reason: error as? OperationFailure.Reason ?? .unanswered(error))
    }
  }

  private func agreeable(
    _ operation: EngineOperation, _ before: EngineSnapshot, _ terms: OperationTerms
  ) throws(OperationFailure.Reason) -> OperationPlan {
    // Nothing can be planned without the engine's status.
    if let error = before.status.error { throw .untold(error) }
    try requireFreshness(before, terms)
    let plan: OperationPlan
    do throws(EngineError) {
      plan = try operation.plan(before)
    } catch {
      throw .unplanned(error)
    }
    if let refusal = plan.refusal { throw .refused(plan.title, refusal) }
    return plan
  }

  /// Reads the engine and makes the plan again after a question, so that a change in between is not taken for an effect
  /// of the call.
  private func decidedAnew(
    _ operation: EngineOperation, _ plan: OperationPlan, _ before: EngineSnapshot, _ terms: OperationTerms
  ) async throws(OperationFailure.Reason) -> (EngineSnapshot, OperationPlan) {
    progress.waits(for: .planAgain)
    let latest = await engine.snapshot(SnapshotRequest(operation.parts, after: before, isWhole: true))
    if let error = latest.status.error {
      guard operation.isExit else { throw .untold(error) }
      progress.noted(.stateUntold(error))
      return (before, plan)
    }
    try requireFreshness(latest, terms)
    do throws(OperationFailure.Reason) {
      return (latest, try PlanRecheck(operation: operation, agreed: plan, then: before, now: latest).plan())
    } catch {
      guard case .unplanned(let error) = error else { throw error }
      // That a list cannot be read now is no reason to keep a position open.
      guard operation.isExit else { throw .untold(error) }
      return (latest, plan)
    }
  }

  /// Throws when prices are older than the caller accepts: what is sent would differ from what was shown.
  private func requireFreshness(_ seen: EngineSnapshot, _ terms: OperationTerms) throws(OperationFailure.Reason) {
    guard let limit = terms.maxAge else { return }
    let age = seen.marketAge
    guard let age, age <= limit.decimalSeconds else { throw .stale(age: age, limit: limit) }
  }

  private func carryOut(
    _ operation: EngineOperation, _ plan: OperationPlan, _ before: EngineSnapshot, _ terms: OperationTerms
  ) async throws(OperationFailure) -> OperationEnd {
    var result = OperationResult(operation.name, plan, .notSent)
    var latest = before
    let calls = RecordedCalls(
      trail: trail(operation.name, before.mode), token: terms.planToken, interruption: interruption,
      progress: progress)
    result.auditID = calls.trail?.id
    interruption.announce(plan.steps.map(\.target), calls.trail)
    let verification = Verification(engine: engine, clock: clock, limit: terms.verifyTimeout, progress: progress)
    for (index, step) in plan.steps.enumerated() {
      let ended: StepResult
      if result.steps.last?.outcome.allowsMore == false {
        ended = StepResult(step, unsent: "left out, because of what became of the one before")
      } else if index > 0, let why = PlanRecheck.objection(to: step, of: operation, latest) {
        ended = StepResult(step, unsent: "it was not sent: \(why)", as: .refused)
      } else {
        do throws(OperationFailure.Reason) {
          let reply = try await calls.send(step, index, of: plan) { [engine] in await engine.send($0) }
          let seen = await verification.look(for: step, after: reply, before: latest, at: operation.parts)
          ended = StepResult(step, reply, seen?.finding)
          // The next step is judged by what changes after this one.
          if let snapshot = seen?.snapshot, snapshot.status.error == nil { latest = snapshot }
          await calls.conclude(ended, index, reply)
        } catch {
          result.steps += plan.steps[index...].map { StepResult($0, unsent: "a call could not be recorded") }
          result.outcome = .worst(of: result.steps.map(\.outcome))
          throw OperationFailure(
            operation: operation.name, title: plan.title, isStop: operation.isStop, reason: error,
            end: result.steps.contains(where: \.isSent) ? OperationEnd(result: result, seen: latest) : nil)
        }
      }
      result.steps.append(ended)
      progress.ended(ended)
    }
    result.outcome = .worst(of: result.steps.map(\.outcome))
    return OperationEnd(result: result, seen: latest)
  }
}

extension OperationExecutor {
  func trail(_ operation: OperationName, _ mode: OperatingMode) -> AuditTrail? {
    switch audit {
    case .required(let sink): AuditTrail(operation, mode: mode, origin: origin, sink: sink, clock: clock)
    case .waived: nil
    }
  }

  /// Compares a plan token with the plan of now.
  /// - Throws: when the token is not valid, or its plan no longer holds.
  func check(_ text: String?, _ current: PlanToken) throws(OperationFailure.Reason) {
    guard let text else { return }
    guard let promised = PlanToken(text) else { throw .malformedToken(text) }
    if let problem = promised.problem(with: current) { throw .outdatedToken(problem) }
  }

  func show(_ plan: OperationPlan, _ seen: EngineSnapshot, isAsked: Bool) throws(OperationFailure.Reason) {
    do {
      try progress.planned(plan, seen, isAsked: isAsked)
    } catch {
      throw .unshown(error)
    }
  }

  func approve(_ request: ApprovalRequest) async throws(OperationFailure.Reason) {
    let answer: Approval
    progress.waits(for: nil)
    do {
      answer = try await approval.approve(request)
    } catch {
      throw .unanswered(error)
    }
    guard answer == .given else { throw .declined }
  }
}
