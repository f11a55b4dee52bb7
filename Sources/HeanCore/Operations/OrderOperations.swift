/// Operations on positions and orders.
extension EngineOperation {
  private static func requireRunning(_ title: String, _ snapshot: EngineSnapshot) -> OperationPlan? {
    if snapshot.isRunning == true { return nil }
    let state = snapshot.engineState?.rawValue ?? "not known"
    return .refused(
      title, "the engine is not running (\(state)): it lists nothing, and nothing can be done through it",
      // A start closes nothing, and lets strategies trade: whoever wants out is not led there.
      next: snapshot.mode.isPaper ? .query(.why) : "look at the exchange itself, or: \(.query(.why))")
  }

  private static let refusalCaveat: NextStep =
    "the engine answers 'closed' even when the exchange refused; hean looks again"

  static func isDryRun(_ snapshot: EngineSnapshot) -> Bool { snapshot.engine?.isDryRun == true }

  /// Parts that the proof of a close needs. A dry run has no fills, so their counters are not read.
  private static func proofParts(_ snapshot: EngineSnapshot) -> Set<SnapshotPart> {
    isDryRun(snapshot) ? ClosingProof.parts.subtracting([.metrics]) : ClosingProof.parts
  }

  /// `positions.close`: closes single positions. At an exchange the engine sends reduce-only market orders.
  /// - Parameter names: position ids, unique beginnings of them, or symbols; a symbol means all positions in it.
  public static func closePositions(_ names: [String]) -> EngineOperation {
    EngineOperation(.closePositions, .severe, .exit, sees: ClosingProof.parts.union([.heldPrices(names)])) {
      snapshot throws(EngineError) in
      let title = "close \(names.joined(separator: ", "))"
      if let plan = requireRunning(title, snapshot) { return plan }
      let listed = try required(snapshot.positions).elements
      var chosen: [Position] = []
      var together: [String] = []
      var named: Set<String> = []
      for name in names where named.insert(name.lowercased()).inserted {
        let found: [Position]
        do throws(EngineError) {
          found = try Lookup.positions(name, in: listed)
        } catch {
          if let plan = onlyThere(name, title, snapshot) { return plan }
          throw error
        }
        if found.count > 1 { together.append("\(found.count) positions go by '\(name)': each of them is closed") }
        chosen += found.filter { position in !chosen.contains { key($0) == key(position) } }
      }
      var plan = closing(chosen, "close \(chosen.map(name).joined(separator: ", "))", snapshot)
      plan.consequences = together + plan.consequences
      plan.steps = chosen.map { position in
        // An older engine sends no id: the symbol has to serve.
        let request =
          position.id.map { ControlRequest.close(position: $0, snapshot.mode) } ?? .close(symbol: position.symbol)
        let isOneOfSeveral = chosen.count { $0.symbol == position.symbol } > 1
        let step = name(position) + (isOneOfSeveral ? position.id.map { " (\($0))" } ?? "" : "")
        return OperationStep(step, request, checkWith: .query(.positions), sees: proofParts(snapshot)) { evidence in
          guard let open = evidence.after.openPositions else { return .pending("the list of positions did not come") }
          return closed([position], evidence, stillOpen: open)
        }
      }
      return plan
    }
  }

  /// `positions.close-all`: closes every position, in one call. The engine cancels its open orders with it.
  public static var closeAllPositions: EngineOperation {
    EngineOperation(
      .closeAllPositions, .severe, .stop,
      sees: ClosingProof.parts.union([.openOrders, .closed, .risk, .equityHistory, .heldPrices([])])
    ) {
      snapshot throws(EngineError) in
      let title = "close every position"
      if let plan = requireRunning(title, snapshot) { return plan }
      let open = try required(snapshot.positions).elements
      guard !open.isEmpty else { return nothingListed(title, snapshot) }
      var plan = closing(open, title, snapshot)
      if let orders = snapshot.openOrders, !orders.isEmpty {
        plan.consequences.append("\(orders.count) open orders are cancelled in the engine's books")
      }
      plan.binding = []
      plan.steps = [
        OperationStep(
          Figures.counted(open.count, "position"), .closeAll, checkWith: .query(.positions), sees: proofParts(snapshot)
        ) { evidence in
          guard let now = evidence.after.openPositions else { return .pending("the list of positions did not come") }
          return closed(open, evidence, stillOpen: now)
        }
      ]
      return plan
    }
  }

  /// The plan when no position is listed. A position that the engine dropped, or counts beside its list, cannot be
  /// closed through it; the plan says so.
  private static func nothingListed(_ title: String, _ snapshot: EngineSnapshot) -> OperationPlan {
    var plan = OperationPlan.unchanged(title, "the engine lists no open position")
    let check = EmptyCheck(snapshot, before: snapshot.seenAt)
    let exchange = heldWhileNothingListed(snapshot)
    switch check.doubt(listed: 0) {
    case nil:
      if snapshot.bookJoin?.all.isEmpty == false { plan.doubt = "the engine holds none in its books" + exchange }
    case .vanished(let dropped):
      plan.doubt =
        "the engine holds none in its books, but dropped \(Figures.counted(dropped.count, "position")) without a fill "
        + "(\(EngineOperation.names(dropped)))\(exchange)"
    case let doubt?: plan.doubt = doubt.message + exchange
    }
    return plan
  }

  /// Warnings about mark prices that are older than those of a live feed: the value of the position is made from them.
  private static func oldPrices(_ positions: [Position], _ snapshot: EngineSnapshot) -> [NextStep] {
    Set(positions.map(\.symbol)).sorted().compactMap { symbol in
      guard let answer = snapshot.tickers[symbol] else { return nil }
      guard let age = answer.reading?.priceAge else { return "how old the mark price of \(symbol) is, is not known" }
      return age > Ticker.staleAfter ? "the mark price of \(symbol) is \(Spans.text(age)) old" : nil
    }
  }

  private static func closing(_ positions: [Position], _ title: String, _ snapshot: EngineSnapshot) -> OperationPlan {
    var plan = OperationPlan(title)
    for position in positions {
      let mark = position.markPrice.map(Figures.price) ?? "a price that is not known"
      plan.change(
        position.symbol, "\(position.sideText) \(position.sizeText) at \(mark)",
        isDryRun(snapshot) ? "closed at the last price" : "closed at market")
    }
    // A plan token wants sizes and sides unchanged; prices may move.
    plan.facts = positions.map { "\(key($0)) \($0.sideText) \($0.size ?? 0)" }.sorted()
    plan.prices = positions.sorted { key($0) < key($1) }.compactMap(\.markPrice)
    // Prices do not bind: a position that stays open while its price falls only loses more.
    plan.binding = positions.map { "\(name($0))\($0.id.map { " (\($0))" } ?? "")" }
    let unrealized = positions.compactMap(\.unrealizedPnL).reduce(0, +)
    plan.consequences = [
      isDryRun(snapshot)
        ? "about \(Figures.signed(unrealized)) USDT is realized, before fees; paper trading (dry run) sends no order"
        : "reduce-only market orders realize about \(Figures.signed(unrealized)) USDT, before fees and slippage"
    ]
    plan.warnings = closingWarnings(positions, snapshot)
    plan.caveats = oldPrices(positions, snapshot) + [refusalCaveat]
    return plan
  }

  /// `orders.cancel`: cancels single orders, in the engine's books only (docs/engine.md 2.2).
  /// - Parameter ids: order ids or unique beginnings of them.
  public static func cancelOrders(_ ids: [String]) -> EngineOperation {
    EngineOperation(.cancelOrders, .ordinary, sees: [.allOrders, .exchange]) { snapshot throws(EngineError) in
      let title = "cancel \(ids.joined(separator: ", "))"
      if let plan = requireRunning(title, snapshot) { return plan }
      let listed = try required(snapshot.orders).elements
      var plan = OperationPlan(title)
      for id in ids {
        let order = try Lookup.order(id, in: listed)
        guard let orderID = order.id, !plan.facts.contains(where: { $0.hasPrefix(orderID + "=") }) else { continue }
        guard order.isOpen else {
          plan.unchanged.append("\(orderID) is \(order.statusText) already")
          continue
        }
        plan.change(orderID, "\(describe(order)), \(order.statusText)", "cancelled in the engine's books")
        plan.steps.append(
          OperationStep(orderID, .cancel(order: orderID), checkWith: .query(.order, orderID)) { evidence in
            cancelled([order], evidence)
          })
      }
      plan.caveats = cancelCaveats(snapshot.mode)
      return plan
    }
  }

  /// `orders.cancel-all`: cancels every open order, in the engine's books only (docs/engine.md 2.2).
  public static var cancelAllOrders: EngineOperation {
    EngineOperation(.cancelAllOrders, .severe, .stop, sees: [.allOrders, .exchange]) { snapshot throws(EngineError) in
      let title = "cancel every open order"
      if let plan = requireRunning(title, snapshot) { return plan }
      let open = try required(snapshot.orders).elements.filter(\.isOpen)
      guard !open.isEmpty else { return .unchanged(title, "the engine lists no open order") }
      var plan = OperationPlan(title)
      for order in open {
        plan.change(
          order.id ?? order.symbol, "\(describe(order)), \(order.statusText)", "cancelled in the engine's books")
      }
      plan.facts = open.map { $0.id ?? $0.symbol }.sorted()
      plan.binding = []
      plan.caveats = cancelCaveats(snapshot.mode)
      plan.steps = [
        OperationStep(
          "\(open.count) orders", .cancelAll(snapshot.mode), checkWith: .query(.orders, options: .status("open"))
        ) {
          evidence in
          cancelled(open, evidence)
        }
      ]
      return plan
    }
  }

  private static func describe(_ order: Order) -> String {
    let price = order.price.map { " at \(Figures.price($0))" } ?? ""
    var filled = ""
    if let done = order.filledSize, let size = order.size, done > 0 {
      filled = " (\(Figures.quantity(done)) filled, \(Figures.quantity(max(0, size - done))) left)"
    }
    return "\(order.symbol) \(order.sideText) \(order.sizeText)\(price)\(filled)"
  }

  private static func cancelCaveats(_ mode: OperatingMode) -> [NextStep] {
    ["cancel is local only: the exchange is never told, and the router forgets that it meant to cancel"]
      + (mode.reachesExchange ? ["an order that is cancelled here can still fill there"] : [])
  }

  private static func cancelled(_ wanted: [Order], _ evidence: OperationStep.Evidence) -> StepFinding {
    guard evidence.after.isRunning == true, let now = evidence.after.orders.value?.elements else {
      return .pending("the list of orders did not come")
    }
    let byID = Dictionary(now.map { ($0.id ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    let open = wanted.filter { byID[$0.id ?? ""]?.isOpen == true }
    guard open.isEmpty else {
      return .pending(
        "still open: \(open.compactMap(\.id).joined(separator: ", "))",
        advice: .query(.orders, options: .status("open")))
    }
    let filled = wanted.filter { order in
      guard let now = byID[order.id ?? ""] else { return false }
      return now.status == .filled || (now.filledSize ?? 0) > (order.filledSize ?? 0)
    }
    guard filled.isEmpty else {
      return .contrary(
        "filled before it could be cancelled: \(filled.compactMap(\.id).joined(separator: ", "))",
        advice: .query(.positions))
    }
    guard evidence.after.mode.reachesExchange else {
      return .seen("cancelled in the engine's books, which fills on paper")
    }
    if let join = evidence.after.orderJoin, join.at > evidence.before.seenAt {
      let ids = Set(wanted.compactMap(\.id))
      let resting = join.resting.filter { ids.contains($0.id) || $0.linkID.map(ids.contains) ?? false }
      let time = EngineTime.clock(join.at)
      guard resting.isEmpty else {
        return .contrary(
          "cancelled in the engine's books only; it rests at the exchange, by its own list at \(time): "
            + Figures.listed(resting.map(\.nameText), most: 8), advice: "cancel it at the exchange itself")
      }
      // An id that never stood there proves nothing by its absence; what rests of the symbol may be the order.
      let known = Set((evidence.before.orderJoin?.resting ?? []).flatMap { [$0.id, $0.linkID ?? ""] })
      let unknown = wanted.filter { order in order.id.map { !known.contains($0) } ?? true }.map(\.symbol)
      let others = join.resting.filter { unknown.contains($0.symbol) }
      guard others.isEmpty else {
        return .contrary(
          "cancelled in the engine's books only; what rests of the symbol at the exchange may be it, by its own list at "
            + "\(time): \(Figures.listed(others.map(\.nameText), most: 8))", advice: "cancel it at the exchange itself")
      }
      let filled = wanted.map(\.symbol).withoutDuplicates.filter { symbol in
        evidence.before.bookJoin?.held(symbol) != evidence.after.bookJoin?.held(symbol)
      }
      guard filled.isEmpty else {
        let held = filled.map { "\($0) \(BookJoin.text(evidence.after.bookJoin?.held($0)))" }
        return .contrary(
          "it rests no more at the exchange, but what is held there has changed meanwhile, so it may have filled: "
            + held.joined(separator: "; "), advice: .query(.positions))
      }
      return .seen("cancelled, and it does not rest at the exchange, by its own list at \(time)")
    }
    return .contrary(
      "cancelled in the engine's books only; the exchange was not told", advice: "cancel it at the exchange itself")
  }

  /// The value of a part without which nothing can be planned; throws why it is missing.
  static func required<Value>(_ answer: Answered<Value>) throws(EngineError) -> Value {
    try answer.get().value
  }
}
