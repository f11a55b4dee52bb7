import Foundation
import HeanCore

/// How a plan and its result are drawn.
extension Screen {
  private struct ChangeRow: Sendable {
    static let fields: [Field<Plan.Change>] = [
      Field("what", "WHAT", "what changes", priority: 100) { .string($0.what) },
      Field("before", "BEFORE", "as it is", .wrapping, priority: 100) { .string($0.before) },
      Field("after", "AFTER", "as it is to be", .wrapping, priority: 100) { .string($0.after) },
    ]
  }

  /// What would be done, and what it means.
  mutating func plan(_ plan: Plan) {
    line(Cell(plan.title.sentenceStart, .strong))
    if !plan.changes.isEmpty {
      blank()
      table(Table(fields: ChangeRow.fields, rows: plan.changes))
    }
    if !plan.consequences.isEmpty || !plan.caveats.isEmpty { blank() }
    for text in plan.consequences { item("·", Cell(text)) }
    for text in plan.caveats { item("!", Cell(text, .warning)) }
    for text in plan.unchanged { item("=", Cell(text)) }
  }

  mutating func proof(_ proof: PanicProof) {
    let (label, style): (String, Style) =
      switch proof.verdict {
      case .seen: ("SEEN", .good)
      case .notSeen: ("NOT SEEN", .bad)
      case .notKnown: ("NOT KNOWN", .warning)
      }
    line(Cell("\(label)  \(proof.what): \(proof.says)", style))
  }

  mutating func steps(_ steps: [MutationResult.StepResult]) {
    for step in steps {
      line(Cell("\(step.outcome.label)  \(step.target): \(step.sentence)", step.outcome.style))
      if step.outcome != .confirmed, step.outcome != .notSent, let says = step.engineSays {
        item("the engine says:", Cell(says, .faint))
      }
      if let advice = step.advice { item("next:", Cell(advice)) }
      switch step.outcome {
      case .unknown: item("check:", Cell(step.check))
      case .notAuthorised:
        item("next:", Cell("run 'hean login' to store the key of this profile; for one run: --api-key-file FILE"))
      case .rateLimited: item("next:", Cell("wait up to 60 s, then try again"))
      default: break
      }
    }
  }
}

extension MutationResult.StepResult {
  /// What was seen, or why nothing was.
  var sentence: String {
    switch outcome {
    case .confirmed, .notConfirmed: return seen ?? "nothing was seen"
    case .refused:
      // Without an error the engine took the call, and its gates turned it down.
      guard error != nil else { return seen ?? "turned down" }
      return seen.map { "the answer was no; \($0)" } ?? "the answer was no"
    case .unknown:
      let lost = error?.shortText ?? "no answer"
      return "it was sent, and no answer told what became of it (\(lost))" + (seen.map { "; now \($0)" } ?? "")
    case .notAuthorised: return "the engine did not accept the key, or none was sent"
    case .rateLimited: return "the engine limits these calls; nothing was done"
    case .notSent: return error?.shortText ?? seen ?? "nothing was sent"
    }
  }
}

extension StepOutcome {
  var label: String {
    switch self {
    case .confirmed: "CONFIRMED"
    case .refused: "REFUSED"
    case .notConfirmed: "NOT CONFIRMED"
    case .unknown: "UNKNOWN"
    case .notAuthorised: "NOT AUTHORISED"
    case .rateLimited: "RATE LIMITED"
    case .notSent: "NOT SENT"
    }
  }

  var style: Style {
    switch self {
    case .confirmed: .good
    case .notSent: .warning
    case .refused, .notConfirmed, .unknown, .notAuthorised, .rateLimited: .bad
    }
  }
}
