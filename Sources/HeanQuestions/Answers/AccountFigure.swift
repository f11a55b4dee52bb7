import HeanCore

/// A figure of the whole account, or of the engine, that no list adds up to.
struct AccountFigure: Sendable {
  var value: Decimal?
  var unit: String
  var source: String
  /// Why it is not known, or what speaks against it; `nil` for nothing.
  var note: String?

  /// - Returns: `nil` for a metric that is not one of the account.
  init?(_ metric: QuestionMetric, _ snapshot: EngineSnapshot, now: Date) {
    let equity = snapshot.equityTruth
    let engine = snapshot.isRunning == true ? snapshot.engine : nil
    unit = "USDT"
    source = "/engine/status"
    switch metric {
    case .equity:
      value = equity.shown
      note = equity.verdict == .asIs ? nil : equity.because
    case .pnl:
      value = equity.computedEquity.flatMap { computed in equity.initial.map { computed - $0 } }
      note =
        equity.fees == nil
        ? "since the engine's start, realized + unrealized, fees not known"
        : "since the engine's start, realized + unrealized - fees"
      // In live the engine books at its own prices, not at the fills: where the exchange says the opposite, neither counts.
      if equity.isExchange == true, let told = equity.reported, let initial = equity.initial, let total = value,
        (told - initial) * total <= 0
      {
        value = nil
        note =
          "the engine's books come to \(Figures.signed(total)) USDT, the exchange's equity to \(Figures.signed(told - initial))"
      }
      if equity.verdict == .estimate { note = (note ?? "") + ", an estimate: positions were dropped or booked twice" }
    case .balance: set(equity.balance)
    case .initialCapital:
      value = equity.initial
      note = "capital at the engine's start"
    case .freeMargin:
      source = "/trading/why"
      set(equity.derived(snapshot.isRunning == true ? snapshot.why.value?.marginFree : nil))
    case .margin:
      source = "/trading/why"
      value = snapshot.isRunning == true ? snapshot.why.value?.marginUsed : nil
    case .realized:
      value = engine?.realizedPnL
      note = "since the engine's start"
    case .unrealized: value = engine?.unrealizedPnL
    case .fees:
      value = equity.fees
      note =
        equity.fees == nil && engine != nil
        ? "in live the engine counts no fees"
        : snapshot.isPractice
          ? "since the engine's start; entries and closes"
          : "since the engine's start; of entries only: the engine counts no fees of closes"
    case .dayPnL:
      let day = DayPnL(equity, startedAt: snapshot.equityHistory.value?.startedAt, now: now)
      value = day.shown
      let since = day.since.map { "since \(ZonedTimestamp.text($0, .utc)), when the engine was started" }
      let share = day.percent.map(Figures.signedPercent)
      note = [share, since, day.note].compactMap(\.self).joined(separator: "; ")
      if note?.isEmpty == true { note = nil }
    case .drawdown:
      source = "/risk/governor/status"
      unit = "%"
      set(equity.drawdown(percent: snapshot.isRunning == true ? snapshot.governor.value?.drawdownPercent : nil))
    case .peakEquity:
      source = "/risk/governor/status"
      set(equity.derived(snapshot.governor.value?.peakEquity))
      note = [note, "the engine does not tell when that was"].compactMap(\.self).joined(separator: "; ")
    case .uptime:
      source = "/trading/equity-history"
      unit = "s"
      value =
        engine == nil ? nil : snapshot.equityHistory.value?.startedAt.map { DiagnosisFormat.seconds(from: $0, to: now) }
      if value == nil, engine != nil { note = "the engine's history no longer reaches back to its start" }
    case .positionRoom:
      unit = "count"
      source = "/risk/status"
      let risk = snapshot.isRunning == true ? snapshot.risk.value : nil
      if let limit = risk?.maxOpenPositions, let open = risk?.openPositions {
        value = Decimal(max(0, limit - open))
      }
    default: return nil
    }
    if engine == nil { note = "a stopped engine sends no such figure" }
  }

  private mutating func set(_ checked: CheckedFigure) {
    value = checked.value
    note = checked.doubt
    if let reported = checked.reported, checked.value == nil {
      let says = unit == "%" ? DiagnosisFormat.percent(reported) : Figures.money(reported) + " USDT"
      note = "the engine says \(says), \(checked.doubt ?? "which cannot be checked")"
    }
  }
}
