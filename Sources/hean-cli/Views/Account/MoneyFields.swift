import HeanCore

/// Cells for money. When two sources contradict each other, both figures and the reason are shown.
extension Cell {
  /// - Parameter isSummed: whether the screen also shows the parts of the sum.
  static func equity(_ truth: EquityTruth, isSummed: Bool = false) -> Cell {
    let cell = own(truth, isSummed: isSummed)
    guard let wallet = truth.wallet else { return cell }
    // Two accounts: what the dry run has, and what its keys can see.
    return Cell(
      "\(cell.text(in: .utc)); the exchange account, which a dry run does not trade: \(Figures.money(wallet)) USDT",
      cell.style)
  }

  private static func own(_ truth: EquityTruth, isSummed: Bool) -> Cell {
    guard truth.isRunning else { return missing }
    guard let figure = truth.shown else { return Cell("not known: \(truth.because)", .warning) }
    let text = Figures.money(figure) + " USDT"
    let parts = truth.parts
    switch truth.verdict {
    case .asIs, .unknown: return Cell(isSummed ? "\(text) = \(parts)\(truth.difference(to: figure))" : text)
    case .computed, .estimate:
      return Cell("\(text), \(truth.verdict.label)\(isSummed ? " = \(parts)" : ""); \(truth.because)", .warning)
    case .exchange, .booksDisagree:
      let books = truth.computedEquity.map(Figures.money) ?? "?"
      let sum =
        isSummed ? "; \(parts) = \(books)" : truth.verdict == .exchange ? "" : "; the engine's books come to \(books)"
      return truth.verdict == .exchange
        ? Cell(text + ", the exchange's" + sum)
        : Cell("\(text), the exchange's\(sum)\(isSummed ? ": books disagree" : "")", .warning)
    }
  }

  /// A gain or loss; when it is doubtful, with the reason.
  static func profit(_ figure: CheckedFigure) -> Cell {
    doubted(figure, profit(figure.value)) { Figures.signed($0) + " USDT" }
  }

  /// The gain or loss of the day, with the time from which it counts.
  static func dayPnL(_ day: DayPnL) -> Cell {
    let share = day.percent.map { ", \(Figures.signedPercent($0))" } ?? ""
    guard let own = day.own, let since = day.since else {
      let cell = profit(day.told)
      guard day.told.reported != nil else { return cell }
      let lack = day.told.doubt == nil ? ", as the engine says, from midnight UTC" : "; the day's figure is not known"
      return Cell(cell.text(in: .utc) + lack + share, day.told.doubt == nil ? cell.style : .warning)
    }
    let fees = day.note.map { ", " + $0 } ?? ""
    return Cell(
      "\(Figures.signed(own)) USDT since \(EngineTime.format(since).dropFirst(11).prefix(5))Z\(share)\(fees)",
      profit(own).style
    )
  }

  static func percent(_ figure: CheckedFigure) -> Cell {
    doubted(figure, percent(figure.value)) { Figures.text($0, places: 2) }
  }

  static func money(_ figure: CheckedFigure) -> Cell {
    doubted(figure, money(figure.value, unit: "USDT")) { Figures.money($0) + " USDT" }
  }

  private static func doubted(_ figure: CheckedFigure, _ sound: Cell, _ text: (Decimal) -> String) -> Cell {
    guard let doubt = figure.doubt else { return sound }
    guard figure.value == nil else { return Cell("\(sound.text(in: .utc)); \(doubt)", .warning) }
    return Cell("\(doubt) (the engine says \(figure.reported.map(text) ?? "?"))", .warning)
  }

  static func fees(_ truth: EquityTruth) -> Cell {
    guard truth.isRunning else { return missing }
    return truth.fees.map { money($0, unit: "USDT") } ?? Cell("not known: the engine counts none in live")
  }
}

extension EquityTruth {
  /// The parts whose sum is the equity; the other parts are shown in other cells.
  fileprivate var parts: String {
    let fees = fees == nil ? " (fees not known)" : " - fees"
    return "\(initial.map(Figures.money) ?? "?") initial + realized + unrealized\(fees)"
  }

  /// The difference between the sum of the parts and the figure, so that the shown parts add up to the figure.
  fileprivate func difference(to figure: Decimal) -> String {
    guard let computedEquity, (figure - computedEquity).rounded(to: 2) != 0 else { return "" }
    let rest = figure - computedEquity
    let isOfPositions = figure == internalEquity && residual.map { abs($0) < abs(rest) } == true
    return
      " \(rest < 0 ? "-" : "+") \(Figures.money(abs(rest))) \(isOfPositions ? "of open positions" : "unexplained")"
  }

  /// The difference between the engine's own equity and the sum of its parts: the amount that open positions explain,
  /// and the unexplained rest.
  var bendParts: (positions: Decimal, rest: Decimal)? {
    guard let internalEquity, let computedEquity else { return nil }
    let difference = internalEquity - computedEquity
    guard let offset, let residual, abs(residual) < abs(difference) else { return (0, difference) }
    return (offset, residual)
  }
}

/// Fields of documents that qualify the figures of money.
enum MoneyFields {
  static func dayPnL<Row>(_ day: @escaping @Sendable (Row) -> DayPnL) -> [Field<Row>] {
    [
      Field(
        "day_pnl", "Day PnL",
        "realized + unrealized - fees since day_pnl_since, or the engine's; null when not known (USDT)",
        .decimal, priority: 1, unit: .usdt
      ) {
        day($0).shown
      } cell: {
        Cell.dayPnL(day($0))
      },
      Field(
        "day_pnl_pct", "", "of the equity at day_pnl_since, or at midnight UTC; null when that is not known",
        priority: 0,
        unit: .percent
      ) {
        day($0).percent
      },
      Field(
        "day_pnl_since", "", "from when day_pnl counts; null when it is the engine's, from midnight UTC", priority: 0
      ) {
        day($0).since
      },
      Field("day_pnl_note", "", "why it is doubtful, or what it leaves out", priority: 0) { day($0).note },
    ]
  }

  /// The parts of equity that have come since the engine's start.
  static func sinceStart<Row>(_ truth: @escaping @Sendable (Row) -> EquityTruth) -> [Field<Row>] {
    [
      .profit("unrealized_pnl", "Unrealized", "of open positions (USDT)", priority: 1) { truth($0).unrealized },
      .profit("realized_pnl", "Realized", "since the start (USDT)", priority: 1) { truth($0).realized },
      Field(
        "fees", "Fees", "since the start; null in live, where none are counted (USDT)", .decimal, priority: 1,
        unit: .usdt
      ) {
        truth($0).fees
      } cell: {
        Cell.fees(truth($0))
      },
    ]
  }

  /// - Parameter except: names of fields that the document already has.
  static func checks<Row>(
    _ truth: @escaping @Sendable (Row) -> EquityTruth, drawdown: @escaping @Sendable (Row) -> CheckedFigure,
    except: Set<String> = []
  ) -> [Field<Row>] {
    func plain<Value: FieldValue>(
      _ name: String, _ meaning: String, unit: FieldUnit? = nil, _ value: @escaping @Sendable (Row) -> Value
    ) -> Field<Row> { .member(name, meaning, unit: unit, value) }
    return [
      plain("equity_basis", "as_is, computed, estimate, exchange, books_disagree or unknown: what equity is") {
        truth($0).isRunning ? truth($0).verdict : nil
      },
      plain("equity_reported", "as /engine/status says it (USDT)", unit: .usdt) { truth($0).reported },
      plain("equity_computed", "initial capital + realized + unrealized - fees (USDT)", unit: .usdt) {
        truth($0).computedEquity
      },
      plain("equity_note", "why this equity, when it is not as reported") {
        [.asIs, .exchange].contains(truth($0).verdict) || !truth($0).isRunning ? nil : truth($0).because
      },
      plain("wallet_equity", "of an exchange account that a dry run does not trade; else null (USDT)", unit: .usdt) {
        truth($0).wallet
      },
      plain("day_pnl_reported", "as /engine/status says it (USDT)", unit: .usdt) { truth($0).dayPnL.reported },
      plain("day_pnl_note", "why it is doubtful") { truth($0).dayPnL.doubt },
      plain("drawdown_pct_reported", "as the engine says it", unit: .percent) { drawdown($0).reported },
      plain("drawdown_note", "why it is doubtful") { drawdown($0).doubt },
    ].filter { !except.contains($0.name) }
  }
}
