import HeanCore

/// The limits, and which of them the engine enforces.
struct LimitsView {
  var answer: RiskLimitsAnswer

  func report(_ view: Viewpoint) -> Report {
    let fields = RiskFields.limits
    let rows = answer.limits
    var report = view.report("risk_limits", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .list(fields, rows)
    report.screen.context(answer.context, view)
    report.screen.table(Table(fields: fields, rows: rows))
    report.screen.line(Cell("Only max_open_positions is enforced; the engine reads none of the others.", .warning))
    return report
  }
}
