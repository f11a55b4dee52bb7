import HeanCore

/// Runs a panic from a command line, and reports what is still open.
struct PanicRun: Sendable {
  var session: Session
  var options: OperationOptions
  var deadline: Duration

  private static let advice: [NextStep] = [
    .operation(.panic, options: .approved), .query(.positions), .query(.orders, options: .status("open")),
  ]

  /// A read may take an eighth of the whole time, because reads can hang as well as control requests.
  private var readDeadline: Duration {
    min(session.target.deadline, max(.milliseconds(200), min(.seconds(5), deadline / 8)))
  }

  func run() async throws -> Report {
    let confirmation = Confirmation(session: session, options: options)
    try confirmation.refuseUnasked()
    session.context.interruption.begin(session, advice: Self.advice)
    let began = session.context.elapsed()
    do {
      return try await session.tellingWaits(.verb) { try await run(since: began) }
    } catch let error as ConfigurationError {
      // Without the key, the engine cannot be stopped from here.
      var failure = Failure(error, url: session.sourceURL)
      failure.add("or at once: \(Panic.exchange)")
      throw failure
    }
  }

  private func run(since began: Duration) async throws -> Report { report(try await end(since: began)) }

  /// The panic alone, for a caller who tells of it in another way and was agreed with before.
  func end() async throws -> PanicEnd {
    if !options.isDryRun { session.context.interruption.begin(session, advice: Self.advice) }
    return try await end(since: session.context.elapsed())
  }

  private func end(since began: Duration) async throws -> PanicEnd {
    try await session.withControl(
      readDeadline: session.context.realTime(readDeadline), keyDeadline: deadline / 4
    ) { control in
      // The time that a key command takes is part of the deadline.
      let left = max(.zero, deadline - (session.context.elapsed() - began))
      // `--yes` is the only confirmation that a panic needs.
      let terms = PanicTerms(
        deadline: left, readDeadline: readDeadline, isPreview: options.isDryRun, planToken: options.planToken,
        isAgreed: options.isYes)
      return try await session.executor(control, options).panic(terms)
    }
  }

  private func report(_ end: PanicEnd) -> Report {
    var report = session.report(end.result, on: end.seen)
    guard let ending = end.ending else {
      report.screen.context(end.seen.context, session.viewpoint)
      report.screen.plan(end.result.plan)
      report.screen.blank()
      report.screen.previewed(end.result.token ?? "", session.invocation)
      return report
    }
    report.failure?.nextStep = end.advice.map { Guidance($0) }
    let next: Guidance? = end.advice.map { "next: \(Guidance($0))" }
    let took = Spans.text(end.took)
    switch ending {
    case .flat(let proof):
      let isSeen = end.result.proofs.contains { $0.what == PanicExchange.what && $0.verdict == .seen }
      let place = isSeen ? " at the exchange" : end.seen.isRunning == false ? "" : " in the engine's books"
      report.screen.line(Cell("\(ScreenMark.flat.rawValue)\(place) after \(took): \(proof).", .good))
      report.screen.sentence(whatHolds(end.seen))
    case .unproved(let proof):
      report.screen.line(Cell("\(ScreenMark.notProvedFlat.rawValue) after \(took): \(proof).", .warning))
      report.screen.sentence(whatHolds(end.seen))
    case .left(let left):
      report.screen.line(Cell("\(ScreenMark.notFlat.rawValue) after \(took). Left:", .bad))
      for words in left { report.screen.line(Cell("  \(words)", .bad)) }
    }
    if let id = end.result.auditID { report.screen.hint(.query(.auditRecord, id)) }
    // What to do now is the last that is read.
    if !ending.isFlat, let next { report.screen.sentence(next) }
    return report
  }

  /// What prevents new positions now, and until when.
  private func whatHolds(_ seen: EngineSnapshot) -> Guidance {
    seen.isRunning == false
      ? "Nothing trades until the engine is started again: \(.operation(.engineStart))"
      : "The engine runs, halted. Signals make orders again once it is restarted: \(.operation(.engineRestart))"
  }
}
