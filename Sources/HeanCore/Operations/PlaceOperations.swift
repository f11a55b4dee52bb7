/// Operations that place orders: refused on a stopped engine, and on one that is known to be live.
extension EngineOperation {
  private static func refusalIfStoppedOrLive(_ title: String, _ snapshot: EngineSnapshot) -> OperationPlan? {
    guard snapshot.isRunning == true else {
      return .refused(
        title,
        "the engine is not running (\(snapshot.engineState?.rawValue ?? "not known")): it would answer success to nobody",
        next: .operation(.engineStart))
    }
    guard snapshot.engine?.isDryRun != false else {
      return .refused(
        title, "this engine takes orders from outside only in dry run; it has no endpoint for a plain order",
        next: "place it at the exchange itself")
    }
    return nil
  }

  private static func unpriced(_ title: String, _ symbol: String) -> OperationPlan {
    .refused(title, "the engine has no price for '\(symbol)'", next: "check the symbol, e.g. BTCUSDT")
  }

  /// `orders.place`: asks the engine for an order. It publishes a signal, which its gates may refuse, and the size may
  /// differ (docs/engine.md 2.2). Refused when the engine does not run, or says that it is not in a dry run.
  public static func place(_ ticket: OrderTicket) -> EngineOperation {
    // Positions and risk are read to check equity, and with the governor and the signs of a stop they foretell a gate
    // that is closed.
    let parts: Set<SnapshotPart> = [
      .ticker(ticket.symbol), .allOrders, .decisions, .positions, .risk, .killSwitch, .governor, .latch,
    ]
    return EngineOperation(.placeOrder, .severe, sees: parts) { snapshot in
      let title = "place \(ticket.side.rawValue) \(ticket.symbol)"
      if let plan = refusalIfStoppedOrLive(title, snapshot) { return plan }
      guard let mark = snapshot.price(ticket.symbol) else { return unpriced(title, ticket.symbol) }
      let price = ticket.limit ?? mark
      let equity = snapshot.equityTruth(holding: snapshot.openPositions)
      if case .percent = ticket.size, ![.asIs, .computed].contains(equity.verdict) {
        let parts = equity.computedEquity.map { "; its parts come to \(Figures.money($0))" } ?? ""
        return .refused(
          title, "a percentage of equity cannot be reckoned: \(equity.because)\(parts)",
          next: "give the size itself with \(option: .size), or the money with \(option: .notional)")
      }
      guard let size = ticket.quantity(at: price, equity: equity.shown) else {
        return .refused(
          title, "the size comes out as zero, or equity is not known", next: "give it with \(option: .size)")
      }
      if let problem = ticket.levelProblem(at: price) { return .refused(title, problem, next: .query(.positions)) }
      var plan = placing(ticket, size, mark: mark, equity, title)
      plan.consequences +=
        PlaceBudget(ticket: ticket, size: size, price: price, equity: equity, snapshot: snapshot).lines
      plan.warnings =
        PlaceWarnings(ticket: ticket, size: size, mark: mark, equity: equity, snapshot: snapshot).all
      return plan
    }
  }

  private static func placing(
    _ ticket: OrderTicket, _ size: Decimal, mark: Decimal, _ equity: EquityTruth, _ title: String
  ) -> OperationPlan {
    let price = ticket.limit ?? mark
    var plan = OperationPlan(
      "\(title) \(Figures.quantity(size))"
        + (ticket.limit.map { " limit \(Figures.price($0))" } ?? ", price as the router chooses"))
    plan.change(ticket.symbol, "mark price \(Figures.price(mark))", "\(ticket.side.rawValue) \(Figures.quantity(size))")
    plan.facts = ["\(ticket.symbol) \(ticket.side.rawValue) \(ticket.limit.map { "\($0)" } ?? "market")"]
    plan.prices = [mark]
    plan.consequences = ["notional \(Figures.money(size * price)) USDT"] + ticket.levelWords(size: size, price: price)
    plan.caveats = [
      "the engine publishes a signal; its gates decide, and the size that is traded may differ",
      "an order stands for 45 s at most or a fraction of a second, as the router likes: there is no time in force",
    ]
    if case .percent(let percent) = ticket.size, let shown = equity.shown {
      plan.consequences.append("\(Figures.quantity(percent)) % of an equity of \(Figures.money(shown)) USDT")
      if equity.verdict == .computed {
        plan.caveats.append("equity is computed, \(Figures.money(shown)): \(equity.because)")
      }
    }
    if ticket.limit == nil {
      plan.caveats.append("the router may make a limit order of it; hean tells which it was")
    }
    if ticket.takeProfit != nil || ticket.stopLoss != nil {
      plan.caveats.append(
        "no field for a target or stop is documented: the engine may choose its own, and hean compares")
    }
    plan.steps = [
      OperationStep(
        "\(ticket.symbol) \(ticket.side.rawValue)", .place(ticket.members(size: size)),
        checkWith: .query(.orders, options: .status("all"), .symbol(ticket.symbol)), sees: [.allOrders, .decisions]
      ) { evidence in PlacedOrder(ticket: ticket, size: size, evidence: evidence).finding() }
    ]
    return plan
  }

  /// `orders.test-roundtrip`: opens and closes a position on paper, to test the engine.
  /// - Parameters:
  ///   - size: base units.
  ///   - percents: distances of target and stop, and how long to hold.
  public static func roundTrip(_ symbol: String, _ side: OrderSide, size: Decimal, percents: RoundTripLevels)
    -> EngineOperation
  {
    EngineOperation(.testRoundTrip, .ordinary, sees: [.ticker(symbol), .closed, .events]) { snapshot in
      let title = "trade \(symbol) \(side.rawValue) \(Figures.quantity(size)) there and back"
      if let plan = refusalIfStoppedOrLive(title, snapshot) { return plan }
      guard let mark = snapshot.price(symbol) else { return unpriced(title, symbol) }
      var plan = OperationPlan(title)
      plan.change(symbol, "mark price \(Figures.price(mark))", "opened and closed on paper")
      plan.prices = [mark]
      plan.caveats = [
        "it puts a made-up price into the engine's market data",
        "it answers ok even when nothing was opened; hean looks",
      ]
      let before = Set((snapshot.closedPositions ?? []).map(key))
      plan.steps = [
        OperationStep(
          "\(symbol) round trip",
          .roundTrip([
            "symbol": .string(symbol), "side": .string(side.rawValue), "size": .number(size),
            "take_profit_pct": .number(percents.takeProfit), "stop_loss_pct": .number(percents.stopLoss),
            "hold_timeout_sec": .number(percents.holdSeconds),
          ]), checkWith: .query(.positions, options: .symbol(symbol)), sees: [.closed, .events]
        ) { evidence in
          // The journal can lack a trade for good; its closing event does not.
          let told = evidence.newEvents.compactMap(ClosedEvent.init).filter {
            $0.symbol == symbol && $0.strategy == "test_roundtrip" && !$0.isGhost
          }
          let listed = (evidence.after.closedPositions ?? []).filter {
            $0.symbol == symbol && $0.strategyID == "test_roundtrip" && !before.contains(key($0))
          }
          let count = max(told.count, listed.count)
          guard count < 2 else {
            return .contrary(
              "\(count) round trips of \(symbol) are on record since, as another command asked for the like at the same "
                + "time; which of them is of this call cannot be told",
              advice: .query(.positions, options: .symbol(symbol)))
          }
          if let told = told.first { return .seen("opened and closed; realized \(Figures.signed(told.realized)) USDT") }
          guard let fresh = listed.first else {
            return .pending("no round trip is on record, whatever was answered", advice: .query(.why))
          }
          let realized = fresh.realizedPnL.map { "realized \(Figures.signed($0)) USDT" } ?? "realized PnL not known"
          return .seen("opened and closed; \(realized)")
        }
      ]
      return plan
    }
  }
}

/// Target, stop and holding time of a round-trip test.
public struct RoundTripLevels: Sendable {
  /// Distance of the target from the entry price, percent 0-100.
  public var takeProfit: Decimal
  /// Distance of the stop from the entry price, percent 0-100.
  public var stopLoss: Decimal
  /// Longest time to hold the position (seconds).
  public var holdSeconds: Decimal

  /// Levels in percent, and a time in seconds.
  public init(takeProfit: Decimal, stopLoss: Decimal, holdSeconds: Decimal) {
    self.takeProfit = takeProfit
    self.stopLoss = stopLoss
    self.holdSeconds = holdSeconds
  }
}
