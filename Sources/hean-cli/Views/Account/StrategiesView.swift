import HeanCore

/// The strategies that the engine runs.
struct StrategiesView {
  var answer: StrategiesAnswer

  func report(_ view: Viewpoint) -> Report {
    let fields = StrategyFields.all(blocks: answer.blocks)
    var report = view.report("strategies", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .list(fields, answer.strategies)
    report.screen.context(answer.context, view)
    if answer.strategies.isEmpty {
      let state = answer.context.engineState ?? "not known"
      report.screen.line(
        answer.context.isRunning == true
          ? Cell("The engine runs no strategy.", .warning)
          : Cell("Engine \(state): it lists strategies only while it runs.", .warning))
    } else {
      report.screen.table(Table(fields: fields, rows: answer.strategies))
      let disabled = answer.strategies.filter { $0.isEnabled == false }.count
      if disabled > 0 {
        report.screen.line(Cell("\(disabled) of \(answer.strategies.count) are disabled.", .warning))
      }
      if answer.strategies.allSatisfy({ $0.isEnabled == false }) { report.screen.hint(.query(.why)) }
    }
    return report
  }
}
