import Foundation
import HeanCore

/// Carries out what `Panic` decides, within its time.
struct PanicRun: Sendable {
  var session: Session
  var options: MutationOptions
  var deadline: Duration

  private var now: @Sendable () -> Date { session.context.now }
  private static let name = "panic"

  /// A look may take an eighth of the time: the control path is not the only one that can hang.
  private var readDeadline: Duration {
    min(session.settings.timeout.value, max(.milliseconds(200), min(.seconds(5), deadline / 8)))
  }

  func run() async throws -> Report {
    let confirmation = Confirmation(session: session, options: options)
    try confirmation.requireVoice()
    return try await session.withControl(readDeadline: readDeadline) { control in
      let before = await control.look().picture(Panic.parts, now: now)
      try giveUpIfAbsent(before)
      let plan = Panic.plan(before)
      let token = PlanToken(plan, name: Self.name, url: session.sourceURL, mode: before.mode, now: now())
      try options.check(token)
      if options.isDryRun {
        var result = MutationResult(Self.name, plan, .preview)
        result.token = token.text
        var report = frame(result, before)
        report.screen.ground(before.ground, session)
        report.screen.plan(plan)
        report.screen.blank()
        report.screen.previewed(token.text)
        return report
      }
      let board = Board(session: session)
      try board.show(plan, before, isAsked: confirmation.asks(.severe, mode: before.mode))
      try await confirmation.ask(.severe, mode: before.mode)
      return await carryOut(plan, control, board)
    }
  }

  /// Only what cannot be talked to at all ends a panic before it begins; anything else is tried.
  private func giveUpIfAbsent(_ picture: ControlPicture) throws {
    guard case .failure(let error) = picture.ground.status else { return }
    switch error {
    case .transport(.unreachable), .transport(.insecure), .transport(.refusedLocally), .notAuthorised: throw error
    default: session.note("the engine did not tell its state (\(error.shortText)); going on")
    }
  }

  private func carryOut(_ plan: Plan, _ control: EngineControl, _ board: Board) async -> Report {
    let start = now()
    func remaining() -> Duration { deadline - .seconds(now().timeIntervalSince(start)) }
    // What was shown may be minutes old by the time somebody said yes.
    let before = await control.look().picture(Panic.parts, now: now)
    var result = MutationResult(Self.name, plan, .left)
    let audit = AuditTrail(session: session, name: Self.name, mode: before.mode, options: options)
    result.auditID = options.isAudited ? audit.id : nil
    var panic = Panic(before: before)
    var picture = before
    var ending: Panic.Ending?
    while ending == nil {
      guard remaining() > readDeadline else {
        ending = panic.give(up: picture)
        break
      }
      switch panic.next(picture) {
      case .finish(let end): ending = end
      case .look:
        try? await session.context.sleep(.milliseconds(250))
        picture = await control.look().picture(Panic.parts, after: before, now: now)
      case .send(var step):
        // Whatever hangs, the rest still has its turn.
        step.request.deadline = min(.seconds(5), remaining() * 3 / 10)
        let index = result.steps.count
        record { try audit.intend(step, index, of: plan) }
        let reply = await control.send(step.request)
        picture = await control.look().picture(Panic.parts, after: before, now: now)
        let finding = step.finding(before: before, after: picture)
        let outcome = MutationResult.StepResult(step, reply, finding).aimed(session.aim)
        if options.isAudited { audit.conclude(outcome, index, reply) }
        result.steps.append(outcome)
        board.tell(outcome)
      }
    }
    return finish(&result, ending ?? .left([]), picture, took: now().timeIntervalSince(start))
  }

  /// An operator in a panic is not stopped by a full disk.
  private func record(_ write: () throws -> Void) {
    guard options.isAudited else { return }
    do {
      try write()
    } catch {
      session.note("going on without a record: the audit log cannot be written")
    }
  }

  private func finish(
    _ result: inout MutationResult, _ ending: Panic.Ending, _ seen: ControlPicture, took seconds: TimeInterval
  ) -> Report {
    switch ending {
    case .flat(let words):
      result.outcome = .flat
      result.words = words
    case .left(let left):
      result.outcome = .left
      result.left = left
    }
    var report = frame(result, seen)
    switch ending {
    case .flat(let words):
      report.screen.line(Cell("FLAT after \(Spans.text(seconds)): \(words).", .good))
      report.screen.line(Cell("New signals stay refused until the engine's process is restarted."))
    case .left(let left):
      report.screen.line(Cell("NOT FLAT after \(Spans.text(seconds)). Left:", .bad))
      for line in left { report.screen.line(Cell("  \(line)", .bad)) }
      report.screen.line(Cell("next: look at the exchange itself, then: hean positions, hean orders"))
    }
    if let id = result.auditID { report.screen.hint("hean audit show \(id)") }
    return report
  }

  private func frame(_ result: MutationResult, _ before: ControlPicture) -> Report {
    var report = session.report("mutation", on: before.ground, receivedAt: now())
    report.needsFreshness = false
    report.payload = .object(MutationResult.fields, result)
    report.exit = result.exit
    report.failure = result.failure(url: session.sourceURL)
    return report
  }
}
