/// Whoever watches an operation at work.
public protocol OperationProgress: Sendable {
  /// What is about to be done.
  /// - Parameter isAsked: whether a question follows.
  /// - Throws: where it cannot be shown; then nothing is sent.
  func planned(_ plan: Plan, _ seen: EngineSnapshot, isAsked: Bool) throws
  func settled(_ step: StepResult)
  func proved(_ proof: PanicProof)
  func noted(_ note: OperationNote)
}

/// Something that does not change the course, and has to be said.
public enum OperationNote: Sendable {
  case outcomeUnrecorded(any Error)
  /// The call is sent all the same.
  case intentUnrecorded(any Error)
  /// A panic goes on without knowing the engine's state.
  case stateUntold(EngineError)
  /// The engine takes too long to tell its state, and is stopped without it.
  case stopUnseen
}
