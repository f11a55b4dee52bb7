import HeanCore

/// Where plans and steps are shown while a verb runs. With a data format, standard output gets one document at the end,
/// and what the operator has to see before goes to standard error.
struct ProgressOutput: OperationProgress {
  var session: Session

  private var isTable: Bool { session.output.format == .table }

  func planned(_ plan: OperationPlan, _ seen: EngineSnapshot, isAsked: Bool) throws {
    var screen = Screen()
    screen.context(seen.context, session.viewpoint)
    screen.plan(plan.summary)
    screen.blank()
    if isTable, session.context.output.isTerminal || !isAsked {
      try session.context.output.write(draw(screen))
    } else if isAsked {
      try session.context.errors.write(draw(screen))
    }
    // Who answered in advance has not read the plan, and what is on standard output may go to a program.
    let isOnScreen = isAsked || isTable && session.context.output.isTerminal
    if !isOnScreen { for warning in plan.warnings { session.warn("WARNING: " + session.commands(warning)) } }
  }

  /// Shows what somebody is about to agree to for later.
  func agreement(_ plan: OperationPlan) throws {
    var screen = Screen()
    screen.plan(plan.summary)
    screen.blank()
    try session.context.errors.write(draw(screen))
  }

  func ended(_ step: StepResult) {
    guard isTable else { return }
    var screen = Screen()
    screen.step(step)
    // When the reader of the output is gone, the operation still goes on.
    try? session.context.output.write(draw(screen))
    session.context.waits?.shown()
  }

  func proved(_ proof: PanicProof) {
    guard isTable else { return }
    var screen = Screen()
    screen.proof(proof)
    try? session.context.output.write(draw(screen))
    session.context.waits?.shown()
  }

  func noted(_ note: OperationNote) {
    session.warn(note.message)
    session.context.waits?.shown()
  }

  func waits(for wait: OperationWait?) { session.context.waits?.waits(for: wait) }

  private func draw(_ screen: Screen) -> String { session.renderer.draw(screen) }
}

extension Screen {
  mutating func previewed(_ token: String, _ invocation: Invocation) {
    line(Cell("--dry-run: nothing was sent. To send it within 10 minutes, if nothing has changed:"))
    verbatim(invocation.carryingOut(token))
  }
}

extension Invocation {
  /// The same command without `--dry-run`, to carry out what the preview showed.
  fileprivate func carryingOut(_ token: String) -> String {
    let kept = words.filter { $0 != "--\(OperationOptions.dryRun.name)" }
    return (["hean"] + (kept + ["--\(OperationOptions.plan.name)", token]).map(ShellWord.quoted)).joined(separator: " ")
  }
}
