import Foundation

extension OperationClock {
  /// The clocks of this machine.
  public static var system: OperationClock {
    let start = ContinuousClock.now
    return OperationClock(
      now: { Date() }, elapsed: { ContinuousClock.now - start }, sleep: { try await Task.sleep(for: $0) },
      random: { Double.random(in: 0..<1) })
  }
}

/// For whoever shows nothing while an operation is at work, and reads its result.
public struct NoProgress: OperationProgress {
  public init() {}

  public func planned(_ plan: Plan, _ seen: EngineSnapshot, isAsked: Bool) {}
  public func settled(_ step: StepResult) {}
  public func proved(_ proof: PanicProof) {}
  public func noted(_ note: OperationNote) {}
}
