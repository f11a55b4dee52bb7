import HeanCore

/// Best bid and ask, which is all that the engine tells of its order book.
struct BookView {
  var answer: MarketAnswer
  /// As it was asked for.
  var symbol: String

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("book", on: answer.context, receivedAt: answer.receivedAt)
    let none = "the engine tells no order book, only the best bid and ask of its last quote, without sizes"
    report.screen.context(answer.context, view)
    report.caveat(none, .warning)
    report.list(MarketFields.prices(aged: view.ages), answer.rows)
    report.tellMissing(answer)
    if answer.rows.contains(where: { $0.price != nil && $0.bid == nil && $0.ask == nil }) {
      report.screen.line(Cell("No bid and ask now: the last tick was a trade.", .faint))
    }
    report.screen.hint(
      "depth is at the exchange; prices over time: \(.command(.chart, answer.rows.first?.symbol ?? symbol))")
    return report
  }
}
