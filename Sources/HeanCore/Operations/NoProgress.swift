/// Shows nothing while an operation runs, for a caller that reads the result only.
public struct NoProgress: OperationProgress {
  /// Progress that is shown nowhere.
  public init() {}

  /// Does nothing.
  public func planned(_ plan: OperationPlan, _ seen: EngineSnapshot, isAsked: Bool) {}
  /// Does nothing.
  public func ended(_ step: StepResult) {}
  /// Does nothing.
  public func proved(_ proof: PanicProof) {}
  /// Does nothing.
  public func noted(_ note: OperationNote) {}
}
