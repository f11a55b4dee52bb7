/// Whoever has to know at any moment what was sent, because the run may be ended from outside.
///
/// A call and its record change under one lock, so that an end from outside finds both or neither. What waits here while the
/// run is being ended never returns.
public protocol OperationGuard: Sendable {
  /// What there is to be sent, and where it is recorded; `nil` where it is not.
  func announce(_ targets: [String], _ trail: AuditTrail?)
  /// A call is about to go out.
  /// - Parameter record: records that it is to be sent; if that throws, it is not.
  func send(_ step: Step, _ index: Int, record: () throws -> Void) async throws
  /// The engine's word on a call, whose effect is not seen yet.
  func answer(_ index: Int, _ reply: ControlReply)
  /// What became of a call is known.
  /// - Parameter record: records it.
  func settle(_ index: Int, _ outcome: Outcome, record: () -> Void) async
}

/// For runs that nothing ends from outside.
public struct NoInterruption: OperationGuard {
  public init() {}

  public func announce(_ targets: [String], _ trail: AuditTrail?) {}
  public func send(_ step: Step, _ index: Int, record: () throws -> Void) async throws { try record() }
  public func answer(_ index: Int, _ reply: ControlReply) {}
  public func settle(_ index: Int, _ outcome: Outcome, record: () -> Void) async { record() }
}
