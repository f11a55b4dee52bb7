/// What several answers say together.
extension EngineSnapshot {
  /// What three endpoints say together about the kill switch and the emergency call.
  public var killSwitchTruth: KillSwitchTruth {
    memoized("kill switch") {
      KillSwitchTruth(
        status: killSwitch.value, risk: risk.value, health: health.value, isRunning: isRunning, stops: stops)
    }
  }

  /// Whether a stop of all new orders still works. The start of the engine counts only where there is a sign of a stop,
  /// so that the result does not depend on what else was read.
  public var stops: StopSigns {
    memoized("stops") {
      let signs = StopSigns(self, nil)
      return asksForStart(signs) ? StopSigns(self, equityHistory.value) : signs
    }
  }

  func asksForStart(_ signs: StopSigns) -> Bool {
    let isEmptyAtExchange = isAtExchange && risk.value?.openPositions ?? 0 == 0
    return health.value?.isEmergencyStopped == true || signs.finding.isStop || signs.needsSummary || isEmptyAtExchange
  }

  /// Which equity can be believed. The positions are those of `/orders/positions`, or of `/trading/state` where those
  /// are not known.
  public var equityTruth: EquityTruth {
    memoized("equity") { equityTruth(holding: openPositions ?? state.value?.positions) }
  }

  /// - Parameter positions: all open positions; `nil` when the list did not come, or is not believed.
  func equityTruth(holding positions: [Position]?) -> EquityTruth {
    EquityTruth(status: engine, positions: positions, risk: risk.value, mode: mode)
  }
}

extension StopSigns {
  /// - Parameter history: tells when the engine was started; `nil` where that does not count.
  init(_ snapshot: EngineSnapshot, _ history: EquityHistory?) {
    self.init(
      log: snapshot.stopLog.reading, summary: snapshot.logSummary.value, state: snapshot.state.reading,
      killSwitch: snapshot.killSwitch.value, history: history)
  }
}
