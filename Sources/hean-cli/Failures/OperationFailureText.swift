import HeanCore

extension Failure {
  /// An operation that ended before all steps were done.
  init(_ failure: OperationFailure, url: String) {
    let again: Guidance = "look again with --dry-run"
    let title = failure.title ?? failure.operation.rawValue
    switch failure.reason {
    case .untold(let error):
      self.init(error, url: url)
      message += ". Nothing was sent"
      if failure.isStop, error.mayStillHear { add("to stop it without knowing its state: \(.operation(.panic))") }
    case .unplanned(let error): self.init(error, url: url)
    case .stale(let age, let limit):
      self.init(age: age, olderThan: limit)
      message += ". Nothing was sent"
    case .refused(let title, let refusal):
      self.init(.refused, "\(title): \(refusal.reason). Nothing was sent", nextStep: Guidance(refusal.nextStep))
    case .changed(let reason, let next):
      self.init(
        .refused, "\(title): it has changed since it was shown: \(reason). Nothing was sent",
        nextStep: next.map { Guidance($0) } ?? again)
    case .malformedToken(let text):
      self.init(.usage, "'\(text)' is no plan token", nextStep: "take it from --dry-run")
    case .outdatedToken(let problem): self.init(.refused, "\(problem): nothing was sent", nextStep: again)
    case .usedToken(let run):
      let outcome = run.outcome.replacing("_", with: " ")
      self.init(
        run.isOutcomeKnown ? .refused : .outcomeUnknown,
        "\(title): this plan was sent already (\(outcome), \(run.id)). Nothing was sent",
        nextStep: "\(.query(.auditRecord, run.id)); for another sending: \(again)")
    case .absent(let error): self.init(absent: error, url: url)
    case .notAuthorised(let error):
      self.init(error, url: url)
      message += ". Nothing was sent"
      nextStep = Guidance(Panic.withoutKey)
    case .declined: self.init(.declined, "declined: nothing was sent")
    case .unshown(let error):
      self.init(error, url: url)
      message += ". Nothing was sent"
      isAlwaysTold = true
    case .unanswered(let error): self.init(error, url: url)
    case .unrecorded(let error):
      self.init(
        .cannotWrite,
        "the audit log cannot be written (\(Failure(error, url: "").message)): \(Self.words(of: failure.end?.result))",
        nextStep: "free space or check the path; in an emergency: --no-audit")
      auditID = failure.end?.result.auditID
    case .busy(let other):
      self.init(
        .temporary, "\(other.rawValue) is being carried out: nothing was sent for \(failure.operation.rawValue)",
        isRetryable: true)
    }
  }

  /// An operation whose result could not be written to standard output. What was sent is still reported on standard
  /// error, even when the reader of standard output is gone.
  /// - Parameter failure: what would have been told beside the result.
  init(unwritten error: any Error, after sent: OperationResult, besides failure: Failure?, url: String) {
    self.init(error, url: url)
    // Only what ended early adds to the outcome: it says what was not sent, and why.
    let end = failure.flatMap { $0.exit == .cannotWrite ? "; \($0.message)" : nil } ?? ""
    message = "\(sent.plan.title): it was sent, and ended as \(sent.outcome.label)\(end); \(message)"
    nextStep = sent.auditID.map { .query(.auditRecord, $0) } ?? .query(.status)
    auditID = sent.auditID
    isAlwaysTold = true
  }

  private static func words(of result: OperationResult?) -> String {
    guard let result else { return "nothing was sent" }
    let calls = result.steps.filter(\.isSent).map {
      "\($0.target), outcome \($0.outcome.rawValue.replacing("_", with: " "))"
    }
    return "the rest was not sent. Sent: " + calls.joined(separator: "; ")
  }

  /// A panic that cannot reach the engine.
  private init(absent error: EngineError, url: String) {
    self.init(error, url: url)
    message += ". Nothing was sent"
    if case .transport(.unreachable) = error {
      nextStep = "check the URL; if it is right, \(Panic.exchange)"
    } else {
      add(Guidance(Panic.exchange), after: "; if that takes long: ")
    }
  }

  /// Adds a further next step after the existing one.
  mutating func add(_ step: Guidance, after words: String = "; ") {
    nextStep = [nextStep, step].compactMap(\.self).joined(separator: words)
  }
}

extension EngineError {
  /// Whether an engine that does not answer reads may still accept a control request.
  fileprivate var mayStillHear: Bool {
    switch self {
    case .refused, .unavailable, .brokenContract, .transport(.deadlineExceeded), .transport(.connectionLost): true
    default: false
    }
  }
}

extension OperationNote {
  /// Text for a screen, next to the result.
  var message: String {
    switch self {
    case .outcomeUnrecorded(let error):
      "the outcome could not be written to the audit log: \(Failure(error, url: "").message)"
    case .intentUnrecorded: "going on without a record: the audit log cannot be written"
    case .stateUntold(let error): "the engine did not tell its state (\(error.shortText)); going on"
    case .stopUnseen: "the engine has not told its state yet: the stop goes out without it"
    }
  }
}
