import HeanCore

/// The governor's states as rungs of a ladder with the present one marked, the kill switch, and the latch behind it. A state
/// that is not known marks no rung.
struct RiskLadderView {
  var answer: RiskAnswer

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("risk", version: 2, on: answer.context, receivedAt: answer.receivedAt)
    report.isFitted = true
    report.screen.context(answer.context, view)
    report.screen.ladder(answer, view)
    report.screen.record(Self.fields, answer)
    if answer.context.isRunning == true, let words = answer.distanceText { report.screen.line(Cell(words)) }
    for words in answer.basisWords { report.screen.line(Cell(words, .warning)) }
    report.notes += answer.missing
    return report
  }

  private static let fields = RiskFields.status.filter {
    ["kill_switch", "latch", "kill_switch_reasons", "quarantined_symbols"].contains($0.name)
  }
}
