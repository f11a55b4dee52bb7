import HeanCore

/// One strategy, with what decision memory has locked.
struct StrategyView {
  var answer: StrategiesAnswer
  /// An id or a unique beginning of it.
  var id: String

  func report(_ view: Viewpoint) throws -> Report {
    let strategy = try answer.strategy(id)
    let fields = StrategyFields.all(blocks: answer.blocks, judged: answer.judged)
    var report = view.report("strategy", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(fields, strategy)
    report.screen.context(answer.context, view)
    report.screen.record(fields, strategy)
    for block in answer.blocks where block.strategyID == strategy.id {
      report.screen.line(Cell(lock: block, view))
    }
    if let id = strategy.id {
      report.screen.hint("its curve: \(.command(.analyticsEquity, "--strategy", id))")
      report.screen.hint("its fees by day: \(.command(.analyticsCalendar, "--strategy", id))")
    }
    return report
  }
}
