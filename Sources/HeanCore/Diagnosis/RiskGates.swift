/// Gates of the engine's protection: the kill switches, the latch that they leave, the governor and its quarantine.
struct RiskGates {
  let seen: EngineSnapshot
  let now: Date
  let log: DecisionLog
  private let scope: DiagnosisScope

  init(_ snapshot: EngineSnapshot, _ log: DecisionLog, scope: DiagnosisScope, now: Date) {
    seen = snapshot
    self.log = log
    self.scope = scope
    self.now = now
  }

  func killSwitch() -> Gate {
    let truth = seen.killSwitchTruth
    let evidence = truth.evidence.map { Gate.Evidence($0.source, $0.message) }
    let age = truth.triggeredAt.map { DiagnosisFormat.seconds(from: $0, to: now) }
    switch truth.verdict {
    case .clear:
      if truth.stopTrading == true {
        return Gate(
          .killSwitch, .narrowed, "stop_trading is set although no kill switch has tripped",
          evidence: evidence + [.init("/risk/status", "stop_trading true")], nextStep: .query(.killSwitch))
      }
      let over = "; /health still shows an emergency stop from before this engine was started"
      return Gate(
        .killSwitch, .open, "no kill switch has tripped" + (truth.isEmergencyOver ? over : ""), evidence: evidence)
    case .triggered:
      return Gate(
        .killSwitch, .closed,
        "the kill switch has tripped (\(truth.reasons.first ?? "no reason given"))"
          + suspicion(StopBasis.killSwitch(seen.killSwitch.value, seen.equityTruth)),
        evidence: evidence + killSwitchFigures(), age: age, since: truth.triggeredAt,
        nextStep: killSwitchStep)
    case .emergency where seen.isRunning == false:
      return Gate(
        .killSwitch, .closed, "the emergency stop was used; an engine that is started after it takes signals again",
        evidence: evidence, age: age, since: truth.triggeredAt, nextStep: .operation(.engineStart))
    case .emergency:
      return Gate(
        .killSwitch, .closed,
        seen.killSwitch.value?.isTriggered == true
          ? "the kill switch has tripped (\(truth.reasons.first ?? "no reason given")), and the emergency stop was used before"
          : "the emergency stop was used, and nothing shows that the engine was restarted since",
        evidence: evidence, age: age, since: truth.triggeredAt, nextStep: .operation(.engineRestart))
    case .contradiction:
      return Gate(
        .killSwitch, .closed, "contradiction between two endpoints about the kill switch", evidence: evidence,
        nextStep: .query(.killSwitch))
    case .notRunning:
      return Gate(.killSwitch, .unknown, "a stopped engine does not report its kill switch", evidence: evidence)
    case .unknown: return unknownKillSwitch(evidence)
    }
  }

  private func unknownKillSwitch(_ evidence: [Gate.Evidence]) -> Gate {
    let errors = [
      ("/risk/killswitch/status", seen.killSwitch.error), ("/risk/status", seen.risk.error),
      ("/health", seen.health.error),
    ]
    if let (source, error) = errors.first(where: { $0.1?.isRateLimit == true }) {
      return .limited(.killSwitch, source, error)
    }
    return Gate(
      .killSwitch, .unknown, "not every source about the kill switch answered", evidence: evidence,
      nextStep: .query(.health))
  }

  /// A reset when it would last, else the step that ends the cause. The governor does not count here: it neither trips
  /// the kill switch nor keeps it from being reset.
  private var killSwitchStep: NextStep {
    let status = seen.killSwitch.value
    // The distortion by open positions goes up and down with the price. A reset that would hold now may not hold a
    // moment later, so closing the positions comes first.
    if StopBasis.killSwitch(status, seen.equityTruth)?.verdict == .suspect, seen.equityTruth.distortion == .positions {
      return .operation(.closeAllPositions)
    }
    let reset = NextStep.operation(.resetKillSwitch, options: .reason("cause gone"))
    switch KillSwitchCause(status, seen.engine, now: now) {
    case .gone: return reset
    case .mayPersist(let words): return "\(words). Wait with: \(.query(.why, options: .watch)); or try: \(reset)"
    case .persists, .unknown: break
    }
    return equityStop(
      of: .killSwitch, outlastsRestart: status.flatMap { EquityDrop($0, seen.engine) }?.isPastLimit == true
    ).nextStep
  }

  private func equityStop(of protection: EquityTruth.Protection, outlastsRestart: Bool = false) -> EquityStop {
    EquityStop(
      truth: seen.equityTruth, positions: seen.state.value?.positions, protection: protection,
      outlastsRestart: outlastsRestart)
  }

  private func killSwitchFigures() -> [Gate.Evidence] {
    guard let status = seen.killSwitch.value else { return [] }
    // A figure that is called distorted proves nothing beside that.
    let distortion = seen.equityTruth.distortion(for: .killSwitch)
    guard ![.positions, .bookkeeping, .unexplained].contains(distortion) else {
      let words = distortion == .positions ? "bent by open positions" : "distorted"
      return [.init("/risk/killswitch/status", "its figures are \(words)")]
    }
    var figures: [Gate.Evidence] = []
    if let drawdown = status.drawdownPercent {
      figures.append(
        .init(
          "/risk/killswitch/status", "drawdown \(DiagnosisFormat.percent(drawdown)) now", value: drawdown,
          threshold: status.dailyDrawdownLimit))
    }
    if let drop = EquityDrop(status, seen.engine) {
      let percent = drop.percent
      let words =
        percent > 0 ? "\(DiagnosisFormat.percent(percent)) below" : "\(DiagnosisFormat.percent(-percent)) above"
      let holds = drop.isPastLimit ? "; a reset holds above \(Figures.money(drop.floor)) USDT only" : ""
      figures.append(
        .init(drop.source, "equity \(words) initial capital\(holds)", value: percent, threshold: drop.limit))
    }
    return figures
  }

  /// For a stop that rests on a figure which contradicts itself: words that say so. The stop is effective all the same.
  private func suspicion(_ basis: StopBasis?) -> String {
    // A figure that cannot be checked is doubted while the engine's figures are false anyway.
    let isDoubted = basis?.verdict == .suspect || basis?.verdict == .unproven && seen.equityTruth.isInnerSound == false
    guard let basis, isDoubted, let words = basis.message else { return "" }
    return ": it \(words)"
  }

  func governor() -> Gate {
    let source = "/risk/governor/status"
    guard seen.isRunning != false else {
      return .stopped(.governor, "a stopped engine says NORMAL whatever is true")
    }
    guard case .success(let reading) = seen.governor else {
      return .unanswered(.governor, source, seen.governor.error)
    }
    guard seen.isRunning == true else { return .notTold(.governor) }
    let status = reading.value
    let age = status.changedAt.map { DiagnosisFormat.seconds(from: $0, to: now) }
    let evidence = governorEvidence(status, age)
    let basis = suspicion(StopBasis.governor(status, seen.equityTruth))
    switch status.state {
    case .hardStop:
      return Gate(
        .governor, .closed, "the governor is in HARD_STOP and refuses every signal" + basis, evidence: evidence,
        age: age, since: status.changedAt, nextStep: clearStep(status))
    case .softBrake, .quarantine:
      return Gate(
        .governor, .narrowed,
        "the governor is in \(status.state?.rawValue ?? "an unknown state"): sizes are cut" + basis, evidence: evidence,
        age: age,
        since: status.changedAt, nextStep: clearStep(status))
    case .normal:
      return Gate(.governor, .open, "the governor is NORMAL", evidence: evidence)
    case nil:
      return Gate(.governor, .unknown, "the governor does not say in which state it is", evidence: evidence)
    case .unknown(let word):
      return Gate(.governor, .unknown, "the governor is in a state unknown to hean: \(word)", evidence: evidence)
    }
  }

  private func clearStep(_ status: GovernorStatus) -> NextStep {
    guard let drawdown = status.drawdownPercent else { return .query(.governor) }
    // At such a drawdown the governor returns to its state with the next price, so a clear would not last.
    let stop = equityStop(of: .governor)
    guard !GovernorBand.returns(at: drawdown) else { return stop.nextStep }
    if status.canClear == true { return .operation(.clearGovernor) }
    // While positions are open, nothing is forced: a clear is allowed after an hour, or the governor returns to NORMAL
    // half an hour after its last change, below 5 %.
    return stop.positions?.isEmpty == true ? .operation(.clearGovernor, options: .force) : .query(.why, options: .watch)
  }

  /// The drawdown, and how far it is from the next threshold above and from the return to NORMAL.
  private func governorEvidence(_ status: GovernorStatus, _ age: Decimal?) -> [Gate.Evidence] {
    let source = "/risk/governor/status"
    if let doubt = seen.equityTruth.drawdown(percent: status.drawdownPercent).doubt {
      let state = status.state?.rawValue ?? "not given"
      return [.init(source, "risk_state \(state), by a drawdown of its own: \(doubt)", age: age)]
    }
    let live =
      status.drawdownPercent.map { "live drawdown \(DiagnosisFormat.percent($0))" } ?? "live drawdown not given"
    let frozen = status.frozenValue.map { ", frozen at \(DiagnosisFormat.percent($0))" } ?? ""
    var evidence = [
      Gate.Evidence(
        source, "risk_state \(status.state?.rawValue ?? "not given"), \(live)\(frozen)", value: status.drawdownPercent,
        threshold: status.threshold ?? GovernorBand.entry(status.state), age: age)
    ]
    guard let drawdown = status.drawdownPercent else { return evidence }
    if let next = GovernorBand.next(above: drawdown) {
      evidence.append(
        .init(
          source, "\(next.state.rawValue) at \(next.at) %: \((next.at - drawdown).rounded(to: 2)) points up",
          value: drawdown, threshold: next.at))
    }
    if let state = status.state, state != .normal {
      let way = drawdown < 5 ? "below 5 % already; NORMAL 30 min after the last change" : "NORMAL below 5 %, for 30 min"
      let points = drawdown < 5 ? "" : ": \((drawdown - 5).rounded(to: 2)) points down"
      evidence.append(.init(source, way + points, value: drawdown, threshold: 5, age: age))
    }
    return evidence
  }

  func quarantine() -> Gate {
    let source = "/risk/governor/status"
    guard seen.isRunning != false else {
      return .stopped(.quarantine, "a stopped engine quarantines nothing")
    }
    guard let status = seen.governor.value else {
      return .unanswered(.quarantine, source, seen.governor.error)
    }
    guard seen.isRunning == true else { return .notTold(.quarantine) }
    guard let listed = status.quarantinedSymbols else {
      return Gate(
        .quarantine, .unknown, "the governor does not say which symbols are quarantined",
        evidence: [.init(source, "no quarantined_symbols")], nextStep: .query(.governor))
    }
    let rejections = log.rejections { $0.firstCode == .symbolBlocked && listed.contains($0.symbol ?? "") }
    guard !listed.isEmpty else {
      return Gate(.quarantine, .open, "no symbol is quarantined", evidence: [.init(source, "quarantined_symbols []")])
    }
    let evidence = [Gate.Evidence(source, "quarantined: \(listed.joined(separator: ", "))")]
    if let symbol = scope.symbol {
      return listed.contains(symbol)
        ? Gate(
          .quarantine, .closed, "\(symbol) is quarantined", evidence: evidence, rejections: rejections,
          nextStep: .operation(.clearGovernor, options: .symbol(symbol)))
        : Gate(.quarantine, .open, "\(symbol) is not quarantined", evidence: evidence)
    }
    if let all = seen.why.value?.symbolCount, all > 0, listed.count >= all {
      return Gate(
        .quarantine, .closed, "all \(all) symbols are quarantined, so no signal passes", evidence: evidence,
        rejections: rejections, nextStep: .operation(.clearGovernor, options: .symbol(listed[0])))
    }
    return Gate(
      .quarantine, .narrowed, "quarantined symbols are refused: \(listed.joined(separator: ", "))", evidence: evidence,
      rejections: rejections, nextStep: .operation(.clearGovernor, options: .symbol(listed[0])))
  }
}
