import HeanCore

/// How PnL would change if prices moved.
struct WhatIfView {
  var answer: WhatIfReport

  func report(_ view: Viewpoint) throws -> Report {
    if answer.rows.isEmpty, let doubt = answer.doubt { throw Failure(positions: doubt, answer.context.mode) }
    var report = view.report("what_if", on: answer.context, receivedAt: answer.receivedAt)
    report.screen.context(answer.context, view)
    report.list(WhatIfFields.rows, answer.rows, none: "Nothing would change: no position is open in it.")
    for name in answer.unheld {
      let words = "no position is open in \(name)"
      if answer.rows.isEmpty { report.caveats.append(words) } else { report.caveat(words, .warning) }
    }
    guard !answer.rows.isEmpty else { return report }
    report.screen.blank()
    var words =
      "PnL would change by \(Figures.signed(answer.total)) USDT in "
      + Figures.counted(answer.rows.count - answer.unknown, "position")
    if let equity = answer.equity, let after = answer.equityAfter {
      let share =
        equity > 0 ? ", \(Figures.signedPercent(answer.total / equity * 100))" : ""
      words += ": equity about \(Figures.money(after)) USDT\(share)"
    }
    let isKnown = answer.unknown < answer.rows.count
    if !isKnown { words = "How PnL would change is not known" }
    report.screen.line(Cell(words + ".", !isKnown ? .warning : answer.total < 0 ? .bad : .plain))
    if answer.unknown > 0 {
      report.caveat(
        "\(Figures.counted(answer.unknown, "position")) without price, size or side: not counted", .warning)
    }
    if answer.untouched > 0 {
      report.screen.line(
        Cell("\(Figures.counted(answer.untouched, "position")) assumed to stand still; in a fall they seldom do."))
    }
    report.caveat("left out: fees, slippage, funding, liquidation and exits on the way", .faint)
    report.screen.line(Cell("What if is arithmetic with the prices of now: no advice, and no forecast.", .faint))
    return report
  }
}

enum WhatIfFields {
  static let rows: [Field<WhatIfReport.Row>] = [
    Field("position_id", "", "the engine's id", priority: 0) { $0.position.id },
    Field("symbol", "SYMBOL", "traded instrument", priority: 100) { $0.position.symbol },
    Field("side", "SIDE", "long or short", priority: 99) {
      $0.position.side
    } cell: {
      .positionSide($0.position.side)
    },
    .amount("notional", "NOTIONAL", "size times mark price (USDT)", priority: 70) { $0.position.notional },
    .signed("unrealized_pnl", "PNL", "unrealized PnL now (USDT)", priority: 80) { $0.position.unrealizedPnL },
    Field("percent", "MOVE", "assumed change of the price in percent", .trailing, priority: 90, unit: .percent) {
      $0.percent
    } cell: {
      Cell(Figures.signedPercent($0.percent))
    },
    .signed("change", "CHANGE", "of its PnL (USDT); null when a figure is missing", priority: 98) { $0.change },
    Field("passed", "PASSED", "exit levels that the assumed price has passed", priority: 95) {
      $0.passed
    } cell: {
      Cell($0.passed.map { $0.replacing("_", with: " ") }.joined(separator: ", "), .warning)
    },
  ]
}
