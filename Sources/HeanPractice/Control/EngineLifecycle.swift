import HeanCore

/// Starting and stopping the simulated engine.
extension World {
  /// Ends the trading system: at once or, with the quirk `slow-stop`, after seconds in which it keeps working.
  mutating func end(startingAgain: Bool) {
    guard has(.slowStop), isRunning else { return ended(startingAgain: startingAgain) }
    let until = control.stopping?.until ?? second + 8
    control.stopping = Control.Stopping(since: second, until: until, startsAgain: startingAgain)
  }

  /// Completes a slow stop when its time has passed.
  mutating func workStop() {
    if let stopping = control.stopping, second >= stopping.until { ended(startingAgain: stopping.startsAgain) }
  }

  /// How long the call that stops the engine still waits for its answer; `nil` when no stop is in progress.
  var stopWait: Duration? {
    control.stopping.map { .milliseconds(Int(Double(max(1, $0.until - second)) / configuration.speed * 1000)) }
  }

  private mutating func ended(startingAgain: Bool) {
    control.stopping = nil
    control.phase = .stopped
    // The engine keeps this queue in the object that is released here.
    retries = []
    if startingAgain { startFresh() }
  }

  /// Starts a new trading system in the same process: everything in memory is lost but the emergency flag and the
  /// counters.
  mutating func startFresh() {
    // The exchange still holds the positions that the engine has forgotten.
    if !isDryRun {
      stranded += positions.filter(\.isAtExchange)
      apart = (apart ?? 0) + ledger.balance - Self.initialCapital
    }
    retries = []
    ledger = Ledger(initial: Self.initialCapital)
    governor = Governor(initial: Self.initialCapital)
    killSwitch = KillSwitch(initial: Self.initialCapital)
    strategies = StrategyLogic.records
    orders = []
    positions = []
    journal = []
    forgottenRealized = 0
    decisions = []
    verdicts = []
    equityHistory = [EquityPoint(second: second, equity: Self.initialCapital)]
    blocked = []
    echoes = []
    dayStart = Self.initialCapital
    residue = nil
    haltedSince = nil
    control.phase = .running
    control.stopTrading = false
    control.quarantined = []
  }
}
