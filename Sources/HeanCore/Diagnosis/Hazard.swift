import Foundation

/// Something that puts money at risk, or hides where it is, whether the engine trades or not.
public struct Hazard: Codable, Sendable, Equatable {
  /// What it is, the most urgent first. The raw values are the names in hean's JSON.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// Orders are made although trading is stopped.
    case ordersAfterStop = "orders_after_stop"
    /// The mark price has passed the stop of open positions, and the engine does not close them.
    case beyondStop = "beyond_stop"
    /// Closes that the exchange refused, of positions that are still open: the engine's exits fail alike.
    case closeRefused = "close_refused"
    /// Fills that the engine could not match with an order: real positions whose side is not certain.
    case unrecognisedFills = "unrecognised_fills"
    /// Positions that the exchange holds on the opposite side: the engine cannot close them.
    case otherSide = "other_side"
    /// Prices stand still while positions are open.
    case frozenPrices = "frozen_prices"
    /// The engine is paused, and signals are accepted all the same.
    case pauseIgnored = "pause_ignored"
    /// Open positions that have no stop.
    case withoutStop = "without_stop"
    /// The engine's books and the exchange's equity contradict each other.
    case booksDisagree = "books_disagree"
    /// Closes that were sent from here and that nothing has proved.
    case unprovenClose = "unproven_close"
    /// An engine object has ended with positions in its books, which a new one does not know.
    case forgottenPositions = "forgotten_positions"
    /// Rows left the books without a booked PnL: the engine dropped them.
    case droppedPositions = "dropped_positions"
    /// The engine was stopped, and orders of its last seconds can rest at the exchange.
    case restingOrders = "resting_orders"
    /// Trading is stopped, and unfilled orders wait to be sent again.
    case waitingQueue = "waiting_queue"
    /// The books list positions that the exchange does not hold.
    case notHeld = "not_held"
    /// The account does not follow the PnL of positions, so perhaps nothing is at stake in them.
    case noStake = "no_stake"

    /// Whether it is more urgent than the other.
    func comesBefore(_ other: Kind) -> Bool {
      let order = Self.allCases
      return order.firstIndex(of: self) ?? 0 < order.firstIndex(of: other) ?? 0
    }
  }

  /// What it is.
  public var kind: Kind
  /// One sentence for people, without a full stop.
  public var message: String
  /// Endpoints that show it.
  public var sources: [String]
  /// What to do about it; `nil` when nothing has to be done.
  public var nextStep: NextStep?

  init(_ kind: Kind, _ message: String, sources: [String], nextStep: NextStep?) {
    self.kind = kind
    self.message = message
    self.sources = sources
    self.nextStep = nextStep
  }

  /// Why its step is to be taken, as a short clause.
  var reason: String {
    switch kind {
    case .ordersAfterStop: "orders are made although trading is stopped"
    case .beyondStop: "the price has passed the stop, and the engine does not close it"
    case .unrecognisedFills: "real positions that no stop protects, of a side that is not certain"
    case .otherSide: "the engine cannot close what it has on the wrong side"
    case .closeRefused: "the exchange refused the engine's close"
    case .frozenPrices: "stops rest on prices that stand still"
    case .pauseIgnored: "a pause stops no order"
    case .withoutStop: "no stop protects it"
    case .booksDisagree: "the engine's books are wrong about what is held"
    case .unprovenClose: "a close was sent, and nothing proves it"
    case .forgottenPositions: "no engine knows them any more"
    case .droppedPositions: "the engine dropped them without a close"
    case .restingOrders: "orders of the engine's last seconds can rest there"
    case .waitingQueue: "unfilled orders are sent again, whatever is stopped"
    case .notHeld, .noStake: "nothing is known to be at stake"
    }
  }

  /// Whether nothing has to be done about it: it is told so that nothing else is concluded from it.
  public var isHarmless: Bool { nextStep == nil }
}

extension Hazard {
  /// What a snapshot shows, the most urgent first.
  static func all(_ snapshot: EngineSnapshot, _ orders: OrdersAfterStop?, _ marketData: Gate?, now: Date) -> [Hazard] {
    let positions = snapshot.doubtedPositions ?? []
    return [
      orders.map { afterStop($0, snapshot) }, beyondStop(positions, snapshot),
      closeRefused(positions, snapshot, now: now), unrecognised(positions, snapshot), otherSide(positions),
      frozen(positions, marketData, now: now), pauseIgnored(snapshot), withoutStop(positions), booksDisagree(snapshot),
      forgotten(snapshot, now: now), dropped(snapshot, now: now),
      resting(snapshot, now: now), waiting(snapshot, orders), notHeld(positions), noStake(positions),
    ].compactMap(\.self)
  }

  /// What the list of positions and its details show, without the counters and the prices of a diagnosis.
  static func ofPositions(_ snapshot: EngineSnapshot, now: Date) -> [Hazard] {
    let positions = snapshot.doubtedPositions ?? []
    return [
      beyondStop(positions, snapshot), closeRefused(positions, snapshot, now: now),
      unrecognised(positions, snapshot), otherSide(positions), withoutStop(positions), forgotten(snapshot, now: now),
      dropped(snapshot, now: now), notHeld(positions),
      noStake(positions),
    ].compactMap(\.self)
  }

  /// - Parameter closes: those that nothing has proved.
  static func unproven(_ closes: [UnprovenClose], _ snapshot: EngineSnapshot) -> Hazard? {
    // What a dry run does not list any more is nowhere.
    let closes = snapshot.mayBeAtExchange ? closes : closes.filter(\.isStillOpen)
    guard let last = closes.last else { return nil }
    let what = Figures.listed(closes.map(\.what).uniqued(), most: 3)
    let fate = closes.contains(where: \.isStillOpen) ? "was refused, and it is still open" : "is not proved"
    return Hazard(
      .unprovenClose, "The close of \(what), sent at \(EngineTime.clock(last.at)), \(fate)", sources: ["audit log"],
      nextStep: snapshot.mayBeAtExchange ? NextStep(advice: exchange) : .query(.auditRecord, last.id))
  }

  static let exchange = "look at the exchange itself, for positions and for orders that rest there"

  private static func afterStop(_ orders: OrdersAfterStop, _ snapshot: EngineSnapshot) -> Hazard {
    let step: NextStep? =
      snapshot.engineState == .busy
      ? "the engine is starting or stopping, which ends them: look again in some seconds: \(.query(.status))"
      : orders.isGoingOn
        ? endOfQueue(snapshot)
        : snapshot.openPositions?.isEmpty == true ? nil : .query(.positions)
    return Hazard(
      .ordersAfterStop,
      orders.message + (snapshot.isAtExchange ? "; some can rest at the exchange, which no call shows" : ""),
      sources: orders.evidence.map(\.source).uniqued(), nextStep: step)
  }

  /// What ends the queue of unfilled orders: the end of the engine object, after everything is closed.
  private static func endOfQueue(_ snapshot: EngineSnapshot) -> NextStep {
    let isFlatOnPaper = !snapshot.isAtExchange && snapshot.openPositions?.isEmpty == true
    return isFlatOnPaper ? .operation(.engineStop) : .operation(.panic)
  }

  /// Most positions that one command names.
  private static let mostNamed = 4

  private static func beyondStop(_ positions: [Position], _ snapshot: EngineSnapshot) -> Hazard? {
    let beyond = positions.filter { $0.breachedLevels.contains(.stopLoss) }
    guard !beyond.isEmpty else { return nil }
    let sum = beyond.map(\.unrealizedPnL).wholeSum.map { ", \(Figures.signed($0)) USDT" } ?? ""
    let (are, them) = beyond.count == 1 ? ("is", "it") : ("are", "them")
    let names = Figures.listed(beyond.map(\.nameText), most: 3)
    let which =
      beyond.count == positions.count && beyond.count > 1
      ? "All \(beyond.count) positions \(are)" : "\(Figures.counted(beyond.count, "position")) \(are)"
    let rows = Dictionary(grouping: positions, by: \.symbol)
    let subjects = beyond.compactMap { rows[$0.symbol]?.count == 1 ? $0.symbol : $0.id }
    return Hazard(
      .beyondStop,
      "\(which) beyond the stop loss and the engine does not close \(them): \(names)\(sum)",
      sources: ["/orders/positions"],
      nextStep: closing(beyond, subjects, of: positions))
  }

  /// Closes what is beyond its stop, by name as long as the names fit; most of many by closing all.
  private static func closing(_ beyond: [Position], _ subjects: [String], of positions: [Position]) -> NextStep {
    let isMost = beyond.count == positions.count || beyond.count > mostNamed && beyond.count * 2 > positions.count
    if isMost, beyond.count > 1 { return .operation(.closeAllPositions) }
    guard beyond.count <= mostNamed, subjects.count == beyond.count else { return .query(.positions) }
    return .operation(.closePositions, each: subjects)
  }

  private static func unrecognised(_ positions: [Position], _ snapshot: EngineSnapshot) -> Hazard? {
    let rows = positions.filter { $0.doubt == .unrecognised }
    guard !rows.isEmpty else { return nil }
    let bySymbol = Dictionary(grouping: rows, by: \.symbol)
    let lists = bySymbol.keys.sorted().map { symbol in
      let size = (bySymbol[symbol] ?? []).compactMap(\.size).reduce(0, +)
      return "\(symbol) \(bySymbol[symbol]?.count ?? 0) × booked long, \(Figures.quantity(size)) in all"
    }
    let more = lists.count > 4 ? " and \(lists.count - 4) more symbols" : ""
    let unmoved = snapshot.rowsWithoutStake
    let stands =
      rows.contains { row in row.id.map { unmoved.contains($0) } ?? false }
      ? "; the account did not follow the PnL of some of them" : ""
    return Hazard(
      .unrecognisedFills,
      "\(Figures.counted(rows.count, "fill")) of orders that the engine did not recognise: real, side not certain, no "
        + "stop; to be compared with the exchange itself: \(lists.prefix(4).joined(separator: "; "))\(more)\(stands)",
      sources: ["/orders/positions"],
      nextStep: .operation(.panic))
  }

  private static func otherSide(_ positions: [Position]) -> Hazard? {
    let rows = positions.filter { $0.doubt == .otherSide }
    guard !rows.isEmpty else { return nil }
    let names = rows.map(\.nameText).joined(separator: ", ")
    return Hazard(
      .otherSide,
      "The exchange holds the opposite side of \(names), in its own words: the PnL shown has the wrong sign, and the engine "
        + "cannot close \(rows.count == 1 ? "it" : "them")",
      sources: ["/logs/events"],
      nextStep: NextStep(advice: "close \(rows.count == 1 ? "it" : "them") at the exchange itself"))
  }

  private static func closeRefused(_ positions: [Position], _ snapshot: EngineSnapshot, now: Date) -> Hazard? {
    let failures = CloseFailure.pending(snapshot.closeFailures.value, listed: positions, now: now).filter {
      $0.reason == .stillHeld
    }
    let ids = Set(failures.compactMap(\.positionID))
    let rows = positions.filter { $0.id.map(ids.contains) ?? false }
    let orphans = failures.filter { $0.positionID == nil }.compactMap(\.symbol).uniqued()
    let names = Figures.listed(rows.map(\.nameText) + orphans, most: 3)
    guard !names.isEmpty else { return nil }
    let isOne = rows.count + orphans.count == 1
    return Hazard(
      .closeRefused,
      "The exchange refused to close \(names), and \(isOne ? "it is" : "they are") still open: the engine's exits would fail "
        + "alike",
      sources: ["/logs/events"],
      nextStep: NextStep(advice: "close \(isOne ? "it" : "them") at the exchange itself"))
  }

  private static func withoutStop(_ positions: [Position]) -> Hazard? {
    let rows = positions.filter { $0.stopLoss == nil && $0.doubt == nil }
    guard !rows.isEmpty else { return nil }
    let names = Figures.listed(rows.map(\.nameText), most: 3)
    return Hazard(
      .withoutStop, "\(Figures.counted(rows.count, "position")) without a stop loss: \(names)",
      sources: ["/orders/positions"],
      nextStep: rows.count == 1 ? .query(.position, rows[0].id ?? rows[0].symbol) : .query(.positions))
  }

  private static func booksDisagree(_ snapshot: EngineSnapshot) -> Hazard? {
    let truth = snapshot.equityTruth
    guard truth.verdict == .booksDisagree else { return nil }
    return Hazard(
      .booksDisagree, "The engine's books and the exchange disagree: \(truth.because)",
      sources: ["/engine/status", "/orders/positions"], nextStep: NextStep(advice: exchange))
  }

  private static func frozen(_ positions: [Position], _ marketData: Gate?, now: Date) -> Hazard? {
    guard let gate = marketData, let frozen = gate.frozen, !frozen.isEmpty else { return nil }
    let isWhole = gate.state == .closed
    let held = positions.filter { isWhole || frozen.contains($0.symbol) }
    guard !held.isEmpty else { return nil }
    let age = gate.age.map { " for \(DiagnosisFormat.span($0))" } ?? ""
    let names = held.map(\.symbol).uniqued()
    let last = gate.since ?? gate.age.map { now.addingTimeInterval(-NSDecimalNumber(decimal: $0).doubleValue) }
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

  private static func forgotten(_ snapshot: EngineSnapshot, now: Date) -> Hazard? {
    guard let forgotten = snapshot.remembered.forgotten, forgotten.books.counts(since: forgotten.endedAt, now) else {
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

  private static func dropped(_ snapshot: EngineSnapshot, now: Date) -> Hazard? {
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
        + "without the engine's exits: \(Figures.listed(rows.map(\.nameText).uniqued(), most: 4))",
      sources: ["/trading/history"], nextStep: NextStep(advice: exchange))
  }

  /// A pause stops no order: signals are accepted as before.
  private static func pauseIgnored(_ snapshot: EngineSnapshot) -> Hazard? {
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
  private static func resting(_ snapshot: EngineSnapshot, now: Date) -> Hazard? {
    guard snapshot.isRunning == false, snapshot.isAtExchange, let metrics = snapshot.metrics.value,
      metrics.session?.ordersCreated ?? 0 > 0, let last = metrics.lastOrderAt,
      now.timeIntervalSince(last) < UnprovenClose.window
    else { return nil }
    return Hazard(
      .restingOrders,
      "The engine is stopped; it made its last order at \(EngineTime.clock(last)), and such an order can rest at the "
        + "exchange, which no call shows or cancels",
      sources: ["/trading/metrics"], nextStep: NextStep(advice: exchange))
  }

  /// Before the first order after a stop: how many unfilled orders have been sent again until now.
  private static func waiting(_ snapshot: EngineSnapshot, _ orders: OrdersAfterStop?) -> Hazard? {
    guard orders == nil, snapshot.isRunning == true, snapshot.areSignalsStopped, let reading = snapshot.metrics.reading,
      let again = RetryQueue.sentAgain(reading.value), let last = reading.value.lastOrderAt,
      DiagnosisFormat.isWithin(
        OrdersAfterStop.quiet, last, reading.receivedAt.addingTimeInterval(snapshot.clockOffset))
    else { return nil }
    let made = reading.value.lastMinute?.ordersCreated ?? again
    return Hazard(
      .waitingQueue,
      "Unfilled orders may be sent again, whatever stop is set: \(Figures.counted(made, "order")) made in the last "
        + "minute for \(Figures.counted(made - again, "accepted signal"))",
      sources: ["/trading/metrics"], nextStep: endOfQueue(snapshot))
  }

  private static func notHeld(_ positions: [Position]) -> Hazard? {
    let rows = positions.filter { $0.doubt?.isVoid == true }
    guard !rows.isEmpty else { return nil }
    let (row, leaves) = rows.count == 1 ? ("this row", "leaves by itself") : ("these rows", "leave by themselves")
    return Hazard(
      .notHeld,
      "The exchange holds no \(rows.map(\.symbol).uniqued().joined(separator: ", ")), in its own words: nothing to lose in "
        + "\(row) of the books, which \(leaves)",
      sources: ["/logs/events"], nextStep: nil)
  }

  private static func noStake(_ positions: [Position]) -> Hazard? {
    let rows = positions.filter { $0.doubt == .noStake }
    guard !rows.isEmpty else { return nil }
    return Hazard(
      .noStake,
      "The account stood still to the cent while the PnL of \(rows.map(\.symbol).uniqued().joined(separator: ", ")) "
        + "moved: perhaps nothing is at stake there, which only the exchange itself can tell",
      sources: ["/engine/status"], nextStep: nil)
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

extension Sequence where Element: Hashable {
  /// Each element once, in the order of its first place.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
