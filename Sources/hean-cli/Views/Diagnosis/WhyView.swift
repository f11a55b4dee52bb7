import HeanCore

/// Why it trades or does not: verdicts, next steps, each gate, and the evidence.
struct WhyView {
  var answer: WhyAnswer
  /// Whether the screen may be higher than the window.
  var isWhole = false
  /// Whether each gate takes one line, so that more of them stand in the window; the verdict has the finding that decides.
  var hasLineEach = false
  /// Whether the exit code tells what was found.
  var wantsExitCode = false

  func report(_ view: Viewpoint) -> Report {
    let diagnosis = answer.diagnosis
    let window = diagnosis.scope.window
    var report = view.report("why", version: 2, on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(WhyFields.all(view.commands), answer)
    report.verdict = EngineVerdict(answer.diagnosis, answer.judgement)
    report.summary = diagnosis.summary
    report.isFitted = !isWhole
    report.screen.context(answer.context, view)
    report.screen.verdict(diagnosis, answer.judgement)
    // The next steps come before the evidence, because on a short terminal the evidence may not be visible.
    report.screen.steps(answer.judgement.steps)
    report.screen.gap()
    let rows = GateRow.rows(diagnosis, window: window)
    report.screen.table(
      Table(
        fields: GateRow.fields(window: window, width: hasLineEach ? view.width : nil, ages: view.ages), rows: rows),
      cut: GateRow.cut(rows))
    report.warn(ofReach: answer.shortReach, window)
    if let words = diagnosis.counterfactual { report.screen.line(Cell(words)) }
    report.screen.evidence(diagnosis)
    if wantsExitCode { report.exit = diagnosis.exitCode }
    report.screen = report.screen.with(view.ages)
    return report
  }
}
