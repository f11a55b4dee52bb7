import HeanCore

/// One symbol on one screen: its price and how it got there, the account's money, what is open in it, what stops its
/// signals, and what was decided and traded last.
struct SymbolView {
  var answer: SymbolAnswer
  /// Closes that were sent from here and whose effect was never confirmed.
  var closes: [UnprovenClose]
  /// Whether the screen may be higher than the window.
  var isWhole = false

  /// Rows of each table, and of the chart.
  private static let (most, height) = (5, 4)

  func report(_ view: Viewpoint) -> Report {
    let facts = SymbolFields.Facts(
      now: view.engineTime(of: answer.context), ages: view.ages, glyphs: view.glyphs, zone: view.zone)
    var report = view.report("symbol", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(SymbolFields.all(facts, commands: view.commands), answer)
    report.verdict = EngineVerdict(answer.diagnosis, answer.judgement)
    report.summary = "\(answer.symbol): \(answer.judgement.money.summary) \(answer.diagnosis.summary)"
    report.isFitted = !isWhole
    report.screen.context(answer.context, view)
    report.screen.verdict(answer.diagnosis, answer.judgement)
    if let listing = answer.listing, answer.context.isRunning == true {
      report.warn(of: listing.doubt, answer.context.mode, view)
      report.warn(of: listing, closes, view)
    }
    report.screen.steps(answer.judgement.steps)
    report.screen.gap()
    report.screen.line(Cell(answer.symbol, .strong))
    report.screen.record(SymbolFields.market(facts), answer, isPacked: true)
    tell(view, &report)
    books(facts, &report)
    chart(view, &report)
    past(facts, &report)
    for words in answer.missing { report.caveat("no answer: \(words)", .warning) }
    report.screen = report.screen.with(view.ages)
    return report
  }

  private func chart(_ view: Viewpoint, _ report: inout Report) {
    guard let course = answer.course, course.bars.count > 1 else {
      if answer.course != nil { report.screen.line(Cell("No chart: the engine keeps no candle of it yet.", .faint)) }
      return
    }
    var points = course.bars.map { AreaPlot.Point(at: $0.openedAt, value: $0.close.double) }
    // A candle is told when it has closed; what the price did since is its last column.
    if let price = answer.price.price, let last = course.bars.last?.closedAt {
      let now = view.engineTime(of: answer.context)
      points.append(AreaPlot.Point(at: max(now, last), value: price.double))
    }
    let rose = (points.last?.value ?? 0) >= (course.bars.first?.open.double ?? 0)
    // As many digits as the last price has, also where the axis is between two prices.
    let places = Figures.price(course.bars.last?.close ?? 0).split(separator: ".").dropFirst().first?.count ?? 0
    let plot = AreaPlot(
      points: points, label: { PriceScale.text($0, places: places) }, glyphs: view.glyphs, zone: view.zone,
      height: Self.height)
    let width = view.width ?? 80
    report.screen.gap()
    report.screen.line(
      Cell("CLOSES OF \(course.timeframe.rawValue), AND THE PRICE NOW", .faint).leftByRedaction)
    report.screen.picture(holdsAmounts: false) { palette, _ in
      plot.lines(width: width).map { palette.paint($0, .ofProfit(rose ? 1 : -1)) }
    }
  }

  /// What stops its signals, and what is not known.
  private func tell(_ view: Viewpoint, _ report: inout Report) {
    if let gate = answer.gate {
      let since = gate.since.map { ", since \(view.timestamp($0))" } ?? ", since when is not known"
      let state = gate.state == .closed ? "Blocked at" : "Not known at"
      report.screen.line(Cell("\(state) \(gate.id.message)\(since): \(gate.finding).", gate.state.style))
    } else {
      report.screen.line(Cell("No gate is closed for it.", .good))
    }
    if answer.price.isStale {
      report.caveat("the price of \(answer.symbol) is old", .warning)
    } else if let reason = answer.price.missing {
      report.caveat("no answer about the price: \(reason)", .bad)
    }
    let unknown = answer.spans.filter { $0.price == nil }.map(\.length.words)
    if !unknown.isEmpty, answer.price.price != nil {
      report.screen.line(
        Cell(
          "\(Figures.listed(unknown, most: 3)): neither the engine's candles nor a recorder reach back so far.", .faint)
      )
    }
  }

  private func books(_ facts: SymbolFields.Facts, _ report: inout Report) {
    let symbol = answer.symbol
    report.screen.gap()
    guard answer.context.isRunning == true else {
      // On paper a stopped engine holds nothing, which stands above.
      guard answer.judgement.money.state != .flat else { return }
      return report.screen.line(Cell("Positions and orders are not known: the engine does not run.", .warning))
    }
    if let positions = answer.positions {
      if positions.isEmpty {
        report.screen.line(Cell("No open position in \(symbol).\(lastClose(facts))"))
      } else {
        let fields =
          PositionFields.all(now: facts.now, ages: facts.ages).hiding(["symbol"])
          + PositionFields.way(facts.glyphs)
        let rows = PositionFields.order(positions).map { positions[$0] }
        table("POSITION", fields, rows, "positions", .query(.positions), &report)
      }
    } else {
      report.screen.line(Cell("Positions in \(symbol) are not known.", .warning))
    }
    if let orders = answer.orders {
      if orders.isEmpty {
        report.screen.line(Cell("No open order in \(symbol)."))
      } else {
        table("OPEN ORDERS", OrderFields.all.hiding(["symbol"]), orders, "orders", .query(.orders), &report)
      }
    } else {
      report.screen.line(Cell("Orders in \(symbol) are not known.", .warning))
    }
  }

  /// When its last position was closed, as a sentence behind another.
  private func lastClose(_ facts: SymbolFields.Facts) -> String {
    guard let last = answer.trades?.first(where: { !$0.isGhost }), let at = last.closedAt else { return "" }
    return " The last was closed \(facts.ages.text(max(0, facts.now.timeIntervalSince(at)))) ago."
  }

  private func past(_ facts: SymbolFields.Facts, _ report: inout Report) {
    if let signals = answer.signals {
      if signals.isEmpty {
        report.screen.line(Cell("The engine remembers no signal about \(answer.symbol)."))
      } else {
        table(
          "LAST SIGNALS", SignalsView.fields.hiding(["symbol", "reason"]), signals, "signals",
          .command(.decisions, "--symbol", answer.symbol), &report)
      }
    }
    if let strategies = answer.strategies {
      let spoke = strategies.filter { $0.last != nil }
      if !spoke.isEmpty {
        table(
          "WHAT STRATEGIES WANT", StrategyOpinionFields.all(now: facts.now, ages: facts.ages), spoke, "strategies",
          nil, &report)
      }
      let silent = strategies.filter { $0.last == nil }
      if !silent.isEmpty {
        let names = Figures.listed(silent.map(\.strategy), most: 4)
        report.screen.line(Cell("No signal about it remembered of: \(names).", .faint).leftByRedaction)
      }
    }
    if let trades = answer.trades, !trades.isEmpty {
      table(
        "LAST TRADES", TradeFields.all.hiding(["symbol"]), trades, "trades",
        .query(.trades, options: .symbol(answer.symbol)), &report)
    }
    report.screen.hint("gate by gate: \(.query(.why, options: .symbol(answer.symbol)))")
  }

  private func table<Row: Sendable>(
    _ title: String, _ fields: [Field<Row>], _ rows: [Row], _ noun: String, _ command: Guidance?,
    _ report: inout Report
  ) {
    report.screen.gap()
    report.screen.line(Cell(title, .faint))
    let shown = Array(rows.prefix(Self.most))
    report.screen.table(
      Table(fields: fields, rows: shown),
      cut: Screen.Cut(
        rows: noun, command: command, least: 1, all: rows.count > shown.count ? rows.count : nil))
  }
}

extension Array {
  /// The same without the columns of these names: they are in the title, or have no room.
  fileprivate func hiding<Row>(_ names: Set<String>) -> [Field<Row>] where Element == Field<Row> {
    filter { !names.contains($0.name) }
  }
}
