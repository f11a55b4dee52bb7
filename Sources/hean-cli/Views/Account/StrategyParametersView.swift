import HeanCore

/// Which parameters of a strategy the engine would take.
struct StrategyParametersView {
  var answer: StrategiesAnswer
  /// An id or a unique beginning of it.
  var name: String

  static let fields: [Field<String>] = [
    Field("parameter", "PARAMETER", "name for --set", priority: 100) { $0 }
  ]

  func report(_ view: Viewpoint) throws -> Report {
    let strategy = try answer.strategy(name)
    let known = StrategyParameters.known(strategy.id ?? name)
    var report = view.report("strategy_params", on: answer.context, receivedAt: answer.receivedAt)
    report.needsFreshness = false
    report.payload = .list(Self.fields, known)
    report.screen.context(answer.context, view)
    if known.isEmpty {
      report.screen.line(Cell("\(strategy.id ?? name) has no parameter that the engine would take."))
    } else {
      report.screen.table(Table(fields: Self.fields, rows: known))
      report.screen.line(Cell("No endpoint shows values, and this engine answers 404 to every change.", .warning))
    }
    return report
  }
}
