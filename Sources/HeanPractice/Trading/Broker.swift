import HeanCore

/// The paper broker: orders, fees, slippage and exits. All amounts that follow from a quote are exact decimals.
extension World {
  /// Fees as a fraction of notional: 0.02 % for a maker, 0.055 % for a taker.
  private static let makerFee = Decimal(sign: .plus, exponent: -4, significand: 2)
  private static let takerFee = Decimal(sign: .plus, exponent: -5, significand: 55)

  /// The largest order's notional in USDT.
  private static let deepest = 10_000_000.0

  mutating func place(_ signal: PracticeSignal, _ instrument: Instrument, _ codes: [ReasonCode]) {
    guard let quote = market.quotes[signal.symbol] else { return }
    let isMaker = signal.price != nil || (signal.size == nil && signal.confidence < 0.7)
    // A maker order waits on its own side of the spread; a taker order crosses the spread with a little slippage.
    let offset = isMaker ? -instrument.halfSpread : instrument.halfSpread + 0.00005 * random.unit()
    let price = signal.price ?? instrument.price(quote.price * (signal.isBuy ? 1 + offset : 1 - offset))
    let scale = has(.otherSize) ? Decimal(sign: .plus, exponent: -1, significand: 11) : 1
    let size = signal.size.map { $0 * scale } ?? size(for: signal, quote, instrument)
    guard size > 0 else {
      note(signal, instrument, "REJECT", [.riskBlocked], size: nil, note: "size below the smallest lot")
      tally.count(.blocked, at: second)
      return
    }
    note(signal, instrument, "CREATE", codes, size: size)
    tally.count(.created, at: second)
    tally.count(.ordersCreated, at: second)
    var order = PracticeOrder(
      id: orderID(), symbol: signal.symbol, isBuy: signal.isBuy,
      size: size, price: price, isMaker: isMaker, status: "pending", strategy: signal.strategy,
      signalID: signalID(signal.strategy, signal.symbol, second), created: second, expires: second + 45,
      stop: instrument.price(quote.price * (signal.isBuy ? 1 - signal.stop : 1 + signal.stop)),
      target: instrument.price(quote.price * (signal.isBuy ? 1 + signal.target : 1 - signal.target)),
      holdSeconds: signal.holdSeconds, reason: signal.reason, confidence: signal.confidence,
      timeline: [PracticeOrder.Step(status: "pending", second: second)])
    // The router refuses orders in a very volatile market. As in the engine, such an order is counted and never listed.
    if quote.minute.deviation > 0.012 || has(.routerRefuses) {
      order.turn("rejected", at: second)
      tell(.order(order))
      tally.count(.ordersRejected, at: second)
      return
    }
    orders.append(order)
    tell(.order(order))
    if orders.count > 200, let oldest = orders.firstIndex(where: { !$0.isOpen }) { orders.remove(at: oldest) }
  }

  /// The size that risks 1 % of equity between entry and stop, with a notional of at most 12 % of equity. In the crash
  /// the notional is 26 % of equity.
  private func size(for signal: PracticeSignal, _ quote: Quote, _ instrument: Instrument) -> Decimal {
    let equity = equity.double
    var notional = min(equity * 0.01 / signal.stop, equity * 0.12)
    if configuration.scenario == .crash { notional = equity * 0.26 }
    // Reinvested gains would grow without limit; the depth of a market does not.
    notional = min(notional, Self.deepest)
    return instrument.size(notional * governor.level.sizeFactor / quote.price)
  }

  mutating func orderID() -> String {
    let number = second * 1000 + Int(random.next() % 1000)
    return "smart_limit_\(Int(clamping: date(second).timeIntervalSince1970)).\(number % 1_000_000)"
  }

  /// The ID of a signal holds its time. Orders that are sent again keep it.
  func signalID(_ strategy: String, _ symbol: String, _ second: Int) -> String {
    "\(strategy)_\(symbol)_\(EngineTime.shortest(date(second)).dropLast())+00:00"
  }

  mutating func workOrders() {
    for index in orders.indices where orders[index].isOpen && orders[index].isUnmatched != true {
      work(index)
    }
    for index in orders.indices where orders[index].isStillAtExchange { workForgotten(index) }
    let due = retries.filter { $0.due <= second }
    retries.removeAll { $0.due <= second }
    for retry in due { send(retry.order) }
  }

  /// Sends an order again, directly to the broker: without signal, decision or gate, and with a new ID.
  private mutating func send(_ earlier: PracticeOrder) {
    var order = earlier
    order.id = orderID()
    order.size -= earlier.filled
    order.filled = 0
    order.fee = 0
    order.status = "pending"
    order.created = second
    if let left = order.sendsLeft { reprice(&order, left) }
    order.timeline = [PracticeOrder.Step(status: "pending", second: second)]
    orders.append(order)
    tell(.order(order))
    tally.count(.ordersCreated, at: second)
    if orders.count > 200, let oldest = orders.firstIndex(where: { !$0.isOpen }) { orders.remove(at: oldest) }
  }

  /// A maker order was not filled within its half second: cancels it, and queues it to be sent again.
  private mutating func queue(_ index: Int) {
    turn(index, "cancelled")
    tally.count(.ordersCancelled, at: second)
    retries.append(PracticeRetry(order: orders[index], due: second + 4 + retries.count % 2))
  }

  private mutating func work(_ index: Int) {
    guard let quote = market.quotes[orders[index].symbol],
      let instrument = Instrument.all.first(where: { $0.symbol == orders[index].symbol })
    else { return }
    let isBrief = orders[index].isMaker && (has(.retryQueue) || has(.retryAfterStop))
    if orders[index].status == "pending", !has(.quickCancel) {
      if second > orders[index].created { turn(index, "placed") }
      guard isBrief, second > orders[index].created else { return }
    }
    if (second >= orders[index].expires && !isBrief) || has(.quickCancel) {
      turn(index, "cancelled")
      tally.count(.ordersCancelled, at: second)
      return
    }
    let price = instrument.price(quote.price)
    let order = orders[index]
    let isReached = order.isBuy ? price <= order.price : price >= order.price
    if isFrozen, order.sendsLeft == nil {
      if isBrief { queue(index) }
      return
    }
    guard order.sendsLeft.map({ $0 <= 0 }) ?? (!order.isMaker || isReached || random.chance(0.04)) else {
      if isBrief { queue(index) }
      return
    }
    let rest = order.size - order.filled
    var part = rest
    if order.filled == 0, order.sendsLeft == nil, random.chance(0.25) {
      let half = rest.double / 2
      let smaller = instrument.size(half)
      if smaller > 0 { part = smaller }
    }
    fill(index, part)
  }

  /// Works on an order that the engine cancelled in its own books but not at the exchange. It may fill until it
  /// expires; in the books it stays cancelled.
  private mutating func workForgotten(_ index: Int) {
    let order = orders[index]
    guard second < order.expires, let quote = market.quotes[order.symbol],
      let instrument = Instrument.all.first(where: { $0.symbol == order.symbol })
    else {
      orders[index].isStillAtExchange = false
      return
    }
    let price = instrument.price(quote.price)
    guard order.isBuy ? price <= order.price : price >= order.price else { return }
    orders[index].isStillAtExchange = false
    fill(index, order.size - order.filled)
    turn(index, "cancelled")
  }

  private mutating func fill(_ index: Int, _ part: Decimal) {
    let order = orders[index]
    let fee = part * order.price * (order.isMaker ? Self.makerFee : Self.takerFee)
    guard !isFillUnknown else { return misread(index, part, fee) }
    orders[index].filled += part
    orders[index].fee += fee
    ledger.fees += fee
    let isWhole = orders[index].filled == order.size
    turn(index, isWhole ? "filled" : "partially_filled")
    tally.count(.ordersFilled, at: second)
    if let record = strategies.firstIndex(where: { $0.id == order.strategy }) { strategies[record].fills += 1 }
    // All parts of an order fill at its price, so the entry price needs no averaging and stays exact.
    if closeByOppositeFill(order, part) { return }
    if let held = positions.firstIndex(where: {
      $0.symbol == order.symbol && $0.isVoid != true && $0.isTrulyLong == nil
    }) {
      positions[held].size += part
      positions[held].entryFee = positions[held].entryFee.map { $0 + fee }
      tell(.grown(positions[held]))
      return
    }
    tally.count(.positionsOpened, at: second)
    begin(
      PracticePosition(
        id: random.uuid(), symbol: order.symbol, isLong: order.isBuy, size: part, entry: order.price, mark: order.price,
        stop: order.stop, target: order.target, strategy: order.strategy, reason: order.reason,
        confidence: order.confidence, opened: second, holdSeconds: order.holdSeconds, entryFee: fee))
  }

  mutating func begin(_ position: PracticePosition) {
    positions.append(position)
    tell(.opened(position))
  }

  mutating func turn(_ index: Int, _ status: String) {
    orders[index].turn(status, at: second)
    tell(.order(orders[index]))
  }

  /// Opens a position at the market price without an order, for a round-trip test.
  mutating func open(
    _ strategy: String, _ instrument: Instrument, _ quote: Quote, _ isBuy: Bool, _ size: Decimal
  ) {
    let price = instrument.price(quote.price)
    let fee = size * price * Self.takerFee
    ledger.fees += fee
    tally.count(.ordersCreated, at: second)
    tally.count(.ordersFilled, at: second)
    tally.count(.positionsOpened, at: second)
    begin(
      PracticePosition(
        id: random.uuid(), symbol: instrument.symbol, isLong: isBuy, size: size, entry: price, mark: price,
        stop: instrument.price(quote.price * (isBuy ? 0.997 : 1.003)),
        target: instrument.price(quote.price * (isBuy ? 1.003 : 0.997)), strategy: strategy,
        reason: "api_roundtrip_test", confidence: 1, opened: second, holdSeconds: 10, entryFee: fee))
  }

  mutating func exitPositions() {
    // The real engine's exit check can fail. It does in the crash: positions stay open beyond their stops.
    guard configuration.scenario != .crash else { return }
    for position in positions where position.isVoid != true {
      let isStop = position.isLong ? position.mark <= position.stop : position.mark >= position.stop
      let isTarget = position.isLong ? position.mark >= position.target : position.mark <= position.target
      let isOver = second - position.opened >= position.holdSeconds
      let reason: ReasonCode? = isStop ? .slHit : isTarget ? .tpHit : isOver ? .timeoutTTL : nil
      if let reason { close(position, reason) }
    }
  }

  /// - Parameter isFill: whether an order closes the position; a dry run closes it for an operator without one.
  @discardableResult
  mutating func close(_ position: PracticePosition, _ reason: ReasonCode, isFill: Bool = true) -> PracticePosition? {
    guard let index = positions.firstIndex(where: { $0.id == position.id }),
      let instrument = Instrument.all.first(where: { $0.symbol == position.symbol })
    else { return nil }
    // Cancels the open orders: the rest of a partly filled entry would open the position again.
    for order in orders.indices where orders[order].isOpen && orders[order].symbol == position.symbol {
      turn(order, "cancelled")
      tally.count(.ordersCancelled, at: second)
    }
    let slip = instrument.halfSpread + 0.0001 * random.unit()
    let mark = position.mark.double
    let price = instrument.price(mark * (position.isLong ? 1 - slip : 1 + slip))
    var closed = positions.remove(at: index)
    closed.exitReason = reason.rawValue
    bookClose(&closed, at: price)
    ledger.fees += closed.size * price * Self.takerFee
    if isFill { tally.count(.ordersFilled, at: second) }
    if has(.journalLoss), reason == .riskExit { forgottenRealized += journal.removeLast().realized }
    return closed
  }

  /// Books the close of a position, which has left the list, at this price.
  mutating func bookClose(_ closed: inout PracticePosition, at price: Decimal) {
    closed.closed = second
    closed.exit = price
    closed.mark = price
    closed.realized = closed.profit(at: price)
    ledger.realized += closed.realized
    journal.append(closed)
    tell(.closed(closed))
    if journal.count > 300 { forgottenRealized += journal.removeFirst().realized }
    tally.count(.positionsClosed, at: second)
    learn(from: closed)
  }

  private mutating func learn(from trade: PracticePosition) {
    guard let index = strategies.firstIndex(where: { $0.id == trade.strategy }) else { return }
    strategies[index].fills += 1
    if trade.realized > 0 {
      strategies[index].wins += 1
      strategies[index].grossProfit += trade.realized
      strategies[index].streak = 0
    } else {
      strategies[index].losses += 1
      strategies[index].grossLoss -= trade.realized
      strategies[index].streak += 1
    }
    let streak = strategies[index].streak
    guard streak >= 3 else { return }
    strategies[index].cooldownUntil = second + 300
    let here = journal.suffix(40).filter { $0.strategy == trade.strategy && $0.symbol == trade.symbol }
    if here.count >= 3, here.suffix(3).allSatisfy({ $0.realized <= 0 }),
      !blocked.contains(where: { $0.strategy == trade.strategy && $0.symbol == trade.symbol })
    {
      blocked.append(
        MemoryBlock(strategy: trade.strategy, symbol: trade.symbol, until: second + 86_400, streak: streak))
    }
  }
}
