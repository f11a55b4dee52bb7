import HeanCore

/// How a plan and its result are shown.
extension Screen {
  private struct ChangeRow: Sendable {
    static let fields: [Field<OperationPlan.Change>] = [
      Field("what", "WHAT", "what changes", priority: 100) { $0.what },
      Field("before", "BEFORE", "as it is", .wrapping, priority: 100) { $0.before },
      Field("after", "AFTER", "as it will be", .wrapping, priority: 100) { $0.after },
    ]
  }

  /// Shows what would be done, and what follows from it.
  mutating func plan(_ plan: PlanSummary) {
    line(Cell(plan.title.sentenceStart, .strong))
    if !plan.changes.isEmpty {
      blank()
      table(Table(fields: ChangeRow.fields, rows: plan.changes))
    }
    if !plan.consequences.isEmpty || !plan.caveats.isEmpty || !plan.warnings.isEmpty { blank() }
    for text in plan.warnings { offer("WARNING:", Guidance(text), .bad) }
    for text in plan.consequences { item("·", Cell(text)) }
    for text in plan.caveats { offer("!", Guidance(text), .warning) }
    for text in plan.unchanged { item("=", Cell(text)) }
  }

  mutating func proof(_ proof: PanicProof) {
    let (label, style): (String, Style) =
      switch proof.verdict {
      case .seen: (ScreenMark(proof.verdict).rawValue, .good)
      case .notSeen: (ScreenMark(proof.verdict).rawValue, .bad)
      case .notKnown: (ScreenMark(proof.verdict).rawValue, .warning)
      }
    line(Cell("\(label)  \(proof.what): \(proof.message)", style))
  }

  mutating func step(_ step: StepResult) {
    line(Cell("\(step.outcome.label)  \(step.target): \(step.sentence)", step.outcome.style))
    if step.outcome != .confirmed, step.outcome != .notSent, let says = step.engineSays {
      item("the engine says:", Cell(says, .faint))
    }
    if let advice = step.advice { offer("next:", Guidance(advice)) }
    switch step.outcome {
    case .unknown: offer("check:", Guidance(step.check))
    case .notAuthorised:
      offer(
        "next:", "run '\(.operation(.login))' to store the key of this profile; for one run: --api-key-file FILE")
    case .rateLimited:
      var words = "wait up to 60 s, then try again"
      if case .rateLimited(_, let seconds?)? = step.error { words = "try again in \(seconds) s" }
      item("next:", Cell(words))
    default: break
    }
  }
}
