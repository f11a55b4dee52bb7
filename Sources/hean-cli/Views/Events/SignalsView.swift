import HeanCore

/// The latest signals, and the outcome of each.
struct SignalsView {
  static let fields: [Field<SignalRow>] = [
    .moment("at", "TIME", "when it was judged, or sent", priority: 90) { $0.at },
    Field("symbol", "SYMBOL", "trading pair", priority: 100) { $0.symbol },
    Field("side", "SIDE", "buy or sell", priority: 95) { $0.side },
    Field("confidence", "CONFIDENCE", "0 to 1", priority: 70, unit: .fraction) {
      $0.confidence
    } cell: {
      Cell("\(EventSummary.badge($0.confidence)) \($0.confidence.map { Figures.text($0, places: 2) } ?? "?")")
    },
    Field("strategy_id", "STRATEGY", "who sent it", priority: 80) { $0.strategyID },
    Field("outcome", "OUTCOME", "CREATE, SKIP, REJECT or BLOCK; null when no decision is known", priority: 100) {
      $0.outcome
    } cell: {
      Cell($0.outcome?.rawValue ?? "no decision known", $0.outcome == .create ? .good : .plain)
    },
    Field("reason_code", "CODE", "why", priority: 75) { $0.code },
    Field("order_status", "ORDER", "of the order it led to", priority: 60) { $0.orderStatus },
    Field(
      "reason", "REASON", "the strategy's own words; null when they are not stored", .wrapping, priority: 65,
      value: { $0.reason }
    ) { row in
      // The row shows why the signal was stopped; for a signal that was taken, it shows why the strategy sent it.
      Cell((row.outcome == .create ? row.reason : row.note ?? row.code.map(Reason.meaning)) ?? row.reason ?? "")
    },
    Field("meaning", "", "of the code", priority: 0) { $0.code.map(Reason.meaning) },
    Field("note", "", "the engine's own words about its decision", priority: 0) { $0.note },
  ]

  var answer: SignalsQuery.Answer
  var choice: RowChoice

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("signals", on: answer.context, receivedAt: answer.receivedAt)
    report.show(
      answer.rows, Self.fields, "signal", answer.names, choice, answer.context, view)
    if let reason = answer.reasonsMissing { report.notes.append("reasons are missing: \(reason)") }
    report.screen.hint(.query(.trace, "last-blocked"))
    report.screen.hint(.query(.funnel))
    return report
  }
}
