import HeanCore

/// The governor's state and the distance to the next.
struct GovernorView {
  var answer: GovernorQuery.Answer

  func report(_ view: Viewpoint) -> Report {
    let (context, governor) = (answer.risk.context, answer.governor)
    let fields = RiskFields.governor(
      isRunning: context.isRunning, basis: answer.risk.governorBasis, drawdown: answer.risk.drawdown)
    var report = view.report("governor", on: context, receivedAt: answer.receivedAt)
    report.payload = .object(fields, governor)
    report.screen.context(context, view)
    report.screen.record(fields, governor)
    if context.isRunning != true {
      report.screen.line(Cell("The engine says NORMAL here whenever it is not running; that is not shown.", .warning))
    } else if governor.frozenValue != nil {
      report.screen.line(Cell("'frozen' is the drawdown when the state changed; 'drawdown' is the live one."))
    }
    if let words = answer.risk.governorBasis?.message { report.screen.line(Cell("The governor \(words).", .warning)) }
    return report
  }
}
