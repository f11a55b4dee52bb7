/// Carries out what `Panic` decides, within its time: a read that hangs holds up no call, and a call that hangs does
/// not hold up the next one.
struct PanicSequence: Sendable {
  var engine: any OperationEngine
  var clock: OperationClock
  var deadline: Duration
  /// Time for one look at the engine.
  var readDeadline: Duration
  var progress: any OperationProgress
  var interruption: any InterruptionLedger
  /// Makes the audit trail for a mode; `nil` when recording was waived.
  var makeTrail: @Sendable (OperatingMode) -> AuditTrail?

  /// How long the first look may take before the stop is sent without it. Also the time for a look that follows one
  /// which showed nothing, while something is to be sent.
  private static let headStart = Duration.milliseconds(250)
  /// How long to wait while others hold the audit log.
  private static let auditPatience = Duration.milliseconds(500)

  private struct Sent: Sendable {
    var step: OperationStep
    var index: Int
    var reply: ControlReply

    var isUnsent: Bool { if case .notSent = reply { true } else { false } }
  }

  /// Decides what each look reads. The mode is read until it is known, but three times at most: what is read for it may
  /// be what hangs.
  private struct Looks {
    var known: EngineSnapshot
    private var asked = 0

    init(known: EngineSnapshot) { self.known = known }

    /// The snapshot whose mode the next look may take over; `nil` to read everything.
    mutating func next() -> EngineSnapshot? {
      guard known.mode == .unknown, asked < 3 else { return known }
      asked += 1
      return nil
    }

    mutating func note(_ snapshot: EngineSnapshot) {
      if known.mode == .unknown { known = snapshot }
    }
  }

  /// What the first look showed, and the stop if it was sent before that.
  private struct Beginning {
    var seen: EngineSnapshot
    var halt: Sent?
    var calls: RecordedCalls?
  }

  /// What has been sent, seen and proved so far.
  private struct Course {
    let start: Duration
    let before: EngineSnapshot
    let calls: RecordedCalls
    var panic: Panic
    var result: OperationResult
    var snapshot: EngineSnapshot
    var looks: Looks
    /// How many calls were sent.
    var count = 0
  }

  /// - Parameter shown: the snapshot of the plan that was shown and agreed to; `nil` when nothing was shown.
  func run(shown: EngineSnapshot? = nil) async throws(OperationFailure.Reason) -> PanicEnd {
    let start = clock.elapsed()
    progress.waits(for: shown == nil ? .plan : .planAgain)
    let beginning = await firstLook { left(since: start) }
    let before = beginning.seen
    if let error = before.status.error { try await giveUp(error, beginning) }
    let plan = Panic.plan(before, within: left(since: start))
    // When the plan cannot be written out, as when the reader of a pipe has gone, the panic goes on.
    if shown == nil { try? progress.planned(plan, before, isAsked: false) }
    let calls = beginning.calls ?? calls(before.mode)
    announce(calls, before)
    var result = OperationResult(.panic, plan, .left)
    result.auditID = calls.trail?.id
    // Positions of the plan count, even if the engine has closed them since.
    let panic = Panic(before: [shown, before].compactMap(\.self), hasHalted: beginning.halt != nil)
    var course = Course(
      start: start, before: before, calls: calls, panic: panic, result: result, snapshot: before,
      looks: Looks(known: before))
    if let halt = beginning.halt { await take(halt, &course) }
    let ending = await carryOut(&course, isHalted: beginning.halt != nil)
    tell(course.panic, &course.result)
    let end = finish(course.result, ending, course.snapshot, course.panic, took: clock.elapsed() - start)
    if course.count > 0 { calls.end(end.result) }
    return end
  }

  /// Does what `Panic` decides until it ends, or the time is over.
  private func carryOut(_ course: inout Course, isHalted: Bool) async -> Panic.Ending {
    var isFirst = !isHalted
    while isFirst || left(course) > readDeadline, course.result.steps.last?.outcome != .notAuthorised {
      isFirst = false
      course.looks.note(course.snapshot)
      let action = course.panic.next(course.snapshot, at: moment(course))
      tell(course.panic, &course.result)
      switch action {
      case .finish(let ending): return ending
      case .look(let pause):
        progress.waits(for: .panic(course.panic.lookedFor, until: course.start + deadline))
        try? await clock.sleep(pause)
        await look(&course)
      case .send(let moves): await send(moves, &course)
      }
    }
    course.panic.saw(course.snapshot, at: moment(course).elapsed)
    return course.panic.giveUp(course.snapshot)
  }

  /// Sends calls that do not wait for each other, and looks until their effects are there.
  private func send(_ moves: [Panic.Move], _ course: inout Course) async {
    var sent: [Sent] = []
    for move in moves {
      let call = await send(move, course.count, left(course), course.calls)
      sent.append(call)
      course.count += 1
      course.panic.heard(move.call, call.reply)
    }
    let wait = moves.map(\.patience).max() ?? .zero
    let since = clock.elapsed()
    tellLook(for: sent, until: since + wait)
    await lookAfterCall(&course)
    while isPending(sent, course.before, course.snapshot), clock.elapsed() - since < wait, left(course) > readDeadline {
      course.panic.saw(course.snapshot, at: moment(course).elapsed)
      try? await clock.sleep(.milliseconds(250))
      await look(&course)
    }
    for call in sent { await conclude(call, course.before, course.snapshot, course.calls, &course.result) }
  }

  /// Takes over the stop that was sent before the first look ended.
  private func take(_ halt: Sent, _ course: inout Course) async {
    course.count = 1
    course.panic.heard(.halt, halt.reply)
    tellLook(for: [halt], until: clock.elapsed())
    await lookAfterCall(&course)
    await conclude(halt, course.before, course.snapshot, course.calls, &course.result)
  }

  private func tellLook(for sent: [Sent], until end: Duration) {
    guard let call = sent.last(where: { !$0.isUnsent }) else { return }
    progress.waits(for: .effect(of: call.step.request, until: end))
  }

  private func look(_ course: inout Course) async {
    await look(&course, within: readDeadline)
  }

  /// Looks after a call. If the look before showed nothing, this one gets little time, so that the next call does not
  /// wait for it.
  private func lookAfterCall(_ course: inout Course) async {
    await look(&course, within: course.snapshot.isBlind ? Self.headStart : readDeadline)
  }

  private func look(_ course: inout Course, within limit: Duration) async {
    let start = course.start
    course.snapshot = await look({ left(since: start) }, course.panic, course.looks.next(), within: limit)
  }

  private func left(since start: Duration) -> Duration { deadline - (clock.elapsed() - start) }
  private func left(_ course: Course) -> Duration { left(since: course.start) }

  private func moment(_ course: Course) -> Panic.Moment {
    Panic.Moment(elapsed: clock.elapsed() - course.start, left: left(course) - readDeadline)
  }

  /// Looks, and sends the stop without having seen anything when that takes too long.
  private func firstLook(left: @escaping @Sendable () -> Duration) async -> Beginning {
    await withTaskGroup(of: EngineSnapshot?.self) { group in
      group.addTask {
        await look(left, within: .seconds(1))
      }
      group.addTask {
        try? await clock.networkSleep(clock.networkTime(Self.headStart))
        return nil
      }
      var sent: Sent?
      var early: RecordedCalls?
      while let next = await group.next() {
        if let snapshot = next {
          group.cancelAll()
          return Beginning(seen: snapshot, halt: sent, calls: early)
        }
        progress.noted(.stopUnseen)
        let calls = calls(.unknown)
        early = calls
        announce(calls, nil)
        sent = await send(Panic.Move(.halt, Panic.halt), 0, left(), calls)
      }
      // The look always ends, so the loop returns before this line.
      return Beginning(seen: await look(left, within: .zero), halt: sent, calls: early)
    }
  }

  private func calls(_ mode: OperatingMode) -> RecordedCalls {
    var trail = makeTrail(mode)
    trail?.patience = Self.auditPatience
    return RecordedCalls(trail: trail, interruption: interruption, progress: progress)
  }

  /// Tells what is going to be sent, in case the panic is interrupted.
  private func announce(_ calls: RecordedCalls, _ snapshot: EngineSnapshot?) {
    interruption.announce(Panic.targets(snapshot), calls.trail)
  }

  private func look(
    _ left: () -> Duration, _ panic: Panic? = nil, _ before: EngineSnapshot? = nil, within limit: Duration
  ) async -> EngineSnapshot {
    let limit = clock.networkTime(max(.milliseconds(50), min(limit, readDeadline, left())))
    return await engine.snapshot(SnapshotRequest(panic?.parts ?? Panic.parts, after: before, within: limit))
  }

  /// Whether a call may have been carried out, and its effect is not seen yet.
  private func isPending(_ sent: [Sent], _ before: EngineSnapshot, _ snapshot: EngineSnapshot) -> Bool {
    sent.contains { !$0.isUnsent && $0.step.finding(before: before, after: snapshot).verdict == .pending }
  }

  /// Shows the proofs that are new since the last time.
  private func tell(_ panic: Panic, _ result: inout OperationResult) {
    for proof in panic.proofs.dropFirst(result.proofs.count) { progress.proved(proof) }
    result.proofs = panic.proofs
  }

  private func send(_ move: Panic.Move, _ index: Int, _ left: Duration, _ calls: RecordedCalls) async -> Sent {
    var step = move.step
    // Each call gets a part of the time, so that one that hangs leaves enough for the others: for a last look, and
    // after a restart for the halt of the new engine.
    let limit =
      move.isSlow ? min(.seconds(45), left - readDeadline - .seconds(2)) : min(.seconds(5), left * 3 / 10)
    step.request.deadline = clock.networkTime(max(.milliseconds(100), limit))
    let reply = await calls.send(urgent: step, index, of: OperationPlan(Panic.title)) { request in
      move.call == .restart ? await restart(request) : await engine.send(request)
    }
    return Sent(step: step, index: index, reply: reply)
  }

  /// Sends the restart, and stops waiting for its answer once the new engine is seen: that one trades until it is
  /// halted.
  private func restart(_ request: ControlRequest) async -> ControlReply {
    await withTaskGroup(of: ControlReply?.self) { group in
      group.addTask { await engine.send(request) }
      group.addTask {
        await untilNotHalted()
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first ?? .lost(.transport(.deadlineExceeded(after: .seconds(2), sent: true)))
    }
  }

  /// Returns when two looks in a row show an engine that runs without the stop. The stop was set before, so this is the
  /// new engine. One look is not enough: it may have fallen between its two reads.
  private func untilNotHalted() async {
    var seen = 0
    while seen < 2 {
      guard (try? await clock.networkSleep(clock.networkTime(.seconds(1)))) != nil else { return }
      let snapshot = await engine.snapshot(SnapshotRequest([.engine, .killSwitch], within: .seconds(1)))
      seen = snapshot.isRunning == true && snapshot.killSwitchTruth.stopTrading == false ? seen + 1 : 0
    }
  }

  private func conclude(
    _ sent: Sent, _ before: EngineSnapshot, _ seen: EngineSnapshot, _ calls: RecordedCalls,
    _ result: inout OperationResult
  ) async {
    let finding = sent.step.finding(before: before, after: seen)
    let ended = StepResult(sent.step, sent.reply, finding)
    await calls.conclude(ended, sent.index, sent.reply)
    // The same end of the same call is told once, however often the call is repeated.
    guard !result.steps.contains(where: { $0.target == ended.target && $0.outcome == ended.outcome }) else {
      return
    }
    result.steps.append(ended)
    progress.ended(ended)
  }

  /// Ends the panic if the engine cannot be reached and nothing was sent, not even a stop before the first look.
  private func giveUp(_ error: EngineError, _ beginning: Beginning) async throws(OperationFailure.Reason) {
    guard let halt = beginning.halt else { return try requirePresence(error) }
    guard halt.isUnsent else { return }
    do throws(OperationFailure.Reason) {
      try requirePresence(error)
    } catch {
      await beginning.calls?.conclude(StepResult(halt.step, halt.reply, nil), halt.index, halt.reply)
      throw error
    }
  }

  /// Ends the panic before it begins only when the engine cannot be reached at all; after any other error it is tried.
  func requirePresence(_ error: EngineError) throws(OperationFailure.Reason) {
    switch error {
    case .transport(.unreachable), .transport(.insecure), .transport(.refusedLocally): throw .absent(error)
    default: progress.noted(.stateUntold(error))
    }
  }

  private func finish(
    _ result: OperationResult, _ ending: Panic.Ending, _ seen: EngineSnapshot, _ panic: Panic, took: Duration
  ) -> PanicEnd {
    var result = result
    var advice: NextStep?
    switch ending {
    case .flat(let proof):
      result.outcome = .flat
      result.proof = proof
    case .unproved(let proof):
      result.outcome = .left
      result.left = [proof]
      advice = panic.advice(seen, isAnswered: true)
    case .left(let left):
      result.outcome = result.steps.last?.outcome == .notAuthorised ? .notAuthorised : .left
      result.left = left
      let isAnswered = result.steps.contains { [.confirmed, .notConfirmed, .refused].contains($0.outcome) }
      advice =
        result.outcome == .notAuthorised ? Panic.withoutKey : panic.advice(seen, isAnswered: isAnswered)
    }
    return PanicEnd(result: result, seen: seen, ending: ending, advice: advice, took: took)
  }
}

extension EngineSnapshot {
  /// Whether not even the engine's state is known.
  fileprivate var isBlind: Bool { status.error != nil }
}
