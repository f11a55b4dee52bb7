import Foundation
import HeanCore

/// One verb from guard to record: look, refuse or show, ask, send once, look again, write down.
struct MutationRun: Sendable {
  var session: Session
  var mutation: Mutation
  var options: MutationOptions

  private var now: @Sendable () -> Date { session.context.now }
  private var departure: Departure { session.context.departure }

  func run() async throws -> Report {
    let confirmation = Confirmation(session: session, options: options)
    try confirmation.requireVoice()
    departure.begin(session)
    return try await session.withControl { control in
      let began = session.context.elapsed()
      let before = await control.look().snapshot(of: mutation.parts, now: now)
      // Without a word about its state nothing about the engine can be planned.
      if case .failure(let error) = before.status { throw unplanned(error) }
      try requireFreshness(before)
      let plan = try mutation.plan(before)
      if let refusal = plan.refusal {
        throw Failure(.refused, "\(plan.title): \(refusal.reason). Nothing was sent", nextStep: refusal.nextStep)
      }
      guard !plan.steps.isEmpty else {
        var result = MutationResult(mutation.name, plan, plan.doubt == nil ? .unchanged : .notConfirmed)
        result.left = [plan.doubt].compactMap(\.self)
        return report(result, before)
      }
      let token = PlanToken(plan, name: mutation.name, url: session.sourceURL, mode: before.mode, now: now())
      try options.check(token)
      if options.isDryRun {
        var result = MutationResult(mutation.name, plan, .preview)
        result.token = token.text
        return report(result, before)
      }
      let board = Board(session: session)
      let isAsked = confirmation.asks(mutation.severity, mode: before.mode)
      try board.show(plan, before, isAsked: isAsked)
      try await confirmation.ask(mutation.severity, mode: before.mode)
      var (current, agreed) = (before, plan)
      // A slow engine is no reason to keep a stop waiting; anything else has to be right when it is sent.
      if isAsked || !isExit && session.context.elapsed() - began > Self.moment {
        // What happened while somebody read the plan must not be taken for what the call does.
        let latest = await control.look().snapshot(of: mutation.parts, after: before, isWhole: true, now: now)
        if latest.isUsable {
          try requireFreshness(latest)
          agreed = try decided(plan, before, latest)
          current = latest
        } else if !isExit, case .failure(let error) = latest.status {
          throw unplanned(error)
        }
      }
      var (result, after) = try await carryOut(agreed, current, control, board)
      result.settle()
      return report(result, after)
    }
  }

  /// What is seen for so long is seen as it is.
  private static let moment = Duration.seconds(5)

  /// What is to be sent, by a look after the question.
  private func decided(_ plan: Plan, _ before: EngineSnapshot, _ latest: EngineSnapshot) throws -> Plan {
    do {
      return try SecondLook(mutation: mutation, agreed: plan, then: before, now: latest).plan()
    } catch let error as EngineError {
      // A list that does not come now is no reason to keep what is open.
      guard isExit else { throw unplanned(error) }
      return plan
    }
  }

  /// What is previewed at prices that are older than is wanted would not be what is sent.
  private func requireFreshness(_ seen: EngineSnapshot) throws {
    do {
      try session.checkAge(seen.marketAge)
    } catch var failure as Failure {
      failure.message += ". Nothing was sent"
      throw failure
    }
  }

  /// Verbs that somebody reaches for in an emergency.
  private static let stops: Set<String> = [
    "engine.pause", "engine.stop", "engine.kill", "risk.killswitch.trigger", "orders.cancel-all", "positions.close-all",
  ]

  private var isStop: Bool { Self.stops.contains(mutation.name) }

  /// What is sent by the look before where the one after the question shows nothing.
  private var isExit: Bool { isStop || mutation.name == "positions.close" }

  private func unplanned(_ error: EngineError) -> Failure {
    var failure = Failure(error, url: session.sourceURL)
    failure.message += ". Nothing was sent"
    switch error {
    case .refused, .unavailable, .brokenContract, .transport(.deadlineExceeded), .transport(.connectionLost):
      guard isStop else { break }
      failure.nextStep = [failure.nextStep, "to stop it without its state: hean panic"].compactMap(\.self).joined(
        separator: "; ")
    default: break
    }
    return failure
  }

  private func carryOut(
    _ plan: Plan, _ before: EngineSnapshot, _ control: EngineClient, _ board: Board
  ) async throws -> (MutationResult, EngineSnapshot) {
    var result = MutationResult(mutation.name, plan, .notSent)
    var latest = before
    let audit = AuditTrail(session: session, name: mutation.name, mode: before.mode, options: options)
    result.auditID = options.isAudited ? audit.id : nil
    departure.plan(plan.steps.map(\.target), audit: options.isAudited ? audit : nil)
    for (index, step) in plan.steps.enumerated() {
      guard result.steps.last?.outcome.allowsMore != false else {
        let outcome = MutationResult.StepResult(step, unsent: "left out, because of what became of the one before")
        result.steps.append(outcome)
        board.tell(outcome)
        continue
      }
      if index > 0, let why = SecondLook.objection(to: step, of: mutation, latest) {
        var outcome = MutationResult.StepResult(step, unsent: "it was not sent: \(why)")
        outcome.outcome = .refused
        result.steps.append(outcome)
        board.tell(outcome)
        continue
      }
      try await departure.send(step, index) { if options.isAudited { try audit.intend(step, index, of: plan) } }
      let reply = await control.send(step.request)
      departure.answer(index, reply)
      let seen = await control.look(
        for: step, after: reply, before: latest, seeing: mutation.parts,
        patience: Patience(
          limit: options.verifyTimeout, now: now, elapsed: session.context.elapsed, sleep: session.context.sleep))
      let outcome = MutationResult.StepResult(step, reply, seen?.finding).aimed(session.aim)
      // The next step is proved by what changes after this one.
      if let picture = seen?.picture, picture.isUsable { latest = picture }
      await departure.settle(index, outcome.outcome) {
        if options.isAudited { audit.conclude(outcome, index, reply) }
      }
      result.steps.append(outcome)
      board.tell(outcome)
    }
    return (result, latest)
  }

  private func report(_ result: MutationResult, _ seen: EngineSnapshot) -> Report {
    var report = session.report("mutation", on: seen.context, receivedAt: now())
    report.needsFreshness = false
    report.payload = .object(MutationResult.fields, result)
    report.exit = result.exit
    // Once something was sent, the plan and each step stand on the screen already.
    if result.steps.isEmpty {
      report.screen.context(seen.context, session)
      report.screen.plan(result.plan)
      report.screen.blank()
    }
    for doubt in result.left { report.screen.line(Cell("Nothing was sent: \(doubt).", .warning)) }
    if result.outcome == .unchanged { report.screen.line(Cell("Nothing to do, nothing was sent.", .good)) }
    if result.outcome == .preview { report.screen.previewed(result.token ?? "", session.line) }
    if let id = result.auditID { report.screen.hint("hean audit show \(id)") }
    report.failure = result.failure(url: session.sourceURL)
    return report
  }
}

extension EngineSnapshot {
  /// Whether it can be compared with what comes later.
  fileprivate var isUsable: Bool {
    if case .success = status { true } else { false }
  }
}

extension MutationResult {
  /// The same end as an error, for scripts that read standard error.
  func failure(url: String) -> Failure? {
    guard exit != .ok else { return nil }
    let step = steps.first { $0.outcome.rawValue == outcome.rawValue }
    var exit = exit
    // What a failed call means is decided where every error is.
    if outcome == .notSent, let error = step?.error { exit = Failure(error, url: url).exit }
    let words = step.map { "\($0.target): \($0.sentence)" } ?? left.joined(separator: "; ")
    return Failure(
      exit, words, nextStep: step?.advice ?? step?.check, isRetryable: outcome == .rateLimited || outcome == .notSent,
      requestID: step?.requestID, status: step?.status)
  }
}
