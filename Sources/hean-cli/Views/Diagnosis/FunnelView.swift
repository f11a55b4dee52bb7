import HeanCore

/// How far signals got, by strategy and by symbol.
struct FunnelView {
  var answer: FunnelQuery.Answer

  func report(_ view: Viewpoint) -> Report {
    let funnel = answer.funnel
    var report = view.report("funnel", on: answer.context, receivedAt: answer.receivedAt)
    report.needsFreshness = false
    report.payload = .list(FunnelFields.all, funnel.rows)
    report.screen.context(answer.context, view)
    for by in ["all", "strategy", "symbol"] {
      let rows = funnel.rows.filter { $0.by == by }
      guard !rows.isEmpty else { continue }
      if by != "all" { report.screen.blank() }
      report.screen.table(Table(fields: FunnelFields.all, rows: rows))
    }
    report.warn(ofReach: answer.shortReach, answer.window)
    if funnel.reach == nil { report.screen.line(Cell("The engine lists no decision yet.", .warning)) }
    return report
  }
}

enum FunnelFields {
  private static let reasons: [Field<ReasonCount>] = [.member("code") { $0.code }, .member("count") { $0.count }]

  static let all: [Field<Funnel.Row>] = [
    Field("by", "BY", "all, strategy or symbol", priority: 5) { $0.by },
    Field("name", "NAME", "of the strategy or symbol", priority: 100) { $0.name },
    Field("signals", "SIGNALS", "judged", .trailing, priority: 90) { $0.signals },
    Field("accepted", "ACCEPTED", "let through", .trailing, priority: 90) { $0.accepted },
    .percent("acceptance_pct", "ACC %", "accepted of signals, percent", priority: 70) { $0.acceptance },
    Field("orders", "ORDERS", "placed", .trailing, priority: 85) { $0.orders },
    Field("filled", "FILLED", "wholly or in part", .trailing, priority: 85) { $0.filled }
      .leftByRedaction,
    Field(
      "rejected", "REFUSED", "by the router, which does not list them; null when not counted", .trailing, priority: 50,
      value: { $0.rejected }
    ) { Cell($0.rejected.map { "\($0)" } ?? "") },
    .percent(
      "fill_pct", "FILL %", "filled of orders sent, refused ones included; null when counts contradict", priority: 65
    ) {
      $0.fillRate
    },
    .parts("reasons", "MOSTLY", "reason codes of the rejected ones, with counts", priority: 80, of: reasons) {
      $0.reasons
    } cell: { row in
      Cell(row.reasons.first.map { "\($0.code) × \($0.count)" } ?? "")
    },
  ]
}
