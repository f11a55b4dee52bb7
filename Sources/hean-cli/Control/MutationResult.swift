import Foundation
import HeanCore

/// What a verb planned, sent and saw.
struct MutationResult: Sendable {
  enum Outcome: String, Sendable {
    case preview, unchanged, confirmed, refused, unknown, flat, left
    case notConfirmed = "not_confirmed"
    case notAuthorised = "not_authorised"
    case rateLimited = "rate_limited"
    case notSent = "not_sent"
  }

  struct StepResult: Sendable {
    var target: String
    var request: String
    var outcome: StepOutcome
    var engineSays: String?
    var seen: String?
    var advice: String?
    var check: String
    var status: Int?
    var requestID: String?
    /// Why nothing came of it, when the answer was no answer.
    var error: EngineError?
  }

  var name: String
  var plan: Plan
  var outcome: Outcome
  var steps: [StepResult] = []
  var token: String?
  var auditID: String?
  /// What `panic` leaves behind.
  var left: [String] = []
  /// What `panic` saw beside its calls.
  var proofs: [PanicProof] = []
  var words: String?

  init(_ name: String, _ plan: Plan, _ outcome: Outcome) {
    self.name = name
    self.plan = plan
    self.outcome = outcome
  }

  /// The worst of the steps: not knowing is worse than a no.
  mutating func settle() {
    let order: [StepOutcome] = [.unknown, .notConfirmed, .notAuthorised, .rateLimited, .notSent, .refused, .confirmed]
    let worst = order.first { outcome in steps.contains { $0.outcome == outcome } } ?? .notSent
    // A step that was left out because of an earlier one says less than the earlier one.
    outcome = Outcome(rawValue: worst.rawValue) ?? .unknown
  }

  var exit: ExitCode {
    switch outcome {
    case .preview, .unchanged, .confirmed, .flat: .ok
    case .refused: .refused
    case .notConfirmed, .left: .staleOrUnconfirmed
    case .unknown: .outcomeUnknown
    case .notAuthorised: .notAuthorised
    case .rateLimited: .temporary
    case .notSent: .unreachable
    }
  }
}

extension MutationResult {
  static var documents: [OutputDocument] {
    [OutputDocument(.verbs, "mutation", line: "every verb that changes the engine", fields)]
  }

  static let fields: [Field<MutationResult>] = [
    Field("verb", "VERB", "stable name of the verb", priority: 100) { .string($0.name) },
    Field("title", "WHAT", "what it does, in words", priority: 100) { .string($0.plan.title) },
    Field(
      "outcome", "OUTCOME",
      "preview, unchanged, confirmed, refused, not_confirmed, unknown, not_authorised, rate_limited, not_sent; panic: "
        + "flat, left",
      priority: 100
    ) { .string($0.outcome.rawValue) },
    Field("changes", "CHANGES", "what, before, after", priority: 50) { result in
      .array(
        result.plan.changes.map {
          ["what": .string($0.what), "before": .string($0.before), "after": .string($0.after)]
        })
    },
    Field("consequences", "CONSEQUENCES", "what follows from it", priority: 50) { result in
      .array(result.plan.consequences.map { .string($0) })
    },
    Field("caveats", "CAVEATS", "what the engine is known not to do", priority: 50) { result in
      .array(result.plan.caveats.map { .string($0) })
    },
    Field("unchanged", "UNCHANGED", "what is so already; nothing was sent for it", priority: 50) { result in
      .array(result.plan.unchanged.map { .string($0) })
    },
    Field(
      "steps", "STEPS", "each call: target, request, outcome, engine_says, seen, advice, check, status, request_id",
      priority: 50
    ) { result in .array(result.steps.map(\.json)) },
    Field("left", "LEFT", "panic: what is open, or not known", priority: 50) { result in
      .array(result.left.map { .string($0) })
    },
    Field("proofs", "PROOFS", "panic: what was seen, not_seen or not_known beside the calls", priority: 50) { result in
      .array(
        result.proofs.map {
          ["what": .string($0.what), "verdict": .string($0.verdict.rawValue), "says": .string($0.says)]
        })
    },
    Field("plan_token", "PLAN", "with --dry-run: for --plan", priority: 50) { .optional($0.token) },
    Field("audit_id", "AUDIT", "for 'hean audit show'", priority: 50) { .optional($0.auditID) },
  ]
}

extension MutationResult.StepResult {
  var json: JSONValue {
    [
      "target": .string(target), "request": .string(request), "outcome": .string(outcome.rawValue),
      "engine_says": .optional(engineSays), "seen": .optional(seen), "advice": .optional(advice),
      "check": .string(check), "status": .optional(status), "request_id": .optional(requestID),
    ]
  }

  init(_ step: Step, unsent reason: String) {
    target = step.target
    request = step.request.line
    outcome = .notSent
    seen = reason
    check = step.checkCommand
  }

  init(_ step: Step, _ reply: ControlReply, _ finding: Finding?) {
    target = step.target
    request = step.request.line
    outcome = StepOutcome(reply, finding)
    seen = finding?.says
    check = step.checkCommand
    status = reply.httpStatus
    requestID = reply.requestID
    switch reply {
    case .accepted:
      engineSays = reply.message
      advice = finding?.advice
    case .refused(let error):
      engineSays = reply.message
      self.error = error
    case .lost(let error):
      self.error = error
      advice = finding?.advice
    case .notSent(let error):
      self.error = error
    }
  }

  /// Commands in it meet the engine that was asked.
  func aimed(_ aim: Aim) -> Self {
    var result = self
    result.check = aim(check)
    result.advice = advice.map { aim($0) }
    return result
  }
}
