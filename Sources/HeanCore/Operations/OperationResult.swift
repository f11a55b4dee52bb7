/// What is shown of a plan.
public struct PlanSummary: Sendable, Equatable {
  public var title: String
  public var changes: [Plan.Change] = []
  /// What follows from it.
  public var consequences: [String] = []
  /// What the engine is known not to do, whatever it answers.
  public var caveats: [NextStep] = []
  /// What is so already; nothing is sent for it.
  public var unchanged: [String] = []

  /// Of its parts.
  public init(
    title: String, changes: [Plan.Change] = [], consequences: [String] = [], caveats: [NextStep] = [],
    unchanged: [String] = []
  ) {
    self.title = title
    self.changes = changes
    self.consequences = consequences
    self.caveats = caveats
    self.unchanged = unchanged
  }
}

extension Plan {
  public var summary: PlanSummary {
    PlanSummary(
      title: title, changes: changes, consequences: consequences, caveats: caveats, unchanged: unchanged)
  }
}

/// What an operation planned, sent and saw.
public struct OperationResult: Sendable, Equatable {
  /// Stable name, `engine.pause`.
  public var operation: String
  public var plan: PlanSummary
  public var outcome: Outcome
  public var steps: [StepResult] = []
  /// Of a preview: what holds the plan for later.
  public var token: String?
  /// In the audit log; `nil` when nothing was to be recorded.
  public var auditID: String?
  /// What a panic leaves behind, or why "nothing to do" may not be true.
  public var left: [String] = []
  /// What a panic saw beside its calls.
  public var proofs: [PanicProof] = []
  /// What proves the end of a panic. Not part of the coded form.
  public var proof: String?

  /// What is not given is not known.
  public init(operation: String, plan: PlanSummary, outcome: Outcome) {
    self.operation = operation
    self.plan = plan
    self.outcome = outcome
  }

  init(_ operation: String, _ plan: Plan, _ outcome: Outcome) {
    self.operation = operation
    self.plan = plan.summary
    self.outcome = outcome
  }
}

extension OperationResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case title, outcome, changes, consequences, caveats, unchanged, steps, left, proofs
    case operation = "verb"
    case token = "plan_token"
    case auditID = "audit_id"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    operation = try container.decode(String.self, forKey: .operation)
    plan = PlanSummary(
      title: try container.decode(String.self, forKey: .title),
      changes: try container.decode([Plan.Change].self, forKey: .changes),
      consequences: try container.decode([String].self, forKey: .consequences),
      caveats: try container.decode([NextStep].self, forKey: .caveats),
      unchanged: try container.decode([String].self, forKey: .unchanged))
    outcome = try container.decode(Outcome.self, forKey: .outcome)
    steps = try container.decode([StepResult].self, forKey: .steps)
    token = try container.decode(String?.self, forKey: .token)
    auditID = try container.decode(String?.self, forKey: .auditID)
    left = try container.decode([String].self, forKey: .left)
    proofs = try container.decode([PanicProof].self, forKey: .proofs)
  }

  /// Flat, and what there is not is written as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(operation, forKey: .operation)
    try container.encode(plan.title, forKey: .title)
    try container.encode(plan.changes, forKey: .changes)
    try container.encode(plan.consequences, forKey: .consequences)
    try container.encode(plan.caveats, forKey: .caveats)
    try container.encode(plan.unchanged, forKey: .unchanged)
    try container.encode(outcome, forKey: .outcome)
    try container.encode(steps, forKey: .steps)
    try container.encode(left, forKey: .left)
    try container.encode(proofs, forKey: .proofs)
    try container.encode(token, forKey: .token)
    try container.encode(auditID, forKey: .auditID)
  }
}
