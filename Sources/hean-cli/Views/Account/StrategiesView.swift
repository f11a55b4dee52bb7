import HeanCore

/// The strategies that the engine runs.
struct StrategiesView {
  var answer: StrategiesAnswer

  func report(_ view: Viewpoint) -> Report {
    let fields = StrategyFields.all(blocks: answer.blocks, judged: answer.judged)
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
      for block in answer.blocks.prefix(5) { report.screen.line(Cell(lock: block, view, of: block.strategyID)) }
      if answer.blocks.count > 5 { report.screen.line(Cell("… and \(answer.blocks.count - 5) more locks.", .warning)) }
      if let since = answer.judged?.values.compactMap(\.since).min() {
        report.screen.line(
          Cell("Signals are those since \(view.timestamp(since)), as far as the engine's list reaches.", .faint))
      }
      if answer.strategies.allSatisfy({ $0.isEnabled == false }) { report.screen.hint(.query(.why)) }
    }
    return report
  }
}

extension Cell {
  /// Why a strategy is locked, and until when.
  init(lock: DecisionMemoryBlock, _ view: Viewpoint, of strategy: String? = nil) {
    let who = strategy.map { " for \($0)" } ?? ""
    self.init(
      "Decision memory has locked \(lock.context.joined(separator: " "))\(who) until \(view.timestamp(lock.until)), after "
        + "losses in it.", .warning)
  }
}
