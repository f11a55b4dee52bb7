import Foundation

/// Gates of the engine's protection: kill switches, the latch behind them, the governor, the limits.
struct RiskGates {
  private let seen: Observation
  private let now: Date

  /// A decision older than this (seconds) says nothing about now.
  private static let decisionFreshness: Decimal = 300

  init(_ observation: Observation, now: Date) {
    seen = observation
    self.now = now
  }

  func killSwitch() -> Gate {
    let truth = seen.killSwitchTruth
    let evidence = truth.evidence.map { Gate.Evidence($0.source, $0.says) }
    let age = truth.triggeredAt.map { Words.seconds(from: $0, to: now) }
    switch truth.verdict {
    case .clear:
      if truth.stopTrading == true {
        return Gate(
          .killSwitch, .narrowed, "stop_trading is set although no kill switch has tripped",
          evidence: evidence + [.init("/risk/status", "stop_trading true")], nextStep: "hean risk killswitch")
      }
      return Gate(.killSwitch, .open, "no kill switch has tripped", evidence: evidence)
    case .triggered:
      return Gate(
        .killSwitch, .closed, "the kill switch has tripped (\(truth.reasons.first ?? "no reason given"))",
        evidence: evidence, age: age, since: truth.triggeredAt, nextStep: "hean risk killswitch")
    case .emergency:
      return Gate(
        .killSwitch, .closed, "the emergency stop was used; only a restart of the engine's process clears it",
        evidence: evidence, age: age, since: truth.triggeredAt,
        nextStep: "find out who used it and why, then restart the engine's process")
    case .contradiction:
      return Gate(
        .killSwitch, .closed, "two endpoints contradict each other about the kill switch", evidence: evidence,
        nextStep: "hean risk killswitch")
    case .notRunning:
      return Gate(.killSwitch, .unknown, "a stopped engine does not report its kill switch", evidence: evidence)
    case .unknown:
      return Gate(
        .killSwitch, .unknown, "not every source about the kill switch answered", evidence: evidence,
        nextStep: "hean health")
    }
  }

  /// The sentinel's latch (S3): no endpoint shows it, so it is inferred from decisions that are disabled by nothing else.
  func latch() -> Gate {
    let source = "/trading/state"
    guard seen.ground.isRunning != false else {
      return Gate(
        .latch, .unknown, "a stopped engine holds no latch; a start clears it",
        evidence: [.init("/engine/status", "running false")])
    }
    guard case .success(let reading) = seen.state else {
      if case .failure(let error) = seen.state { return .unanswered(.latch, source, error) }
      return .unanswered(.latch, source, nil)
    }
    let decisions = reading.value.decisions.compactMap { decision in decision.at.map { (decision, $0) } }
    guard let (latest, at) = decisions.max(by: { $0.1 < $1.1 }) else {
      return Gate(.latch, .open, "no decision yet, so no sign of a latch", evidence: [.init(source, "no decisions")])
    }
    let age = Words.seconds(from: at, to: now)
    let evidence = [
      Gate.Evidence(source, "latest decision \(latest.outcome.word) \(latest.reasonCodes.joined(separator: "+"))")
    ]
    guard latest.reasonCodes.contains("TRADING_DISABLED") else {
      return Gate(.latch, .open, "the latest decision was not disabled", evidence: evidence, age: age)
    }
    // Disabled while the switch or the governor says so is explained without a latch.
    let governor = try? seen.governor.get().value.state
    if seen.killSwitchTruth.blocksTrading || governor == .hardStop || latest.isKillSwitchTriggered == true
      || latest.riskState == .hardStop
    {
      return Gate(
        .latch, .open, "the latest decision was disabled, which the kill switch or governor explains",
        evidence: evidence, age: age)
    }
    guard age <= Self.decisionFreshness, governor != nil, seen.killSwitchTruth.verdict == .clear else {
      return Gate(
        .latch, .unknown, "the latest decision was disabled \(Words.span(age)) ago; not enough answered to say why",
        evidence: evidence, age: age, since: at, nextStep: "hean risk killswitch")
    }
    return Gate(
      .latch, .closed, "signals are still refused as TRADING_DISABLED although nothing shows a stop: a hidden latch",
      evidence: evidence, age: age, since: at,
      nextStep: "hean engine restart")
  }

  func governor() -> Gate {
    let source = "/risk/governor/status"
    guard seen.ground.isRunning != false else {
      return Gate(
        .governor, .unknown, "a stopped engine says NORMAL whatever is true",
        evidence: [.init("/engine/status", "running false")])
    }
    guard case .success(let reading) = seen.governor else {
      if case .failure(let error) = seen.governor { return .unanswered(.governor, source, error) }
      return .unanswered(.governor, source, nil)
    }
    let status = reading.value
    let live = status.drawdownPercent.map { "live drawdown \(Words.percent($0))" } ?? "live drawdown not given"
    let frozen = status.frozenValue.map { ", frozen at \(Words.percent($0))" } ?? ""
    let evidence = [Gate.Evidence(source, "risk_state \(status.state.word), \(live)\(frozen)")]
    let age = status.changedAt.map { Words.seconds(from: $0, to: now) }
    let listed = status.quarantinedSymbols
    switch status.state {
    case .hardStop:
      return Gate(
        .governor, .closed, "the governor is in HARD_STOP and refuses every signal", evidence: evidence, age: age,
        since: status.changedAt, nextStep: "hean risk governor")
    case .softBrake, .quarantine:
      return Gate(
        .governor, .narrowed, "the governor is in \(status.state.word): sizes are cut", evidence: evidence, age: age,
        since: status.changedAt, nextStep: "hean risk governor")
    case .normal where !listed.isEmpty:
      return Gate(
        .governor, .narrowed, "quarantined symbols are blocked: \(listed.joined(separator: ", "))",
        evidence: evidence, nextStep: "hean risk governor")
    case .normal:
      return Gate(.governor, .open, "the governor is NORMAL", evidence: evidence)
    case .unknown(let word):
      return Gate(.governor, .unknown, "the governor is in a state unknown to hean: \(word)", evidence: evidence)
    }
  }

  func positionLimits() -> Gate {
    let source = "/risk/status"
    guard seen.ground.isRunning != false else {
      return Gate(
        .positionLimits, .unknown, "a stopped engine counts nothing",
        evidence: [.init("/engine/status", "running false")])
    }
    guard case .success(let reading) = seen.risk else {
      if case .failure(let error) = seen.risk { return .unanswered(.positionLimits, source, error) }
      return .unanswered(.positionLimits, source, nil)
    }
    let risk = reading.value
    let positions = "\(Words.count(risk.openPositions)) of \(Words.count(risk.maxOpenPositions)) positions"
    let orders = "\(Words.count(risk.openOrders)) of \(Words.count(risk.maxOpenOrders)) open orders"
    let evidence = [Gate.Evidence(source, "\(positions), \(orders)")]
    if let open = risk.openPositions, let limit = risk.maxOpenPositions, open >= limit {
      return Gate(
        .positionLimits, .closed, "all \(limit) position slots are taken", evidence: evidence,
        nextStep: "hean positions")
    }
    if let open = risk.openOrders, let limit = risk.maxOpenOrders, open >= limit {
      return Gate(
        .positionLimits, .closed, "all \(limit) order slots are taken; some may be ghosts", evidence: evidence,
        nextStep: "hean orders --status open")
    }
    guard risk.openPositions != nil, risk.maxOpenPositions != nil else {
      return Gate(.positionLimits, .unknown, "the engine gave no counts", evidence: evidence)
    }
    return Gate(.positionLimits, .open, "\(positions), \(orders)", evidence: evidence)
  }
}
