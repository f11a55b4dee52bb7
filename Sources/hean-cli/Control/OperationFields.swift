import HeanCore

/// The result of an operation, as table columns and JSON members.
extension OperationResult {
  static var documents: [OutputDocument] {
    [OutputDocument(.verbs, "mutation", line: "every verb that changes the engine", fields(), .object)]
  }

  private static let change: [Field<OperationPlan.Change>] = [
    .member("what") { $0.what }, .member("before") { $0.before }, .member("after") { $0.after },
  ]

  private static let proof: [Field<PanicProof>] = [
    .member("what") { $0.what }, .member("verdict") { $0.verdict }, .member("says") { $0.message },
  ]

  static func fields(_ commands: CommandLines = CommandLines()) -> [Field<OperationResult>] {
    [
      Field("verb", "VERB", "stable name of the verb", priority: 100) { $0.operation.rawValue },
      Field("title", "WHAT", "what it does, in words", priority: 100) { $0.plan.title },
      Field(
        "outcome", "OUTCOME",
        "preview, unchanged, confirmed, refused, not_confirmed, unknown, not_authorised, rate_limited, not_sent; panic: "
          + "flat, left",
        priority: 100
      ) { $0.outcome },
      .parts("changes", "CHANGES", "what, before, after", priority: 50, of: change) { $0.plan.changes },
      Field("consequences", "CONSEQUENCES", "what follows from it", priority: 50) { result in
        result.plan.consequences
      },
      .steps("caveats", "CAVEATS", "what the engine is known not to do", priority: 50, commands) { $0.plan.caveats },
      .steps(
        "plan_warnings", "WARNINGS", "what speaks against it: out of proportion, or a gate that is closed",
        priority: 50, commands
      ) { $0.plan.warnings },
      Field("unchanged", "UNCHANGED", "what is already so; nothing was sent for it", priority: 50) { result in
        result.plan.unchanged
      },
      .parts(
        "steps", "STEPS", "each call: target, request, outcome, engine_says, seen, advice, check, status, request_id",
        priority: 50, of: StepResult.fields(commands)
      ) { $0.steps },
      Field("left", "LEFT", "panic: what is open, or not known", priority: 50) { result in
        result.left
      },
      .parts(
        "proofs", "PROOFS", "panic: further proofs, each seen, not_seen or not_known", priority: 50, of: proof
      ) { $0.proofs },
      Field("plan_token", "PLAN", "with --dry-run: for --plan", priority: 50) { $0.token },
      Field("audit_id", "AUDIT", "for 'hean audit show'", priority: 50) { $0.auditID },
    ]
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

  /// The same result as an error, for scripts that read standard error.
  func failure(url: String) -> Failure? {
    guard exit != .ok else { return nil }
    let step = steps.first { $0.outcome == outcome }
    var exit = exit
    // The exit code of a failed call comes from the same code as that of every other error.
    if outcome == .notSent, let error = step?.error { exit = Failure(error, url: url).exit }
    let words = step.map { "\($0.target): \($0.sentence)" } ?? left.joined(separator: "; ")
    return Failure(
      exit, words, nextStep: (step?.advice ?? step?.check).map { Guidance($0) },
      isRetryable: outcome == .rateLimited || outcome == .notSent,
      requestID: step?.requestID, status: step?.status)
  }
}

extension StepResult {
  fileprivate static func fields(_ commands: CommandLines) -> [Field<StepResult>] {
    [
      .member("target") { $0.target }, .member("request") { $0.request }, .member("outcome") { $0.outcome },
      .member("engine_says") { $0.engineSays }, .member("seen") { $0.seen },
      .member("advice") { $0.advice.map { commands($0) } },
      .member("check", "what shows whether it took effect") { commands($0.check) },
      .member("status", "of HTTP", unit: .unitless) { $0.status }, .member("request_id") { $0.requestID },
    ]
  }
}
