import Foundation

/// What an operator does to the simulated engine.
extension World {
  func has(_ quirk: PracticeQuirk) -> Bool { configuration.quirks.contains(quirk) }

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
      stranded += positions.filter { !$0.isEcho }
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
    control.phase = .running
    control.stopTrading = false
    control.quarantined = []
  }

  /// Closes a position at the market price.
  /// - Returns: the price; the engine also reports one when the exchange refused the close.
  mutating func closeByOperator(_ position: PracticePosition) -> Decimal {
    guard !has(.closeRefused) else {
      write(
        "CRITICAL", "hean.main",
        "FAILED TO CLOSE POSITION ON BYBIT: \(position.id) (\(position.symbol)) - Bybit API error: ab not enough for new "
          + "order. Position remains open on exchange! Manual intervention required.", at: second)
      return position.mark
    }
    guard !has(.ghostClose) else {
      drop(position)
      return position.mark
    }
    // An echo exists only in the engine's books: the exchange accepts its close but has nothing to fill.
    let isFill = !isDryRun && !has(.unfilledClose) && !position.isEcho
    let balance = ledger.balance
    guard let closed = close(position, "RISK_EXIT", isFill: isFill) else { return position.mark }
    if !isDryRun, !isFill {
      apart = (apart ?? 0) + balance - ledger.balance
      if !position.isEcho { stranded.append(position) }
    }
    if isFill { tell(.closingFill(closed)) }
    if isFill, has(.echo) { echoes.append(Echo(of: closed, id: random.uuid(), at: second + 1)) }
    return closed.mark
  }

  /// Opens the echoes that are due, which the engine makes from the fills of its own closes. The reconciler drops them
  /// once a minute.
  mutating func workEchoes() {
    for echo in echoes where echo.opens <= second {
      positions.append(echo.position)
      tell(.opened(echo.position))
    }
    echoes.removeAll { $0.opens <= second }
    if second % 60 == 0 { positions.filter(\.isEcho).forEach { drop($0) } }
  }

  /// Drops a position as the reconciler drops ghosts: closed, without a fill, with zero PnL.
  mutating func drop(_ position: PracticePosition) {
    guard let index = positions.firstIndex(where: { $0.id == position.id }) else { return }
    var ghost = positions.remove(at: index)
    ghost.closed = second
    ghost.exitReason = "GHOST"
    ghost.realized = 0
    if has(.falseEquity) { residue = (residue ?? 0) + ghost.bend }
    if !isDryRun, !ghost.isEcho { stranded.append(ghost) }
    journal.append(ghost)
    write(
      "WARNING", "hean.execution.position_reconciliation",
      "[Reconciler] Removing ghost position \(ghost.id) (\(ghost.symbol)) — not found on exchange.", at: second)
    tell(.closed(ghost))
  }

  /// The reconciler closes positions that the exchange holds and the engine does not know. It uses market orders, and
  /// from their fills the engine again opens longs. The last close fails.
  mutating func workOrphans() {
    guard has(.orphans), let start = equityHistory.first?.second, second == start + 240, !stranded.isEmpty else {
      return
    }
    let logger = "hean.execution.position_reconciliation"
    for orphan in stranded.dropLast() {
      write("WARNING", logger, "[ORPHAN CLEANUP] Orphaned position closed: \(orphan.symbol)", at: second)
      echoes.append(Echo(of: orphan, id: random.uuid(), at: second + 1))
    }
    stranded.removeFirst(stranded.count - 1)
    write("ERROR", logger, "[ORPHAN CLEANUP] Failed to close orphan \(stranded[0].symbol): no answer", at: second)
    tell(.governor)
  }

  mutating func cancelByOperator(_ index: Int) {
    turn(index, "cancelled")
    orders[index].isStillAtExchange = has(.localCancel)
    tally.count(.ordersCancelled, at: second)
  }

  mutating func triggerEmergency() {
    let reason = "Emergency killswitch triggered via API"
    tell(.panicButton(reason))
    // The engine publishes this event only once per process.
    if !control.isEmergency { tell(.killSwitch(reason)) }
    control.isEmergency = true
    logStop(reason, at: second)
    control.stopTrading = true
    killSwitch.latch = true
    if !has(.hiddenEmergency) {
      killSwitch.trigger(reason, hard: true, loss: 0, second)
    }
  }

  mutating func resetKillSwitch() {
    killSwitch.reset()
    control.stopTrading = false
  }

  mutating func clearGovernor() {
    governor.clear()
    tell(.governor)
    // The engine sends a kill-switch event here although nothing has triggered.
    if has(.falseAlarmFrames) { tell(.killSwitch(nil)) }
    control.quarantined = []
    if has(.falseAlarmFrames) { control.stopTrading = true }
  }

  mutating func quarantine(_ symbol: String, _ reason: String) {
    guard !control.quarantined.contains(symbol), control.quarantined.count < 1000 else { return }
    control.quarantined.append(symbol)
    if has(.falseAlarmFrames) { tell(.killSwitch(reason)) }
    if has(.falseAlarmFrames) { control.stopTrading = true }
  }

  mutating func enable(_ index: Int, _ isEnabled: Bool) {
    if isEnabled {
      let isDoubled = strategies[index].isEnabled && has(.doubleEnable)
      // At most 32: each copy decides about every signal again.
      strategies[index].copies = isDoubled ? min(strategies[index].copies + 1, 32) : max(1, strategies[index].copies)
    } else {
      strategies[index].copies = max(0, strategies[index].copies - 1)
    }
    strategies[index].isEnabled = isEnabled
  }
}
