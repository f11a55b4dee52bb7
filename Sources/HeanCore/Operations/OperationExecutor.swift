import Foundation

/// Carries out operations: looks, refuses or shows, asks, looks again after the question, records, sends once, verifies,
/// records.
///
/// Whoever wants something done at an engine goes through one, whatever it is wanted from. It sends nothing that nobody
/// agreed to, and nothing that it could not record, unless that was waived.
public actor OperationExecutor {
  let engine: any OperationEngine
  let clock: OperationClock
  let origin: OperationOrigin
  let audit: AuditPolicy
  let approval: any OperationApproval
  let progress: any OperationProgress
  let interruption: any OperationGuard
  /// The operation whose calls go out now. Another one at the same time would take its effect for its own.
  private var underWay: String?

  public init(
    engine: any OperationEngine, clock: OperationClock, origin: OperationOrigin, audit: AuditPolicy,
    approval: any OperationApproval, progress: any OperationProgress,
    interruption: any OperationGuard = NoInterruption()
  ) {
    self.engine = engine
    self.clock = clock
    self.origin = origin
    self.audit = audit
    self.approval = approval
    self.progress = progress
    self.interruption = interruption
  }

  /// What is seen for so long is seen as it is.
  private static let moment = Duration.seconds(5)

  /// - Returns: also where the engine refused it or nothing came of it; see its outcome.
  public func run(_ operation: Operation, _ terms: OperationTerms) async throws(OperationFailure) -> OperationEnd {
    var plan: Plan?
    do {
      let began = clock.elapsed()
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
      // A slow engine is no reason to keep a stop waiting; anything else has to be right when it is sent.
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
    _ operation: Operation, _ before: EngineSnapshot, _ terms: OperationTerms
  ) throws(OperationFailure.Reason) -> Plan {
    // Without a word about its state nothing about the engine can be planned.
    if let error = before.status.error { throw .untold(error) }
    try requireFreshness(before, terms)
    let plan: Plan
    do throws(EngineError) {
      plan = try operation.plan(before)
    } catch {
      throw .unplanned(error)
    }
    if let refusal = plan.refusal { throw .refused(plan.title, refusal) }
    return plan
  }

  /// What happened while somebody read the plan must not be taken for what the call does.
  private func decidedAnew(
    _ operation: Operation, _ plan: Plan, _ before: EngineSnapshot, _ terms: OperationTerms
  ) async throws(OperationFailure.Reason) -> (EngineSnapshot, Plan) {
    let latest = await engine.snapshot(SnapshotRequest(operation.parts, after: before, isWhole: true))
    if let error = latest.status.error {
      guard operation.isExit else { throw .untold(error) }
      return (before, plan)
    }
    try requireFreshness(latest, terms)
    do throws(OperationFailure.Reason) {
      return (latest, try PlanRecheck(operation: operation, agreed: plan, then: before, now: latest).plan())
    } catch {
      guard case .unplanned(let error) = error else { throw error }
      // A list that does not come now is no reason to keep what is open.
      guard operation.isExit else { throw .untold(error) }
      return (latest, plan)
    }
  }

  /// What is shown at prices that are older than is wanted would not be what is sent.
  private func requireFreshness(_ seen: EngineSnapshot, _ terms: OperationTerms) throws(OperationFailure.Reason) {
    guard let limit = terms.maxAge else { return }
    let age = seen.marketAge
    guard let age, age <= limit.decimalSeconds else { throw .stale(age: age, limit: limit) }
  }

  private func carryOut(
    _ operation: Operation, _ plan: Plan, _ before: EngineSnapshot, _ terms: OperationTerms
  ) async throws(OperationFailure) -> OperationEnd {
    var result = OperationResult(operation.name, plan, .notSent)
    var sent: [StepResult] = []
    var latest = before
    let calls = RecordedCalls(
      trail: trail(operation.name, before.mode), interruption: interruption, progress: progress)
    result.auditID = calls.trail?.id
    interruption.announce(plan.steps.map(\.target), calls.trail)
    let verification = Verification(engine: engine, clock: clock, limit: terms.verifyTimeout)
    for (index, step) in plan.steps.enumerated() {
      var settled: StepResult
      if result.steps.last?.outcome.allowsMore == false {
        settled = StepResult(step, unsent: "left out, because of what became of the one before")
      } else if index > 0, let why = PlanRecheck.objection(to: step, of: operation, latest) {
        settled = StepResult(step, unsent: "it was not sent: \(why)", as: .refused)
      } else {
        let reply: ControlReply
        do {
          reply = try await calls.send(step, index, of: plan) { [engine] in await engine.send($0) }
        } catch {
          throw OperationFailure(
            operation: operation.name, title: plan.title, isStop: operation.isStop,
            reason: error, sent: sent)
        }
        let seen = await verification.look(for: step, after: reply, before: latest, at: operation.parts)
        settled = StepResult(step, reply, seen?.finding)
        // The next step is proved by what changes after this one.
        if let snapshot = seen?.snapshot, snapshot.status.error == nil { latest = snapshot }
        await calls.settle(settled, index, reply)
        sent.append(settled)
      }
      result.steps.append(settled)
      progress.settled(settled)
    }
    result.outcome = .worst(of: result.steps.map(\.outcome))
    return OperationEnd(result: result, seen: latest)
  }
}

extension OperationExecutor {
  func trail(_ operation: String, _ mode: OperatingMode) -> AuditTrail? {
    switch audit {
    case .required(let sink): AuditTrail(operation, mode: mode, origin: origin, sink: sink, clock: clock)
    case .waived: nil
    }
  }

  /// - Throws: when what the token promised is no longer so.
  func check(_ text: String?, _ current: PlanToken) throws(OperationFailure.Reason) {
    guard let text else { return }
    guard let promised = PlanToken(text) else { throw .malformedToken(text) }
    if let problem = promised.problem(with: current) { throw .outdatedToken(problem) }
  }

  func show(_ plan: Plan, _ seen: EngineSnapshot, isAsked: Bool) throws(OperationFailure.Reason) {
    do {
      try progress.planned(plan, seen, isAsked: isAsked)
    } catch {
      throw .unshown(error)
    }
  }

  func approve(_ request: ApprovalRequest) async throws(OperationFailure.Reason) {
    let answer: Approval
    do {
      answer = try await approval.approve(request)
    } catch {
      throw .unanswered(error)
    }
    guard answer == .given else { throw .declined }
  }
}
