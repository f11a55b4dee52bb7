/// How an operation is to be carried out.
public struct OperationTerms: Sendable {
  /// Whether to plan only; nothing is sent then.
  public var isPreview: Bool
  /// Plan token of a preview: only what that showed is sent. `nil` without one.
  public var planToken: String?
  /// How long to look for the effect of each call.
  public var verifyTimeout: Duration
  /// Greatest age of prices that is accepted; `nil` for any.
  public var maxAge: Duration?

  /// Terms of an operation; by default no preview, no plan token, 5 s to look for effects, and prices of any age.
  public init(
    isPreview: Bool = false, planToken: String? = nil, verifyTimeout: Duration = .seconds(5), maxAge: Duration? = nil
  ) {
    self.isPreview = isPreview
    self.planToken = planToken
    self.verifyTimeout = verifyTimeout
    self.maxAge = maxAge
  }
}

/// How an operation ended, and the engine as it was seen last.
public struct OperationEnd: Sendable {
  /// What was planned, sent and seen.
  public var result: OperationResult
  /// The engine as it was seen last.
  public var seen: EngineSnapshot

  /// The end of an operation.
  public init(result: OperationResult, seen: EngineSnapshot) {
    self.result = result
    self.seen = seen
  }
}

/// How a panic is to be carried out.
public struct PanicTerms: Sendable {
  /// Time for the whole panic.
  public var deadline: Duration
  /// Time for one look at the engine.
  public var readDeadline: Duration
  /// Whether to plan only; nothing is sent then.
  public var isPreview: Bool
  /// Plan token of a preview: only what that showed is sent. `nil` without one.
  public var planToken: String?
  /// Whether the operator agreed beforehand, whatever is open: then it waits neither for an answer nor for an engine
  /// that does not tell its state.
  public var isAgreed: Bool

  /// Terms of a panic; by default no preview and no plan token.
  public init(
    deadline: Duration, readDeadline: Duration, isPreview: Bool = false, planToken: String? = nil, isAgreed: Bool
  ) {
    self.deadline = deadline
    self.readDeadline = readDeadline
    self.isPreview = isPreview
    self.planToken = planToken
    self.isAgreed = isAgreed
  }
}

/// How a panic ended, and the engine as it was seen last.
public struct PanicEnd: Sendable {
  /// What was planned, sent, seen and proved.
  public var result: OperationResult
  /// The engine as it was seen last.
  public var seen: EngineSnapshot
  /// Whether everything is closed; `nil` for a preview.
  public var ending: Panic.Ending?
  /// What to do about what is left; `nil` when nothing is.
  public var advice: NextStep?
  /// Time from the start to the end.
  public var took: Duration

  /// The end of a panic; without an ending and advice unless they are given.
  public init(
    result: OperationResult, seen: EngineSnapshot, ending: Panic.Ending? = nil, advice: NextStep? = nil, took: Duration
  ) {
    self.result = result
    self.seen = seen
    self.ending = ending
    self.advice = advice
    self.took = took
  }
}
