/// Why an operation ended early, and what it had sent until then.
public struct OperationFailure: Error, Sendable {
  /// What ended the operation.
  public enum Reason: Error, Sendable {
    /// The engine did not tell what a plan needs.
    case untold(EngineError)
    /// No plan could be made: an operand names nothing or several things, or a part could not be read.
    case unplanned(EngineError)
    /// Prices are older than the caller accepts. The age is in seconds; `nil` when it is not known.
    case stale(age: Decimal?, limit: Duration)
    /// A check of the operation itself refused it: the title of its plan, and the refusal.
    case refused(String, OperationPlan.Refusal)
    /// What the plan was based on has changed since it was shown; the text says how.
    case changed(String, nextStep: NextStep?)
    /// The given text is not a plan token.
    case malformedToken(String)
    /// The token is too old, or what its preview showed has changed; the text says which.
    case outdatedToken(String)
    /// The plan of the token was sent already, by this run.
    case usedToken(AuditRun)
    /// A panic cannot reach the engine at all.
    case absent(EngineError)
    /// The engine does not accept the API key with which a panic was started.
    case notAuthorised(EngineError)
    /// The plan could not be shown, so nothing was sent.
    case unshown(any Error)
    /// The operator did not agree.
    case declined
    /// The question got no answer.
    case unanswered(any Error)
    /// A call could not be recorded, so it was not sent.
    case unrecorded(any Error)
    /// The executor is carrying out another operation, this one.
    case busy(OperationName)
  }

  /// Which operation it is.
  public var operation: OperationName
  /// Title of the plan; `nil` when there was no plan yet.
  public var title: String?
  /// Whether the operation is one that stops all trading or closes everything, for an emergency.
  public var isStop: Bool
  /// What ended the operation.
  public var reason: Reason
  /// What was done until then, with the calls that were left out; `nil` when nothing was sent.
  public var end: OperationEnd?

  /// A failure before anything was sent, unless `end` tells what was done.
  public init(operation: OperationName, title: String? = nil, isStop: Bool, reason: Reason, end: OperationEnd? = nil) {
    self.operation = operation
    self.title = title
    self.isStop = isStop
    self.reason = reason
    self.end = end
  }
}
