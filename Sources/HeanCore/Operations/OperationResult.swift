/// What is shown of a plan.
public struct PlanSummary: Sendable, Equatable {
  /// What the operation does, in one line that begins with the verb.
  public var title: String
  /// Values that are to change.
  public var changes: [OperationPlan.Change] = []
  /// What follows from the operation, a sentence each.
  public var consequences: [String] = []
  /// What to know beforehand, such as what the engine is known not to do whatever it answers.
  public var caveats: [NextStep] = []
  /// What speaks against it without forbidding it: out of proportion, or bound to be refused.
  public var warnings: [NextStep] = []
  /// What is already as wanted; nothing is sent for it.
  public var unchanged: [String] = []

  /// A summary of a plan; the lists that are left out are empty.
  public init(
    title: String, changes: [OperationPlan.Change] = [], consequences: [String] = [], caveats: [NextStep] = [],
    warnings: [NextStep] = [], unchanged: [String] = []
  ) {
    self.title = title
    self.changes = changes
    self.consequences = consequences
    self.caveats = caveats
    self.warnings = warnings
    self.unchanged = unchanged
  }
}

extension OperationPlan {
  /// What is shown of the plan: everything but its calls and checks.
  public var summary: PlanSummary {
    PlanSummary(
      title: title, changes: changes, consequences: consequences, caveats: caveats,
      warnings: warnings, unchanged: unchanged)
  }
}

/// What an operation planned, sent and saw.
public struct OperationResult: Sendable, Equatable {
  /// Which operation it is.
  public var operation: OperationName
  /// What was planned.
  public var plan: PlanSummary
  /// How the whole operation ended: the worst end of its calls, or a panic's own verdict.
  public var outcome: OperationOutcome
  /// How each call ended, in the order of the plan; in a panic, calls that were sent.
  public var steps: [StepResult] = []
  /// Plan token with which a previewed plan can be carried out later; `nil` unless this is a preview.
  public var token: String?
  /// Id of the run in the audit log; `nil` when nothing was to be recorded.
  public var auditID: String?
  /// What a panic leaves open or cannot tell, or why "nothing to do" may not be true.
  public var left: [String] = []
  /// What a panic saw beside the effects of its calls.
  public var proofs: [PanicProof] = []
  /// What proves that a panic ended flat; `nil` when nothing does. It is not encoded.
  public var proof: String?

  /// A result without calls; the rest is set later.
  public init(operation: OperationName, plan: PlanSummary, outcome: OperationOutcome) {
    self.operation = operation
    self.plan = plan
    self.outcome = outcome
  }

  init(_ operation: OperationName, _ plan: OperationPlan, _ outcome: OperationOutcome) {
    self.operation = operation
    self.plan = plan.summary
    self.outcome = outcome
  }
}

extension OperationResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case title, outcome, changes, consequences, caveats, unchanged, steps, left, proofs
    case operation = "verb"
    case warnings = "plan_warnings"
    case token = "plan_token"
    case auditID = "audit_id"
  }

  /// Decodes what `encode` writes; throws a `DecodingError` when a key is missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    operation = try container.decode(OperationName.self, forKey: .operation)
    plan = PlanSummary(
      title: try container.decode(String.self, forKey: .title),
      changes: try container.decode([OperationPlan.Change].self, forKey: .changes),
      consequences: try container.decode([String].self, forKey: .consequences),
      caveats: try container.decode([NextStep].self, forKey: .caveats),
      warnings: try container.decode([NextStep].self, forKey: .warnings),
      unchanged: try container.decode([String].self, forKey: .unchanged))
    outcome = try container.decode(OperationOutcome.self, forKey: .outcome)
    steps = try container.decode([StepResult].self, forKey: .steps)
    token = try container.decode(String?.self, forKey: .token)
    auditID = try container.decode(String?.self, forKey: .auditID)
    left = try container.decode([String].self, forKey: .left)
    proofs = try container.decode([PanicProof].self, forKey: .proofs)
  }

  /// Encodes one object without nesting the plan; what there is not becomes `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(operation, forKey: .operation)
    try container.encode(plan.title, forKey: .title)
    try container.encode(plan.changes, forKey: .changes)
    try container.encode(plan.consequences, forKey: .consequences)
    try container.encode(plan.caveats, forKey: .caveats)
    try container.encode(plan.warnings, forKey: .warnings)
    try container.encode(plan.unchanged, forKey: .unchanged)
    try container.encode(outcome, forKey: .outcome)
    try container.encode(steps, forKey: .steps)
    try container.encode(left, forKey: .left)
    try container.encode(proofs, forKey: .proofs)
    try container.encode(token, forKey: .token)
    try container.encode(auditID, forKey: .auditID)
  }
}
