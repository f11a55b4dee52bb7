/// How an operation is to be carried out.
public struct OperationTerms: Sendable {
  /// Whether to plan only. Nothing is sent then.
  public var isPreview: Bool
  /// Of a preview: only what it showed is sent.
  public var planToken: String?
  /// How long to look for the effect of each call.
  public var verifyTimeout: Duration
  /// Oldest prices that are acceptable; `nil` for any.
  public var maxAge: Duration?

  public init(
    isPreview: Bool = false, planToken: String? = nil, verifyTimeout: Duration = .seconds(5), maxAge: Duration? = nil
  ) {
    self.isPreview = isPreview
    self.planToken = planToken
    self.verifyTimeout = verifyTimeout
    self.maxAge = maxAge
  }
}

/// What an operation came to, and the engine as it was seen last.
public struct OperationEnd: Sendable {
  public var result: OperationResult
  public var seen: EngineSnapshot

  /// Of its parts.
  public init(result: OperationResult, seen: EngineSnapshot) {
    self.result = result
    self.seen = seen
  }
}

/// How a panic is to be carried out.
public struct PanicTerms: Sendable {
  /// For all of it.
  public var deadline: Duration
  /// Of one look.
  public var readDeadline: Duration
  /// Whether to plan only. Nothing is sent then.
  public var isPreview: Bool
  /// Of a preview: only what it showed is sent.
  public var planToken: String?
  /// Whether it was agreed to beforehand, whatever there is: an emergency waits neither for an answer nor for an engine
  /// that does not tell its state.
  public var isAgreed: Bool

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

/// What a panic came to, and the engine as it was seen last.
public struct PanicEnd: Sendable {
  public var result: OperationResult
  public var seen: EngineSnapshot
  /// `nil` for a preview.
  public var ending: Panic.Ending?
  /// What to do about what is left.
  public var advice: NextStep?
  public var took: Duration

  /// Parts that are not given are not known.
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
