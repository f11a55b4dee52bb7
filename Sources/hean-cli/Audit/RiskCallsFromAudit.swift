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
    guard let verb, let subject = Self.subject(verb), OperationOutcome(rawValue: outcome)?.isUntaken != true else {
      return nil
    }
    let who = user.map { " by \($0)" } ?? ""
    let why = reason.map { ", because: \($0)" } ?? ""
    let record = "\(verb)\(who)\(why)"
    return RiskChange(
      at: calls.compactMap(\.concludedAt).max() ?? time, subject,
      "sent, \(outcome.replacing("_", with: " "))", reason: record, source: source)
  }

  private static func subject(_ verb: String) -> RiskChange.Subject? {
    switch verb {
    case Panic.name: .engine
    case "risk.killswitch.trigger": .emergency
    case _ where verb.hasPrefix("risk.killswitch."): .killSwitch
    case _ where verb.hasPrefix("risk.governor."): .governor
    case "risk.quarantine": .quarantine
    case _ where verb.hasPrefix("engine."): .engine
    default: nil
    }
  }
}
