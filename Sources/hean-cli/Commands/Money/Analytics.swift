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

    func draw(_ answer: AnalyticsAnswer, _ session: Session, _ report: inout Report) {
      let rows = FigureRow.all(answer)
      report.payload = .list(FigureRow.fields, rows)
      report.screen.table(Table(fields: FigureRow.fields, rows: rows))
      report.screen.blank()
      report.screen.curveBasis(answer, session)
      report.screen.books(answer)
    }
  }

  struct Strategies: AnalyticsReadCommand {
    static var documents: [OutputDocument] {
      [OutputDocument(.account, schema, GroupRow.strategies, mayLackData: true)]
    }
    static let spec = CommandSpec(
      name: "strategies", summary: "The figures of each strategy, beside the engine's own",
      examples: [Example("hean analytics strategies --sort expectancy", "the worst first")],
      options: TradeChoice.options)

    var choice: TradeChoice

    func draw(_ answer: AnalyticsAnswer, _ session: Session, _ report: inout Report) {
      let rows = answer.strategies.map { group in
        GroupRow(group: group, engine: choice.isAll ? answer.engineStrategies.first { $0.id == group.name } : nil)
      }
      report.list(GroupRow.strategies, rows)
      report.screen.blank()
      report.screen.line(Cell("The engine's own counts take dropped positions for lost trades.", .faint))
    }
  }

  struct Trades: AnalyticsReadCommand {
    static var documents: [OutputDocument] { [OutputDocument(.account, schema, GroupRow.symbols, mayLackData: true)] }
    static let spec = CommandSpec(
      name: "trades", summary: "The figures of each symbol",
      examples: [Example("hean analytics trades --strategy momentum --since 24h", "of one strategy, today")],
      options: TradeChoice.options)

    var choice: TradeChoice

    func draw(_ answer: AnalyticsAnswer, _ session: Session, _ report: inout Report) {
      report.list(GroupRow.symbols, answer.symbols.map { GroupRow(group: $0) })
      report.screen.blank()
    }
  }
}

/// A subcommand of `analytics`: it draws a part of the same answer.
protocol AnalyticsReadCommand: QueryCommand where Question == AnalyticsQuery {
  /// The name of its document: `analytics_` and its own, by default.
  static var schema: String { get }
  var choice: TradeChoice { get }
  init(choice: TradeChoice)
  /// Adds data and screen; trades, or a curve, are known to be there.
  func draw(_ answer: AnalyticsAnswer, _ session: Session, _ report: inout Report)
}

extension AnalyticsReadCommand {
  static var schema: String { "analytics_\(spec.name)" }

  init(_ line: ParsedLine) throws(UsageError) { self.init(choice: try TradeChoice(line)) }

  func query(_ session: Session) throws -> AnalyticsQuery { try choice.query(session) }

  func report(_ answer: AnalyticsAnswer, _ session: Session) -> Report {
    let trades = answer.trades
    var report = session.report(Self.schema, on: trades.context, receivedAt: trades.receivedAt)
    report.screen.context(trades.context, session)
    report.notes += answer.curve?.notes ?? []
    if let doubt = trades.doubt, choice.file == nil {
      report.end(unknownTrades: doubt)
      return report
    }
    report.screen.remembered(trades.context)
    report.screen.span(answer, session)
    report.screen.blank()
    draw(answer, session, &report)
    report.screen.doubts(answer.all.totals, trades.context.mode)
    let cut = trades.isCut ? "; the engine tells no more than 500" : ""
    if let gap = trades.gap { report.caveat(gap, .warning) }
    report.tell(knownSince: trades.knownSince, session)
    report.screen.line(Cell("As the engine recorded it: true closes can be missing\(cut).", .faint))
    report.qualify(answer.all.totals, missing: trades.missing)
    return report
  }
}

/// Which trades an analysis is about.
struct TradeChoice: Sendable {
  static let from = Option(
    "from", "FILE", .text(.file), help: "equity from the snapshots in this file")
  static let options: [any AnyOption] =
    TypedTimes.options + [Options.symbol, Options.strategy, TradesCommand.side]

  /// The names as they were typed.
  var names: NameFilter
  var times: TypedTimes
  var side: PositionSide?
  /// Of snapshots; `nil` for realized equity.
  var file: String?

  init(_ line: ParsedLine) throws(UsageError) {
    names = try NameFilter(line)
    times = try TypedTimes(line)
    side = try line[TradesCommand.side]
    file = try line[Self.from]
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
    return AnalyticsQuery(trades, recorded: recorded, zone: output.zone)
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

extension Screen {
  /// Which trades it is about.
  fileprivate mutating func span(_ answer: AnalyticsAnswer, _ session: Session) {
    let totals = answer.all.totals
    let closes = answer.trades.trades.compactMap(\.closedAt)
    let span =
      closes.isEmpty
      ? "" : ", closed \(session.timestamp(closes.min())) to \(session.timestamp(closes.max()))"
    line(
      Cell(
        "\(Figures.counted(totals.trades, "trade"))\(answer.trades.names.phrase)\(span): "
          + "\(totals.realizedWords)"
      ))
  }

  /// On what the figures about returns rest.
  fileprivate mutating func curveBasis(_ answer: AnalyticsAnswer, _ session: Session) {
    guard let curve = answer.curve else {
      return line(
        Cell("Returns: not known, because the engine did not tell its capital at the start.", .warning))
    }
    let returns = curve.dailyReturns
    var words = "Returns: \(curve.basis.words), \(Figures.counted(returns.returns.count, "daily return"))"
    if returns.gaps > 0 { words += ", and \(Figures.counted(returns.gaps, "day")) without a reading" }
    if returns.isBroke { words += ", because it was not above zero" }
    line(Cell(words + "."))
    if let fall = curve.maxDrawdown, let depth = fall.depth {
      let end = fall.recoveredAt.map { "recovered \(session.timestamp($0))" } ?? "not recovered"
      line(
        Cell(
          "Max drawdown: \(Figures.text(Decimal(shown: depth * 100), places: 2)) % from \(session.timestamp(fall.peakAt)) to "
            + "\(session.timestamp(fall.troughAt)), \(end)."))
    }
  }

  /// How equity adds up, and whether the trades explain it.
  fileprivate mutating func books(_ answer: AnalyticsAnswer) {
    let books = answer.books
    guard let initial = books.initial, let realized = books.realized, let unrealized = books.unrealized,
      let sum = books.sum, let unlisted = books.unlisted
    else { return }
    let fees = books.fees.map { " - \(Figures.money($0)) fees" } ?? " (fees not known)"
    line(
      Cell(
        "Adds up: \(Figures.money(initial)) initial \(Self.added(realized)) realized \(Self.added(unrealized)) unrealized"
          + "\(fees) = \(Figures.money(sum)) USDT."))
    guard unlisted.rounded(to: 2) != 0 else { return }
    line(
      Cell(
        "The engine realized \(Figures.signed(realized)) USDT since its start, its list of trades shows "
          + "\(Figures.signed(books.listed)): \(Figures.signed(unlisted)) is of trades that are not listed, or of earlier engines.",
        .warning))
  }

  private static func added(_ amount: Decimal) -> String {
    amount < 0 ? "- \(Figures.money(abs(amount)))" : "+ \(Figures.money(amount))"
  }
}

extension EquityCurve.Basis {
  /// What the points of a curve are, in words.
  var words: String {
    switch self {
    case .snapshots: "equity of the snapshots"
    case .realized: "realized equity, before fees and without open positions"
    case .engine: "the engine's own equity"
    }
  }
}

extension Decimal {
  /// A binary number with the digits that tell it apart, for data and for screens; 0 for what is not finite.
  init(shown value: Double) { self = Decimal(exactly: "\(value)")?.figure ?? 0 }
}
