/// Makes a plan again after a question: minutes may have passed, and others act on the same engine.
struct PlanRecheck {
  var operation: EngineOperation
  /// The plan that was shown and agreed to.
  var agreed: OperationPlan
  var then: EngineSnapshot
  var now: EngineSnapshot

  /// The plan that may be sent.
  /// - Throws: `changed` with what has changed, or `unplanned` when that cannot be told.
  func plan() throws(OperationFailure.Reason) -> OperationPlan {
    let fresh: OperationPlan
    do throws(EngineError) {
      fresh = try operation.plan(now)
    } catch {
      switch error {
      case .notFound, .ambiguous, .untold: throw .changed(error.shortText, nextStep: nil)
      default: throw .unplanned(error)
      }
    }
    if let refusal = fresh.refusal { throw .changed(refusal.reason, nextStep: refusal.nextStep) }
    guard !fresh.steps.isEmpty else {
      let reasons = fresh.unchanged + [fresh.doubt].compactMap(\.self)
      throw .changed(reasons.isEmpty ? "there is nothing left to do" : reasons.joined(separator: "; "), nextStep: nil)
    }
    if isOtherMode { throw .changed("the mode was \(then.mode.label), and is \(now.mode.label)", nextStep: nil) }
    guard agreed.steps.map(\.request.line) == fresh.steps.map(\.request.line),
      (agreed.binding ?? agreed.facts) == (fresh.binding ?? fresh.facts)
    else { throw .changed(difference(fresh), nextStep: nil) }
    if agreed.binding == nil, let problem = PlanToken.move(agreed.prices, fresh.prices) {
      throw .changed(problem, nextStep: nil)
    }
    // A size that was computed from the price stays as it was agreed to.
    return agreed.steps.map(\.request) == fresh.steps.map(\.request) ? fresh : agreed
  }

  /// Why a later step of a plan must not be sent any more, judged by what was seen after the step before it; otherwise
  /// `nil`.
  static func objection(to step: OperationStep, of operation: EngineOperation, _ seen: EngineSnapshot) -> String? {
    guard let fresh = try? operation.plan(seen) else { return nil }
    if let refusal = fresh.refusal { return refusal.reason }
    guard !fresh.steps.contains(where: { $0.request == step.request }) else { return nil }
    return fresh.unchanged.first { $0.hasPrefix(step.target) }
  }

  /// Whether the mode has changed. One that was not known was confirmed as the strictest one, so any mode may follow
  /// it; when settings cannot be read now, those from before count.
  private var isOtherMode: Bool {
    guard now.mode != then.mode, then.mode != .unknown else { return false }
    return now.mode != .unknown || now.engine?.isDryRun != then.engine?.isDryRun
  }

  private func difference(_ fresh: OperationPlan) -> String {
    func lines(_ plan: OperationPlan) -> [String] { plan.binding ?? plan.changes.map { "\($0.what): \($0.before)" } }
    let (old, new) = (lines(agreed), lines(fresh))
    let gone = old.filter { !new.contains($0) }
    let come = new.filter { !old.contains($0) }
    let words =
      (gone.isEmpty ? [] : ["it was \(gone.joined(separator: ", "))"])
      + (come.isEmpty ? [] : ["it is \(come.joined(separator: ", "))"]) + fresh.unchanged
    return words.isEmpty ? "other calls would be needed" : words.joined(separator: "; ")
  }
}
