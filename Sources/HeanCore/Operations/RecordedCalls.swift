/// Sends calls one after another, with a record before each and one after it.
struct RecordedCalls: Sendable {
  /// `nil` when the operator waived recording.
  var trail: AuditTrail?
  /// Plan token that the calls carry out; `nil` without one.
  var token: String?
  var interruption: any InterruptionLedger
  var progress: any OperationProgress

  /// Records a call and sends it.
  /// - Throws: when it cannot be recorded, or its plan token was used before; then it was not sent.
  func send(
    _ step: OperationStep, _ index: Int, of plan: OperationPlan, by transmit: (ControlRequest) async -> ControlReply
  ) async throws(OperationFailure.Reason) -> ControlReply {
    do {
      try await interruption.willSend(step, index) { try trail?.intend(step, index, of: plan, token: token) }
    } catch let used as UsedToken {
      throw .usedToken(used.run)
    } catch {
      throw .unrecorded(error)
    }
    return await transmitted(step, index, by: transmit)
  }

  /// The same for a panic, which sends the call even if it cannot be recorded: a full disk must not stop it.
  func send(
    urgent step: OperationStep, _ index: Int, of plan: OperationPlan,
    by transmit: (ControlRequest) async -> ControlReply
  ) async -> ControlReply {
    // The closure does not throw, so neither does this.
    try? await interruption.willSend(step, index) {
      do {
        try trail?.intend(step, index, of: plan)
      } catch {
        progress.noted(.intentUnrecorded(error))
      }
    }
    return await transmitted(step, index, by: transmit)
  }

  private func transmitted(
    _ step: OperationStep, _ index: Int, by transmit: (ControlRequest) async -> ControlReply
  ) async -> ControlReply {
    progress.waits(for: .answer(to: step.request))
    let reply = await transmit(step.request)
    interruption.didAnswer(index, reply)
    return reply
  }

  func conclude(_ result: StepResult, _ index: Int, _ reply: ControlReply) async {
    await interruption.didEnd(index, result.outcome) {
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
