/// Follows which calls were sent, for a run that may be ended from outside, as by a signal.
///
/// The state of a call and its record change under one lock, so that whoever ends the run finds both or neither. A
/// function here that has to wait while the run is being ended never returns.
public protocol InterruptionLedger: Sendable {
  /// Tells what is going to be sent, and where it is recorded.
  /// - Parameter trail: `nil` when recording was waived.
  func announce(_ targets: [String], _ trail: AuditTrail?)
  /// Tells that a call is about to be sent.
  /// - Parameter record: records that it is to be sent; if that throws, it is not sent.
  func willSend(_ step: OperationStep, _ index: Int, record: () throws -> Void) async throws
  /// Tells the engine's answer to a call, whose effect has not been seen yet.
  func didAnswer(_ index: Int, _ reply: ControlReply)
  /// Tells how a call ended.
  /// - Parameter record: records that.
  func didEnd(_ index: Int, _ outcome: OperationOutcome, record: () -> Void) async
}

/// For runs that nothing ends from outside: it only records.
public struct NoInterruption: InterruptionLedger {
  /// A ledger that keeps nothing.
  public init() {}

  /// Does nothing.
  public func announce(_ targets: [String], _ trail: AuditTrail?) {}
  /// Records the call that is about to be sent; throws what `record` throws.
  public func willSend(_ step: OperationStep, _ index: Int, record: () throws -> Void) async throws { try record() }
  /// Does nothing.
  public func didAnswer(_ index: Int, _ reply: ControlReply) {}
  /// Records how the call ended.
  public func didEnd(_ index: Int, _ outcome: OperationOutcome, record: () -> Void) async { record() }
}
