/// How far equity is from the level at which the kill switch trips with HARD_STOP (docs/engine.md 5.2).
package struct EquityDrop {
  /// The equity that the switch looks at (USDT).
  package var equity: Decimal
  package var initial: Decimal
  /// Percent below the initial capital at which it trips.
  package var limit: Decimal
  /// Endpoint that told the equity.
  var source: String

  /// - Returns: `nil` when the figures did not come.
  package init?(_ status: KillSwitchStatus?, _ engine: EngineStatus?) {
    // Where orders go to the exchange, the switch looks at the exchange's equity, which only `/engine/status` shows
    // (docs/engine.md 4.7).
    let own = (status?.equity, "/risk/killswitch/status")
    let told = (engine?.equity, "/engine/status")
    let figures = (engine?.isDryRun == false ? [told, own] : [own, told]).compactMap { figure, source in
      figure.map { ($0, source) }
    }
    guard let (equity, source) = figures.first, let initial = engine?.initialCapital, initial > 0 else {
      return nil
    }
    self.equity = equity
    self.source = source
    self.initial = initial
    limit = status?.equityDropLimit ?? 30
  }

  /// How far equity is below the initial capital, in percent; negative above it.
  var percent: Decimal { (initial - equity) / initial * 100 }
  var isPastLimit: Bool { percent >= limit }
  /// The equity at which it trips (USDT).
  package var floor: Decimal { initial * (100 - limit) / 100 }
}

/// Whether a kill switch would trip again right after a reset (docs/engine.md 5.2). The governor does not count.
enum KillSwitchCause {
  case gone
  /// The day's high is not known. If it was the peak, the switch trips again; the text says so.
  case mayPersist(String)
  case persists(String)
  /// Its figures are not known; the text says why.
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
    self = Self.judge(status, drop, now: now)
  }

  private static func judge(_ status: KillSwitchStatus, _ drop: EquityDrop, now: Date) -> KillSwitchCause {
    if drop.isPastLimit {
      let (percent, limit) = (DiagnosisFormat.percent(drop.percent), DiagnosisFormat.percent(drop.limit))
      return .persists("equity is \(percent) below the initial capital, the limit is \(limit)")
    }
    guard drop.equity <= drop.initial * 120 / 100 else { return .gone }
    // Percent below the day's high at which trading pauses.
    let daily = drop.equity > drop.initial ? drop.limit : status.dailyDrawdownLimit ?? 15
    let limit = DiagnosisFormat.percent(daily)
    guard let high = high(ofDay: now, status) else {
      guard let fall = status.drawdownPercent, fall >= daily else { return .gone }
      return .mayPersist(
        "equity is \(DiagnosisFormat.percent(fall)) below its peak; if that peak was today, the switch trips again at \(limit)"
      )
    }
    guard high > 0 else { return .gone }
    let fall = (high - drop.equity) / high * 100
    guard fall >= daily else { return .gone }
    return .persists(
      "equity is \(DiagnosisFormat.percent(fall)) below the day's high of \(Figures.money(high)) USDT, the limit is \(limit)"
    )
  }

  /// The day's high (USDT). Only the reason of a DAILY_PAUSE tells it, and it holds until the UTC day ends.
  private static func high(ofDay now: Date, _ status: KillSwitchStatus) -> Decimal? {
    guard let text = status.reasons.first?.firstMatch(of: /from daily high \$([0-9.]+)/)?.output.1,
      let at = status.triggeredAt, EngineTime.format(at).prefix(10) == EngineTime.format(now).prefix(10)
    else { return nil }
    return Decimal(exactly: String(text))
  }
}

/// What a stop because of equity rests on, and the first step that can end it (docs/engine.md 4.7, 5.1, 5.2).
struct EquityStop {
  var truth: EquityTruth
  /// Open positions; `nil` when they are not known.
  var positions: [Position]?
  var protection: EquityTruth.Protection
  /// Whether equity is so low that a new engine object would stop as well.
  var outlastsRestart = false

  private var distortion: EquityTruth.Distortion { truth.distortion(for: protection) }

  /// Why the engine's equity is not what the account holds; `nil` when nothing shows that.
  var doubt: String? {
    switch distortion {
    case .positions: "open positions distort the engine's equity by their notional until they are closed"
    case .bookkeeping: "the engine's equity contradicts its own PnL, and only a restart makes it right"
    case .unexplained: "the engine's equity contradicts its own PnL"
    case .none, .unknown: nil
    }
  }

  /// The first step to take while the figure stays as it is.
  var nextStep: NextStep {
    guard let positions else { return .query(.positions) }
    guard positions.isEmpty else {
      // With open positions a real loss can shrink again. A false figure stays false until they are closed.
      return [.positions, .bookkeeping, .unexplained].contains(distortion)
        ? .operation(.closeAllPositions) : .query(.why, options: .watch)
    }
    guard outlastsRestart, !truth.isDryRun else { return .operation(.engineRestart) }
    return "restart the engine's process with INITIAL_CAPITAL set to what the account holds"
  }
}
