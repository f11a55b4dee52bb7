import HeanCore

/// A part of an analysis of trades.
struct AnalyticsView {
  enum Part: Sendable {
    case summary, symbols, drawdown, distribution, calendar
    /// - Parameter isAll: whether every trade is meant, so that the engine's own counts can stand beside.
    case strategies(isAll: Bool)
    /// - Parameter isOfEngine: whether the engine's own history is drawn.
    case equity(isOfEngine: Bool)

    /// Whether it tells what became of the money as a whole.
    var isOfEquity: Bool {
      switch self {
      case .summary, .drawdown, .equity: true
      case .symbols, .distribution, .calendar, .strategies: false
      }
    }
  }

  var answer: AnalyticsAnswer
  var part: Part
  /// The name of its document.
  var schema: String
  /// Whether equity is that of recorded snapshots.
  var isRecorded: Bool

  func report(_ view: Viewpoint) -> Report {
    let trades = answer.trades
    var report = view.report(schema, on: trades.context, receivedAt: trades.receivedAt)
    report.screen.context(trades.context, view)
    report.notes += answer.curve?.notes ?? []
    if let doubt = trades.doubt, !isRecorded {
      report.end(unknownTrades: doubt)
      return report
    }
    report.screen.remembered(trades.context)
    report.screen.span(answer, view)
    report.screen.blank()
    draw(view, &report)
    report.screen.doubts(answer.all.totals, trades.context.mode)
    let cut = trades.isCut ? "; the engine tells no more than 500" : ""
    if let gap = trades.gap { report.caveat(gap, .warning) }
    if part.isOfEquity { for figure in view.record?.figures ?? [] { report.caveat(figure, .warning) } }
    report.tell(knownSince: trades.knownSince, view)
    report.screen.line(Cell("As the engine recorded it: true closes can be missing\(cut).", .faint))
    report.screen.disclaim()
    report.qualify(answer.all.totals, missing: trades.missing)
    return report
  }

  /// Adds data and screen; trades, or a curve, are known to be there.
  private func draw(_ view: Viewpoint, _ report: inout Report) {
    switch part {
    case .summary: summary(view, &report)
    case .strategies(let isAll): strategies(&report, isAll: isAll)
    case .symbols: symbols(&report)
    case .equity(let isOfEngine): equity(view, &report, isOfEngine: isOfEngine)
    case .drawdown: drawdown(view, &report)
    case .distribution: distribution(view, &report)
    case .calendar: calendar(view, &report)
    }
  }

  private func summary(_ view: Viewpoint, _ report: inout Report) {
    let rows = FigureRow.all(answer)
    report.payload = .list(FigureRow.fields, rows)
    report.screen.table(Table(fields: FigureRow.fields, rows: rows))
    report.screen.blank()
    report.screen.curveBasis(answer, view)
    report.screen.books(answer)
  }

  private func strategies(_ report: inout Report, isAll: Bool) {
    let rows = answer.strategies.map { group in
      GroupRow(group: group, engine: isAll ? answer.engineStrategies.first { $0.id == group.name } : nil)
    }
    report.list(GroupRow.strategies, rows)
    report.screen.blank()
    report.screen.line(Cell("The engine's own counts take dropped positions for lost trades.", .faint))
  }

  private func symbols(_ report: inout Report) {
    report.list(GroupRow.symbols, answer.symbols.map { GroupRow(group: $0) })
    report.screen.blank()
  }
}

extension Screen {
  /// Which trades it is about.
  fileprivate mutating func span(_ answer: AnalyticsAnswer, _ view: Viewpoint) {
    let totals = answer.all.totals
    let closes = answer.trades.trades.compactMap(\.closedAt)
    let span =
      closes.isEmpty
      ? "" : ", closed \(view.timestamp(closes.min())) to \(view.timestamp(closes.max()))"
    line(
      Cell(
        "\(Figures.counted(totals.trades, "trade"))\(answer.trades.names.phrase)\(span): "
          + "\(totals.realizedWords)"
      ))
  }

  /// On what the figures about returns rest.
  fileprivate mutating func curveBasis(_ answer: AnalyticsAnswer, _ view: Viewpoint) {
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
      let end = fall.recoveredAt.map { "recovered \(view.timestamp($0))" } ?? "not recovered"
      line(
        Cell(
          "Max drawdown: \(Figures.text(Decimal(shown: depth * 100), places: 2)) % from \(view.timestamp(fall.peakAt)) to "
            + "\(view.timestamp(fall.troughAt)), \(end)."))
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
