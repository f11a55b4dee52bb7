/// What somebody has to agree to.
public struct ApprovalRequest: Sendable {
  public var operation: String
  public var plan: Plan
  public var severity: Operation.Severity
  public var mode: OperatingMode

  /// Of its parts.
  public init(operation: String, plan: Plan, severity: Operation.Severity, mode: OperatingMode) {
    self.operation = operation
    self.plan = plan
    self.severity = severity
    self.mode = mode
  }
}

public enum Approval: Sendable, Equatable {
  case given, declined
}

/// Whoever agrees to a plan before it is sent: a person, a flag, a token.
public protocol OperationApproval: Sendable {
  /// Whether a question follows. Then the plan is shown in any case, and what is to be sent is decided anew after the answer.
  func asks(_ request: ApprovalRequest) -> Bool
  /// - Throws: where there is no answer; nothing is sent then, as after a no.
  func approve(_ request: ApprovalRequest) async throws -> Approval
}
