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
    report.screen.blank()
    let rows = answer.symbols.map { ExposureRow(exposure: $0, share: answer.share(of: $0)) }
    if let doubt = answer.positions.doubt {
      report.warn(of: doubt, account.context.mode, view)
    } else if rows.isEmpty {
      report.screen.line(Cell("No open position."))
    }
    if !rows.isEmpty {
      report.screen.table(Table(fields: ExposureRow.fields(view.glyphs), rows: rows))
    }
    if answer.total.unknown > 0 {
      report.caveat(
        "\(Figures.counted(answer.total.unknown, "position")) without price, size or side: in no sum", .warning)
    }
    report.warn(of: answer.positions, closes, view)
    return report
  }
}
