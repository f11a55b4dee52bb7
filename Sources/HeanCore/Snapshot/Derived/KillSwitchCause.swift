import Foundation

/// How far equity is from where the kill switch stops hard (docs/engine.md 5.2).
struct EquityDrop {
  /// USDT.
  var equity: Decimal
  var initial: Decimal
  /// Percent of the initial capital.
  var limit: Decimal

  /// - Returns: `nil` when the figures did not come.
  init?(_ status: KillSwitchStatus?, _ engine: EngineStatus?) {
    // Where orders go to the exchange the switch goes by the exchange's equity, which only the engine's status shows
    // (docs/engine.md 4.7).
    let figures = engine?.isDryRun == false ? [engine?.equity, status?.equity] : [status?.equity, engine?.equity]
    guard let equity = figures.compactMap(\.self).first, let initial = engine?.initialCapital, initial > 0 else {
      return nil
    }
    self.equity = equity
    self.initial = initial
    limit = status?.equityDropLimit ?? 30
  }

  /// Below the initial capital; negative above it.
  var percent: Decimal { (initial - equity) / initial * 100 }
  var isPastLimit: Bool { percent >= limit }
  /// USDT at which it trips.
  var floor: Decimal { initial * (100 - limit) / 100 }
}

/// Whether a kill switch would trip again right after a reset (docs/engine.md 5.2). It asks neither the governor nor
/// the drawdown from the peak.
enum KillSwitchCause {
  case gone
  case persists(String)
  /// Its figures are not known.
  case unknown(String)

  init(_ status: KillSwitchStatus?, _ engine: EngineStatus?, now: Date) {
    guard let status, !status.isPartial else {
      self = .unknown(status == nil ? "its figures did not come" : "its figures cannot be read")
      return
    }
    guard let drop = EquityDrop(status, engine) else {
      self = .unknown("equity or the initial capital did not come")
      return
    }
    self = Self.persisting(status, drop, now: now).map { .persists($0) } ?? .gone
  }

  private static func persisting(_ status: KillSwitchStatus, _ drop: EquityDrop, now: Date) -> String? {
    if drop.isPastLimit {
      return
        "equity is \(DiagnosisFormat.percent(drop.percent)) below the initial capital, the limit is \(DiagnosisFormat.percent(drop.limit))"
    }
    guard drop.equity <= drop.initial * 120 / 100, let high = high(ofDay: now, status), high > 0 else { return nil }
    let fall = (high - drop.equity) / high * 100
    let daily = drop.equity > drop.initial ? drop.limit : status.dailyDrawdownLimit ?? 15
    guard fall >= daily else { return nil }
    return
      "equity is \(DiagnosisFormat.percent(fall)) below the day's high of \(Figures.money(high)) USDT, the limit is "
      + DiagnosisFormat.percent(daily)
  }

  /// The day's high (USDT): told nowhere but in the reason of a pause, and good until the day ends in UTC.
  private static func high(ofDay now: Date, _ status: KillSwitchStatus) -> Decimal? {
    guard let text = status.reasons.first?.firstMatch(of: /from daily high \$([0-9.]+)/)?.output.1,
      let at = status.triggeredAt, EngineTime.format(at).prefix(10) == EngineTime.format(now).prefix(10)
    else { return nil }
    return Decimal(exactly: String(text))
  }
}

/// What a stop rests on that goes by equity, and the first step that can end it (docs/engine.md 4.7, 5.1, 5.2).
struct EquityStop {
  var truth: EquityTruth
  /// `nil` when they are not known.
  var positions: [Position]?
  var protection: EquityTruth.Protection
  /// Whether equity itself is so low that a fresh engine would stop as well.
  var outlastsRestart = false

  private var bend: EquityTruth.Bend { truth.bend(for: protection) }

  /// Why the figure is not what it seems, or `nil`.
  var doubt: String? {
    switch bend {
    case .positions: "open positions distort the engine's equity by their notional until they are closed"
    case .bookkeeping: "the engine's equity contradicts its own PnL, and only a restart makes it right"
    case .unexplained: "the engine's equity contradicts its own PnL"
    case .none, .unknown: nil
    }
  }

  /// The first step while the figure persists.
  var nextStep: NextStep {
    guard let positions else { return .query(.positions) }
    guard positions.isEmpty else {
      // A real loss in an open book can come back; a false one does not before the book is closed.
      return [.positions, .bookkeeping, .unexplained].contains(bend)
        ? .operation(.closeAllPositions) : .query(.why, options: .watch)
    }
    guard outlastsRestart, !truth.isDryRun else { return .operation(.engineRestart) }
    return "restart the engine's process with INITIAL_CAPITAL set to what the account holds"
  }
}
