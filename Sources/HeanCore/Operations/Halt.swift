extension EngineSnapshot {
  /// Whether it is certain that signals make no orders now; `false` also when that is not known.
  public var isHalted: Bool { halt.verdict == .seen }

  /// Whether signals make no orders in the engine that runs now. The emergency stop in `/health` alone does not tell:
  /// it still shows after a restart, when the new engine trades (docs/engine.md 4.2, 6).
  var halt: StepFinding {
    guard isRunning == true else { return .pending("not known, as the engine does not say that it runs") }
    if killSwitchTruth.verdict == .triggered { return .seen("the kill switch is tripped") }
    switch (killSwitchTruth.stopTrading, health.value?.isEmergencyStopped) {
    case (true?, true?): return .seen("stop_trading is set, and the emergency stop shows in /health")
    case (true?, false?):
      return .pending("stop_trading is set, as by a pause, and /health shows no emergency stop")
    case (true?, nil): return .seen("stop_trading is set; /health did not answer")
    case (false?, true?):
      // Its own call can be read before it takes effect.
      let own = remembered.stops.last { $0.kind == .emergency && $0.source == StopMoment.here }
      return .pending(
        own == nil
          ? "/health shows a stop of an earlier engine; stop_trading is not set in this one"
          : "the emergency stop that was sent from here shows in /health, and not yet in stop_trading")
    case (false?, _): return .pending("stop_trading is not set")
    case (nil, _): return .pending("not known, as /risk/status did not tell stop_trading")
    }
  }
}
