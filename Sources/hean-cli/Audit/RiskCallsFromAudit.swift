import HeanCore

extension Session {
  /// What this console sent to this engine that is about its governor, its kill switch or its state, and how far back
  /// the audit log tells of that.
  func riskCalls() -> (changes: [RiskChange], reach: RecordReach) {
    let source = "audit log"
    guard let log = try? AuditLog(environment: context.environment) else {
      return ([], RecordReach(source, "nothing: it has no place on this machine"))
    }
    let read: AuditRuns
    do {
      read = try log.runs()
    } catch {
      return ([], RecordReach(source, "not known: \(Failure(error, url: sourceURL).message)"))
    }
    let runs = read.runs.filter { $0.isAbout(self) }
    let lack = read.missing.isEmpty ? "" : "; not read: \(read.missing.joined(separator: ", "))"
    guard !runs.isEmpty else {
      let words =
        lack.isEmpty ? "nothing: this console has sent nothing to this engine" : "nothing about this engine\(lack)"
      return ([], RecordReach(source, words))
    }
    let reach = RecordReach(
      source, since: runs.compactMap(\.time).min(),
      "what this console sent to this engine, and nobody else's calls\(lack)")
    return (runs.compactMap { $0.riskCall(source) }, reach)
  }
}

extension AuditRun {
  /// The run as a change; `nil` for one about something else, and for one that did not reach the engine.
  fileprivate func riskCall(_ source: String) -> RiskChange? {
    guard let verb, let subject, OperationOutcome(rawValue: outcome)?.isUntaken != true else {
      return nil
    }
    let who = user.map { " by \($0)" } ?? ""
    let why = reason.map { ", because: \($0)" } ?? ""
    let record = "\(verb)\(who)\(why)"
    return RiskChange(
      at: calls.compactMap(\.concludedAt).max() ?? time, subject,
      "sent, \(outcome.replacing("_", with: " "))", reason: record, source: source)
  }

  private var subject: RiskChange.Subject? {
    switch operation {
    case .panic, .engineStart, .engineStop, .engineRestart, .engineResume, .enginePause, .engineKill, .engineLockProfit,
      .engineResetHalt:
      .engine
    case .triggerKillSwitch: .emergency
    case .resetKillSwitch: .killSwitch
    case .clearGovernor: .governor
    case .quarantine: .quarantine
    case .closePositions, .closeAllPositions, .cancelOrders, .cancelAllOrders, .placeOrder, .testRoundTrip,
      .enableStrategies, .disableStrategies, .setParameters, .setLimits, .setConfiguration, .login, .resetPractice,
      .servePractice:
      nil
    // Another version wrote a name that is not known here. Its first words tell what it is about.
    case nil: Self.families.first { verb?.hasPrefix($0.words) == true }?.subject
    }
  }

  private static let families: [(words: String, subject: RiskChange.Subject)] = [
    ("risk.killswitch.", .killSwitch), ("risk.governor.", .governor), ("engine.", .engine),
  ]
}
