import HeanCore

/// Everything that a report shows, whatever draws it: a page, a screen or a document.
struct ReportContent: Sendable {
  var report: TradingReport
  var operators: OperatorRuns
  /// The engine, as documents name it.
  var source: SourceLabel
  var madeAt: Date
  /// The file that the page is written to; `nil` without one.
  var file: String?

  var mode: OperatingMode { report.context.mode }
  /// Newest first.
  var trades: [Position] { report.analytics?.trades.trades ?? [] }
  var closes: [Date] { trades.compactMap(\.closedAt) }

  /// Open when the report was made, those beyond an exit level first; `nil` when that is not known.
  var positions: [Position]? {
    report.status?.livePositions.map { open in PositionFields.order(open).map { open[$0] } }
  }

  /// How many are open, and which of them should have been closed.
  var positionsLine: String {
    guard let positions else { return "Open positions now: not known." }
    let beyond = positions.filter { !$0.breachedLevels.isEmpty }.map(\.symbol)
    return "Open positions now: \(positions.count)"
      + (beyond.isEmpty ? "." : ", price beyond stop or target of \(beyond.joined(separator: ", ")).")
  }

  /// Closes that this console sent in that time and that the engine does not list.
  var unlisted: [Position] { report.analytics?.trades.unlisted(in: operators.runs) ?? [] }

  /// Equity by recorded snapshots; `nil` where the report has none.
  var recordedCurve: EquityCurve? {
    report.analytics?.curve.flatMap { $0.basis == .snapshots ? $0 : nil }
  }

  /// `Equity up 3.20 % in 6d23h, by recorded snapshots: …`; `nil` without two of them.
  func equityLine(_ timestamp: (Date?) -> String) -> String? {
    guard let curve = recordedCurve, let percent = curve.changePercent, let first = curve.points.first,
      let last = curve.points.last
    else { return nil }
    let change = Figures.text(Decimal(shown: abs(percent)), places: 2)
    let course = change == "0.00" ? "unchanged" : "\(percent > 0 ? "up" : "down") \(change) %"
    let transfers = curve.transfers.isEmpty ? "" : ", without what came in or went out"
    return "Equity \(course) in \(Spans.text(last.at.timeIntervalSince(first.at))), by recorded snapshots: "
      + "\(timestamp(first.at)) to \(timestamp(last.at))\(transfers)."
  }

  /// What could not be read.
  var missing: [String] { report.missing + operators.missing }

  /// Whether figures about trades mean anything: a stopped engine can list none although there were some, and of two
  /// lists one may not have answered while the other is empty.
  var areTradesKnown: Bool {
    guard let told = report.analytics?.trades, !isBeforeMemory else { return false }
    return told.doubt == nil && (told.missing.isEmpty || !told.trades.isEmpty)
  }

  /// Whether the engine was started after the time that is meant, and lists no trade of it: then nothing is known.
  var isBeforeMemory: Bool {
    if case .startedLater? = report.analytics?.trades.doubt { true } else { false }
  }

  /// Signals that were judged; `nil` when the engine lists no decision, which proves nothing.
  var blocked: BlockedSignals? {
    guard !isBeforeMemory else { return nil }
    return report.blocked.flatMap { $0.reachesBackTo != nil || $0.judged > 0 ? $0 : nil }
  }

  /// Every figure of `hean analytics`, and the fees.
  var figures: [FigureRow] {
    guard let analytics = report.analytics else { return [] }
    var rows = FigureRow.all(analytics)
    rows.insert(.fees(analytics.all.totals), at: min(2, rows.count))
    guard !areTradesKnown else { return rows }
    // A sum over nothing is no zero where the list is not known.
    for place in rows.indices {
      rows[place].value = nil
      rows[place].refusal = "the closed trades are not known"
    }
    return rows
  }

  /// Those that a reader looks for first.
  var mainFigures: [FigureRow] {
    let names = ["realized_pnl", "fees", "trades", "win_rate", "profit_factor", "max_drawdown"]
    return names.compactMap { name in figures.first { $0.name == name } }
  }

  var strategies: [GroupRow] {
    guard let analytics = report.analytics else { return [] }
    let isAll = report.times.isAll
    return analytics.strategies.map { group in
      GroupRow(group: group, engine: isAll ? analytics.engineStrategies.first { $0.id == group.name } : nil)
    }
  }

  /// Gates that stop or reduce signals, and the one that decides. In a stopped engine all others are unknown, and the same
  /// ten times would not help.
  var gates: [Gate] {
    guard let diagnosis = report.status?.diagnosis else { return [] }
    return diagnosis.gates.filter { [.closed, .narrowed].contains($0.state) || $0.id == diagnosis.decisive?.id }
  }
}

extension ReportContent {
  /// Which time is meant, and which trades there are of it.
  func span(_ timestamp: (Date?) -> String) -> String {
    let (since, until) = (report.times.since, report.times.until)
    let asked =
      switch (since, until) {
      case (nil, nil): "All that the engine remembers"
      case (let since?, nil): "Since \(timestamp(since))"
      case (nil, let until?): "Until \(timestamp(until))"
      case (let since?, let until?): "\(timestamp(since)) to \(timestamp(until))"
      }
    guard areTradesKnown else { return asked + "; the closed trades are not known." }
    let isPartial = report.analytics.map { !$0.trades.missing.isEmpty || $0.trades.gap != nil } ?? false
    let count =
      (isPartial ? "at least " : "") + Figures.counted(report.analytics?.all.totals.trades ?? 0, "closed trade")
    guard let first = closes.min(), let last = closes.max() else { return "\(asked): \(count)." }
    return "\(asked): \(count), closed \(timestamp(first)) to \(timestamp(last))."
  }
}

extension FigureRow {
  /// Fees of entry, the only ones that a list tells.
  fileprivate static func fees(_ totals: TradeTotals) -> FigureRow {
    var row = FigureRow(
      name: "fees", title: "Fees of entry",
      definition: "Sum of the fees of the opening fills; the fees of closes are in no list of the engine.", unit: .usdt,
      value: totals.entryFees.double, count: totals.withFees, isSigned: false)
    if totals.trades > 0, totals.withFees == 0 {
      row.value = nil
      row.refusal = "no trade tells its fee"
    }
    return row
  }
}

extension ReportContent {
  /// What the engine does not tell, or does not tell for sure, so that nobody takes the report for more than it is.
  func limits(_ timestamp: (Date?) -> String) -> [String] {
    var limits: [String] = []
    if let started = report.analytics?.trades.knownSince {
      limits.append("the engine was started at \(timestamp(started)), and remembers nothing of the time before")
    }
    if !isBeforeMemory, let doubt = report.analytics?.trades.doubt {
      limits.append("closed trades are not known: \(doubt.message)")
    }
    if report.context.isRunning != true {
      limits.append("the engine did not run: figures of now are not known, and empty lists prove nothing")
    }
    if let words = report.status?.listing?.doubt?.message {
      limits.append("open positions: no proof of being flat: \(words)")
    }
    if let analytics = report.analytics { limits += Self.limits(of: analytics, mode) }
    limits += signalLimits(timestamp)
    if let gone = report.status?.killSwitch.unanswered, !gone.isEmpty {
      limits.append("the kill switch is not known for sure: not told by \(gone.joined(separator: ", "))")
    }
    limits.append("alarms and control calls are from the engine's last 500 events, which can be of seconds only")
    limits.append(
      "operators: only what was sent from this account with hean, not what others sent or did at the exchange")
    return limits
  }

  private static func limits(of analytics: AnalyticsAnswer, _ mode: OperatingMode) -> [String] {
    let totals = analytics.all.totals
    var limits: [String] = []
    if totals.dropped > 0 {
      let rest = mode.isPaper ? "" : ", perhaps still open at the exchange"
      limits.append(
        "\(Figures.counted(totals.dropped, "position")) dropped with zero PnL and without a fill: not counted\(rest)")
    }
    if totals.unknown > 0 { limits.append("\(Figures.counted(totals.unknown, "position")) without a PnL: not counted") }
    if analytics.trades.isCut {
      limits.append("the engine tells no more than 500 closed trades, so older ones are missing")
    }
    if let gap = analytics.trades.gap { limits.append(gap) }
    limits.append("true closes can be missing from the engine's journal")
    limits.append("PnL is before fees; the fees of closes are in no list")
    if !mode.isPaper { limits.append("PnL is booked at the engine's own price, before the fill") }
    if analytics.curve?.basis == .realized {
      limits.append(
        "equity over time is realized: open positions and fees are not in it; with --from it is that of snapshots")
    }
    return limits
  }

  private func signalLimits(_ timestamp: (Date?) -> String) -> [String] {
    guard let blocked, let oldest = blocked.reachesBackTo else {
      return ["the engine lists no decision, so blocked signals are not known"]
    }
    let isBound = blocked.isCut(report.times) || report.times.since == nil
    return isBound ? ["decisions are listed back to \(timestamp(oldest)) only: counts of signals are lower bounds"] : []
  }
}
