import HeanCore

/// One figure as a row: ours, and the engine's where it has one.
struct FigureRow: Sendable {
  var name: String
  var title: String
  var definition: String
  var unit: Statistic.Unit
  var value: Double?
  var count: Int
  var least: Int?
  var interval: Statistic.Interval?
  var refusal: String?
  var engine: EngineComparison?
  /// Whether money is shown with its sign, as a gain or loss.
  var isSigned = true

  /// The value as a screen shows it; `nil` when it is refused.
  var text: String? {
    value.map { unit == .usdt && !isSigned ? Figures.money(Decimal(shown: $0)) : unit.text($0) }
  }

  /// What only the engine's list tells, then every statistic.
  static func all(_ answer: AnalyticsAnswer) -> [FigureRow] {
    let engine = answer.comparisons
    func beside(_ name: String) -> EngineComparison? { engine.first { $0.name.rawValue == name } }
    let totals = answer.all.totals
    let sums = [
      FigureRow(
        name: "trades", title: "Trades", definition: "Closed positions with a PnL; those only dropped are not counted.",
        unit: .trades, value: Double(totals.trades), count: totals.trades, engine: beside("trades")),
      FigureRow(
        name: "realized_pnl", title: "Realized PnL", definition: "Sum of the PnL of the trades, before fees.",
        unit: .usdt, value: totals.toldRealized?.double, count: totals.trades,
        refusal: totals.toldRealized == nil ? "no trade tells its PnL" : nil, engine: beside("realized_pnl")),
    ]
    return sums
      + answer.statistics.map { figure in
        FigureRow(
          name: figure.name.rawValue, title: figure.name.title, definition: figure.name.definition,
          unit: figure.name.unit, value: figure.value, count: figure.count, least: figure.name.least,
          interval: figure.interval, refusal: figure.refusal, engine: beside(figure.name.rawValue))
      }
  }

  static let fields: [Field<FigureRow>] = [
    Field("name", "FIGURE", "stable name", priority: 100) {
      $0.name
    } cell: {
      Cell($0.title)
    },
    Field(
      "value", "VALUE", "ours; a share as a fraction, money in USDT, time in seconds; null when refused", .trailing,
      priority: 99
    ) {
      $0.value
    } cell: { row in
      row.text.map { Cell($0) } ?? .missing
    },
    Field("unit", "", "fraction, ratio, usdt, trades or seconds", priority: 0) { $0.unit },
    Field("interval_low", "", "lower end of the 95 % interval of the bootstrap", priority: 0) {
      $0.interval?.low
    },
    Field("interval_high", "", "upper end; null beside a lower end: it has no bound", priority: 0) {
      $0.interval?.high
    },
    Field("interval", "95 % INTERVAL", "both ends as text; null where there is none", .trailing, priority: 90) {
      $0.intervalText
    } cell: {
      Cell($0.intervalText ?? "", .faint)
    },
    Field("n", "N", "trades or daily returns behind it", .trailing, priority: 80) { $0.count },
    Field("least", "", "the least n for which there is a figure", priority: 0) { $0.least },
    Field("engine", "ENGINE", "the engine's own figure, in the same unit", .trailing, priority: 70) {
      $0.engine?.engine
    } cell: { row in
      Cell(row.engine?.engine.map { row.unit.text($0) } ?? "")
    },
    Field("difference", "DIFF", "the engine's less ours", .trailing, priority: 60) {
      $0.engine?.difference
    } cell: { row in
      Cell(row.engine?.difference.map(row.unit.signed) ?? "", .faint)
    },
    Field("engine_source", "", "the endpoint of the engine's figure", priority: 0) { $0.engine?.source },
    Field("note", "NOTE", "why there is no figure, or what the engine's is not", .wrapping, priority: 95) {
      $0.note
    } cell: {
      Cell($0.note ?? "", .faint)
    },
    Field("definition", "", "what it is", .wrapping, priority: 0) { $0.definition },
  ]

  private var note: String? {
    refusal.map { "refused: \($0)" } ?? engine?.engine.flatMap { _ in engine?.caveat.map { "engine: \($0)" } }
  }

  private var intervalText: String? { interval.map { unit.text($0) } }
}

extension Statistic.Unit {
  /// The same as a unit of fields.
  fileprivate var inFields: FieldUnit {
    switch self {
    case .fraction: .fraction
    case .ratio: .ratio
    case .usdt: .usdt
    case .trades: .count
    case .seconds: .seconds
    }
  }

  /// A figure as a screen shows it.
  func text(_ value: Double) -> String {
    switch self {
    case .fraction: Figures.text(Decimal(shown: value * 100), places: 2) + " %"
    case .ratio: Figures.text(Decimal(shown: value), places: 2)
    case .usdt: Figures.signed(Decimal(shown: value))
    case .trades: Figures.text(Decimal(shown: value), places: 0)
    case .seconds: Spans.text(value)
    }
  }

  /// Both ends of an interval.
  func text(_ interval: Statistic.Interval) -> String {
    "\(text(interval.low)) … \(interval.high.map { text($0) } ?? "no bound")"
  }

  /// A difference: with its sign.
  func signed(_ value: Double) -> String { self == .usdt ? text(value) : (value > 0 ? "+" : "") + text(value) }
}

/// The figures of one strategy, or of one symbol, as a row.
struct GroupRow: Sendable {
  var group: TradeGroup
  /// What the engine says of this strategy.
  var engine: Strategy?

  private func figure(_ name: Statistic.Name) -> Double? { group.statistic(name)?.value }

  private static func figure(
    _ name: Statistic.Name, _ title: String, priority: Int
  ) -> Field<GroupRow> {
    Field(name.rawValue, title, name.definition, .trailing, priority: priority, unit: name.unit.inFields) {
      $0.figure(name)
    } cell: { row in
      row.figure(name).map { Cell(name.unit.text($0)) } ?? .missing
    }
  }

  private static func fields(_ name: String, _ title: String, _ meaning: String) -> [Field<GroupRow>] {
    [
      Field(name, title, meaning, priority: 100) { $0.group.name },
      .countedTrades(priority: 95) { $0.group.totals },
      .signed("realized_pnl", "PNL", "realized, before fees (USDT)", priority: 98) { $0.group.totals.realized },
      figure(.winRate, "WIN", priority: 90),
      figure(.profitFactor, "PF", priority: 89),
      Field(
        "profit_factor_interval", "PF 95 %", "95 % interval of the profit factor, as text", .trailing, priority: 60
      ) {
        $0.factorInterval
      } cell: {
        Cell($0.factorInterval ?? "", .faint)
      },
      figure(.expectancy, "PER TRADE", priority: 88), figure(.payoff, "PAYOFF", priority: 50),
      figure(.longestLosses, "LOST IN A ROW", priority: 40), figure(.averageHeld, "HELD", priority: 45),
      figure(.exposureTime, "EXPOSED", priority: 35), figure(.feeShare, "FEE SHARE", priority: 55),
      .droppedPositions(priority: 30) { $0.group.totals },
    ]
  }

  private var factorInterval: String? { group.statistic(.profitFactor)?.interval.map { Statistic.Unit.ratio.text($0) } }

  static let symbols = fields("symbol", "SYMBOL", "traded instrument")

  static let strategies =
    fields("strategy_id", "STRATEGY", "who opened them") + [
      Field("engine_pnl", "ENGINE PNL", "as /strategies says it (USDT)", .decimal, priority: 66, unit: .usdt) {
        $0.engine?.totalPnL
      } cell: {
        .signed($0.engine?.totalPnL)
      },
      Field(
        "engine_win_rate", "ENGINE WIN", "as /strategies says it, a fraction", .trailing, priority: 65, unit: .fraction
      ) {
        $0.engine?.winRate
      } cell: { row in
        row.engine?.winRate.map { Cell(Statistic.Unit.fraction.text($0.double)) } ?? .missing
      },
      Field(
        "engine_profit_factor", "ENGINE PF", "as /strategies says it; null where it stands for something else",
        .trailing, priority: 64, unit: .ratio
      ) {
        $0.engine?.profitFactor.known
      } cell: { row in
        row.engine?.profitFactor.known.map { Cell.ratio($0) } ?? .missing
      },
    ]
}

extension Field {
  /// How many trades a sum is of.
  static func countedTrades(priority: Int, _ totals: @escaping @Sendable (Row) -> TradeTotals) -> Field {
    Field("trades", "TRADES", "closed trades that are counted", .trailing, priority: priority) {
      totals($0).trades
    }
  }

  /// How many positions a sum leaves out because they were only dropped.
  static func droppedPositions(priority: Int, _ totals: @escaping @Sendable (Row) -> TradeTotals) -> Field {
    Field("dropped", "DROPPED", "positions that were only dropped; not counted", .trailing, priority: priority) {
      totals($0).dropped
    } cell: { row in
      let dropped = totals(row).dropped
      return dropped > 0 ? Cell("\(dropped)", .warning) : Cell("")
    }
  }
}

extension ProfitFactor {
  var known: Decimal? { if case .ratio(let value) = self { value } else { nil } }
}
