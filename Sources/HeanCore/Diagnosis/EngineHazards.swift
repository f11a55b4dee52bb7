/// What orders, prices and hean's memory show.
extension Hazard {
  static func afterStop(_ orders: OrdersAfterStop, _ snapshot: EngineSnapshot) -> Hazard {
    let step: NextStep? =
      snapshot.engineState == .busy
      ? "the engine is starting or stopping, which ends them: look again in some seconds: \(.query(.status))"
      : orders.isGoingOn
        ? endOfQueue(snapshot)
        : snapshot.openPositions?.isEmpty == true ? nil : .query(.positions)
    return Hazard(
      .ordersAfterStop,
      orders.message + restingWords(snapshot),
      sources: orders.evidence.map(\.source).withoutDuplicates, nextStep: step)
  }

  private static func restingWords(_ snapshot: EngineSnapshot) -> String {
    guard snapshot.isAtExchange else { return "" }
    guard let join = snapshot.orderJoin else { return "; some can rest at the exchange, which no call shows" }
    return join.resting.isEmpty
      ? "; none rests at the exchange now" : "; \(join.resting.count) of them rest at the exchange now"
  }

  /// What ends the queue of unfilled orders: the end of the engine object, after everything is closed.
  private static func endOfQueue(_ snapshot: EngineSnapshot) -> NextStep {
    let isFlatOnPaper = !snapshot.isAtExchange && snapshot.openPositions?.isEmpty == true
    return isFlatOnPaper ? .operation(.engineStop) : .operation(.panic)
  }

  static func frozen(_ positions: [Position], _ marketData: Gate?, now: Date) -> Hazard? {
    guard let gate = marketData, let frozen = gate.frozen, !frozen.isEmpty else { return nil }
    let isWhole = gate.state == .closed
    let held = positions.filter { isWhole || frozen.contains($0.symbol) }
    guard !held.isEmpty else { return nil }
    let age = gate.age.map { " for \(DiagnosisFormat.span($0))" } ?? ""
    let names = held.map(\.symbol).withoutDuplicates
    let last = gate.since ?? gate.age.map { now.addingTimeInterval(-$0.double) }
    let since = last.map { " of \(EngineTime.clock($0))" } ?? ""
    let which = isWhole ? "No price has come" : "\(names.joined(separator: ", ")): no price has come"
    let stops = isWhole ? "marks, PnL and stops are" : "its mark, PnL and stop are"
    return Hazard(
      .frozenPrices,
      "\(which)\(age) with \(Figures.counted(held.count, "open position")): \(stops) those\(since)",
      sources: ["/market/ticker"],
      nextStep:
        "what is open cannot be judged from here: look at the market itself; to close at whatever price comes: "
        + (isWhole ? .operation(.closeAllPositions) : .operation(.closePositions, each: names)))
  }

  static func forgotten(_ snapshot: EngineSnapshot, now: Date) -> Hazard? {
    // What is left of it at the exchange is told by its own list.
    guard snapshot.bookJoin == nil, let forgotten = snapshot.remembered.forgotten,
      forgotten.books.counts(since: forgotten.endedAt, now)
    else {
      return nil
    }
    let books = forgotten.books
    let ended = EngineTime.clock(forgotten.endedAt)
    let count = Figures.counted(books.positions.count, "position")
    let message: String
    switch forgotten.end {
    case .kill:
      // In a dry run nothing can be left of what was to be closed.
      guard !books.isPaper else { return nil }
      message =
        "The engine was killed at \(ended), which was to close \(count) first; whether each was filled is not told any "
        + "more: \(books.names)"
    case .stop, .start:
      let fate =
        books.isPaper
        ? "existed on its paper only and \(books.positions.count == 1 ? "is" : "are") gone, without a booked PnL"
        : "may still be at the exchange, without the engine's exits"
      let what = forgotten.end == .stop ? "The engine had stopped by \(ended)" : "An engine was started at \(ended)"
      message = "\(what); \(count) of \(EngineTime.clock(books.at)) \(fate): \(books.names)"
    }
    return Hazard(.forgottenPositions, message, sources: ["earlier look"], nextStep: books.lookup)
  }

  static func dropped(_ snapshot: EngineSnapshot, now: Date) -> Hazard? {
    guard snapshot.bookJoin == nil else { return nil }
    guard let dropped = snapshot.remembered.dropped, dropped.isConfirmed,
      dropped.books.counts(since: dropped.books.at, now)
    else { return listedDrops(snapshot) }
    let books = dropped.books
    let fate =
      books.isPaper
      ? "gone, as a dry run has nothing at an exchange" : "perhaps still at the exchange, without the engine's exits"
    return Hazard(
      .droppedPositions,
      "\(Figures.counted(books.positions.count, "position")) left the books by \(EngineTime.clock(books.at)) without a "
        + "booked PnL, \(fate): \(books.names)", sources: ["earlier look"], nextStep: books.lookup)
  }

  /// Those that the engine's own list of closed positions shows, without a booked PnL.
  private static func listedDrops(_ snapshot: EngineSnapshot) -> Hazard? {
    let rows = snapshot.droppedAtExchange
    guard !rows.isEmpty else { return nil }
    let last = rows.compactMap(\.closedAt).max().map { " by \(EngineTime.clock($0))" } ?? ""
    return Hazard(
      .droppedPositions,
      "\(Figures.counted(rows.count, "position")) left the books\(last) without a booked PnL, perhaps still at the exchange, "
        + "without the engine's exits: \(Figures.listed(rows.map(\.nameText).withoutDuplicates, most: 4))",
      sources: ["/trading/history"], nextStep: NextStep(advice: exchange))
  }

  /// A pause stops no order: signals are accepted as before.
  static func pauseIgnored(_ snapshot: EngineSnapshot) -> Hazard? {
    guard snapshot.engineState == .paused, !snapshot.areSignalsStopped,
      let accepted = snapshot.decisions?.filter({ $0.outcome == .create }).compactMap(\.at).max()
    else { return nil }
    // When it was paused is told only where it was seen: then a signal has to be younger than that.
    let pause = snapshot.holdingStops.last { $0.kind == .pause } ?? snapshot.remembered.stops.last { $0.kind == .pause }
    let engineNow = snapshot.seenAt + snapshot.clockOffset
    let isYounger = pause.map { $0.isSeenLate || accepted > $0.at + OrdersAfterStop.grace } ?? true
    guard isYounger, DiagnosisFormat.isWithin(300, accepted, engineNow) else { return nil }
    let age = DiagnosisFormat.span(DiagnosisFormat.seconds(from: accepted, to: engineNow))
    return Hazard(
      .pauseIgnored, "The engine is paused, which stops no order: the last signal was accepted \(age) ago",
      sources: ["/engine/status", "/trading/state"], nextStep: .operation(.triggerKillSwitch))
  }

  /// A stopped engine tells nothing of the orders that it made last.
  static func resting(_ snapshot: EngineSnapshot, now: Date) -> Hazard? {
    guard snapshot.orderJoin == nil, snapshot.isRunning == false, snapshot.isAtExchange,
      let metrics = snapshot.metrics.value,
      metrics.session?.ordersCreated ?? 0 > 0, let last = metrics.lastOrderAt,
      now.timeIntervalSince(last) < UnprovenClose.window
    else { return nil }
    return Hazard(
      .restingOrders,
      "The engine is stopped; it made its last order at \(EngineTime.clock(last)), and such an order can rest at the "
        + "exchange, which no call shows or cancels",
      sources: ["/trading/metrics"], nextStep: NextStep(advice: exchange))
  }

  /// A queue of unfilled orders that goes on without prices, or that can outlive a stop after which no order was seen yet.
  static func waiting(_ snapshot: EngineSnapshot, _ orders: OrdersAfterStop?, _ marketData: Gate?) -> Hazard? {
    // Counters go on over a restart, while a queue ends with its engine object.
    guard orders == nil, let lastOrderAt = snapshot.metrics.value?.lastOrderAt,
      lastOrderAt > snapshot.stops.startedAt ?? .distantPast
    else { return nil }
    if marketData?.state == .closed, let queue = RetryQueue(snapshot) {
      return Hazard(
        .waitingQueue, "No price comes, and orders go on: \(queue.message)", sources: ["/trading/metrics"],
        nextStep: endOfQueue(snapshot))
    }
    guard snapshot.isRunning == true, snapshot.areSignalsStopped, let reading = snapshot.metrics.reading,
      let again = RetryQueue.sentAgain(reading.value),
      DiagnosisFormat.isWithin(
        OrdersAfterStop.quiet, lastOrderAt, reading.receivedAt.addingTimeInterval(snapshot.clockOffset))
    else { return nil }
    let made = reading.value.lastMinute?.ordersCreated ?? again
    return Hazard(
      .waitingQueue,
      "Unfilled orders may be sent again, whatever stop is set: \(Figures.counted(made, "order")) made in the last "
        + "minute for \(Figures.counted(made - again, "accepted signal"))",
      sources: ["/trading/metrics"], nextStep: endOfQueue(snapshot))
  }
}

extension RememberedBooks {
  /// The first four positions, for people.
  fileprivate var names: String { Figures.listed(positions.map(\.message), most: 4) }

  /// Where to look for them; `nil` when they are nowhere.
  fileprivate var lookup: NextStep? { isPaper ? nil : NextStep(advice: Hazard.exchange) }

  /// Whether what became of them at that moment still matters: for a quarter of an hour on paper, else for a day.
  fileprivate func counts(since moment: Date, _ now: Date) -> Bool {
    now.timeIntervalSince(moment) < (isPaper ? Position.recent : UnprovenClose.window)
  }
}
