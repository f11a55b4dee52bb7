/// What is told while an operation is under way.
public protocol OperationProgress: Sendable {
  /// Shows what is about to be done.
  /// - Parameter isAsked: whether a question follows.
  /// - Throws: when it cannot be shown; then nothing is sent.
  func planned(_ plan: OperationPlan, _ seen: EngineSnapshot, isAsked: Bool) throws
  /// Shows how one call ended.
  func ended(_ step: StepResult)
  /// Shows what a panic saw beside its calls.
  func proved(_ proof: PanicProof)
  /// Shows something that has to be said.
  func noted(_ note: OperationNote)
  /// Tells what is waited for from now on, so that the operator can be told when it takes long.
  /// - Parameter wait: `nil` while nothing but the operator is waited for.
  func waits(for wait: OperationWait?)
}

extension OperationProgress {
  /// Does nothing: for progress that does not tell what is waited for.
  public func waits(for wait: OperationWait?) {}
}

/// Something that has to be said, and does not change what is done.
public enum OperationNote: Sendable {
  /// How a call or the whole operation ended could not be recorded.
  case outcomeUnrecorded(any Error)
  /// In a panic: a call could not be recorded, and is sent all the same.
  case intentUnrecorded(any Error)
  /// A panic, or another way out, goes on without knowing the engine's state.
  case stateUntold(EngineError)
  /// In a panic: the engine takes too long to tell its state, and is stopped without a look.
  case stopUnseen
}
