import HeanCore

/// Value, day change, and exposure by symbol.
struct PortfolioView {
  var answer: PortfolioAnswer
  /// Closes that were sent from here and whose effect was never confirmed.
  var closes: [UnprovenClose]

  func report(_ view: Viewpoint) -> Report {
    let account = answer.account
    var report = view.report("portfolio", on: account.context, receivedAt: account.receivedAt)
    report.screen.context(account.context, view)
    guard account.context.isRunning == true else {
      let state = account.context.engineState ?? "not known"
      let words = "the engine is \(state), and tells neither money nor positions"
      report.screen.line(Cell("The portfolio is not known: \(words).", .warning))
      report.end(
        as: Failure(.staleOrUnconfirmed, "the portfolio is not known: \(words)", nextStep: "\(.query(.status))"))
      return report
    }
    report.payload = .object(PortfolioFields.document, answer)
    report.screen.record(PortfolioFields.summary, answer)
    if account.truth.verdict != .asIs { report.screen.line(Cell("Equity: \(account.truth.because).", .warning)) }
    report.screen.course(answer.course, account.truth, view)
    if !answer.positions.names.isAll {
      report.screen.line(
        Cell(
          "Value, day and course are those of the whole account; the rest is\(answer.positions.names.phrase).", .faint))
    }
    report.screen.blank()
    let rows = answer.symbols.map { ExposureRow(exposure: $0, share: answer.share(of: $0)) }
    if let doubt = answer.positions.doubt {
      report.warn(of: doubt, account.context.mode, view)
    } else if rows.isEmpty {
      report.screen.line(Cell("No open position\(answer.positions.names.phrase)."))
      report.screen.isListEmpty = answer.positions.names.isAll
    }
    if !rows.isEmpty {
      report.screen.table(Table(fields: ExposureRow.fields(view.glyphs), rows: rows))
    }
    if answer.total.unknown > 0 {
      report.caveat(
        "\(Figures.counted(answer.total.unknown, "position")) without price, size or side: in no sum", .warning)
    }
    report.warn(of: answer.positions, closes, view)
    trades(&report)
    return report
  }

  private func trades(_ report: inout Report) {
    guard let trades = answer.trades else {
      return report.screen.line(Cell("The latest trades are not known.", .warning))
    }
    report.screen.gap()
    guard !trades.isEmpty else {
      return report.screen.line(Cell("No closed trade\(answer.positions.names.phrase) in the engine's list."))
    }
    report.screen.line(Cell("LATEST TRADES", .faint))
    report.screen.table(
      Table(fields: TradeFields.all, rows: Array(trades.prefix(5))),
      cut: Screen.Cut(rows: "trades", least: 1, all: trades.count > 5 ? trades.count : nil))
  }
}
