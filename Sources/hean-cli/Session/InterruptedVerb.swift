import HeanCore

/// What is known about a verb that a signal ended.
struct InterruptedVerb: Sendable {
  struct Call: Sendable {
    var step: OperationStep
    /// Index of the step in the plan, from 0.
    var index: Int
    var reply: ControlReply?
    /// `nil` until the effect of the call is known.
    var outcome: OperationOutcome?
  }

  var session: Session
  /// Named before what is reported, where several are.
  var engine: String?
  var isAsking = false
  var audit: AuditTrail?
  /// What the plan would send.
  var planned: [String] = []
  /// Next steps that come before those that check what was sent.
  var advice: [NextStep]
  var calls: [Call] = []

  init(session: Session, advice: [NextStep] = []) {
    self.session = session
    self.advice = advice
  }

  /// Records that the outcome is unknown, and reports what was sent.
  /// - Parameter patience: how long to wait for the audit log.
  func conclude(_ signal: String, patience: Duration) {
    session.context.waits?.end()
    var audit = audit
    audit?.patience = patience
    for call in calls where call.outcome == nil {
      do {
        try audit?.conclude(StepResult(call.step, call.reply, endedBy: signal), call.index, call.reply)
      } catch {
        session.warn(OperationNote.outcomeUnrecorded(error).message)
      }
    }
    if isAsking { try? session.context.errors.write("\n") }
    session.show(failure(signal))
  }

  func failure(_ signal: String) -> Failure {
    var failure = found(signal)
    if let engine { failure.message = "\(engine): \(failure.message)" }
    return failure
  }

  private func found(_ signal: String) -> Failure {
    let results = calls.map { call in
      (call, call.outcome ?? StepResult(call.step, call.reply, endedBy: signal).outcome)
    }.filter { $0.1 != .notSent }
    guard !results.isEmpty else { return Failure(.interrupted, "interrupted by \(signal): nothing was sent") }
    let unknown = results.filter { $0.1 == .unknown }.map(\.0)
    var words = results.map { call, outcome in
      "\(call.step.request.line) (\(call.step.target)), outcome \(outcome.rawValue.replacing("_", with: " "))"
        + (call.outcome == nil && outcome == .unknown ? call.reply?.engineWords ?? "" : "")
    }.joined(separator: "; ")
    let unsent = planned.filter { target in !results.contains { $0.0.step.target == target } }
    if !unsent.isEmpty {
      words += ". Not sent: \(Figures.listed(unsent, most: 5))"
    }
    var checks = advice
    for call in unknown where !checks.contains(call.step.lookup) { checks.append(call.step.lookup) }
    if let audit { checks.append(.query(.auditRecord, audit.id)) }
    var failure = Failure(
      unknown.isEmpty ? .interrupted : .outcomeUnknown, "interrupted by \(signal). Sent: \(words)",
      nextStep: checks.isEmpty ? nil : checks.map { Guidance($0) }.joined(separator: "\n"))
    failure.auditID = audit?.id
    return failure
  }
}

extension ControlReply {
  fileprivate var engineWords: String {
    if case .accepted = self { " (the engine says: \(message))" } else { "" }
  }
}
