import HeanCore

/// The latest signals, and the outcome of each.
struct SignalsView {
  static let fields: [Field<SignalRow>] = [
    .moment("at", "TIME", "when it was judged, or sent", priority: 90) { $0.at },
    Field("symbol", "SYMBOL", "trading pair", priority: 100) { $0.symbol },
    Field("side", "SIDE", "buy or sell", priority: 95) {
      $0.side
    } cell: {
      .orderSide($0.side)
    },
    Field("confidence", "CONFIDENCE", "0 to 1", priority: 70, unit: .fraction) {
      $0.confidence
    } cell: {
      .confidence($0.confidence)
    },
    Field("confidence_level", "", "high above 0.7, medium from 0.4, low below; null without a confidence", priority: 0)
    {
      $0.confidence.map(ConfidenceLevel.init)
    },
    .quantity("size", "SIZE", "base units that were asked for or computed; null when none is told", priority: 58) {
      $0.size
    },
    .price(
      "entry_price", "ENTRY", "at which the strategy wants to enter (USDT); null when it is not told", priority: 57
    ) {
      $0.entryPrice
    },
    Field("strategy_id", "STRATEGY", "who sent it", priority: 80) { $0.strategyID },
    Field("outcome", "OUTCOME", "CREATE, SKIP, REJECT or BLOCK; null when no decision is known", priority: 100) {
      $0.outcome
    } cell: {
      Cell($0.outcome?.rawValue ?? "no decision known", $0.outcome == .create ? .good : .of(.neutral))
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
    Field("signal_id", "ID", "the engine's id; not unique", priority: 0) { $0.signalID },
    Field("note", "", "the engine's own words about its decision", priority: 0) { $0.note },
  ]

  var answer: SignalsQuery.Answer
  var choice: RowChoice
  /// Whether more is asked of the signals than names and times.
  var isFiltered = false
  /// Whether the look is repeated.
  var isWatched = false

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("signals", on: answer.context, receivedAt: answer.receivedAt)
    report.show(
      answer.rows, Self.fields, isFiltered ? "such signal" : "signal", answer.names, choice, answer.context, view)
    if let reason = answer.reasonsMissing { report.notes.append("reasons are missing: \(reason)") }
    if isWatched { report.changes = changes(view) }
    report.screen.hint(.query(.trace, "last-blocked"))
    report.screen.hint(.query(.funnel))
    return report
  }

  /// A line for each signal, which a pipe gets once.
  private func changes(_ view: Viewpoint) -> [Report.Change] {
    answer.rows.prefix(choice.limit).reversed().map { row in
      let fate = row.outcome?.rawValue ?? "no decision known"
      let text =
        "\(view.timestamp(row.at)) \(row.symbol) \(row.side?.rawValue ?? "?") "
        + "\(Cell.confidence(row.confidence).text(in: view.zone)) · \(row.strategyID ?? "?") → \(fate) \(row.code ?? "")"
      return Report.Change(
        key:
          "\(row.at?.timeIntervalSince1970 ?? 0) \(row.symbol) \(row.strategyID ?? "") \(fate) \(row.orderStatus?.rawValue ?? "")",
        text: text.trimmed())
    }
  }
}
