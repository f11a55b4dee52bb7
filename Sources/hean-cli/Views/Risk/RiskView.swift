import HeanCore

/// Risk on one screen.
struct RiskView {
  var judged: JudgedAnswer<RiskAnswer>

  func report(_ view: Viewpoint) -> Report {
    let answer = judged.answer
    let fields = RiskFields.status
    var report = view.report("risk", version: 2, on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(fields, answer)
    report.money = JudgementFields.money(view.commands).object(judged.judgement.money)
    report.screen.context(answer.context, view)
    report.screen.money(judged.judgement.money)
    report.warn(of: judged.judgement.money.reasons)
    report.screen.steps(judged.judgement.steps.filter { $0.aim == .protect })
    report.screen.gap()
    report.screen.record(fields, answer)
    if answer.context.isRunning == true, let next = answer.distanceText { report.screen.line(Cell(next)) }
    for words in answer.basisWords { report.screen.line(Cell(words, .warning)) }
    if answer.killSwitch.verdict != .clear { report.screen.hint(.query(.killSwitch)) }
    if answer.governorState?.rawValue != RiskState.normal.rawValue { report.screen.hint(.query(.governor)) }
    report.notes += answer.missing
    report.screen = report.screen.with(view.ages)
    return report
  }
}
