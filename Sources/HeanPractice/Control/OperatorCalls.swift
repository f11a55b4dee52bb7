import HeanCore

/// What an operator does to the simulated engine, other than starting and stopping it.
extension World {
  /// Closes a position at the market price.
  /// - Returns: the price; the engine also reports one when the exchange refused the close.
  mutating func closeByOperator(_ position: PracticePosition) -> Decimal {
    if let refusal = refusal(ofClosing: position) {
      write(
        "CRITICAL", "hean.main",
        "FAILED TO CLOSE POSITION ON BYBIT: \(position.id) (\(position.symbol)) - Bybit API error: \(refusal). "
          + "Position remains open on exchange! Manual intervention required.", at: second)
      return position.mark
    }
    guard !has(.ghostClose) else {
      drop(position)
      return position.mark
    }
    // An echo exists only in the engine's books: the exchange accepts its close but has nothing to fill.
    let isFill = !isDryRun && !has(.unfilledClose) && !position.isEcho
    let balance = ledger.balance
    guard let closed = close(position, .riskExit, isFill: isFill) else { return position.mark }
    if !isDryRun, !isFill {
      apart = (apart ?? 0) + balance - ledger.balance
      if !position.isEcho { stranded.append(position) }
    }
    if isFill { tell(.closingFill(closed)) }
    if isFill, has(.echo) { echoes.append(Echo(of: closed, id: random.uuid(), at: second + 1)) }
    return closed.mark
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
