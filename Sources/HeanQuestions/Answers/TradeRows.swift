import HeanCore

/// Makes the rows of closed trades: those of the engine's journal and of `/trading/history`, each position once, as
/// `TradesQuery` lists them. The history alone holds signals and orders too, and so loses trades after an hour.
struct TradeRows: Sendable {
  let snapshot: EngineSnapshot

  func source(_ metric: QuestionMetric) -> QuestionSource {
    guard let all = try? ClosedTrades(snapshot) else {
      return .missing("/trading/history: \(snapshot.longHistory.error?.shortText ?? "not read")")
    }
    let ghosts = all.trades.count(where: \.isGhost)
    let undated = all.trades.count { $0.closedAt == nil }
    let judgesPnL = [.wins, .losses, .winRate, .profitFactor, .winStreak, .lossStreak].contains(metric)
    let unpriced = judgesPnL ? all.trades.count { !$0.isGhost && $0.realizedPnL == nil } : 0
    if unpriced > 0, unpriced == all.trades.count - ghosts {
      return .missing("the engine's lists tell no realized PnL")
    }
    let closed = all.trades.filter { position in
      guard !position.isGhost, !judgesPnL || position.realizedPnL != nil else { return false }
      switch metric {
      case .wins: return position.realizedPnL ?? 0 > 0
      case .losses: return position.realizedPnL ?? 0 < 0
      default: return true
      }
    }
    let rows = closed.map { position in
      QuestionRow(
        label: "\(position.symbol) \(position.sideText)", id: position.id, symbol: position.symbol,
        strategy: position.strategyID,
        side: QuestionSide(position.side), at: position.closedAt,
        value: value(metric, closed: position), worth: position.realizedPnL,
        pnl: position.realizedPnL, pnlPercent: position.realizedPercent, age: value(.tradeDuration, closed: position))
    }
    var notes: [String] = []
    if ghosts > 0 {
      notes.append("\(Figures.counted(ghosts, "position")) dropped with zero PnL left out: that is no close.")
    }
    if unpriced > 0 { notes.append("\(Figures.counted(unpriced, "trade")) without a PnL left out.") }
    if undated > 0 { notes.append("\(Figures.counted(undated, "trade")) without a time.") }
    if snapshot.longHistory.value?.isWhole == false {
      notes.append("The list holds something that could not be read, so a trade may be missing.")
    }
    if all.historyMissing != nil { notes.append("/trading/history could not be read, so a trade may be missing.") }
    if snapshot[.journal].isAsked, all.journalMissing != nil {
      notes.append("/journal/trades could not be read, so older trades may be missing.")
    }
    if all.isCut {
      notes.append("The engine tells its latest \(TradeJournal.readable) trades: older ones are not counted.")
    }
    let hasJournal = snapshot[.journal].value != nil
    return .rows(
      QuestionRows(
        rows: rows, source: hasJournal ? "/journal/trades, /trading/history" : "/trading/history", reach: reach(all),
        note: notes.isEmpty ? nil : notes.joined(separator: " ")))
  }

  private func value(_ metric: QuestionMetric, closed position: Position) -> Decimal? {
    switch metric {
    case .trades, .wins, .losses: return 1
    case .tradeDuration:
      guard let opened = position.openedAt, let closed = position.closedAt else { return nil }
      return DiagnosisFormat.seconds(from: opened, to: closed)
    default: return position.realizedPnL
    }
  }

  /// How far back the lists reach, where older trades may be missing; `nil` where none are.
  private func reach(_ all: ClosedTrades) -> Date? {
    if snapshot[.journal].value != nil { return all.isCut ? all.trades.compactMap(\.closedAt).min() : nil }
    guard let history = snapshot.longHistory.value else { return nil }
    // 500 entries at most, of which trades are some.
    let count = history.closed.count + history.orders.count + history.decisions.count
    let times =
      history.closed.compactMap(\.closedAt) + history.orders.compactMap(\.createdAt)
      + history.decisions.compactMap(\.at)
    return count >= 450 ? times.min() : nil
  }
}
