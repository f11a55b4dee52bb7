public import Foundation

/// One verb with its operands: what it has to see, what it would do, and how to tell that it was done.
public struct Operation: Sendable {
  /// How much is at stake; decides what has to be typed.
  public enum Severity: String, Sendable {
    case ordinary
    /// Touches money or protection for good.
    case severe
  }

  /// Whether somebody reaches for it in an emergency.
  enum Urgency: Sendable {
    case none
    /// It ends one risk. It may be sent on what the plan was made of when the look after the question fails.
    case exit
    /// It ends all trading, or all that is open; it may be sent like an exit.
    case stop
  }

  /// Stable name, `engine.pause`.
  public var name: String
  public var severity: Severity
  let urgency: Urgency
  var isStop: Bool { urgency == .stop }
  var isExit: Bool { urgency != .none }
  /// What the plan needs to see before and the checks after.
  public var parts: Set<Part>
  public var plan: @Sendable (EngineSnapshot) throws(EngineError) -> Plan

  init(
    _ name: String, _ severity: Severity, _ urgency: Urgency = .none, sees parts: Set<Part> = [],
    plan: @escaping @Sendable (EngineSnapshot) throws(EngineError) -> Plan
  ) {
    self.name = name
    self.severity = severity
    self.urgency = urgency
    self.parts = parts.union([.engine])
    self.plan = plan
  }
}

/// What a verb would do, before anything is sent.
public struct Plan: Sendable {
  /// Something that is to become something else.
  public struct Change: Sendable, Codable, Equatable {
    public var what: String
    public var before: String
    public var after: String

    /// Of its parts.
    public init(what: String, before: String, after: String) {
      self.what = what
      self.before = before
      self.after = after
    }
  }

  /// Why it must not be done.
  public struct Refusal: Sendable, Equatable {
    public var reason: String
    public var nextStep: NextStep

    /// Of its parts.
    public init(reason: String, nextStep: NextStep) {
      self.reason = reason
      self.nextStep = nextStep
    }
  }

  /// One line, begins with the verb.
  public var title: String
  public var changes: [Change] = []
  public var consequences: [String] = []
  /// What the engine is known not to do, whatever it answers.
  public var caveats: [NextStep] = []
  public var refusal: Refusal?
  /// What is so already; nothing is sent for it.
  public var unchanged: [String] = []
  /// Why "nothing to do" may not be true.
  public var doubt: String?
  public var steps: [Step] = []
  /// What has to be the same when a previewed plan is carried out later.
  public var facts: [String] = []
  /// What of it has to be the same when it is sent after a question; `nil` for all facts, and prices that have hardly
  /// moved. A stop binds nothing: it is meant for whatever is there.
  public var binding: [String]?
  /// Prices (USDT) that may move a little in between.
  public var prices: [Decimal] = []

  public init(_ title: String) { self.title = title }

  static func refused(_ title: String, _ reason: String, next: NextStep) -> Plan {
    var plan = Plan(title)
    plan.refusal = Refusal(reason: reason, nextStep: next)
    return plan
  }

  static func unchanged(_ title: String, _ reason: String) -> Plan {
    var plan = Plan(title)
    plan.unchanged = [reason]
    return plan
  }

  mutating func change(_ what: String, _ before: String, _ after: String) {
    changes.append(Change(what: what, before: before, after: after))
    facts.append("\(what)=\(before)")
  }
}

/// One call of a plan and the proof that it worked.
public struct Step: Sendable {
  /// What the call is about: `BTCUSDT long 0.018`, `engine`.
  public var target: String
  public var request: ControlRequest
  /// The query that shows whether it was done, for when nobody knows.
  public var lookup: NextStep
  /// What the proof looks at; `nil` for all that the plan needed.
  public var parts: Set<Part>?
  private var check: @Sendable (Evidence) -> Finding

  /// What a check may look at.
  struct Evidence: Sendable {
    var before: EngineSnapshot
    var after: EngineSnapshot
    /// The engine's answer to the call; `null` when it did not come.
    var reply: JSONValue
    /// Since that answer.
    var elapsed: Duration
  }

  init(
    _ target: String, _ request: ControlRequest, checkWith lookup: NextStep, sees parts: Set<Part>? = nil,
    _ check: @escaping @Sendable (Evidence) -> Finding
  ) {
    self.target = target
    self.request = request
    self.parts = parts?.union([.engine])
    self.lookup = lookup
    self.check = check
  }
}

extension Step {
  /// What a look after the call shows of its effect.
  /// - Parameter elapsed: since the call was answered.
  public func finding(
    before: EngineSnapshot, after: EngineSnapshot, reply: JSONValue = .null, elapsed: Duration = .zero
  ) -> Finding {
    check(Evidence(before: before, after: after, reply: reply, elapsed: elapsed))
  }
}

/// What a look after a call showed.
public struct Finding: Sendable, Equatable {
  public enum Verdict: String, Sendable {
    /// The effect is there.
    case seen
    /// Not there yet; another look may show it.
    case pending
    /// The engine did something else, for good; another look will not change that.
    case contrary
    /// The engine took the call and then turned down what was asked.
    case refused
  }

  public var verdict: Verdict
  public var message: String
  /// What to do about it.
  public var advice: NextStep?

  /// Parts that are not given are not known.
  public init(verdict: Verdict, message: String, advice: NextStep? = nil) {
    self.verdict = verdict
    self.message = message
    self.advice = advice
  }

  public static func seen(_ message: String, advice: NextStep? = nil) -> Finding {
    Finding(verdict: .seen, message: message, advice: advice)
  }
  public static func pending(_ message: String, advice: NextStep? = nil) -> Finding {
    Finding(verdict: .pending, message: message, advice: advice)
  }
  public static func contrary(_ message: String, advice: NextStep? = nil) -> Finding {
    Finding(verdict: .contrary, message: message, advice: advice)
  }
  public static func refused(_ message: String, advice: NextStep? = nil) -> Finding {
    Finding(verdict: .refused, message: message, advice: advice)
  }
}
