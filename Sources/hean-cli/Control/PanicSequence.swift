import Foundation
import HeanCore

/// Carries out what `Panic` decides, within its time: no read that hangs keeps a call waiting, and no call that hangs the
/// next one.
struct PanicSequence: Sendable {
  var session: Session
  var options: MutationOptions
  var deadline: Duration
  /// Of one look.
  var readDeadline: Duration
  var control: EngineClient
  var board: Board

  static let name = "panic"
  private static let advice = ["hean panic --yes", "hean positions", "hean orders --status open"]
  /// What the first look may take before the stop goes out without it, and each one after a look that showed nothing while
  /// there is something to send.
  private static let headStart = Duration.milliseconds(250)
  /// The log may be kept by others only so long.
  private static let auditPatience = Duration.milliseconds(500)

  private var now: @Sendable () -> Date { session.context.now }
  private var departure: Departure { session.context.departure }

  private struct Sent: Sendable {
    var step: Step
    var index: Int
    var reply: ControlReply

    var isUnsent: Bool { if case .notSent = reply { true } else { false } }
  }

  /// The mode is asked for until it is told, but not for long: what is asked may be what hangs.
  private struct Looks {
    var known: EngineSnapshot
    private var asked = 0

    init(known: EngineSnapshot) { self.known = known }

    /// What the next look may take for known; `nil` to ask for everything.
    mutating func next() -> EngineSnapshot? {
      guard known.mode == .unknown, asked < 3 else { return known }
      asked += 1
      return nil
    }

    mutating func note(_ picture: EngineSnapshot) {
      if known.mode == .unknown { known = picture }
    }
  }

  /// - Parameter shown: what the plan was made of that has been shown, and agreed to.
  func run(shown: EngineSnapshot? = nil) async throws -> Report {
    let start = session.context.elapsed()
    let left: @Sendable () -> Duration = { deadline - (session.context.elapsed() - start) }
    let (before, halt, early) = await firstLook(left)
    if case .failure(let error) = before.status { try await giveUp(error, halt, early) }
    let plan = Panic.plan(before, within: left())
    // A reader that went away must not stop what is under way.
    if shown == nil { try? board.show(plan, before, isAsked: false) }
    let audit = early ?? trail(before.mode)
    announce(audit, before)
    var result = MutationResult(Self.name, plan, .left)
    result.auditID = options.isAudited ? audit.id : nil
    // What was planned counts, even if the engine has closed it since.
    var panic = Panic(before: [shown, before].compactMap(\.self), hasHalted: halt != nil)
    var picture = before
    var looks = Looks(known: before)
    var calls = 0
    func moment() -> Panic.Moment {
      Panic.Moment(elapsed: session.context.elapsed() - start, left: left() - readDeadline)
    }
    if let halt {
      calls = 1
      panic.heard(.halt, halt.reply)
      picture = await look(left, panic, looks.next(), within: before.isBlind ? Self.headStart : readDeadline)
      await settle(halt, before, picture, audit, &result)
    }
    var ending: Panic.Ending?
    var isFirst = halt == nil
    while ending == nil {
      guard isFirst || left() > readDeadline, result.steps.last?.outcome != .notAuthorised else {
        panic.saw(picture, at: moment().elapsed)
        ending = panic.give(up: picture)
        break
      }
      isFirst = false
      looks.note(picture)
      let action = panic.next(picture, at: moment())
      tell(panic, &result)
      switch action {
      case .finish(let end): ending = end
      case .look(let pause):
        try? await session.context.sleep(pause)
        picture = await look(left, panic, looks.next(), within: readDeadline)
      case .send(let moves):
        var sent: [Sent] = []
        for move in moves {
          sent.append(await send(move, calls, left(), audit))
          calls += 1
          panic.heard(move.call, sent[sent.count - 1].reply)
        }
        let wait = moves.map(\.patience).max() ?? .zero
        let since = session.context.elapsed()
        // Where the look before showed nothing, the next call does not wait for another that may not.
        picture = await look(left, panic, looks.next(), within: picture.isBlind ? Self.headStart : readDeadline)
        while isPending(sent, before, picture), session.context.elapsed() - since < wait, left() > readDeadline {
          panic.saw(picture, at: moment().elapsed)
          try? await session.context.sleep(.milliseconds(250))
          picture = await look(left, panic, looks.next(), within: readDeadline)
        }
        for call in sent { await settle(call, before, picture, audit, &result) }
      }
    }
    tell(panic, &result)
    let took = session.context.elapsed() - start
    let report = finish(&result, ending ?? .left([]), picture, panic, took: took)
    if options.isAudited, calls > 0 { audit.end(result) }
    return report
  }

  /// Looks, and sends the stop without having seen anything where that takes too long.
  private func firstLook(_ left: @escaping @Sendable () -> Duration) async -> (EngineSnapshot, Sent?, AuditTrail?) {
    await withTaskGroup(of: EngineSnapshot?.self) { group in
      group.addTask {
        await look(left, within: .seconds(1))
      }
      group.addTask {
        try? await Task.sleep(for: session.context.realTime(Self.headStart))
        return nil
      }
      var sent: Sent?
      var audit: AuditTrail?
      while let next = await group.next() {
        if let picture = next {
          group.cancelAll()
          return (picture, sent, audit)
        }
        session.note("the engine has not told its state yet: the stop goes out without it")
        let trail = trail(.unknown)
        audit = trail
        announce(trail, nil)
        sent = await send(Panic.Move(.halt, Panic.halt), 0, left(), trail)
      }
      // The look always ends, and with it this function.
      return (await look(left, within: .zero), sent, audit)
    }
  }

  private func trail(_ mode: OperatingMode) -> AuditTrail {
    var audit = AuditTrail(session: session, name: Self.name, mode: mode, options: options)
    audit.patience = Self.auditPatience
    return audit
  }

  /// For whoever finds this interrupted.
  private func announce(_ audit: AuditTrail, _ picture: EngineSnapshot?) {
    departure.plan(Panic.targets(picture), audit: options.isAudited ? audit : nil, advice: Self.advice)
  }

  private func look(
    _ left: () -> Duration, _ panic: Panic? = nil, _ before: EngineSnapshot? = nil, within limit: Duration
  ) async -> EngineSnapshot {
    let limit = session.context.realTime(max(.milliseconds(50), min(limit, readDeadline, left())))
    return await control.look(within: limit).snapshot(of: panic?.parts ?? Panic.parts, after: before, now: now)
  }

  /// Whether a call may have been carried out, and its effect is not there yet.
  private func isPending(_ sent: [Sent], _ before: EngineSnapshot, _ picture: EngineSnapshot) -> Bool {
    sent.contains { !$0.isUnsent && $0.step.finding(before: before, after: picture).verdict == .pending }
  }

  /// Shows what has been proved since the last time.
  private func tell(_ panic: Panic, _ result: inout MutationResult) {
    for proof in panic.proofs.dropFirst(result.proofs.count) { board.tell(proof) }
    result.proofs = panic.proofs
  }

  private func send(_ move: Panic.Move, _ index: Int, _ left: Duration, _ audit: AuditTrail) async -> Sent {
    var step = move.step
    // Whatever hangs, the rest still has its turn: a last look, and after a restart the halt of the new engine.
    let limit =
      move.isSlow ? min(.seconds(45), left - readDeadline - .seconds(2)) : min(.seconds(5), left * 3 / 10)
    step.request.deadline = session.context.realTime(max(.milliseconds(100), limit))
    try? await departure.send(step, index) {
      guard options.isAudited else { return }
      do {
        try audit.intend(step, index, of: Plan(Panic.title))
      } catch {
        // An operator in a panic is not stopped by a full disk.
        session.note("going on without a record: the audit log cannot be written")
      }
    }
    let reply = move.call == .restart ? await restart(step.request) : await control.send(step.request)
    departure.answer(index, reply)
    return Sent(step: step, index: index, reply: reply)
  }

  /// The new engine trades until it is halted, so that is not left to an answer that may never come.
  private func restart(_ request: ControlRequest) async -> ControlReply {
    await withTaskGroup(of: ControlReply?.self) { group in
      group.addTask { await control.send(request) }
      group.addTask {
        await untilNotHalted()
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first ?? .lost(.transport(.deadlineExceeded(after: .seconds(2), sent: true)))
    }
  }

  /// Returns when two looks in a row show an engine that runs without the stop. It was set before, so the engine is another
  /// one; a single look may have met the moment between the two.
  private func untilNotHalted() async {
    var seen = 0
    while seen < 2 {
      guard (try? await Task.sleep(for: session.context.realTime(.seconds(1)))) != nil else { return }
      let picture = await control.look(within: .seconds(1)).snapshot(of: [.engine, .killSwitch], now: now)
      seen = picture.isRunning == true && picture.killSwitchTruth.stopTrading == false ? seen + 1 : 0
    }
  }

  private func settle(
    _ sent: Sent, _ before: EngineSnapshot, _ seen: EngineSnapshot, _ audit: AuditTrail, _ result: inout MutationResult
  ) async {
    let finding = sent.step.finding(before: before, after: seen)
    let outcome = MutationResult.StepResult(sent.step, sent.reply, finding).aimed(session.aim)
    await departure.settle(sent.index, outcome.outcome) {
      if options.isAudited { audit.conclude(outcome, sent.index, sent.reply) }
    }
    // Told once, however often it is tried.
    guard !result.steps.contains(where: { $0.target == outcome.target && $0.outcome == outcome.outcome }) else {
      return
    }
    result.steps.append(outcome)
    board.tell(outcome)
  }

  /// Ends it while nothing was sent: not even the stop, where that went out without a look.
  private func giveUp(_ error: EngineError, _ halt: Sent?, _ audit: AuditTrail?) async throws {
    guard let halt else { return try giveUpIfAbsent(error) }
    guard halt.isUnsent else { return }
    do {
      try giveUpIfAbsent(error)
    } catch {
      let outcome = MutationResult.StepResult(halt.step, halt.reply, nil)
      await departure.settle(halt.index, outcome.outcome) {
        if options.isAudited { audit?.conclude(outcome, halt.index, halt.reply) }
      }
      throw error
    }
  }

  /// Only what cannot be talked to at all ends a panic before it begins; anything else is tried.
  func giveUpIfAbsent(_ error: EngineError) throws {
    var failure = Failure(error, url: session.sourceURL)
    failure.message += ". Nothing was sent"
    switch error {
    case .transport(.unreachable):
      failure.nextStep = "check the URL; if it is right, \(Panic.exchange)"
    case .transport(.insecure), .transport(.refusedLocally):
      failure.nextStep = [failure.nextStep, Panic.exchange].compactMap(\.self).joined(
        separator: "; if that takes long: ")
    default:
      return session.note("the engine did not tell its state (\(error.shortText)); going on")
    }
    throw failure
  }

  /// Until when nothing new is opened.
  private func whatHolds(_ seen: EngineSnapshot) -> String {
    seen.isRunning == false
      ? "Nothing trades until the engine is started again: hean engine start"
      : "The engine runs, halted. Signals make orders again once it is restarted: hean engine restart"
  }

  private func finish(
    _ result: inout MutationResult, _ ending: Panic.Ending, _ seen: EngineSnapshot, _ panic: Panic,
    took: Duration
  ) -> Report {
    var words: [Cell]
    var next: String?
    switch ending {
    case .flat(let proof):
      result.outcome = .flat
      result.words = proof
      words = [
        Cell(
          "FLAT\(seen.isRunning == false ? "" : " in the engine's books") after \(Spans.text(took)): \(proof).", .good),
        Cell(session.aim(whatHolds(seen))),
      ]
    case .unproved(let proof):
      result.outcome = .left
      result.left = [proof]
      let advice = panic.advice(seen, isAnswered: true)
      next = session.aim(advice)
      words = [
        Cell("NOT PROVED FLAT after \(Spans.text(took)): \(proof).", .warning), Cell("next: \(advice)"),
        Cell(session.aim(whatHolds(seen))),
      ]
    case .left(let left):
      result.outcome = result.steps.last?.outcome == .notAuthorised ? .notAuthorised : .left
      result.left = left
      let isAnswered = result.steps.contains { [.confirmed, .notConfirmed, .refused].contains($0.outcome) }
      let advice =
        result.outcome == .notAuthorised ? Panic.withoutKey : panic.advice(seen, isAnswered: isAnswered)
      next = session.aim(advice)
      words = [Cell("NOT FLAT after \(Spans.text(took)). Left:", .bad)]
      words += left.map { Cell("  \($0)", .bad) } + [Cell("next: \(advice)")]
    }
    var report = session.report("mutation", on: seen.context, receivedAt: now())
    report.needsFreshness = false
    report.payload = .object(MutationResult.fields, result)
    report.exit = result.exit
    report.failure = result.failure(url: session.sourceURL)
    report.failure?.nextStep = next
    for line in words { report.screen.line(line) }
    if let id = result.auditID { report.screen.hint("hean audit show \(id)") }
    return report
  }
}

extension EngineSnapshot {
  /// Whether not even the engine's state is known.
  fileprivate var isBlind: Bool {
    if case .failure = status { true } else { false }
  }
}
