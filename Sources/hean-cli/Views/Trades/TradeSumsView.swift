import HeanCore

/// What the closed trades of each strategy or symbol come to, the largest loss first.
struct TradeSumsView {
  /// Where the trades come from, with what speaks against them.
  var answer: TradesAnswer
  var sums: [TradeGroupSums]
  var property: TradeGroupSums.Property

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("pnl_trade_summary", on: answer.context, receivedAt: answer.receivedAt)
    report.needsFreshness = false
    report.screen.context(answer.context, view)
    if let doubt = answer.doubt {
      report.end(unknownTrades: doubt)
    } else {
      report.list(TradeSumsRow.fields(property), sums, none: "The engine lists no closed trade of that time.")
      report.screen.blank()
      report.screen.totals(answer)
      report.tell(answer.gap, [])
      report.tell(knownSince: answer.knownSince, view)
    }
    report.qualify(answer.totals, missing: answer.missing)
    return report
  }
}

/// Names of the fields of such sums.
enum TradeSumsRow {
  static func fields(_ property: TradeGroupSums.Property) -> [Field<TradeGroupSums>] {
    [
      Field(
        "name", property == .strategy ? "STRATEGY" : "SYMBOL", "strategy or symbol; null when the engine names none",
        priority: 100
      ) { $0.name },
      .signed("realized_pnl", "REALIZED", "before fees (USDT)", priority: 99) { $0.totals.toldRealized },
      .amount("entry_fees", "FEES IN", "of the opening fills of trades that tell one (USDT)", priority: 90) {
        $0.totals.withFees > 0 ? $0.totals.entryFees : nil
      },
      Field("trades", "TRADES", "closed, with a PnL", .trailing, priority: 95) { $0.totals.trades },
      Field("won", "WON", "of these with a profit", .trailing, priority: 70) { $0.totals.won },
      Field("lost", "LOST", "of these with a loss", .trailing, priority: 69) { $0.totals.lost },
      .amount("drawdown", "DRAWDOWN", "largest fall of the sum of realized PnL (USDT)", priority: 85) { $0.drawdown },
      Field("dropped", "DROPPED", "only dropped from the books: in no sum", .trailing, priority: 50) {
        $0.totals.dropped
      },
    ]
  }
}
