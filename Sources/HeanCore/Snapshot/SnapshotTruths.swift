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
  public var stops: StopEvidence {
    memoized("stops") {
      let signs = StopEvidence(self, nil)
      return asksForStart(signs) ? StopEvidence(self, equityHistory.value) : signs
    }
  }

  /// When the newest signal got past the check for stops; `nil` when none did, as far as is known.
  var passedStopsAt: Date? { stops.passedAt }

  func asksForStart(_ signs: StopEvidence) -> Bool {
    let isEmptyAtExchange = isAtExchange && risk.value?.openPositions ?? 0 == 0
    return health.value?.isEmergencyStopped == true || signs.finding.isStop || signs.needsSummary || isEmptyAtExchange
  }

  /// Whether two answers about positions cannot be of one moment: their counts differ, or their unrealized PnL by more
  /// than figures of one moment do.
  var isOfTwoMoments: Bool {
    guard isRunning == true, let listed = positions.value else { return false }
    let counts = [listed.count, risk.value?.openPositions, state.value?.positions.count].compactMap(\.self)
    if Set(counts).count > 1 { return true }
    guard let sum = listed.map(\.unrealizedPnL).wholeSum, let told = engine?.unrealizedPnL,
      let initial = engine?.initialCapital, initial > 0
    else { return false }
    return abs(told - sum) > initial / 100
  }

  /// Which equity can be believed. The positions are those of `/orders/positions`, or of `/trading/state` where those
  /// are not known.
  public var equityTruth: EquityTruth {
    memoized("equity") { equityTruth(holding: doubtedPositions ?? state.value?.positions) }
  }

  /// - Parameter positions: all open positions; `nil` when the list did not come, or is not believed.
  func equityTruth(holding positions: [Position]?) -> EquityTruth {
    EquityTruth(
      status: engine, positions: positions, risk: risk.value, mode: mode,
      hasExchangeKey: settings.value?.hasExchangeKey, cause: bookkeepingCause(positions ?? []))
  }

  /// What was seen of positions that the engine dropped or booked twice, as a clause; `nil` when neither was.
  private func bookkeepingCause(_ positions: [Position]) -> String? {
    let dropped = (closedPositions ?? []).filter(\.isGhost).map(\.symbol).withoutDuplicates
    let echoes = positions.filter { $0.doubt == .echo }.map(\.symbol).withoutDuplicates
    let causes = [
      dropped.isEmpty ? nil : "positions were dropped without a fill (\(dropped.joined(separator: ", ")))",
      echoes.isEmpty ? nil : "closes were booked twice (\(echoes.joined(separator: ", ")))",
    ].compactMap(\.self)
    return causes.isEmpty ? nil : causes.joined(separator: ", and ")
  }
}

extension StopEvidence {
  /// - Parameter history: tells when the engine was started; `nil` where that does not count.
  init(_ snapshot: EngineSnapshot, _ history: EquityHistory?) {
    self.init(
      log: snapshot.stopLog.reading, summary: snapshot.logSummary.value, page: snapshot[.latestLog].value,
      state: snapshot.state.reading, killSwitch: snapshot.killSwitch.value, history: history,
      remembered: snapshot.remembered.stops, clockOffset: snapshot.clockOffset)
  }
}
