/// Orders that are made, or were made, although trading is stopped (docs/engine.md 4.8).
///
/// The router sends unfilled maker orders again as new ones, whatever stop is set. Only the end of the engine object
/// ends that. Each sign needs no quiet minute: a time that is later than the stop, or a counter that moves between two
/// looks.
public struct OrdersAfterStop: Codable, Sendable {
  /// What stopped trading; of several stops that hold, the first after which orders were made. `nil` when it is only
  /// known that trading is stopped.
  public var stop: StopMoment?
  /// When the last order was made, by the engine's clock (UTC); `nil` when only counters tell of it.
  public var lastOrderAt: Date?
  /// How many orders were made since the stop, as far as the engine's list or its counters tell; `nil` when they do not.
  public var orders: Int?
  /// Notional of those orders (USDT), each attempt counted; `nil` when they are not listed.
  public var orderedNotional: Decimal?
  /// Positions that were opened since the stop, echoes of closes left out.
  public var opened: [Position] = []
  /// Whether the last order is so recent that the next one can be due (docs/engine.md 4.8): the queue is alive.
  public var isGoingOn: Bool
  /// Seconds since the last order; `nil` when its time is not known.
  public var age: Decimal?
  /// Whether the orders are known to be younger than the stop; else only that they are sent again under it.
  public private(set) var isSince = true
  /// What shows it.
  public var evidence: [Gate.Evidence] = []

  /// The strategy of orders by which the engine closes what the exchange holds and it does not know.
  private static let orphans = "orphan_cleanup"
  /// How many seconds after a stop an order may still be one from before it.
  static let grace: TimeInterval = 1
  /// How many seconds usually lie between an order and its repetition, at most.
  static let usualWait: Decimal = 12
  /// How many seconds the counters of the last minute cover.
  private static let counted: TimeInterval = 60
  /// The longest time (seconds) that the router waits before it sends an order again, and some more.
  static let quiet = Decimal(RetryQueue.longestWait)

  /// - Returns: `nil` when trading is not stopped, or when nothing shows an order after the stop. That does not prove an
  ///   empty queue.
  public init?(_ snapshot: EngineSnapshot) {
    // A stop of the engine takes up to 13 s, in which the queue goes on. Behind one that was seen, it is starting.
    let isEnding = snapshot.engineState == .busy && !snapshot.remembered.stops.contains { $0.kind.endsEngine }
    guard snapshot.isRunning == true || isEnding else { return nil }
    let now = (snapshot.metrics.reading?.receivedAt ?? snapshot.seenAt).addingTimeInterval(snapshot.clockOffset)
    // Signals can be accepted under a pause, so their orders are judged by another stop where there is one.
    let holding = snapshot.holdingStops
    let stops = holding.contains { $0.kind != .pause } ? holding.filter { $0.kind != .pause } : holding
    let rows = snapshot.orderRows.filter { $0.strategyID != Self.orphans }
    let orphan = snapshot.orderRows.filter { $0.strategyID == Self.orphans }.compactMap(\.createdAt).max()
    let last = snapshot.metrics.value?.lastOrderAt.flatMap { told in
      orphan.map { told <= $0 + Self.grace } ?? false ? rows.compactMap(\.createdAt).max() : told
    }
    let held = snapshot.doubtedPositions ?? []
    func isAfter(_ moment: Date?, _ stop: StopMoment) -> Bool { moment.map { $0 > stop.at + Self.grace } ?? false }
    func made(after stop: StopMoment) -> [Order] { rows.filter { isAfter($0.createdAt, stop) } }
    func opened(after stop: StopMoment) -> [Position] {
      // An echo stays one when the exchange has refused to close it.
      held.filter { row in
        guard row.doubt != .echo, isAfter(row.openedAt, stop) else { return false }
        return row.strategyID != "unknown" || row.doubt?.isVoid != true
      }
    }
    // An order of a signal that was accepted at that moment can come after a pause.
    let isPausedOnly = stops.allSatisfy { $0.kind == .pause }
    let hasQueue =
      snapshot.metrics.value?.lastMinute?.ordersCreated == nil || RetryQueue.sentAgain(snapshot.metrics.value) != nil
    let broken =
      isPausedOnly && !hasQueue
      ? nil
      : stops.first { stop in
        isAfter(last, stop) || !opened(after: stop).isEmpty || !made(after: stop).isEmpty
      }
    if let stop = broken {
      let later = made(after: stop)
      self.stop = stop
      self.opened = opened(after: stop)
      lastOrderAt = [last, later.compactMap(\.createdAt).max()].compactMap(\.self).max().flatMap {
        $0 > stop.at ? $0 : nil
      }
      let made = stop.ordersMade.flatMap { before in
        snapshot.metrics.value?.session?.ordersCreated.map { max(0, $0 - before) }
      }
      let known = snapshot[.orders(.all)].value == nil ? max(made ?? 0, later.count) : later.count
      orders = known > 0 ? known : nil
      orderedNotional = later.isEmpty ? nil : later.compactMap(\.notional).reduce(0, +)
      age = lastOrderAt.map { DiagnosisFormat.seconds(from: $0, to: now) }
      let latest = lastOrderAt ?? self.opened.compactMap(\.openedAt).max()
      isGoingOn = latest.map { DiagnosisFormat.isWithin(Self.quiet, $0, now) } ?? false
      evidence = signs(stop, snapshot)
      return
    }
    // Counters have no times: they count where no stop has one, and show that orders are sent again, not since when.
    // They go on over a restart, so an engine whose start could not be read may have made none of those orders.
    guard snapshot.isTradingStopped, !snapshot.equityHistory.isAsked || snapshot.equityHistory.value != nil,
      stops.allSatisfy(\.isSeenLate), let queue = RetryQueue(snapshot),
      (queue.lastOrderAt ?? now - Self.counted) > snapshot.stops.startedAt ?? .distantPast
    else { return nil }
    stop = stops.last
    isSince = false
    orders = queue.orders
    lastOrderAt = queue.lastOrderAt
    age = queue.lastOrderAt.map { DiagnosisFormat.seconds(from: $0, to: now) }
    isGoingOn = true
    evidence = [.init("/trading/metrics", queue.message, value: Decimal(queue.orders), age: age)]
  }

  private func signs(_ stop: StopMoment, _ snapshot: EngineSnapshot) -> [Gate.Evidence] {
    var signs = [
      Gate.Evidence(
        stop.source, "\(stop.kind.message) \(EngineTime.shortest(stop.at))\(stop.isSeenLate ? " or before" : "")")
    ]
    if let lastOrderAt {
      signs.append(.init("/trading/metrics", "last_order_ts \(EngineTime.shortest(lastOrderAt))", age: age))
    }
    if let orders, snapshot[.orders(.all)].value != nil {
      signs.append(.init("/orders", "\(Figures.counted(orders, "order")) made since", value: Decimal(orders)))
    }
    if !opened.isEmpty {
      signs.append(.init("/trading/state", "opened since: \(openedNames)", value: Decimal(opened.count)))
    }
    return signs
  }

  /// Value of the positions that were opened since, at their mark prices (USDT); `nil` when one is not known.
  public var openedNotional: Decimal? { opened.map(\.notional).wholeSum }

  private var openedNames: String { Figures.listed(opened.map(\.nameText), most: 4) }

  /// One or two sentences for people, without a full stop at the end.
  public var message: String {
    let since =
      stop.map { stop in
        isSince
          ? " since the \(stop.kind.message)\(stop.isSeenLate ? " first seen" : "") at \(EngineTime.clock(stop.at))"
          : " under the \(stop.kind.message)"
      } ?? " although trading is stopped"
    let last = age.map { age in
      let more = isGoingOn && age > Self.usualWait ? ", and the next can come until \(Self.quiet)s after it" : ""
      return "the last one \(DiagnosisFormat.span(age)) ago\(more)"
    }
    let count = [orders.map { Figures.counted($0, "order") }, last].compactMap(\.self).joined(separator: ", ")
    let told = count.isEmpty ? "" : ": \(count)"
    var words =
      !isGoingOn
      ? "Orders were made\(since)\(told), and none after that"
      : isSince ? "ORDERS ARE STILL MADE\(since)\(told)" : "UNFILLED ORDERS ARE SENT AGAIN\(since)\(told)"
    if !opened.isEmpty {
      let value = openedNotional.map { " of \(Figures.money($0)) USDT" } ?? ""
      words += "; \(Figures.counted(opened.count, "position"))\(value) opened since: \(openedNames)"
    }
    return words
  }
}

extension Position {
  /// `BTCUSDT long`, for lists of several.
  var nameText: String { "\(symbol) \(sideText)" }
}

extension Order {
  /// Price times size (USDT); `nil` when one of them is not known.
  var notional: Decimal? { size.flatMap { size in (price ?? averageFillPrice).map { size * $0 } } }
}

extension EngineSnapshot {
  /// The stops of trading that hold in this engine object, oldest first, with their times by the engine's clock.
  var holdingStops: [StopMoment] {
    memoized("holding stops") {
      var found = RememberedEngine()
      for stop in remembered.stops where !stop.kind.endsEngine { found.add(stop) }
      for stop in stopsSeen { found.add(stop) }
      let start = stops.startedAt ?? .distantPast
      return found.stops.filter { stop in
        // The first point of the history, which dates the start, is written within a second of it.
        guard stop.at > start - 1 else { return false }
        switch stop.kind {
        case .killSwitch where killSwitch.value?.isTriggered == true: return true
        case .emergency, .killSwitch, .latch: return !hasPassed(stop)
        case .governor: return governor.value.map { $0.state == .hardStop } ?? !hasPassed(stop)
        // Signals can be accepted in spite of a pause; then their orders show no queue.
        case .pause: return engineState == .paused && !hasPassed(stop)
        case .engineStop, .engineKill: return false
        }
      }
    }
  }

  /// Whether a signal got past the check for stops after this one.
  private func hasPassed(_ stop: StopMoment) -> Bool {
    passedStopsAt.map { $0 >= stop.at + StopEvidence.inFlight } ?? false
  }

  /// Whether something stops all signals now, as far as is known.
  var areSignalsStopped: Bool {
    killSwitchTruth.blocksTrading || governor.value?.state == .hardStop || stops.finding.isStop
      || holdingStops.contains { $0.kind != .pause }
  }

  /// Whether something stops signals now, or a pause was ordered, as far as is known.
  var isTradingStopped: Bool {
    areSignalsStopped || engineState == .paused
  }

  /// Orders with their times: all that the engine lists where that was read, else those of `/trading/state`.
  fileprivate var orderRows: [Order] {
    if let all = self[.orders(.all)].value { return all.elements }
    return (state.value?.openOrders ?? []) + (state.value?.recentFills ?? [])
  }
}
