import HeanCore

/// Whether an engine is recorded, since when, and what is missing.
struct RecordStatusView {
  let standing: RecordStanding

  func report(_ view: Viewpoint) -> Report {
    var report = Report(schema: "hean.record_status/1", asOf: view.now)
    report.holdsAmounts = false
    report.payload = .object(RecordFields.standing, standing)
    report.screen.line(headline(view))
    if let last = standing.last {
      report.screen.line(
        Cell("last line \(Spans.text(max(0, view.now.timeIntervalSince(last)))) ago, \(view.zone.timestamp(last))"))
      report.screen.line(
        Cell(
          "\(Figures.counted(standing.days, "day")) since \(standing.firstDay ?? ""), \(FileSize.text(standing.bytes)), in \(standing.folder)"
        ))
    }
    if standing.gaps.isEmpty {
      if standing.last != nil { report.screen.line(Cell("no gap is recorded in the last 24 hours", .good)) }
    } else {
      report.screen.blank()
      report.screen.line(
        Cell("\(Figures.counted(standing.gaps.count, "gap")) in the last 24 hours:", .warning))
      for gap in standing.gaps.suffix(10) {
        report.screen.line(Cell("  \(view.zone.timestamp(gap.from))  \(gap.sentence)"))
      }
    }
    report.screen.hint(standing.holder == nil ? .command(.serviceInstall, "record") : .command(.recordList))
    return report
  }

  private func headline(_ view: Viewpoint) -> Cell {
    guard let holder = standing.holder else {
      return Cell("NOT RECORDED: no process records this engine now", .warning)
    }
    let since = "since \(view.zone.timestamp(holder.since)), pid \(holder.pid)"
    if let last = standing.last, view.now.timeIntervalSince(last) > RecordStanding.mostQuiet {
      return Cell("RECORDER IS QUIET: it runs \(since), and has written nothing for a while", .bad)
    }
    let what = holder.hasPrices ? "with prices" : "without prices"
    let kept = "keeps \(Figures.counted(holder.days, "day")), \(FileSize.text(holder.most)) at most"
    return Cell("RECORDING \(since); \(what); \(kept)", .good)
  }
}
