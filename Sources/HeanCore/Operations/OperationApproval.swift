/// A plan that somebody has to agree to before it is sent.
public struct ApprovalRequest: Sendable {
  /// Which operation it is.
  public var operation: OperationName
  /// What is to be agreed to.
  public var plan: OperationPlan
  /// How much is at stake.
  public var severity: EngineOperation.Severity
  /// What money is at stake.
  public var mode: OperatingMode

  /// A request to agree to a plan.
  public init(operation: OperationName, plan: OperationPlan, severity: EngineOperation.Severity, mode: OperatingMode) {
    self.operation = operation
    self.plan = plan
    self.severity = severity
    self.mode = mode
  }
}

/// The answer to a request: the plan may be sent, or must not be.
public enum Approval: Sendable, Equatable {
  /// Whether the plan may be sent.
  case given, declined
}

/// What agrees to a plan before it is sent: a question to a person, a flag, a token.
public protocol OperationApproval: Sendable {
  /// Whether it will ask a question. If so, the plan is shown in any case, and is made anew after the answer.
  func asks(_ request: ApprovalRequest) -> Bool
  /// Obtains the answer.
  /// - Throws: when there is no answer; nothing is sent then, as after a no.
  func approve(_ request: ApprovalRequest) async throws -> Approval
}
