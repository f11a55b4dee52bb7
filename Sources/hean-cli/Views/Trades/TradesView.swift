import HeanCore

/// Closed trades, newest first, with their sums.
struct TradesView {
  var answer: TradesAnswer
  /// Closes that were sent from here, and that no list of the engine has.
  var unlisted: [Position]
  /// The side that was asked for; `nil` for both.
  var side: PositionSide?
  /// What a sentence about an empty list says of the time.
  var ofTime: String
  /// Whether the look is repeated.
  var isWatched = false

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("trades", on: answer.context, receivedAt: answer.receivedAt)
    report.screen.context(answer.context, view)
    report.payload = .list(TradeFields.all, answer.trades + unlisted)
    if let doubt = answer.doubt {
      report.end(unknownTrades: doubt)
    } else if answer.trades.isEmpty {
      let side = side.map { " \($0.rawValue)" } ?? ""
      let teller = view.record == nil ? "The engine lists" : "The record has"
      report.screen.line(
        Cell("\(teller) no closed\(side) trade\(answer.names.phrase)\(ofTime)."))
      report.screen.isListEmpty = answer.names.isAll && self.side == nil && ofTime.isEmpty
      if let symbol = answer.names.symbol, !Symbols.defaults.contains(symbol) {
        report.screen.line(Cell("Whether it trades \(symbol) is not known.", .faint))
      }
      report.tell(answer.gap, unlisted)
      report.tell(knownSince: answer.knownSince, view)
    } else {
      report.screen.remembered(answer.context)
      report.screen.table(Table(fields: TradeFields.all, rows: answer.trades))
      report.screen.blank()
      report.screen.totals(answer)
      report.tell(answer.gap, unlisted)
      report.tell(knownSince: answer.knownSince, view)
    }
    if isWatched { report.changes = changes(view) }
    report.qualify(answer.totals, missing: answer.missing)
    return report
  }

  /// A line for each close, which a pipe gets once.
  private func changes(_ view: Viewpoint) -> [Report.Change] {
    answer.trades.reversed().map { trade in
      let result =
        trade.isGhost ? "only dropped from the books" : "PnL \(trade.realizedPnL.map { Figures.signed($0) } ?? "?")"
      let side = trade.side?.rawValue ?? "?"
      return Report.Change(
        key: trade.id ?? "\(trade.symbol) \(trade.closedAt?.timeIntervalSince1970 ?? 0)",
        text:
          "\(view.timestamp(trade.closedAt)) \(trade.symbol) \(side) closed · \(result) · \(trade.strategyID ?? "?")")
    }
  }
}
