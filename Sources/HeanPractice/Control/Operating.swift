import Foundation

/// What an operator does to the simulated engine.
extension World {
  func has(_ quirk: PracticeQuirk) -> Bool { configuration.quirks.contains(quirk) }

  /// A fresh trading system in the same process: everything in memory but the emergency stop is gone.
  mutating func startFresh() {
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
    tally = Tally()
    equityHistory = []
    blocked = []
    echoes = []
    dayStart = Self.initialCapital
    control.phase = .running
    control.stopTrading = false
    control.quarantined = []
  }

  /// Closes at the market.
  /// - Returns: the price, which the engine also tells when the exchange refused.
  mutating func closeByOperator(_ position: PracticePosition) -> Decimal {
    guard !has(.closeRefused) else { return position.mark }
    guard !has(.ghostClose) else {
      drop(position)
      return position.mark
    }
    let isFill = !isDryRun && !has(.unfilledClose)
    guard let closed = close(position, "RISK_EXIT", isFill: isFill) else { return position.mark }
    if isFill { tell(.closingFill(closed)) }
    if isFill, has(.echo) { echoes.append(Echo(of: closed, id: random.uuid(), at: second + 1)) }
    return closed.mark
  }

  /// Opens what the engine makes of the fills of its own closes, and drops it with the next round of the reconciler.
  mutating func workEchoes() {
    for echo in echoes where echo.opens <= second {
      positions.append(echo.position)
      tell(.opened(echo.position))
    }
    echoes.removeAll { $0.opens <= second }
    if second % 60 == 0 { positions.filter(\.isEcho).forEach { drop($0) } }
  }

  /// Forgets a position as the reconciler does with ghosts: closed, without a fill, with a PnL of zero.
  mutating func drop(_ position: PracticePosition) {
    guard let index = positions.firstIndex(where: { $0.id == position.id }) else { return }
    var ghost = positions.remove(at: index)
    ghost.closed = second
    ghost.exitReason = "GHOST"
    ghost.realized = 0
    journal.append(ghost)
    tell(.closed(ghost))
  }

  mutating func cancelByOperator(_ index: Int) {
    turn(index, "cancelled")
    orders[index].isStillAtExchange = has(.localCancel)
    tally.count(.ordersCancelled, at: second)
  }

  mutating func triggerEmergency() {
    control.isEmergency = true
    tell(.panicButton("Emergency killswitch activated via API"))
    control.stopTrading = true
    killSwitch.latch = true
    if !has(.hiddenEmergency) {
      killSwitch.trigger("Emergency killswitch activated via API", hard: true, loss: 0, second)
    }
  }

  mutating func resetKillSwitch() {
    killSwitch.reset()
    control.stopTrading = false
  }

  mutating func clearGovernor() {
    governor.clear()
    tell(.governor)
    // The engine cries kill switch here although nothing has tripped.
    if has(.falseAlarm) { tell(.killSwitch("Risk governor cleared")) }
    control.quarantined = []
    if has(.falseAlarm) { control.stopTrading = true }
  }

  mutating func quarantine(_ symbol: String) {
    guard !control.quarantined.contains(symbol), control.quarantined.count < 1000 else { return }
    control.quarantined.append(symbol)
    if has(.falseAlarm) { tell(.killSwitch("Symbol \(symbol) quarantined")) }
    if has(.falseAlarm) { control.stopTrading = true }
  }

  mutating func enable(_ index: Int, _ isEnabled: Bool) {
    if isEnabled {
      let isDoubled = strategies[index].isEnabled && has(.doubleEnable)
      // As many as make the point; each copy decides about every signal again.
      strategies[index].copies = isDoubled ? min(strategies[index].copies + 1, 32) : max(1, strategies[index].copies)
    } else {
      strategies[index].copies = max(0, strategies[index].copies - 1)
    }
    strategies[index].isEnabled = isEnabled
  }
}
