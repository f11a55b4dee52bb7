import HeanCore

/// Quirk `retry-after-stop`: the queue of unfilled maker orders does not heed that trading has been stopped. Only the end
/// of the engine empties it.
extension World {
  /// Whether trading has been stopped in a way that leaves the queue as it is: kill switch, its latch (which an emergency
  /// sets too), HARD_STOP or a pause.
  var isHalted: Bool {
    killSwitch.isTriggered || killSwitch.latch || governor.level == .hardStop || control.phase == .paused
  }

  /// How often an order is sent that never fills.
  private static let endless = 1_000_000

  /// At a stop: orders that wait are sent again within seconds, and there are always some to wait: one against the oldest
  /// position, two in symbols without one, and two that never fill.
  mutating func workHalt() {
    guard has(.retryAfterStop), isHalted else {
      haltedSince = nil
      return
    }
    guard haltedSince == nil else { return }
    haltedSince = second
    for place in retries.indices { retries[place].due = second + 2 + place % 4 }
    if let held = positions.first(where: { !$0.isUnknown }),
      let instrument = Instrument.all.first(where: { $0.symbol == held.symbol })
    {
      let part = instrument.size(held.size.double / 7)
      wait(instrument, isBuy: !held.isLong, size: part > 0 ? part : held.size * 3, sends: 1)
    }
    let free = Instrument.all.filter { instrument in !positions.contains { $0.symbol == instrument.symbol } }
    for (place, instrument) in free.prefix(2).enumerated() {
      wait(instrument, isBuy: place == 0, size: size(of: 1000, instrument), sends: place + 1)
    }
    let waiting = retries.map(\.order) + openOrders
    guard !waiting.contains(where: { ($0.sendsLeft ?? 0) > Self.endless / 2 }) else { return }
    for (place, instrument) in Instrument.all.suffix(2).enumerated() {
      wait(instrument, isBuy: place == 0, size: size(of: 500, instrument), sends: Self.endless)
    }
  }

  private func size(of notional: Double, _ instrument: Instrument) -> Decimal {
    instrument.size(notional / (market.quotes[instrument.symbol]?.price ?? instrument.startPrice))
  }

  /// Puts an unfilled order of an earlier signal into the queue.
  private mutating func wait(_ instrument: Instrument, isBuy: Bool, size: Decimal, sends: Int) {
    guard size > 0 else { return }
    let strategy = strategies[retries.count % strategies.count].id
    let signalled = second - 20 - 7 * (retries.count % 6)
    let order = PracticeOrder(
      id: "", symbol: instrument.symbol, isBuy: isBuy, size: size, price: instrument.price(instrument.startPrice),
      isMaker: true, status: "cancelled", strategy: strategy,
      signalID: signalID(strategy, instrument.symbol, signalled), created: signalled, expires: signalled + 45, stop: 0,
      target: 0, holdSeconds: 900, reason: "sent again", confidence: 0.6, timeline: [], sendsLeft: sends)
    retries.append(PracticeRetry(order: order, due: second + 2 + retries.count % 4))
  }

  /// An order of the queue is sent at the price of the moment.
  func reprice(_ order: inout PracticeOrder, _ left: Int) {
    order.sendsLeft = left - 1
    guard let instrument = Instrument.all.first(where: { $0.symbol == order.symbol }),
      let quote = market.quotes[order.symbol]
    else { return }
    let sign = order.isBuy ? 1.0 : -1
    order.price = instrument.price(quote.price)
    order.stop = instrument.price(quote.price * (1 - 0.006 * sign))
    order.target = instrument.price(quote.price * (1 + 0.012 * sign))
  }

  /// A source of signals that goes on while trading is stopped: every second one, and each is skipped.
  mutating func signalInVain() {
    guard has(.retryAfterStop), !isTradingAllowed, second % 2 == 0,
      let index = strategies.firstIndex(where: { $0.copies > 0 })
    else { return }
    let instrument = Instrument.all[second / 2 % Instrument.all.count]
    let signal = PracticeSignal(
      strategy: strategies[index].id, symbol: instrument.symbol, isBuy: second / 2 % 4 < 2, confidence: 0.6,
      reason: "10 s move", stop: 0.003, target: 0.005, holdSeconds: 90)
    tally.count(.signals, at: second)
    tell(.signal(signal))
    decide(signal, instrument, strategyIndex: index)
  }

  /// A fill against a position of the symbol closes it whole, whatever the sizes are. The exchange nets them.
  /// - Returns: whether there was such a position.
  mutating func closeByOppositeFill(_ order: PracticeOrder, _ part: Decimal) -> Bool {
    guard has(.retryAfterStop),
      let index = positions.firstIndex(where: { $0.symbol == order.symbol && $0.isLong != order.isBuy })
    else { return false }
    var closed = positions.remove(at: index)
    let held = closed.isAtExchange ? (closed.isTrulyLong ?? closed.isLong ? closed.size : -closed.size) : 0
    bookClose(&closed, at: order.price)
    if has(.falseEquity) { residue = (residue ?? 0) + closed.distortion + (order.isBuy ? -1 : 1) * part * order.price }
    if !isDryRun {
      apart = (apart ?? 0) + (held == 0 ? 0 : closed.exchangeProfit(at: order.price)) - closed.realized
      strand(held + (order.isBuy ? part : -part), of: closed)
    }
    return true
  }

  /// What the exchange holds on although the books say that it was closed.
  private mutating func strand(_ rest: Decimal, of closed: PracticePosition) {
    guard rest != 0 else { return }
    var position = closed
    position.isLong = rest > 0
    position.isTrulyLong = nil
    position.isVoid = nil
    position.size = abs(rest)
    position.entry = closed.mark
    position.closed = nil
    stranded.append(position)
  }
}
