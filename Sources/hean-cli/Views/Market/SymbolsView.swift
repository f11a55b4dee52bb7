import HeanCore

/// Which symbols there are, and whether the engine has a price of each.
struct SymbolsView {
  var answer: MarketAnswer

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("symbols", on: answer.context, receivedAt: answer.receivedAt)
    report.screen.context(answer.context, view)
    report.list(MarketFields.symbols(aged: view.ages), answer.rows)
    report.tellMissing(answer)
    return report
  }
}
