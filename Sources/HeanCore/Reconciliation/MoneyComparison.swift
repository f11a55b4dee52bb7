/// Compares figures of the engine with their parts (docs/engine.md 2.10, 4.7).
struct MoneyComparison {
  var snapshot: EngineSnapshot

  private var truth: EquityTruth { snapshot.equityTruth }

  func equity() -> Comparison {
    let truth = truth
    if let idle = BookComparison.idle(snapshot) { return .notCompared(.equity, idle) }
    guard truth.distortion != .unknown, truth.verdict != .unknown, let own = truth.internalEquity,
      let sum = truth.computedEquity
    else { return .notCompared(.equity, truth.because) }
    let isExchange = truth.isExchange == true
    let shown = truth.shown
    let places = [
      isExchange
        ? truth.reported.map {
          Comparison.Place("the exchange, by /engine/status", Figures.money($0), isLikelier: true)
        }
        : nil,
      Comparison.Place("the engine's own, by /risk/status", Figures.money(own), isLikelier: shown == own),
      Comparison.Place(
        "initial + realized + unrealized - fees", Figures.money(sum),
        isLikelier: !isExchange && shown == sum && own != sum),
    ].compactMap(\.self)
    // What the exchange says against the books is told by `exchange`.
    guard truth.distortion != .none else {
      return Comparison(
        .equity, .agrees, "equity \(Figures.money(own)) is the sum of its parts", places: places.map(\.unmarked))
    }
    let isBent = truth.distortion == .positions
    return Comparison(
      .equity, isBent ? .explained : .disagrees,
      "the engine's own equity is \(Figures.signed(own - sum)) off the sum of its parts", places: places,
      reason:
        "the engine's own is \(truth.distortionText); governor and, on paper, kill switch look at it all the same",
      worth: abs(own - sum), nextStep: isBent ? nil : .query(.account))
  }

  func unrealized() -> Comparison? {
    if let idle = BookComparison.idle(snapshot) { return .notCompared(.unrealized, idle) }
    guard let told = snapshot.engine?.unrealizedPnL else {
      return .notCompared(.unrealized, "/engine/status did not tell it")
    }
    guard let rows = snapshot.openPositions else { return .notCompared(.unrealized, "the positions are not known") }
    guard let sum = rows.map(\.unrealizedPnL).wholeSum else {
      return .notCompared(.unrealized, "not every position tells its PnL")
    }
    // The two answers are of two moments, between which prices moved.
    let notional = rows.compactMap(\.notional).reduce(0, +)
    let places = [
      Comparison.Place("/engine/status", Figures.signed(told)),
      Comparison.Place("sum over /orders/positions", Figures.signed(sum)),
    ]
    guard abs(told - sum) > max(.cent * 5, notional / 200) else {
      return Comparison(.unrealized, .agrees, "unrealized PnL \(Figures.signed(told))", places: places)
    }
    return Comparison(
      .unrealized, .disagrees, "the status and the positions differ by \(Figures.signed(told - sum))",
      places: [places[0], Comparison.Place(places[1].source, places[1].value, isLikelier: true)],
      reason: "each row can be checked against its price, and the sum of the status cannot", worth: abs(told - sum),
      nextStep: .query(.positions))
  }

  /// A list of closed positions that is whole, as far as the engine lists any.
  private struct Closed {
    var source: String
    var rows: [Position]

    var sum: Decimal? { rows.map(\.realizedPnL).wholeSum }
    var ghosts: Int { rows.count(where: \.isGhost) }
  }

  /// How far back `/trading/history` is asked for, in items of all kinds.
  private static let longest = 500

  /// The lists of closed positions that are not cut off.
  private var lists: [Closed] {
    var lists: [Closed] = []
    if snapshot.longHistory.isAsked, let history = snapshot.history.value, history.count < Self.longest,
      let rows = history.closedForSure
    {
      lists.append(Closed(source: "/trading/history", rows: rows))
    }
    if let journal = snapshot[.journal].value, !journal.isFull {
      lists.append(Closed(source: "/journal/trades", rows: journal.trades))
    }
    return lists
  }

  private static let cut = "neither /trading/history nor /journal/trades came whole"
  private static let known =
    "the lists lose true closes and name dropped positions as trades of 0, so nothing is concluded from them alone"

  func realized() -> Comparison? {
    if let idle = BookComparison.idle(snapshot) { return .notCompared(.realized, idle) }
    guard let told = snapshot.engine?.realizedPnL else {
      return .notCompared(.realized, "/engine/status did not tell it")
    }
    let sums = lists.compactMap { list in list.sum.map { (list, $0) } }
    guard !sums.isEmpty else { return .notCompared(.realized, Self.cut) }
    func places(isOff: Bool) -> [Comparison.Place] {
      [Comparison.Place("/engine/status", Figures.signed(told), isLikelier: isOff)]
        + sums.map { list, sum in
          Comparison.Place(list.source, "\(Figures.signed(sum)) in \(Figures.counted(list.rows.count, "trade"))")
        }
    }
    let most = sums.map(\.0.rows.count).max() ?? 0
    let tolerance = max(.cent * Decimal(max(5, most)), abs(told) / 1000)
    let off = sums.map(\.1).max { abs(told - $0) < abs(told - $1) } ?? told
    guard abs(told - off) > tolerance else {
      return Comparison(
        .realized, .agrees, "realized PnL \(Figures.signed(told)) is the sum of \(Figures.counted(most, "trade"))",
        places: places(isOff: false))
    }
    let booked = snapshot.isAtExchange ? "; what was booked is at the engine's prices, not at the fills" : ""
    return Comparison(
      .realized, .explained, "a list of closed positions is \(Figures.signed(off - told)) off what was booked",
      places: places(isOff: true), reason: Self.known + booked, worth: abs(told - off), nextStep: .query(.trades))
  }

  /// Whether the counters, which live as long as the process, are of this engine object; `nil` when that is not known.
  private var areCountersOfThisObject: Bool? {
    guard let started = snapshot.equityHistory.value?.startedAt, let reading = snapshot.metrics.reading,
      let uptime = reading.value.uptimeSeconds
    else { return nil }
    let process = (snapshot.state.value?.at ?? reading.receivedAt + snapshot.clockOffset) - uptime.double
    return started.timeIntervalSince(process) < Self.longestStart
  }

  /// How long (seconds) the first start of an engine in its process takes at most.
  private static let longestStart: TimeInterval = 120

  private func counterGap(_ topic: Comparison.Topic) -> Comparison? {
    if let idle = BookComparison.idle(snapshot) { return .notCompared(topic, idle) }
    guard snapshot.metrics.value?.session != nil else {
      return .notCompared(topic, "/trading/metrics: \(snapshot.metrics.error?.shortText ?? "no counters")")
    }
    switch areCountersOfThisObject {
    case true?: return nil
    case false?: return .notCompared(topic, "counters go on over a restart of the engine, and lists do not")
    case nil: return .notCompared(topic, "whether the counters are of this engine object is not told")
    }
  }

  func closes() -> Comparison? {
    if let gap = counterGap(.closes) { return gap }
    guard let counted = snapshot.metrics.value?.session?.positionsClosed else {
      return .notCompared(.closes, "/trading/metrics did not count them")
    }
    let lists = lists
    guard !lists.isEmpty else { return .notCompared(.closes, Self.cut) }
    func places(isOff: Bool) -> [Comparison.Place] {
      [Comparison.Place("/trading/metrics", "\(counted) counted", isLikelier: isOff)]
        + lists.map { list in
          let drops = list.ghosts > 0 ? ", \(list.ghosts) of them dropped" : ""
          return Comparison.Place(list.source, "\(list.rows.count) listed\(drops)")
        }
    }
    guard let off = lists.first(where: { $0.rows.count != counted }) else {
      return Comparison(.closes, .agrees, Figures.counted(counted, "closed position"), places: places(isOff: false))
    }
    return Comparison(
      .closes, .explained, "\(counted) closed by the engine's counter, \(off.rows.count) listed",
      places: places(isOff: true),
      reason: "the counter counts every announcement, drops too; the lists lose true closes", nextStep: .query(.trades))
  }

  func fills() -> Comparison? {
    if let gap = counterGap(.fills) { return gap }
    guard !snapshot.isAtExchange else {
      return .notCompared(.fills, "at an exchange the engine enters neither fills nor cancels in its list of orders")
    }
    guard let counted = snapshot.metrics.value?.session?.ordersFilled else {
      return .notCompared(.fills, "/trading/metrics did not count them")
    }
    let all = snapshot[.orders(.all)]
    guard let orders = all.value, orders.unread == 0 else {
      return .notCompared(.fills, "/orders: \(all.error?.shortText ?? "not every row can be read")")
    }
    let listed = orders.count { $0.status == .filled || $0.status == .partiallyFilled }
    let places = [
      Comparison.Place("/trading/metrics", "\(counted) counted"), Comparison.Place("/orders", "\(listed) listed"),
    ]
    // A dry run counts each fill twice, and a part of an order is a fill of its own.
    guard counted < listed else {
      return Comparison(
        .fills, .agrees, "\(Figures.counted(counted, "fill")) counted for \(Figures.counted(listed, "filled order"))",
        places: places)
    }
    return Comparison(
      .fills, .disagrees, "\(Figures.counted(counted, "fill")) counted for \(Figures.counted(listed, "filled order"))",
      places: [places[0], Comparison.Place(places[1].source, places[1].value, isLikelier: true)],
      reason:
        "/orders names each one; the counter lives as long as the engine's process and should have as many at least",
      nextStep: .query(.orders, options: .status("all")))
  }
}
