import HeanCore

/// Runs one verb from a command line, and reports its result.
struct OperationRun: Sendable {
  var session: Session
  var operation: EngineOperation
  var options: OperationOptions

  func run() async throws -> Report {
    try Confirmation(session: session, options: options).refuseEarly()
    session.context.interruption.begin(session)
    let terms = OperationTerms(
      isPreview: options.isDryRun, planToken: options.planToken, verifyTimeout: options.verifyTimeout,
      maxAge: session.maxAge)
    var operation = operation
    let plan = operation.plan
    operation.plan = { [session, name = operation.name] snapshot throws(EngineError) in
      var plan = try plan(snapshot)
      if let doubt = session.doubt(about: plan, of: name) { plan.warnings.insert(doubt, at: 0) }
      return plan
    }
    return try await session.withControl { [operation] control in
      do throws(OperationFailure) {
        return report(try await session.executor(control, options).run(operation, terms))
      } catch {
        // A screen has shown each call that was sent; the error says the rest.
        guard let end = error.end, !session.output.isScreen else { throw error }
        // What was sent is told as after every run; the failure says why it was not all.
        var report = report(end)
        report.failure = Failure(error, url: session.sourceURL)
        return report
      }
    }
  }

  private func report(_ end: OperationEnd) -> Report {
    let result = end.result
    var report = session.report(result, on: end.seen)
    // When something was sent, the plan and each step are on the screen already.
    if result.steps.isEmpty {
      report.screen.context(end.seen.context, session.viewpoint)
      report.screen.plan(result.plan)
      report.screen.blank()
    }
    for doubt in result.left { report.screen.line(Cell("Nothing was sent: \(doubt).", .warning)) }
    if result.outcome == .unchanged { report.screen.line(Cell("Nothing to do, nothing was sent.", .good)) }
    if result.outcome == .preview { report.screen.previewed(result.token ?? "", session.invocation) }
    if let id = result.auditID { report.screen.hint(.query(.auditRecord, id)) }
    return report
  }
}

extension Session {
  /// For how long (seconds) the same again may be a second sending of what was sent already, as long as a plan token lives.
  private static let repeatSpan: TimeInterval = 600

  /// What speaks against sending this now: the same was sent lately, and nothing tells what became of it.
  fileprivate func doubt(about plan: OperationPlan, of operation: OperationName) -> NextStep? {
    let now = context.now()
    let targets = Set(plan.steps.map(\.target))
    let before = latestRuns.last { run in
      run.operation == operation && !run.isOutcomeKnown
        && run.calls.contains { $0.target.map(targets.contains) ?? false }
        && run.time.map { now.timeIntervalSince($0) < Self.repeatSpan } ?? false
    }
    guard let before, let sent = before.time else { return nil }
    let age = Spans.text(max(0, now.timeIntervalSince(sent)))
    return
      "the same was sent \(age) ago, and what became of it is not known; look first: \(.query(.auditRecord, before.id))"
  }

  /// The executor for all changes of the engine, with the confirmation and the audit log of this run.
  func executor(_ control: EngineClient, _ options: OperationOptions) -> OperationExecutor {
    OperationExecutor(
      engine: ControlledEngine(control, now: context.now), clock: operationClock, origin: origin(options),
      audit: options.isAudited ? .required(LazyAuditLog(environment: context.environment)) : .waived,
      approval: Confirmation(session: self, options: options), progress: ProgressOutput(session: self),
      interruption: context.interruption)
  }

  var operationClock: OperationClock {
    OperationClock(
      now: context.now, elapsed: context.elapsed, sleep: context.sleep, random: context.random,
      networkTime: context.realTime)
  }

  func origin(_ options: OperationOptions) -> OperationOrigin {
    OperationOrigin(
      url: sourceURL, profile: profile, user: UserName.current, host: HostName.current, argv: invocation.words,
      reason: options.reason)
  }

  /// The report of any verb.
  func report(_ result: OperationResult, on seen: EngineSnapshot) -> Report {
    var report = viewpoint.report("mutation", on: seen.context, receivedAt: context.now())
    report.needsFreshness = false
    report.payload = .object(OperationResult.fields(commands), result)
    report.exit = result.exit
    report.failure = result.failure(url: sourceURL)
    if result.steps.contains(where: \.isSent) { report.sent = result }
    return report
  }
}
