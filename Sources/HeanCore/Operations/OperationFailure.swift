public import Foundation

/// Why an operation ended before its end, and what it had sent until then.
public struct OperationFailure: Error, Sendable {
  public enum Reason: Error, Sendable {
    /// The engine did not tell what a plan has to stand on.
    case untold(EngineError)
    /// What was named cannot be planned with.
    case unplanned(EngineError)
    /// Prices are older than is wanted; age in seconds, `nil` when not known.
    case stale(age: Decimal?, limit: Duration)
    /// A guard of the operation, with the plan's title.
    case refused(String, Plan.Refusal)
    /// What the plan stood on is no longer so.
    case changed(String, nextStep: NextStep?)
    case malformedToken(String)
    /// The plan of the token is no longer this one.
    case outdatedToken(String)
    /// A panic finds nobody to talk to.
    case absent(EngineError)
    /// A panic's key is not accepted.
    case notAuthorised(EngineError)
    case unshown(any Error)
    case declined
    /// Nobody answered.
    case unanswered(any Error)
    case unrecorded(any Error)
    /// Another operation of the same executor is being carried out.
    case busy(String)
  }

  /// Stable name, `engine.pause`.
  public var operation: String
  /// Of the plan, once there was one.
  public var title: String?
  /// Whether somebody reaches for it in an emergency.
  public var isStop: Bool
  public var reason: Reason
  /// What became of calls that went out before; empty when nothing was sent.
  public var sent: [StepResult] = []

  /// Parts that are not given are not known.
  public init(operation: String, title: String? = nil, isStop: Bool, reason: Reason, sent: [StepResult] = []) {
    self.operation = operation
    self.title = title
    self.isStop = isStop
    self.reason = reason
    self.sent = sent
  }
}
