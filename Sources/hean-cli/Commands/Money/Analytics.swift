import HeanCore

enum AnalyticsCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "analytics", summary: "How well it traded: figures with their definition, count and interval",
    discussion: """
      Computed from the engine's list of closed trades, beside its own figures where it has them. A figure with too few \
      trades or days is refused.
      """,
    examples: [
      Example("hean analytics", "every figure, beside the engine's own"),
      Example("hean analytics strategies", "which strategy earns"),
      Example("hean analytics equity --from pnl.csv", "the equity curve, from snapshots"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [
    Summary.self, Equity.self, Drawdowns.self, Strategies.self, Trades.self, Distribution.self, Calendar.self,
  ]
  static let defaultSubcommand: (any Command.Type)? = Summary.self

  struct Summary: AnalyticsReadCommand {
    static let schema = "analytics"
    static var documents: [OutputDocument] { [OutputDocument(.account, schema, FigureRow.fields, mayLackData: true)] }
    static let spec = CommandSpec(
      name: "summary", summary: "Every figure, beside the engine's own",
      discussion: """
        Intervals are the middle 95 % of 1000 bootstrap resamples: how far a figure would move if other trades or days of \
        the same kind had come. The same trades always give the same interval. Figures about returns rest on realized \
        equity, or with --from on snapshots.
        """,
      examples: [
        Example("hean analytics summary --fields name,value,n,definition", "what each figure is"),
        Example("hean analytics summary --from pnl.csv", "returns of recorded equity"),
      ],
      options: TradeChoice.options + [TradeChoice.from])

    var choice: TradeChoice
    var part: AnalyticsView.Part { .summary }
  }

  struct Strategies: AnalyticsReadCommand {
    static var documents: [OutputDocument] {
      [OutputDocument(.account, schema, GroupRow.strategies, mayLackData: true)]
    }
    static let spec = CommandSpec(
      name: "strategies", summary: "The figures of each strategy, beside the engine's own",
      examples: [Example("hean analytics strategies --sort expectancy", "the worst first")],
      options: TradeChoice.options + [RecordOptions.from])

    var choice: TradeChoice
    var part: AnalyticsView.Part { .strategies(isAll: choice.isAll) }
  }

  struct Trades: AnalyticsReadCommand {
    static var documents: [OutputDocument] { [OutputDocument(.account, schema, GroupRow.symbols, mayLackData: true)] }
    static let spec = CommandSpec(
      name: "trades", summary: "The figures of each symbol",
      examples: [Example("hean analytics trades --strategy momentum --since 24h", "of one strategy, today")],
      options: TradeChoice.options + [RecordOptions.from])

    var choice: TradeChoice
    var part: AnalyticsView.Part { .symbols }
  }
}

/// A subcommand of `analytics`: it draws a part of the same answer.
protocol AnalyticsReadCommand: QueryCommand where Question == AnalyticsQuery {
  /// The name of its document: `analytics_` and its own, by default.
  static var schema: String { get }
  var choice: TradeChoice { get }
  init(choice: TradeChoice)
  var part: AnalyticsView.Part { get }
}

extension AnalyticsReadCommand {
  static var usualStep: Guidance? { .query(.trades) }

  static var schema: String { "analytics_\(spec.name)" }

  init(_ line: ParsedLine) throws(UsageError) { self.init(choice: try TradeChoice(line)) }

  var record: RecordUse? { choice.record }

  func query(_ session: Session) throws -> AnalyticsQuery { try choice.query(session) }

  func report(_ answer: AnalyticsAnswer, _ session: Session) -> Report {
    AnalyticsView(answer: answer, part: part, schema: Self.schema, isRecorded: choice.file != nil)
      .report(session.viewpoint)
  }
}

/// Which trades an analysis is about.
struct TradeChoice: Sendable {
  static let from = Option(
    "from", "FILE", .text(.file),
    help:
      "equity from the snapshots in this file (- is standard input); 'recorded': all of it from what the recorder has kept"
  )
  static let options: [any AnyOption] =
    TypedTimes.options + [Options.symbol, Options.strategy, TradesCommand.side]

  /// The names as they were typed.
  var names: NameFilter
  var times: TypedTimes
  var side: PositionSide?
  /// Of snapshots; `nil` for realized equity.
  var file: String?
  var record: RecordUse?

  init(_ line: ParsedLine) throws(UsageError) {
    names = try NameFilter(line)
    times = try TypedTimes(line)
    side = try line[TradesCommand.side]
    file = try line[Self.from]
    guard RecordOptions.isRecord(file) else { return }
    file = nil
    record = .span(hasPrices: false) { [times] in try times.filter($0) }
  }

  /// Whether every trade is meant.
  var isAll: Bool { names.isAll && times.isAll && side == nil }

  func query(_ session: Session) throws -> AnalyticsQuery {
    try session.analytics(TradesQuery(of: names, at: times.filter(session), side: side), equityFrom: file)
  }
}

extension Session {
  /// The query of an analysis.
  /// - Parameter file: of snapshots; `nil` for realized equity.
  func analytics(_ trades: TradesQuery, equityFrom file: String?) throws -> AnalyticsQuery {
    var recorded: EquityCurve?
    if let file {
      let equity = try SnapshotEquity(path: file, profile: profile ?? "(none)", now: context.now())
      var curve = EquityCurve(.snapshots, readings: equity.readings.filter { trades.times.takes($0.at) })
      curve.notes = equity.notes(on: file) + jumps(of: curve, in: file)
      recorded = curve
    }
    var query = AnalyticsQuery(trades, recorded: recorded, zone: output.zone)
    query.gaps = record?.past.equityGaps ?? EquityGaps()
    return query
  }

  /// What came in and went out between the readings, a sentence for each.
  private func jumps(of curve: EquityCurve, in file: String) -> [String] {
    let found = curve.transfers
    let named = found.prefix(5).map { point in
      let fees = point.lacksFees ? " fees, which the engine did not tell, or" : ""
      return
        "equity in \(file) jumped by \(Figures.signed(Decimal(shown: point.transfer))) USDT at \(timestamp(point.at)), "
        + "which no trade explains: taken for a deposit, a withdrawal or\(fees) "
        + "books that began anew, and left out of returns and drawdown"
    }
    return named + (found.count > 5 ? ["\(found.count) such jumps in all are left out"] : [])
  }
}
