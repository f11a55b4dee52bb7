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

  /// A threshold that is checked.
  public init(_ effect: Effect, percent: Decimal?) {
    self.effect = effect
    self.percent = percent
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
      return DrawdownThreshold(effect, percent: told ?? GovernorBand.entry(state))
    }
    let killSwitch = snapshot.killSwitch.value
    return fixed + [
      daily(killSwitch, EquityDrop(killSwitch, snapshot.engine)),
      DrawdownThreshold(.killSwitch, percent: killSwitch?.equityDropLimit),
    ]
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
