/// Puts the possible next steps in order, and leaves out what would harm or be futile.
struct StepJudge {
  let snapshot: EngineSnapshot
  let diagnosis: Diagnosis
  let past: PastAttempts
  let now: Date
  let hazards: [Hazard]
  let reading: MoneyReading
  let cost: StepCost
  /// Deliberate stops that hold trading back. Strategies that are off while others send signals are a choice.
  let stops: [DeliberateStop]
  var held: [Position]? { reading.held }

  /// - Parameter hazards: those of the diagnosis, and those that only the past shows.
  init(_ snapshot: EngineSnapshot, _ diagnosis: Diagnosis, _ hazards: [Hazard], past: PastAttempts, now: Date) {
    self.snapshot = snapshot
    self.diagnosis = diagnosis
    self.hazards = hazards
    self.past = past
    self.now = now
    let reading = MoneyReading(snapshot, hazards, diagnosis.gates.first { $0.id == .marketData })
    self.reading = reading
    let areAllOff = diagnosis.gates.contains { $0.id == .strategies && $0.state == .closed }
    stops = diagnosis.stops.filter { $0.kind != .strategies || areAllOff }
    cost = StepCost(snapshot: snapshot, held: reading.held)
  }

  func steps() -> [JudgedStep] {
    let protecting = self.protecting()
    var steps = protecting
    if protecting.isEmpty { steps += stopping() }
    let isHeldBack = !steps.isEmpty || !canTrust || reading.startedAt != nil
    let isExchangeNamed = steps.contains { $0.step.exchangeAction != nil }
    steps += stops.map { record(of: $0, isExchangeNamed: isExchangeNamed) }
    steps += looks()
    // While money is at risk, nothing that lets more be held is offered at all.
    if !isHeldBack {
      // What would not let a signal through by itself is not offered.
      let place = diagnosis.decisive.flatMap { $0.state == .closed ? $0.id : nil }
      steps += stops.filter { stop in place.map(stop.kind.gates.contains) ?? true }.flatMap(undoing)
      if stops.isEmpty { steps += trading() }
    }
    return Self.distinct(steps)
  }

  /// Each operation once: an earlier step has the more urgent reason for it. The opposite of an earlier step is left
  /// out.
  private static func distinct(_ steps: [JudgedStep]) -> [JudgedStep] {
    var kept: [JudgedStep] = []
    for step in steps {
      if kept.contains(where: { $0.step == step.step || $0.step.begins(with: step.step) }) { continue }
      if step.step.parts.count == 1, let action = step.step.exchangeAction,
        kept.contains(where: { $0.step.exchangeAction == action || $0.step.exchangeAction == .close })
      {
        continue
      }
      if let name = step.step.operation?.name, kept.contains(where: { $0.step.operation?.name == name }) { continue }
      kept.append(step)
    }
    return kept
  }

  /// Whether prices and books are sound enough for orders to be let loose on them.
  private var canTrust: Bool {
    let data = diagnosis.gates.first { $0.id == .marketData }
    guard snapshot.isRunning == true else { return true }
    return data.map { $0.state == .open || $0.state == .narrowed && $0.since == nil } ?? false
      && !hazards.contains { $0.kind == .booksDisagree && !$0.isHarmless }
  }
}

/// What protects money.
extension StepJudge {
  /// One step for each hazard, in their order.
  private func protecting() -> [JudgedStep] {
    let steps = hazards.flatMap { hazard -> [JudgedStep] in
      guard let step = hazard.nextStep else { return [] }
      if step.firstOperation.map(isFutile) == true {
        return [cost.priced(.protect, stronger(than: step), why: hazard.reason)]
      }
      return narrower(than: step, of: hazard) ?? [cost.priced(.protect, step, why: hazard.reason)]
    }
    return steps + [endOfQueue()].compactMap(\.self)
  }

  /// Where everything is to be closed because of some: why that is, and what closes those only.
  private func narrower(than step: NextStep, of hazard: Hazard) -> [JudgedStep]? {
    guard hazard.kind == .beyondStop, step.firstOperation == .closeAllPositions, let held else { return nil }
    let beyond = held.filter { $0.breachedLevels.contains(.stopLoss) }
    guard beyond.count < held.count, let byName = Hazard.closingByName(beyond, of: held) else { return nil }
    return [
      cost.priced(
        .protect, step, why: "the engine's exits do not act, so the stops of the others protect nothing either"),
      cost.priced(.protect, "or only what is beyond its stop: \(byName)", why: ""),
    ]
  }

  /// What is left of a panic that could not close everything, as its restart would forget what is open.
  private func endOfQueue() -> JudgedStep? {
    let queue = hazards.first { $0.kind == .ordersAfterStop || $0.kind == .waitingQueue }
    guard let queue, queue.nextStep?.firstOperation == .panic, isFutile(.panic), snapshot.mayBeAtExchange else {
      return nil
    }
    return cost.priced(
      .protect, "when nothing is open there any more, end what sends orders: \(.operation(.engineStop))",
      why: queue.reason)
  }

  /// How long (seconds) a close that failed shows that the next would fail too.
  private static let futile: Decimal = 900

  /// Whether the operation was tried on this state already and did not help.
  private func isFutile(_ name: OperationName) -> Bool {
    switch name {
    case .closePositions, .closeAllPositions: areClosesRefused || failed(\.isClose)
    case .panic: failed { $0 == .panic }
    default: false
    }
  }

  /// Whether the engine's own log says that the exchange refuses to close what is listed.
  private var areClosesRefused: Bool { hazards.contains { $0.kind == .closeRefused } }

  private func failed(_ isMeant: (OperationName) -> Bool) -> Bool {
    let since = snapshot.stops.startedAt.map { $0 - snapshot.clockOffset } ?? .distantPast
    let tried = past.attempts().filter { isMeant($0.operation) && $0.at > since }.max { $0.at < $1.at }
    guard let tried, !tried.worked, DiagnosisFormat.isWithin(Self.futile, tried.at, now) else { return false }
    // It has failed for those positions that it was about and that are still listed.
    return held?.contains { row in
      let isOlder = row.openedAt.map { $0 - snapshot.clockOffset < tried.at + 2 } ?? true
      return isOlder
        && (tried.operation != .closePositions || tried.targets.contains { $0.contains(row.symbol) || $0 == row.id })
    } ?? true
  }

  private func stronger(than step: NextStep) -> NextStep {
    if snapshot.mayBeAtExchange {
      return "close at the exchange itself what the engine could not; its list of it: \(.query(.positions))"
    }
    // On paper the engine object takes its positions with it, and the record tells why the last call failed.
    if step.firstOperation == .panic { return .operation(.engineStop) }
    let record: NextStep = lastClose?.id.map { .query(.auditRecord, $0) } ?? .query(.audit)
    return "read the engine's log to learn why it did not close them; what it was told: \(record)"
  }

  private var lastClose: Attempt? { past.attempts().filter(\.operation.isClose).max { $0.at < $1.at } }

  /// What ends orders on prices that are too old.
  private func stopping() -> [JudgedStep] {
    guard let data = diagnosis.gates.first(where: { $0.id == .marketData }),
      data.nextStep?.firstOperation == .triggerKillSwitch, let step = data.nextStep
    else { return [] }
    return [cost.priced(.protect, step, why: data.finding)]
  }
}

/// What respects a stop, and what has to be looked at.
extension StepJudge {
  /// Who stopped it, and what is left of what was open then.
  /// - Parameter isExchangeNamed: whether an earlier step already sends people to the exchange.
  private func record(of stop: DeliberateStop, isExchangeNamed: Bool) -> JudgedStep {
    let why = "stopped on purpose: \(stop.message(now: now))"
    let isHolding = held?.isEmpty == false
    let look: NextStep
    switch stop.kind {
    case .panic, .engineStop, .engineKill, .emergency, .latch, .pause:
      look =
        isHolding
        ? .query(.positions)
        : stop.record.map { .query(.auditRecord, $0) } ?? .query(stop.kind.endsEngine ? .health : .audit)
    case .strategies: look = isHolding ? .query(.positions) : .query(.strategies)
    case .quarantine: look = isHolding ? .query(.positions) : .query(.governor)
    }
    guard stop.kind.endsEngine, !isExchangeNamed, snapshot.bookJoin == nil || snapshot.orderJoin == nil,
      snapshot.mode.reachesExchange || snapshot.isAtExchange
    else {
      return JudgedStep(.look, look, why: why)
    }
    return JudgedStep(.look, "\(Hazard.exchange); what was done: \(look)", why: why)
  }

  /// The gates whose step is to look, those that could not be judged first.
  private func looks() -> [JudgedStep] {
    let order: [Gate.State] = [.unknown, .closed, .narrowed]
    let told = Set(stops.flatMap(\.kind.gates))
    var gates = diagnosis.gates.filter { $0.state != .open && !told.contains($0.id) }
    gates = order.flatMap { state in gates.filter { $0.state == state } }
    if let decisive = diagnosis.decisive, let place = gates.firstIndex(where: { $0.id == decisive.id }) {
      gates.insert(gates.remove(at: place), at: 0)
    }
    // What narrows the way of signals matters only where signals are wanted.
    if !stops.isEmpty || !hazards.allSatisfy(\.isHarmless) {
      gates.removeAll { $0.state == .narrowed }
    }
    var looks = gates.compactMap { gate -> JudgedStep? in
      guard let step = gate.nextStep, step.operations.allSatisfy({ !$0.name.changesTrading }) else { return nil }
      // The verdict tells the finding of the decisive gate.
      let isTold = gate.id == diagnosis.decisive?.id
      return JudgedStep(.look, step, why: isTold ? "" : "\(gate.id.message): \(gate.finding)")
    }
    if let limits = gates.first(where: { $0.id == .limits && $0.state == .closed }),
      limits.nextStep?.operations.contains(where: { $0.name == .setLimits || $0.name == .setConfiguration }) == true
    {
      looks.insert(
        JudgedStep(.look, .query(.positions), why: limits.id == diagnosis.decisive?.id ? "" : limits.finding), at: 0)
    }
    if let startedAt = reading.startedAt {
      looks.insert(
        JudgedStep(
          .look, NextStep(advice: Hazard.exchange),
          why:
            "the engine was started at \(EngineTime.clock(startedAt)) and does not know what the exchange held before"),
        at: 0)
    }
    let missed = reading.missedTargets.count
    if missed > 0 {
      let why =
        "\(Figures.counted(missed, "position")) beyond the target and still open: the engine may not act on stops either"
      looks.insert(JudgedStep(.look, .query(.positions), why: why), at: 0)
    } else if let missed = reading.missedStop, held?.isEmpty == false {
      let why =
        "the engine did not act on the stop of \(missed.symbol) at \(EngineTime.clock(missed.at)), and may not act on others"
      looks.insert(JudgedStep(.look, .query(.positions), why: why), at: 0)
    }
    if let rule = ruleAtWork { looks.insert(JudgedStep(.look, .query(.risk), why: rule), at: 0) }
    return looks
  }

  /// A loss limit that tripped on a true loss: to go on is a decision, not a repair.
  private var ruleAtWork: String? {
    let told = Set(stops.flatMap(\.kind.gates))
    let gates = diagnosis.gates.filter {
      [.killSwitch, .governor, .latch].contains($0.id) && $0.state == .closed && !told.contains($0.id)
    }
    guard let gate = gates.first, DeliberateStop.isRule(snapshot) || gate.id == .governor else { return nil }
    let bases = [
      StopBasis.killSwitch(snapshot.killSwitch.value, snapshot.equityTruth),
      StopBasis.governor(snapshot.governor.value, snapshot.equityTruth),
    ]
    return bases.contains { $0?.verdict == .suspect }
      ? "a loss limit tripped on a wrong figure (\(gate.id.message)): compare the equity before trading goes on"
      : "a loss limit is at work (\(gate.id.message)): to trade on is a decision, not a repair"
  }
}

/// What lets the engine trade again.
extension StepJudge {
  private func undoing(_ stop: DeliberateStop) -> [JudgedStep] {
    guard let operation = stop.undoing(isRunning: snapshot.isRunning) else { return [] }
    let why = stop.message(now: now)
    return [offered(.undo, NextStep(.operation(operation)), why: why, lead: "to undo it: ")].compactMap(\.self)
  }

  /// The steps of the gates, the decisive one first; while trading goes on, only of closed ones.
  private func trading() -> [JudgedStep] {
    let closed = diagnosis.gates.filter { $0.state == .closed || $0.state == .unknown && $0.id == .latch }
    let ordered = [diagnosis.decisive].compactMap(\.self).filter { $0.state == .closed } + closed
    let steps = ordered.compactMap { gate -> JudgedStep? in
      guard let step = gate.nextStep, let name = step.firstOperation, name.changesTrading else { return nil }
      // The verdict tells the finding of the decisive gate.
      let isTold = gate.id == diagnosis.decisive?.id
      let why = isTold ? "" : gate.id == .latch ? "no reset ends the latch" : "\(gate.id.message): \(gate.finding)"
      return offered(.trade, step, why: why, lead: "to trade again: ")
    }
    // What a restart does anyway lets nothing through by itself: closing is its first half, and under a latch a reset of
    // the switch is futile.
    let restarts = steps.contains { $0.step.operations.map(\.name).contains(.engineRestart) }
    let isLatched = closed.contains { $0.id == .latch && $0.state == .closed }
    return steps.filter { step in
      let names = step.step.operations.map(\.name)
      return !(restarts && (names == [.closeAllPositions] || isLatched && names == [.resetKillSwitch]))
    }
  }

  /// The step as it stands where nothing has to be weighed, else behind words that say what it is for.
  private func offered(_ aim: JudgedStep.Aim, _ step: NextStep, why: String, lead: String) -> JudgedStep? {
    let names = step.operations.map(\.name)
    // What is raised here was perhaps lowered on purpose.
    if names.contains(.setLimits) || names.contains(.setConfiguration) {
      return cost.priced(aim, "to let more be held: \(step)", why: why)
    }
    let forgets = names.contains { $0 == .engineRestart || $0 == .engineStart }
    // What only the exchange has, no call of the engine closes.
    if forgets, held?.isEmpty == false, snapshot.isRunning == false || snapshot.openPositions?.isEmpty == true {
      let words: NextStep =
        "\(lead)close first at the exchange itself what a new engine would not know: \(.query(.positions)); then: \(.operation(snapshot.isRunning == false ? .engineStart : .engineRestart))"
      return cost.priced(aim, words, why: why)
    }
    if forgets, held?.isEmpty == false {
      let words: NextStep =
        "\(lead)close first what a new engine would forget: \(.operation(.closeAllPositions)); then: \(.operation(.engineRestart))"
      return cost.priced(aim, words, why: why)
    }
    let mayForget = forgets && held == nil && snapshot.isAtExchange
    let isPlain = aim == .trade && ruleAtWork == nil && !mayForget
    return cost.priced(aim, isPlain ? step : "\(lead)\(step)", why: why)
  }
}

extension NextStep {
  fileprivate enum ExchangeAction { case look, close }

  /// What it sends people to the exchange for, at its beginning; who closes there also looks.
  fileprivate var exchangeAction: ExchangeAction? {
    guard case .advice(let words)? = parts.first, words.contains("at the exchange itself") else { return nil }
    return words.hasPrefix("close") ? .close : .look
  }

  /// Whether it says the other's words first.
  fileprivate func begins(with other: NextStep) -> Bool {
    guard other.parts.count == 1, case .advice(let words) = other.parts[0], case .advice(let own)? = parts.first
    else { return false }
    return own.hasPrefix(words)
  }
}

extension OperationName {
  /// Whether it lets the engine take signals or hold more, or closes what is open to that end.
  var changesTrading: Bool {
    startsTrading || self == .setLimits || self == .setConfiguration || self == .closeAllPositions || self == .panic
      || self == .triggerKillSwitch
  }
}

extension DeliberateStop {
  /// What undoes it.
  fileprivate func undoing(isRunning: Bool?) -> NextStep.EngineOperation? {
    switch kind {
    case .engineStop, .engineKill: .init(.engineStart)
    case .panic, .emergency, .latch: .init(isRunning == false ? .engineStart : .engineRestart)
    case .pause: .init(.engineResume)
    case .strategies: targets.isEmpty ? nil : .init(.enableStrategies, targets)
    case .quarantine: targets.first.map { .init(.clearGovernor, [], [.symbol($0)]) }
    }
  }
}

extension DeliberateStop.Kind {
  /// Whether it ended the engine object.
  var endsEngine: Bool { self == .engineStop || self == .engineKill || self == .panic }
}
