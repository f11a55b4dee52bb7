/// Sends calls one by one, each with a record before it and one after it.
struct RecordedCalls: Sendable {
  /// `nil` where the operator waived it.
  var trail: AuditTrail?
  var interruption: any OperationGuard
  var progress: any OperationProgress

  /// - Throws: when it cannot be recorded; then it was not sent.
  func send(
    _ step: Step, _ index: Int, of plan: Plan, by transmit: (ControlRequest) async -> ControlReply
  ) async throws(OperationFailure.Reason) -> ControlReply {
    do {
      try await interruption.send(step, index) { try trail?.intend(step, index, of: plan) }
    } catch {
      throw .unrecorded(error)
    }
    return await transmitted(step, index, by: transmit)
  }

  /// The same for a panic: an operator in one is not stopped by a full disk.
  func send(
    urgent step: Step, _ index: Int, of plan: Plan, by transmit: (ControlRequest) async -> ControlReply
  ) async -> ControlReply {
    // What it calls does not throw.
    try? await interruption.send(step, index) {
      do {
        try trail?.intend(step, index, of: plan)
      } catch {
        progress.noted(.intentUnrecorded(error))
      }
    }
    return await transmitted(step, index, by: transmit)
  }

  private func transmitted(
    _ step: Step, _ index: Int, by transmit: (ControlRequest) async -> ControlReply
  ) async -> ControlReply {
    let reply = await transmit(step.request)
    interruption.answer(index, reply)
    return reply
  }

  func settle(_ result: StepResult, _ index: Int, _ reply: ControlReply) async {
    await interruption.settle(index, result.outcome) {
      do {
        try trail?.conclude(result, index, reply)
      } catch {
        progress.noted(.outcomeUnrecorded(error))
      }
    }
  }

  func end(_ result: OperationResult) {
    do {
      try trail?.end(result)
    } catch {
      progress.noted(.outcomeUnrecorded(error))
    }
  }
}
