import HeanCore

struct FunnelCommand: QueryCommand {
  static let since = Option(
    "since", "TIME", .since, default: TypedSince(.span(.seconds(3600))), help: "how far back, or since when")
  static var documents: [OutputDocument] { [OutputDocument(.diagnosis, "funnel", FunnelFields.all)] }
  static let spec = CommandSpec(
    name: "funnel", summary: "How far signals got, by strategy and by symbol",
    discussion: """
      Signals judged, accepted, sent as orders and filled, with the reasons of the rejected ones. Counts come from the \
      engine's lists of decisions and orders; hean says so when these do not reach back as far as asked. An order \
      from before the window can fill inside it.
      """,
    examples: [
      Example("hean funnel", "the last hour"), Example("hean funnel --since 5m -o csv", "for a spreadsheet"),
    ],
    options: [since, Options.until, Options.symbol, Options.strategy])

  var since: TypedSince
  var until: TypedSince?
  var names: NameFilter

  init(_ line: ParsedLine) throws(UsageError) {
    since = try line[Self.since]
    until = try line[Options.until]
    names = try NameFilter(line)
  }

  func query(_ session: Session) throws -> FunnelQuery {
    let times = try TypedTimes(since: since, until: until).filter(session)
    return FunnelQuery(window: try session.seconds(since: since), until: times.until, of: names)
  }

  func report(_ answer: FunnelQuery.Answer, _ session: Session) -> Report {
    let funnel = answer.funnel
    var report = session.report("funnel", on: answer.context, receivedAt: answer.receivedAt)
    report.needsFreshness = false
    report.payload = .list(FunnelFields.all, funnel.rows)
    report.screen.context(answer.context, session)
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
