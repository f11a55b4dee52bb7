/// A fall of equity at which the engine brakes or stops trading (docs/engine.md 5.1, 5.2). Percent are of the base.
public struct DrawdownThreshold: Codable, Sendable, Equatable {
  /// What begins there.
  public enum Effect: String, Codable, Sendable, CaseIterable {
    /// SOFT_BRAKE of the governor.
    case softBrake = "soft_brake"
    /// QUARANTINE of the governor.
    case quarantine
    /// HARD_STOP of the governor.
    case hardStop = "hard_stop"
    /// The kill switch trips with DAILY_PAUSE.
    case dailyPause = "daily_pause"
    /// The kill switch trips with HARD_STOP.
    case killSwitch = "kill_switch"
  }

  /// What the fall is measured from.
  public enum Base: String, Codable, Sendable, CaseIterable {
    /// The highest equity since the engine's start.
    case peak
    /// The highest equity of the UTC day, which the engine does not tell.
    case dayHigh = "day_high"
    /// The capital at the start.
    case initialCapital = "initial_capital"
  }

  /// What begins there.
  public var effect: Effect
  /// Percent (0-100) below the base; `nil` when the engine did not tell.
  public var percent: Decimal?
  /// Whether the engine looks at it now; `false` for the daily pause while equity is far above the initial capital.
  public var isChecked = true
  /// How far equity is below the base now (percent, 0-100; negative above it), by the engine's own figures, by which it
  /// acts even when they are wrong; `nil` when it is not known.
  public var fall: Decimal?
  /// The equity (USDT) that the engine compares.
  public var equity: Decimal?
  /// The equity (USDT) at which it begins.
  public var level: Decimal?
  /// Whether the base can be lower than the one that `fall` and `level` are made of, so that what is left is at least so
  /// much: the day's high is told nowhere, and is not above the peak.
  public var isAtLeast = false

  /// A threshold that is checked.
  public init(_ effect: Effect, percent: Decimal?) {
    self.effect = effect
    self.percent = percent
  }

  /// Points of drawdown that are left until it begins; negative behind it, `nil` when that is not known.
  public var percentLeft: Decimal? {
    guard let percent, let fall else { return nil }
    return percent - fall
  }

  /// USDT that equity can fall until it begins; negative behind it, `nil` when that is not known.
  public var amountLeft: Decimal? {
    guard let equity, let level else { return nil }
    return equity - level
  }

  /// What the fall is measured from.
  public var base: Base {
    switch effect {
    case .softBrake, .quarantine, .hardStop: .peak
    case .dailyPause: .dayHigh
    case .killSwitch: .initialCapital
    }
  }
}

extension DrawdownThreshold {
  /// Those of the governor, which are fixed in the engine, and those of the kill switch as the engine tells them.
  static func all(_ snapshot: EngineSnapshot) -> [DrawdownThreshold] {
    let governor = snapshot.isRunning == true ? snapshot.governor.value : nil
    let bands: [(Effect, RiskState)] = [(.softBrake, .softBrake), (.quarantine, .quarantine), (.hardStop, .hardStop)]
    let fixed = bands.map { effect, state in
      // What the engine says about the state that it is in counts more.
      let told = governor?.state?.rawValue == state.rawValue ? governor?.threshold : nil
      return DrawdownThreshold(effect, percent: told ?? GovernorBand.entry(state)).measured(
        from: governor?.peakEquity, equity: governor?.lastEquity, fall: governor?.drawdownPercent)
    }
    let killSwitch = snapshot.killSwitch.value
    let drop = snapshot.isRunning == true ? EquityDrop(killSwitch, snapshot.engine) : nil
    var daily = daily(killSwitch, drop)
    // Where orders go to the exchange, the switch looks at another equity than the one whose peak is told.
    if snapshot.engine?.isDryRun == true, let drop, let peak = governor?.peakEquity, peak > 0 {
      daily.percent = daily.percent.map { nearest($0, killSwitch?.dailyDrawdownLimit, drop, peak) }
      daily = daily.measured(from: peak, equity: drop.equity, fall: (peak - drop.equity) / peak * 100)
      daily.isAtLeast = true
    }
    return fixed + [
      daily,
      DrawdownThreshold(.killSwitch, percent: killSwitch?.equityDropLimit).measured(
        from: drop?.initial, equity: drop?.equity, fall: drop?.percent),
    ]
  }

  private func measured(from base: Decimal?, equity: Decimal?, fall: Decimal?) -> DrawdownThreshold {
    var threshold = self
    threshold.fall = fall.map { $0.rounded(to: 6) }
    threshold.equity = equity
    threshold.level = percent.flatMap { percent in base.map { ($0 * (100 - percent) / 100).rounded(to: 6) } }
    return threshold
  }

  /// The fall at which one of the two limits of the daily pause begins: above the initial capital that of the other stop
  /// counts, and where equity falls below it, the smaller one does at once.
  private static func nearest(_ above: Decimal, _ below: Decimal?, _ drop: EquityDrop, _ peak: Decimal) -> Decimal {
    guard drop.equity > drop.initial, let below else { return above }
    let level = peak * (100 - above) / 100
    let first = max(level > drop.initial ? level : 0, min(drop.initial, peak * (100 - below) / 100))
    return ((peak - first) / peak * 100).rounded(to: 2)
  }

  /// Above the initial capital the limit of the other stop counts, and far above it none.
  private static func daily(_ status: KillSwitchStatus?, _ drop: EquityDrop?) -> DrawdownThreshold {
    var threshold = DrawdownThreshold(.dailyPause, percent: status?.dailyDrawdownLimit)
    guard let drop, threshold.percent != nil else { return threshold }
    if drop.equity > drop.initial { threshold.percent = status?.equityDropLimit }
    threshold.isChecked = drop.equity <= drop.initial * 120 / 100
    return threshold
  }
}
