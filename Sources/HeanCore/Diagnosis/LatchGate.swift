extension RiskGates {
  /// A decision older than this (seconds) says nothing about the present.
  private static let decisionFreshness: Decimal = 300

  /// A signal that passed so many seconds ago shows that no latch holds, although the log does not reach back to it. For
  /// an older one the latest records of the log are read.
  private static let passFreshness: Decimal = 60

  /// The latch of the risk sentinel (S3), which no endpoint shows. What shows it are signals refused as disabled while
  /// nothing else disables trading. Before there is such a refusal, it is judged by the signs of the stop that sets it.
  func latch() -> Gate {
    let source = "/trading/state"
    guard seen.isRunning != false else {
      return .stopped(.latch, "a stopped engine holds no latch; a start clears it")
    }
    guard seen.isRunning == true else { return .notTold(.latch) }
    guard case .success(let reading) = seen.state else {
      return .unanswered(.latch, source, seen.state.error)
    }
    // The latch holds for the whole engine, whatever symbol or strategy the question is about.
    let decisions = reading.value.decisions.compactMap { decision in decision.at.map { (decision, $0) } }
    guard let (latest, at) = decisions.max(by: { $0.1 < $1.1 }) else {
      return quietLatch(evidence: [.init(source, "no decisions")], age: nil)
    }
    let age = DiagnosisFormat.seconds(from: at, to: now)
    let evidence = [
      Gate.Evidence(source, "latest decision \(latest.outcomeText) \(latest.reasonCodes.joined(separator: "+"))")
    ]
    guard latest.names(.tradingDisabled) else { return quietLatch(evidence: evidence, age: age) }
    if case .latched(let sign) = seen.stops.finding, seen.killSwitchTruth.verdict != .clear {
      return latched(by: sign, evidence: evidence, age: age)
    }
    // When the switch or the governor stops trading, a refusal needs no latch to explain it.
    let governor = seen.governor.value?.state
    if seen.killSwitchTruth.blocksTrading || governor == .hardStop || latest.isKillSwitchTriggered == true
      || latest.riskState == .hardStop
    {
      return quietLatch(evidence: evidence, age: age)
    }
    guard age <= Self.decisionFreshness, governor != nil, seen.killSwitchTruth.verdict == .clear else {
      return Gate(
        .latch, .unknown,
        "the latest decision was disabled \(DiagnosisFormat.span(age)) ago; not enough answered to say why",
        evidence: evidence, age: age, since: at, nextStep: .query(.killSwitch))
    }
    return Gate(
      .latch, .closed, "signals are still refused as TRADING_DISABLED although nothing shows a stop: a hidden latch",
      evidence: evidence + signEvidence, age: age,
      since: log.since { $0.names(.tradingDisabled) } ?? at,
      nextStep: .operation(.engineRestart))
  }

  /// No recent refusal shows a latch: then what stopped the engine, and which signals passed since, tells whether there
  /// is one.
  private func quietLatch(evidence: [Gate.Evidence], age: Decimal?) -> Gate {
    let finding = seen.stops.finding
    // A stop is on, but nothing tells since when. So it is not known what latch it leaves.
    if seen.killSwitchTruth.blocksTrading, !finding.isStop {
      return Gate(
        .latch, .unknown, "the kill switch leaves a latch; how it stands shows once the switch is clear",
        evidence: evidence, age: age, nextStep: .query(.killSwitch))
    }
    switch finding {
    case .latched(let sign): return latched(by: sign, evidence: evidence, age: age)
    case .possible(let sign):
      return Gate(
        .latch, .unknown,
        "the engine was stopped\(when(sign)) (\(sign.cause)); whether it was restarted since is not known",
        evidence: evidence + signEvidence, age: age, since: sign.at, nextStep: .operation(.engineRestart))
    case .passing(let at)
    where !seen.stops.isLogged(since: at)
      && !(DiagnosisFormat.isWithin(Self.passFreshness, at, now) && seen.killSwitchTruth.verdict == .clear):
      return Gate(
        .latch, .unknown,
        "a signal got past the check for stops \(ago(at)); a stop since then would be in the log only",
        evidence: evidence + [logEvidence], age: age, nextStep: .query(.health))
    case .passing(let at):
      return Gate(
        .latch, .open, "a signal got past the check for stops \(ago(at))", evidence: evidence, age: age)
    case .none:
      return Gate(
        .latch, .open, "no stop since the engine started that could have left a latch",
        evidence: evidence + [.init("/logs/events", "no STOP_TRADING record")], age: age)
    case .unknown:
      return Gate(
        .latch, .unknown,
        "no signal has got past the check for stops, and the engine's log "
          + (seen.stops.isLogRead ? "does not reach back to its start" : "did not answer"),
        evidence: evidence + [logEvidence], age: age, nextStep: .query(.health))
    }
  }

  private func latched(by sign: StopEvidence.Sign, evidence: [Gate.Evidence], age: Decimal?) -> Gate {
    Gate(
      .latch, .closed,
      "a stop left a latch\(when(sign)) (\(sign.cause)), which no reset ends; no signal has passed since",
      evidence: signEvidence + evidence, age: age, since: sign.at, nextStep: .operation(.engineRestart))
  }

  private var signEvidence: [Gate.Evidence] {
    switch seen.stops.finding {
    case .latched(let sign), .possible(let sign):
      [.init(sign.source, sign.cause, age: DiagnosisFormat.seconds(from: sign.at, to: now))]
    case .passing, .none, .unknown: []
    }
  }

  /// What is known of the log, where it proves nothing.
  private var logEvidence: Gate.Evidence {
    guard seen.stops.isLogRead else {
      return .init("/logs/events", seen.stopLog.error?.shortText ?? "a record that cannot be read")
    }
    let kept =
      (seen.logSummary.value?.total).map { "\($0) records kept" } ?? "how many it keeps is not known"
    return .init("/logs/events", "no STOP_TRADING record, " + kept)
  }

  /// Since when, as far as it is told: of some stops only the first look at them is dated.
  private func when(_ sign: StopEvidence.Sign) -> String { sign.isSeenLate ? "" : " \(ago(sign.at))" }

  private func ago(_ moment: Date) -> String {
    "\(DiagnosisFormat.span(DiagnosisFormat.seconds(from: moment, to: now))) ago"
  }
}
