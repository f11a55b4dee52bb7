import HeanCore

/// What is happening, why, and what to do next, on one screen.
struct StatusView {
  var answer: StatusAnswer
  /// Closes that were sent from here and whose effect was never confirmed.
  var closes: [UnprovenClose]
  /// Whether the screen may be higher than the window.
  var isWhole = false

  func report(_ view: Viewpoint) -> Report {
    var report = view.report("status", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .object(StatusFields.all(view.commands), answer)
    report.verdict = EngineVerdict(answer.diagnosis, answer.judgement)
    report.summary = answer.line
    report.isFitted = !isWhole
    report.screen.context(answer.context, view)
    report.screen.verdict(answer.diagnosis, answer.judgement)
    // When the engine is not running, that was said above.
    if answer.context.isRunning == true { report.warn(of: answer.listing?.doubt, answer.context.mode, view) }
    report.warn(of: answer.closeFailures, answer.context.mode, view)
    if let listing = answer.listing { report.warn(of: listing, closes, view) }
    // The next steps come before the figures, because on a short terminal the figures may not be visible.
    report.screen.steps(answer.judgement.steps)
    report.screen.gap()
    report.screen.record(StatusFields.figures, answer, isPacked: true)
    if let open = answer.positions, !open.isEmpty {
      report.screen.blank()
      let rows = Self.most(open)
      let cut = Screen.Cut(
        rows: "positions", command: .query(.positions), order: PositionFields.order(rows),
        all: open.count > rows.count ? open.count : nil)
      report.screen.table(
        Table(fields: PositionFields.all(now: view.engineTime(of: answer.context), ages: view.ages), rows: rows),
        cut: cut)
    }
    // Money comes before how it went: a low window leaves this out.
    if answer.record != nil || answer.counts != nil {
      report.screen.blank()
      report.screen.record(StatusFields.record(view.glyphs), answer, isPacked: true)
    }
    report.notes += answer.missing
    report.screen = report.screen.with(view.ages)
    return report
  }

  /// At most eight positions, the most important ones, in the engine's order.
  private static func most(_ positions: [Position]) -> [Position] {
    PositionFields.order(positions).prefix(8).sorted().map { positions[$0] }
  }
}
