/// Carries out what `Panic` decides, within its time: no read that hangs keeps a call waiting, and no call that hangs the
/// next one.
struct PanicSequence: Sendable {
  var engine: any OperationEngine
  var clock: OperationClock
  var deadline: Duration
  /// Of one look.
  var readDeadline: Duration
  var progress: any OperationProgress
  var interruption: any OperationGuard
  /// By the mode; `nil` where recording was waived.
  var makeTrail: @Sendable (OperatingMode) -> AuditTrail?

  /// What the first look may take before the stop goes out without it, and each one after a look that showed nothing while
  /// there is something to send.
  private static let headStart = Duration.milliseconds(250)
  /// The log may be kept by others only so long.
  private static let auditPatience = Duration.milliseconds(500)

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

    mutating func note(_ snapshot: EngineSnapshot) {
      if known.mode == .unknown { known = snapshot }
    }
  }

  /// What the first look showed, and the stop where it went out before it.
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
    /// Of calls that were sent.
    var count = 0
  }

  /// - Parameter shown: what the plan was made of that has been shown, and agreed to.
  func run(shown: EngineSnapshot? = nil) async throws(OperationFailure.Reason) -> PanicEnd {
    let start = clock.elapsed()
    let beginning = await firstLook { left(since: start) }
    let before = beginning.seen
    if let error = before.status.error { try await giveUp(error, beginning) }
    let plan = Panic.plan(before, within: left(since: start))
    // A reader that went away must not stop what is under way.
    if shown == nil { try? progress.planned(plan, before, isAsked: false) }
    let calls = beginning.calls ?? calls(before.mode)
    announce(calls, before)
    var result = OperationResult(Panic.name, plan, .left)
    result.auditID = calls.trail?.id
    // What was planned counts, even if the engine has closed it since.
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

  /// Does what `Panic` says until that ends, or the time does.
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
        try? await clock.sleep(pause)
        await look(&course)
      case .send(let moves): await send(moves, &course)
      }
    }
    course.panic.saw(course.snapshot, at: moment(course).elapsed)
    return course.panic.giveUp(course.snapshot)
  }

  /// Sends calls that do not wait for each other, and looks until their effect is there.
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
    await lookAfterCall(&course)
    while isPending(sent, course.before, course.snapshot), clock.elapsed() - since < wait, left(course) > readDeadline {
      course.panic.saw(course.snapshot, at: moment(course).elapsed)
      try? await clock.sleep(.milliseconds(250))
      await look(&course)
    }
    for call in sent { await settle(call, course.before, course.snapshot, course.calls, &course.result) }
  }

  /// Takes over the stop that went out before the first look.
  private func take(_ halt: Sent, _ course: inout Course) async {
    course.count = 1
    course.panic.heard(.halt, halt.reply)
    await lookAfterCall(&course)
    await settle(halt, course.before, course.snapshot, course.calls, &course.result)
  }

  private func look(_ course: inout Course) async {
    await look(&course, within: readDeadline)
  }

  /// Where the look before showed nothing, the next call does not wait for another that may not.
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

  /// Looks, and sends the stop without having seen anything where that takes too long.
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
      // The look always ends, and with it this function.
      return Beginning(seen: await look(left, within: .zero), halt: sent, calls: early)
    }
  }

  private func calls(_ mode: OperatingMode) -> RecordedCalls {
    var trail = makeTrail(mode)
    trail?.patience = Self.auditPatience
    return RecordedCalls(trail: trail, interruption: interruption, progress: progress)
  }

  /// For whoever finds this interrupted.
  private func announce(_ calls: RecordedCalls, _ snapshot: EngineSnapshot?) {
    interruption.announce(Panic.targets(snapshot), calls.trail)
  }

  private func look(
    _ left: () -> Duration, _ panic: Panic? = nil, _ before: EngineSnapshot? = nil, within limit: Duration
  ) async -> EngineSnapshot {
    let limit = clock.networkTime(max(.milliseconds(50), min(limit, readDeadline, left())))
    return await engine.snapshot(SnapshotRequest(panic?.parts ?? Panic.parts, after: before, within: limit))
  }

  /// Whether a call may have been carried out, and its effect is not there yet.
  private func isPending(_ sent: [Sent], _ before: EngineSnapshot, _ snapshot: EngineSnapshot) -> Bool {
    sent.contains { !$0.isUnsent && $0.step.finding(before: before, after: snapshot).verdict == .pending }
  }

  /// Shows what has been proved since the last time.
  private func tell(_ panic: Panic, _ result: inout OperationResult) {
    for proof in panic.proofs.dropFirst(result.proofs.count) { progress.proved(proof) }
    result.proofs = panic.proofs
  }

  private func send(_ move: Panic.Move, _ index: Int, _ left: Duration, _ calls: RecordedCalls) async -> Sent {
    var step = move.step
    // Whatever hangs, the rest still has its turn: a last look, and after a restart the halt of the new engine.
    let limit =
      move.isSlow ? min(.seconds(45), left - readDeadline - .seconds(2)) : min(.seconds(5), left * 3 / 10)
    step.request.deadline = clock.networkTime(max(.milliseconds(100), limit))
    let reply = await calls.send(urgent: step, index, of: Plan(Panic.title)) { request in
      move.call == .restart ? await restart(request) : await engine.send(request)
    }
    return Sent(step: step, index: index, reply: reply)
  }

  /// The new engine trades until it is halted, so that is not left to an answer that may never come.
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

  /// Returns when two looks in a row show an engine that runs without the stop. It was set before, so the engine is another
  /// one; a single look may have met the moment between the two.
  private func untilNotHalted() async {
    var seen = 0
    while seen < 2 {
      guard (try? await clock.networkSleep(clock.networkTime(.seconds(1)))) != nil else { return }
      let snapshot = await engine.snapshot(SnapshotRequest([.engine, .killSwitch], within: .seconds(1)))
      seen = snapshot.isRunning == true && snapshot.killSwitchTruth.stopTrading == false ? seen + 1 : 0
    }
  }

  private func settle(
    _ sent: Sent, _ before: EngineSnapshot, _ seen: EngineSnapshot, _ calls: RecordedCalls,
    _ result: inout OperationResult
  ) async {
    let finding = sent.step.finding(before: before, after: seen)
    let settled = StepResult(sent.step, sent.reply, finding)
    await calls.settle(settled, sent.index, sent.reply)
    // Told once, however often it is tried.
    guard !result.steps.contains(where: { $0.target == settled.target && $0.outcome == settled.outcome }) else {
      return
    }
    result.steps.append(settled)
    progress.settled(settled)
  }

  /// Ends it while nothing was sent: not even the stop, where that went out without a look.
  private func giveUp(_ error: EngineError, _ beginning: Beginning) async throws(OperationFailure.Reason) {
    guard let halt = beginning.halt else { return try requirePresence(error) }
    guard halt.isUnsent else { return }
    do throws(OperationFailure.Reason) {
      try requirePresence(error)
    } catch {
      await beginning.calls?.settle(StepResult(halt.step, halt.reply, nil), halt.index, halt.reply)
      throw error
    }
  }

  /// Only what cannot be talked to at all ends a panic before it begins; anything else is tried.
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
