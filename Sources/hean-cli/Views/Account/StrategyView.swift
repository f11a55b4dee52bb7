import HeanCore

/// One strategy, with what decision memory has locked.
struct StrategyView {
  var answer: StrategiesAnswer
  /// An id or a unique beginning of it.
  var id: String

  func report(_ view: Viewpoint) throws -> Report {
    let strategy = try answer.strategy(id)
    let fields = StrategyFields.all(blocks: answer.blocks)
    var report = view.report("strategy", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(fields, strategy)
    report.screen.context(answer.context, view)
    report.screen.record(fields, strategy)
    for block in answer.blocks where block.strategyID == strategy.id {
      let until = view.timestamp(block.until)
      report.screen.line(
        Cell("Decision memory has locked \(block.context.joined(separator: " ")) until \(until).", .warning))
    }
    return report
  }
}
