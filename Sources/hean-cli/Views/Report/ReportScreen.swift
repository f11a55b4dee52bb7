import HeanCore

extension Screen {
  /// The report in a few lines.
  mutating func summary(_ content: ReportContent, _ view: Viewpoint, asPage page: ConsoleCommand) {
    line(Cell(content.span { view.timestamp($0) }))
    if let gap = content.report.analytics?.trades.gap {
      sentence(Guidance("\(gap); figures are of the listed ones only."), .warning)
    }
    if let status = content.report.status {
      money(status.judgement.money, after: view.record == nil ? "Now: " : "At the end: ")
      for reason in status.judgement.money.reasons { line(reason.line) }
      line(Cell(status.diagnosis.summary, status.diagnosis.style))
    }
    if let words = content.equityLine({ view.timestamp($0) }) { line(Cell(words)) }
    if let day = content.report.status?.day, content.report.context.isRunning == true {
      line(Cell("Day PnL: \(Cell.dayPnL(day).text(in: view.zone))."))
    }
    blank()
    // The unit is not drawn; by it `--redact` tells a ratio from an amount.
    let names: Set<String> = ["name", "value", "unit", "interval", "n", "note"]
    table(Table(fields: FigureRow.fields.filter { names.contains($0.name) }, rows: content.mainFigures))
    blank()
    let isBreached = content.positions?.contains { !$0.breachedLevels.isEmpty } == true
    line(Cell(content.positionsLine, isBreached ? .bad : content.positions == nil ? .warning : .plain))
    let refused = content.blocked.map { "\($0.refused) of \(Figures.counted($0.judged, "signal")) refused" }
    line(Cell("Signals: \(refused ?? "not known")."))
    let least = content.missing.isEmpty ? "" : "at least "
    let sent = content.operators.failure == nil ? "\(content.operators.runs.count)" : "not known"
    let incidents = content.isBeforeMemory ? "not known" : "\(least)\(content.report.incidents.count)"
    line(Cell("Incidents: \(incidents). Sent by operators from here: \(sent)."))
    for item in content.operators.items where item.remark?.kind == .note {
      let head = [view.timestamp(item.time), item.user].compactMap(\.self).joined(separator: " ")
      line(Cell("\(head) noted: \(item.remark?.text ?? "")"))
    }
    if let file = content.file {
      line(Cell("Wrote \"\(file)\"."))
    } else {
      sentence("As a page: \(Guidance(.command(page)))")
    }
    disclaim()
  }
}
