/// One operation on the engine with its operands: what it has to read, what it would do, and how to tell that it was
/// done. `OperationExecutor` carries it out.
public struct EngineOperation: Sendable {
  /// How much is at stake; it decides what a front end asks the operator to type.
  public enum Severity: String, Sendable {
    /// Can be undone, or costs little.
    case ordinary
    /// Touches money or what protects it.
    case severe
  }

  /// Whether an operator uses it in an emergency.
  enum Urgency: Sendable {
    case none
    /// It ends one risk. When the engine cannot be read after the question, it may be sent on the first snapshot.
    case exit
    /// It ends all trading, or closes or cancels everything; it may be sent like an exit.
    case stop
  }

  /// Stable name; the audit log uses it.
  public var name: OperationName
  /// How much is at stake.
  public var severity: Severity
  let urgency: Urgency
  var isStop: Bool { urgency == .stop }
  var isExit: Bool { urgency != .none }
  /// What the plan needs to read before the calls, and the checks after them.
  public var parts: Set<SnapshotPart>
  /// Makes the plan from a snapshot of `parts`. Throws an `EngineError` when a part that it needs could not be read, or
  /// an operand names nothing or several things.
  public var plan: @Sendable (EngineSnapshot) throws(EngineError) -> OperationPlan

  init(
    _ name: OperationName, _ severity: Severity, _ urgency: Urgency = .none, sees parts: Set<SnapshotPart> = [],
    plan: @escaping @Sendable (EngineSnapshot) throws(EngineError) -> OperationPlan
  ) {
    self.name = name
    self.severity = severity
    self.urgency = urgency
    self.parts = parts.union([.engine])
    self.plan = plan
  }
}

/// What an operation would do, before anything is sent.
public struct OperationPlan: Sendable {
  /// One value that is to change, as text for the operator.
  public struct Change: Sendable, Codable, Equatable {
    /// Name of the value: `engine`, `stop_trading`, a symbol, an order id.
    public var what: String
    /// The value now.
    public var before: String
    /// The value when the operation has worked.
    public var after: String

    /// A change from one value to another.
    public init(what: String, before: String, after: String) {
      self.what = what
      self.before = before
      self.after = after
    }
  }

  /// Why the operation must not be carried out now.
  public struct Refusal: Sendable, Equatable {
    /// What speaks against it, in one sentence.
    public var reason: String
    /// What to do instead.
    public var nextStep: NextStep

    /// A refusal with what to do instead.
    public init(reason: String, nextStep: NextStep) {
      self.reason = reason
      self.nextStep = nextStep
    }
  }

  /// What the operation does, in one line that begins with the verb.
  public var title: String
  /// Values that are to change.
  public var changes: [Change] = []
  /// What follows from the operation, a sentence each.
  public var consequences: [String] = []
  /// What stays open with nothing that watches it, or is forgotten, in one sentence; `nil` when nothing is. One of
  /// `consequences`.
  public var leftOpen: String?
  /// What to know beforehand, such as what the engine is known not to do whatever it answers.
  public var caveats: [NextStep] = []
  /// What speaks against it without forbidding it: out of proportion, or bound to be refused. Shown before anything is
  /// asked or sent, and never left out.
  public var warnings: [NextStep] = []
  /// Why the operation must not be carried out; `nil` when it may be.
  public var refusal: Refusal?
  /// What is already as wanted; nothing is sent for it.
  public var unchanged: [String] = []
  /// Why "nothing to do" may not be true; `nil` without such a doubt.
  public var doubt: String?
  /// Calls in the order in which they are sent; empty when there is nothing to do.
  public var steps: [OperationStep] = []
  /// What must be unchanged when a previewed plan is carried out later.
  public var facts: [String] = []
  /// What must be unchanged when the plan is sent after a question; `nil` for all facts, and for prices within a
  /// tolerance. Empty for a stop, which is meant for whatever is there.
  public var binding: [String]?
  /// Prices (USDT) that may move by 0.5 % in between.
  public var prices: [Decimal] = []

  /// A plan that does nothing yet.
  public init(_ title: String) { self.title = title }

  static func refused(_ title: String, _ reason: String, next: NextStep) -> OperationPlan {
    var plan = OperationPlan(title)
    plan.refusal = Refusal(reason: reason, nextStep: next)
    return plan
  }

  static func unchanged(_ title: String, _ reason: String) -> OperationPlan {
    var plan = OperationPlan(title)
    plan.unchanged = [reason]
    return plan
  }

  mutating func change(_ what: String, _ before: String, _ after: String) {
    changes.append(Change(what: what, before: before, after: after))
    facts.append("\(what)=\(before)")
  }
}

/// One call of a plan and the proof that it worked.
public struct OperationStep: Sendable {
  /// What the call is about: `BTCUSDT long 0.018`, `engine`.
  public var target: String
  /// The call itself.
  public var request: ControlRequest
  /// The query that shows whether the call worked, for when its effect is not known.
  public var lookup: NextStep
  /// What the check reads; `nil` for everything that the plan needed.
  public var parts: Set<SnapshotPart>?
  private var check: @Sendable (Evidence) -> StepFinding

  /// What a check judges by.
  struct Evidence: Sendable {
    var before: EngineSnapshot
    var after: EngineSnapshot
    /// The engine's answer to the call; `null` when it did not come.
    var reply: JSONValue
    /// Time since that answer.
    var elapsed: Duration
  }

  init(
    _ target: String, _ request: ControlRequest, checkWith lookup: NextStep, sees parts: Set<SnapshotPart>? = nil,
    _ check: @escaping @Sendable (Evidence) -> StepFinding
  ) {
    self.target = target
    self.request = request
    self.parts = parts?.union([.engine])
    self.lookup = lookup
    self.check = check
  }
}

extension OperationStep {
  /// Judges the effect of the call by a snapshot taken after it.
  /// - Parameters:
  ///   - before: the last snapshot from before the call.
  ///   - reply: the engine's answer to the call; `null` when it did not come.
  ///   - elapsed: time since the call was answered.
  public func finding(
    before: EngineSnapshot, after: EngineSnapshot, reply: JSONValue = .null, elapsed: Duration = .zero
  ) -> StepFinding {
    check(Evidence(before: before, after: after, reply: reply, elapsed: elapsed))
  }
}

/// What a snapshot taken after a call shows of its effect.
public struct StepFinding: Sendable, Equatable {
  /// Whether the effect of the call is there.
  public enum Verdict: String, Sendable {
    /// The effect is there.
    case seen
    /// Not there yet; a later snapshot may show it.
    case pending
    /// The engine did something else for good; a later snapshot will not show the effect either.
    case contrary
    /// The engine accepted the call and then refused what was asked for.
    case refused
  }

  /// Whether the effect is there.
  public var verdict: Verdict
  /// What was seen, in one sentence.
  public var message: String
  /// What to do about it; `nil` when there is nothing to do.
  public var advice: NextStep?

  /// A finding, without advice unless it is given.
  public init(verdict: Verdict, message: String, advice: NextStep? = nil) {
    self.verdict = verdict
    self.message = message
    self.advice = advice
  }

  /// A finding that the effect is there.
  public static func seen(_ message: String, advice: NextStep? = nil) -> StepFinding {
    StepFinding(verdict: .seen, message: message, advice: advice)
  }
  /// A finding that the effect is not there yet.
  public static func pending(_ message: String, advice: NextStep? = nil) -> StepFinding {
    StepFinding(verdict: .pending, message: message, advice: advice)
  }
  /// A finding that the engine did something else for good.
  public static func contrary(_ message: String, advice: NextStep? = nil) -> StepFinding {
    StepFinding(verdict: .contrary, message: message, advice: advice)
  }
  /// A finding that the engine refused what was asked for.
  public static func refused(_ message: String, advice: NextStep? = nil) -> StepFinding {
    StepFinding(verdict: .refused, message: message, advice: advice)
  }
}

extension OperationStep.Evidence {
  /// The events since the look before the call.
  var newEvents: [EventEnvelope] { after.trail?.events(after: before.trail?.lastSeq) ?? [] }
}
