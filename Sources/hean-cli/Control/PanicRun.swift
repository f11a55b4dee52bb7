import Foundation
import HeanCore

/// Asks where somebody is there to be asked, and hands over to `PanicSequence`.
struct PanicRun: Sendable {
  var session: Session
  var options: MutationOptions
  var deadline: Duration

  private var now: @Sendable () -> Date { session.context.now }

  /// A look may take an eighth of the time: the control path is not the only one that can hang.
  private var readDeadline: Duration {
    min(session.settings.timeout.value, max(.milliseconds(200), min(.seconds(5), deadline / 8)))
  }

  func run() async throws -> Report {
    let confirmation = Confirmation(session: session, options: options)
    try confirmation.requireVoice()
    try confirmation.checkName()
    session.context.departure.begin(session)
    let began = session.context.elapsed()
    do {
      return try await run(confirmation, since: began)
    } catch let error as ConfigurationError {
      // Without the key the engine cannot be stopped from here.
      var failure = Failure(error, url: session.sourceURL)
      failure.nextStep = [failure.nextStep, "or at once: \(Panic.exchange)"].compactMap(\.self).joined(separator: "; ")
      throw failure
    }
  }

  private func run(_ confirmation: Confirmation, since began: Duration) async throws -> Report {
    try await session.withControl(
      readDeadline: session.context.realTime(readDeadline), keyDeadline: deadline / 4
    ) { control in
      // A command that tells the key takes its time from the same deadline.
      let deadline = max(.zero, deadline - (session.context.elapsed() - began))
      let board = Board(session: session)
      let sequence = PanicSequence(
        session: session, options: options, deadline: deadline, readDeadline: readDeadline, control: control,
        board: board)
      // `--yes` is the whole confirmation: an emergency waits neither for a typed name nor for an engine that does not
      // answer.
      if options.isYes, options.planToken == nil { return try await sequence.run() }
      let before = await control.look(within: session.context.realTime(readDeadline)).snapshot(
        of: Panic.parts, now: now)
      if case .failure(let error) = before.status {
        if case .notAuthorised = error {
          var failure = Failure(error, url: session.sourceURL)
          failure.message += ". Nothing was sent"
          failure.nextStep = Panic.withoutKey
          throw failure
        }
        try sequence.giveUpIfAbsent(error)
      }
      let plan = Panic.plan(before, within: deadline)
      let token = PlanToken(plan, name: PanicSequence.name, url: session.sourceURL, mode: before.mode, now: now())
      try options.check(token)
      if options.isDryRun { return preview(plan, token, before) }
      try board.show(plan, before, isAsked: !options.isYes)
      if !options.isYes { try await confirmation.ask(.severe, mode: before.mode) }
      return try await sequence.run(shown: before)
    }
  }

  private func preview(_ plan: Plan, _ token: PlanToken, _ seen: EngineSnapshot) -> Report {
    var result = MutationResult(PanicSequence.name, plan, .preview)
    result.token = token.text
    var report = session.report("mutation", on: seen.context, receivedAt: now())
    report.needsFreshness = false
    report.payload = .object(MutationResult.fields, result)
    report.screen.context(seen.context, session)
    report.screen.plan(plan)
    report.screen.blank()
    report.screen.previewed(token.text, session.line)
    return report
  }
}
