/// The way to flat for an engine whose orders go to an exchange, or that does not tell where they go.
extension Panic {
  mutating func atExchange(_ snapshot: EngineSnapshot, _ moment: Moment) -> Action {
    switch stage {
    case .settling(let since): settling(snapshot, since, moment)
    case .quietBeforeClose(let until): quiet(until) ?? closeInQuiet(snapshot)
    case .ready(let since): ready(snapshot, since, moment)
    case .quietBeforeRestart(let until): quietBeforeRestart(snapshot, until, moment)
    case .newEngine: newEngine(snapshot)
    case .watching(let since): watching(snapshot, since)
    }
  }

  /// Time to wait after a close: between it and its echo the list can be empty for a moment.
  static let settlingTime = Duration.milliseconds(1_500)

  mutating func settling(_ snapshot: EngineSnapshot, _ since: Duration, _ moment: Moment) -> Action {
    let isOver = now - since >= Self.settlingTime
    guard let open = snapshot.positionsAtStake else {
      if rounds == 0, isDue(.closeAll(1)) { return closeInQuiet(snapshot) }
      return now - since < .seconds(5) ? .look(after: .milliseconds(250)) : becomeReady(snapshot, moment)
    }
    guard !open.isEmpty else { return isOver ? becomeReady(snapshot, moment) : .look(after: .milliseconds(250)) }
    if rounds == 0 { return becomeQuiet(snapshot, moment) }
    guard isOver else { return .look(after: .milliseconds(250)) }
    if rounds < 3, !books.unasked(open).isEmpty { return becomeQuiet(snapshot, moment) }
    // A refused close is tried once more for that position alone. An echo is not: the exchange holds nothing for it.
    if let position = open.first(where: { !books.isEcho($0) && isDue(.close(EngineOperation.key($0))) }) {
      stage = .settling(since: now)
      return sendClose(position)
    }
    return becomeReady(snapshot, moment)
  }

  mutating func sendClose(_ position: Position) -> Action {
    let request =
      position.id.map { ControlRequest.close(position: $0, books.mode) } ?? .close(symbol: position.symbol)
    let step = OperationStep("close \(EngineOperation.name(position))", request, checkWith: .query(.positions)) {
      evidence in
      guard let open = evidence.after.positionsAtStake else { return PanicBooks.unlisted("positions", evidence.after) }
      return open.contains { EngineOperation.key($0) == EngineOperation.key(position) }
        ? .pending("\(position.symbol) is still open") : .seen("\(position.symbol) is not listed any more")
    }
    return send(.close(EngineOperation.key(position)), step, patience: .milliseconds(500))
  }

  /// Until when to wait for a quiet moment, so that enough time is left for what has to follow.
  func quietUntil(_ moment: Moment, after more: Duration) -> Duration {
    now + max(.zero, min(Self.longestQuiet, moment.left - Self.restartTime - Self.stillness - more))
  }

  mutating func becomeQuiet(_ snapshot: EngineSnapshot, _ moment: Moment) -> Action {
    stage = .quietBeforeClose(until: quietUntil(moment, after: .seconds(5)))
    return .look(after: .zero)
  }

  func quiet(_ until: Duration) -> Action? {
    guard now < until, pace.isQuiet(at: now) == false else { return nil }
    return .look(after: .milliseconds(500))
  }

  mutating func closeInQuiet(_ snapshot: EngineSnapshot) -> Action {
    guard isDue(.closeAll(rounds + 1)) else { return .look(after: .milliseconds(250)) }
    stage = .settling(since: now)
    beginCall("the close")
    return sendCloseAll(snapshot)
  }

  mutating func becomeReady(_ snapshot: EngineSnapshot, _ moment: Moment) -> Action {
    stage = .ready(since: now)
    return ready(snapshot, now, moment)
  }

  private static let insteadWords = "; it was to be stopped instead"

  mutating func ready(_ snapshot: EngineSnapshot, _ since: Duration, _ moment: Moment) -> Action {
    let halt = snapshot.halt
    // After the last round what is open stays open, whether it was asked to close or not.
    let refused = (snapshot.positionsAtStake ?? []).filter {
      !books.isEcho($0) && (rounds >= 3 || books.unasked([$0]).isEmpty)
    }
    var reason: String?
    var mayChange = true
    if moment.left < Self.restartTime {
      reason = "there was no time for a restart, which can take 13 s"
      isShort = true
      mayChange = false
    } else if snapshot.isRunning != true {
      reason = "the engine does not say that it runs"
    } else if snapshot.positionsAtStake == nil {
      reason = "the engine does not list its positions, and a restart would forget them"
    } else if !refused.isEmpty {
      reason = "a restart would forget what is still open: \(EngineOperation.names(refused))"
      mayChange = false
    } else if halt.verdict != .seen {
      reason = "no halt is to be seen, and a new engine would trade"
    } else if snapshot.health.value?.isEmergencyStopped != true {
      // Something else halts it, such as its own kill switch, and a restart ends that halt.
      reason = "the emergency stop does not show in /health, and a new engine would trade"
    } else if !sent.contains(.restart), !isDue(.restart) {
      reason = "the restart could not be sent"
    }
    whyNotRestarted = reason.map { sent.contains(.stop) ? $0 + Self.insteadWords : $0 }
    guard let reason else {
      stage = .quietBeforeRestart(until: quietUntil(moment, after: .zero))
      return .look(after: .zero)
    }
    if mayChange, now - since < .seconds(3) || !sent.contains(.halt) { return .look(after: .milliseconds(500)) }
    guard snapshot.isRunning == true, snapshot.positionsAtStake?.isEmpty == true, halt.verdict != .seen, mayChange
    else {
      return .finish(giveUp(snapshot))
    }
    guard isDue(.stop) else {
      return now - since < .seconds(20) ? .look(after: .milliseconds(500)) : .finish(giveUp(snapshot))
    }
    // Without a halt the next signal opens a position again, and a restart would not change that.
    books.conclude(when: "stopped")
    whyNotRestarted = reason + Self.insteadWords
    return sendStop()
  }

  mutating func sendStop() -> Action {
    send(.stop, OperationStep("stop the engine", .stop, checkWith: .query(.status), Self.stopped), isSlow: true)
  }

  /// Waits for a quiet moment, and goes back when something changed meanwhile: an order may have filled.
  mutating func quietBeforeRestart(
    _ snapshot: EngineSnapshot, _ until: Duration, _ moment: Moment
  ) -> Action {
    if let open = snapshot.positionsAtStake, rounds < 3, !books.unasked(open).isEmpty {
      return becomeQuiet(snapshot, moment)
    }
    if rounds >= 3, snapshot.positionsAtStake?.contains(where: { !books.isEcho($0) }) == true {
      return becomeReady(snapshot, moment)
    }
    guard moment.left >= Self.restartTime, snapshot.isHalted, snapshot.positionsAtStake != nil else {
      return becomeReady(snapshot, moment)
    }
    return quiet(until) ?? restartInQuiet()
  }

  mutating func restartInQuiet() -> Action {
    books.conclude(when: "restarted")
    beginCall(Self.restartCall)
    acceptedAtRestart = pace.accepted
    hasRestarted = true
    stage = .newEngine
    sent.insert(.restart)
    lastCallAt = now
    restartedAt = now
    let restart = OperationStep(Self.restartTarget, .restart, checkWith: .query(.status)) { [memory] evidence in
      switch Self.isNew(evidence.after, since: memory) {
      case true?: .seen("the engine's memory is new: the queue of unfilled orders is gone")
      case false?: .pending("the engine still has its old memory: it has not restarted")
      case nil: .pending("nothing shows whether the engine has restarted")
      }
    }
    return .send([Move(.restart, restart, isSlow: true), haltAgain])
  }

  var haltAgain: Move {
    Move(
      .haltAgain,
      OperationStep(Self.haltAgainTarget, .emergency, checkWith: .query(.killSwitch)) { $0.after.halt })
  }

  /// Whether this is the new engine object; `nil` when that cannot be told.
  static func isNew(_ snapshot: EngineSnapshot, since memory: Date?) -> Bool? {
    guard snapshot.isRunning == true, let memory, let now = snapshot.equityHistory.value else { return nil }
    return !now.points.contains { $0.at == memory }
  }

  /// Halts the new engine, which trades until then. The call to restart may end before the restart has begun.
  mutating func newEngine(_ snapshot: EngineSnapshot) -> Action {
    let isHalted = snapshot.isHalted
    let isNew = Self.isNew(snapshot, since: memory)
    var isSaid = false
    if case .accepted? = restartAnswer { isSaid = true }
    if isHalted, isNew == true || isNew == nil && isSaid {
      if !isSaid { proofs.append(PanicProof("restart", .seen, "the engine's memory is new")) }
      stage = .watching(since: now)
      return watching(snapshot, now)
    }
    // It is the old engine, still halted.
    if isHalted, now - restartedAt >= patienceForRestart {
      whyNotRestarted = "the restart was asked for, and was not seen to come about"
      return .finish(giveUp(snapshot))
    }
    unhaltedSince = isHalted || snapshot.isRunning != true ? nil : unhaltedSince ?? now
    if let unhaltedSince, now - unhaltedSince >= .seconds(8), isDue(.stop) {
      // The restart of this panic made it trade, so it is stopped.
      return sendStop()
    }
    guard !isHalted, now - lastCallAt >= .seconds(1) else { return .look(after: .milliseconds(500)) }
    lastCallAt = now
    return .send([haltAgain])
  }

  /// How long after the call a restart may still happen: without an answer nobody knows how far it is.
  var patienceForRestart: Duration {
    switch restartAnswer {
    case .accepted?, .refused?: .seconds(5)
    case .lost?, .notSent?, nil: .seconds(45)
    }
  }

  mutating func watching(_ snapshot: EngineSnapshot, _ since: Duration) -> Action {
    let halt = snapshot.halt
    if halt.verdict != .seen, snapshot.killSwitchTruth.stopTrading == false {
      // Somebody else has restarted it or reset its halt.
      stage = .newEngine
      return newEngine(snapshot)
    }
    equity.note(snapshot, at: now)
    if let made = pace.made {
      if let known = watched, known.made != nil {
        if known.made != made { watched = (made, now, known.begin, known.first) }
      } else {
        watched = (made, now, now, made)
      }
    }
    if let open = snapshot.positionsAtStake, !books.unasked(open).isEmpty, rounds < 5, isDue(.closeAll(rounds + 1)) {
      books.reopen()
      beginCall("the close")
      return sendCloseAll(snapshot)
    }
    let isStill = watched.map { now - $0.since >= Self.stillness } ?? false
    let isEquityKnown = exchange.held?.verdict == .seen || equity.proof(of: books.unproved).verdict == .seen
    // A part that could not be read may come with the next snapshot.
    let isWhole = halt.verdict == .seen && snapshot.positionsAtStake != nil && snapshot.openOrders != nil
    if isStill && isWhole && (isEquityKnown || now - since >= .seconds(30)) || now - since >= .seconds(75) {
      return .finish(giveUp(snapshot))
    }
    return .look(after: .milliseconds(1_500))
  }
}
