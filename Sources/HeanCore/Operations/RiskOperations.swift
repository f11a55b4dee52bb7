/// Operations on the kill switch and the emergency stop.
extension EngineOperation {
  static func requireRunningEngine(_ title: String, _ snapshot: EngineSnapshot) -> OperationPlan? {
    if snapshot.isRunning == true { return nil }
    return .refused(
      title, "the engine is not running (\(snapshot.engineState?.rawValue ?? "not known"))",
      next: .operation(.engineStart))
  }

  static func equityStop(
    of protection: EquityTruth.Protection, _ snapshot: EngineSnapshot, outlastsRestart: Bool = false
  ) -> EquityStop {
    EquityStop(
      truth: snapshot.equityTruth, positions: snapshot.openPositions, protection: protection,
      outlastsRestart: outlastsRestart)
  }

  /// Whether the engine's own kill switch has tripped, whatever is true of the emergency stop.
  private static func hasTripped(_ snapshot: EngineSnapshot) -> Bool {
    snapshot.killSwitch.value?.isTriggered == true
      || snapshot.risk.value?.isKillSwitchTriggered == true
  }

  /// `risk.killswitch.reset`: resets the kill switch; the latch stays (docs/engine.md 4.2).
  /// - Parameter isForced: whether to reset although the cause persists, or is not known to be gone.
  public static func resetKillSwitch(isForced: Bool) -> EngineOperation {
    EngineOperation(.resetKillSwitch, .severe, sees: [.killSwitch, .governor, .decisions, .positions]) {
      snapshot in
      let title = "reset the kill switch"
      if let plan = requireRunningEngine(title, snapshot) ?? needless(title, snapshot, isForced: isForced) {
        return plan
      }
      let status = snapshot.killSwitch.value
      var cause: String?
      var doubt: String?
      if hasTripped(snapshot) || snapshot.killSwitchTruth.verdict == .contradiction {
        switch KillSwitchCause(status, snapshot.engine, now: snapshot.seenAt) {
        case .gone: break
        case .mayPersist(let words): doubt = words
        case .persists(let words): cause = words
        case .unknown(let words) where !isForced:
          return .refused(
            title, "whether its cause is gone is not known: \(words)",
            next: "\(.query(.killSwitch)), or add \(option: .force)")
        case .unknown: break
        }
      }
      if !isForced, let cause {
        let drop = status.flatMap { EquityDrop($0, snapshot.engine) }
        let stop = equityStop(of: .killSwitch, snapshot, outlastsRestart: drop?.isPastLimit == true)
        let distortion = stop.doubt.map { "; \($0)" } ?? ""
        return .refused(
          title, "the cause persists: \(cause); the switch would trip again within 10 s\(distortion)",
          next: "\(stop.nextStep); \(option: .force) resets all the same")
      }
      return resetting(title, snapshot, cause, doubt)
    }
  }

  /// The plan when a reset would undo nothing, or when it is not known whether it would; otherwise `nil`.
  private static func needless(_ title: String, _ snapshot: EngineSnapshot, isForced: Bool) -> OperationPlan? {
    let truth = snapshot.killSwitchTruth
    switch truth.verdict {
    case .emergency where !hasTripped(snapshot):
      return .refused(
        title,
        "the emergency stop was used, and a reset does not undo it: a restart of the engine ends its halt, and only a "
          + "new engine process takes it out of /health",
        next: .operation(.engineRestart))
    case .clear where truth.stopTrading != true:
      return .unchanged(
        title,
        "no kill switch has tripped; if signals are refused all the same, that is the latch, which a restart of the engine "
          + "ends")
    case .unknown where !isForced:
      return .refused(
        title, "not every source about the kill switch answered",
        next: "\(.query(.killSwitch)), or add \(option: .force)")
    default: return nil
    }
  }

  /// - Parameters:
  ///   - cause: what would trip the switch again; `nil` when nothing would.
  ///   - doubt: what may trip it again.
  private static func resetting(
    _ title: String, _ snapshot: EngineSnapshot, _ cause: String?, _ doubt: String?
  ) -> OperationPlan {
    let truth = snapshot.killSwitchTruth
    var plan = OperationPlan(title)
    plan.change("kill switch", truth.reasons.first ?? truth.verdict.rawValue, "not triggered")
    plan.change("stop_trading", truth.stopTrading.map { $0 ? "set" : "not set" } ?? "not known", "not set")
    plan.consequences = ["open positions and orders are not touched"]
    if let cause { plan.consequences.append("the cause persists: \(cause)") }
    if snapshot.governor.value?.state == .hardStop {
      plan.consequences.append("the governor's HARD_STOP is not touched: it refuses signals by itself")
    }
    plan.caveats = ["a latch stays behind the switch; no endpoint shows it, and only a restart clears it"]
    if let doubt { plan.caveats.append(NextStep(advice: doubt)) }
    if truth.verdict == .emergency {
      plan.caveats.append("/health shows the emergency stop until there is a new engine process")
    }
    plan.steps = [
      OperationStep(
        "kill switch", .resetKillSwitch, checkWith: .query(.killSwitch), sees: [.killSwitch, .decisions], accepted)
    ]
    return plan
  }

  /// Whether signals are accepted again: the flags prove only the reset, a signal that passes proves the rest.
  private static func accepted(_ evidence: OperationStep.Evidence) -> StepFinding {
    let truth = evidence.after.killSwitchTruth
    guard truth.verdict != .unknown else {
      return .pending("not told about the kill switch by \(truth.unanswered.joined(separator: ", "))")
    }
    // While the emergency stop shows, the verdict does not tell whether the engine's own switch has tripped.
    guard !hasTripped(evidence.after) else {
      return .pending(
        "the kill switch is still tripped: \(truth.reasons.first ?? truth.verdict.rawValue)", advice: .query(.why))
    }
    let fresh = newDecisions(evidence)
    if fresh.contains(where: { $0.outcome == .create }) {
      return .seen("the flags are clear, and a signal was accepted")
    }
    // A signal that was refused for another reason is proof as well: it got past the check for stops.
    if let passed = fresh.first(where: \.isPastStops) {
      let code = passed.reasonCodes.first ?? passed.outcomeText
      return .seen("the flags are clear, and signals are judged again (\(code))")
    }
    if let refused = fresh.last {
      if refused.riskState == .hardStop || evidence.before.governor.value?.state == .hardStop {
        return .pending(
          "the flags are clear, and the governor's HARD_STOP still refuses signals", advice: .operation(.clearGovernor))
      }
      return .pending("the flags are clear, and signals are still refused", advice: restartAdvice)
    }
    return .pending(
      "the flags are clear; no signal came that would show whether they are accepted", advice: restartAdvice)
  }

  /// `risk.killswitch.trigger`: the emergency stop. New signals make no orders; positions and orders stay open.
  public static var triggerKillSwitch: EngineOperation {
    EngineOperation(.triggerKillSwitch, .severe, .stop, sees: [.killSwitch, .metrics]) { snapshot in
      let title = "trigger the emergency stop"
      if let plan = requireRunningEngine(title, snapshot) { return plan }
      // It is sent even if it was used before: since then the engine may have been restarted, and trade again.
      let wasUsed = snapshot.health.value?.isEmergencyStopped == true
      var plan = OperationPlan(title)
      plan.change("emergency stop", wasUsed ? "used before" : "not used", wasUsed ? "used again" : "used")
      plan.binding = []
      plan.consequences = ["every new signal is refused at once"]
      plan.caveats = [
        "positions and orders stay open: '\(.operation(.panic))' closes them, too",
        queueCaveat(snapshot),
        "a restart of the engine ends the halt; /health shows it until there is a new engine process",
        "/risk/killswitch/status does not show it; hean reads /health",
      ]
      plan.steps = [
        OperationStep("emergency stop", .emergency, checkWith: .query(.killSwitch), sees: [.killSwitch]) { evidence in
          let finding = evidence.after.halt
          let isLit = evidence.after.health.value?.isEmergencyStopped == true
          // A stop from before the call proves nothing about the call.
          let stoodBefore =
            evidence.before.killSwitchTruth.stopTrading != false
            || evidence.before.killSwitchTruth.verdict == .triggered
          if finding.verdict == .seen, !isLit, stoodBefore {
            return .pending("/health did not show it, and something else has stopped signals since before the call")
          }
          if finding.verdict == .seen, wasUsed, isLit, evidence.after.killSwitchTruth.stopTrading == true {
            return .seen("the emergency stop shows in /health, as before, and stop_trading is set")
          }
          // /health did not show the stop before, so this call set it, whatever else did not answer.
          guard finding.verdict != .seen, isLit, evidence.after.killSwitchTruth.stopTrading == nil,
            evidence.before.health.value?.isEmergencyStopped == false
          else { return finding }
          return .seen("the emergency stop shows in /health, as it did not before")
        }
      ]
      return plan
    }
  }
}
