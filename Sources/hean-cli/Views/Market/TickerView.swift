import HeanCore

/// The last price of each symbol; a watched one tells which way it went.
struct TickerView {
  var answer: MarketAnswer
  /// The last change of each price, by trading pair; `nil` when nothing is watched.
  var changes: [String: PriceChange]?

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("ticker", on: answer.context, receivedAt: answer.receivedAt)
    report.screen.context(answer.context, view)
    guard let changes else {
      report.list(LivePrice.fields(aged: view.ages), answer.rows.map { LivePrice($0) })
      report.tellMissing(answer)
      return report
    }
    let now = view.now
    var aged = answer
    aged.rows = answer.rows.map { $0.aged(to: now) }
    let rows = aged.rows.map { LivePrice($0, changes[$0.symbol], at: view.isStill ? nil : now) }
    let look = LivePrice.Look(view)
    let fields = LivePrice.watched(look)
    report.payload = .list(fields, rows)
    report.screen.table(Table(fields: fields, rows: rows), cut: Screen.Cut(rows: "symbols"))
    report.changes = rows.map { $0.line(look) }
    report.tellMissing(aged)
    return report
  }
}
