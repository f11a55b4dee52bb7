/// What several answers come to together.
extension EngineSnapshot {
  public var killSwitchTruth: KillSwitchTruth {
    memoized("kill switch") {
      KillSwitchTruth(
        status: killSwitch.value, risk: risk.value, health: health.value, isRunning: isRunning, stops: stops)
    }
  }

  /// Which engine a sign of a stop belongs to is looked at only where there is one, so that it does not depend on what
  /// else was read.
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

  /// By `/orders/positions` where that was read, else by the positions of `/trading/state`.
  public var equityTruth: EquityTruth {
    memoized("equity") { equityTruth(holding: openPositions ?? state.value?.positions) }
  }

  /// - Parameter positions: everything that is open; `nil` when the list did not come or is not believed.
  func equityTruth(holding positions: [Position]?) -> EquityTruth {
    EquityTruth(status: engine, positions: positions, risk: risk.value, mode: mode)
  }
}

extension StopSigns {
  /// - Parameter history: tells when the engine was started; `nil` where that is not asked.
  init(_ snapshot: EngineSnapshot, _ history: EquityHistory?) {
    self.init(
      log: snapshot.stopLog.reading, summary: snapshot.logSummary.value, state: snapshot.state.reading,
      killSwitch: snapshot.killSwitch.value, history: history)
  }
}
