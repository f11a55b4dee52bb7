/// Tells what became of a signal that was to place an order: what the gates decided, and which order belongs to it.
/// Other orders of the same symbol may be older, from another console, or from the router, which sends an unfilled
/// order again under a new id (docs/engine.md 4.8).
struct PlacedOrder {
  var ticket: OrderTicket
  /// Size that was asked for, in base units.
  var size: Decimal
  var evidence: OperationStep.Evidence

  /// An order that stands for so long (seconds) stays: the time-out cancels others within a fraction of a second.
  private static let standing: TimeInterval = 2
  /// How far clocks inside the engine may differ (seconds).
  private static let slack: TimeInterval = 2

  func finding() -> StepFinding {
    let fitting = EngineOperation.newDecisions(evidence).filter {
      $0.strategyID == "test_api" && $0.symbol == ticket.symbol && $0.side == ticket.side
    }
    // A decision does not name the call that it is about. A size that was asked for elsewhere is not this one.
    let mine = fitting.filter { $0.size == nil || isAsked($0) }
    guard let decision = mine.first ?? fitting.first else {
      return .pending("the engine has not decided about the signal", advice: .query(.why))
    }
    guard mine.count < 2, mine.count == 1 || fitting.count == 1 else { return ambiguous(fitting) }
    guard evidence.elapsed >= Self.company else {
      return .pending("whether another command asked for the like at the same time is not known yet", advice: orders)
    }
    let code = decision.reasonCodes.first ?? decision.outcomeText
    guard decision.outcome == .create else {
      return .refused(
        "the engine's gates refused the signal: \(code), \(Reason.meaning(code))", advice: .query(.why))
    }
    guard let order = own(decision) else {
      return .pending(
        "accepted, and no order of it is listed: the router may have refused it, which it tells nobody",
        advice: orders)
    }
    return judged(order, decision)
  }

  /// For how long (seconds) a second decision is waited for that would fit as well: another command that was sent at the
  /// same time is decided about within a fraction of a second.
  private static let company = Duration.seconds(1)

  /// How far (a fraction) a size may be from the one that was asked for, as sizes are rounded.
  private static let rounding = Decimal(sign: .plus, exponent: -3, significand: 2)

  private var orders: NextStep { .query(.orders, options: .status("all"), .symbol(ticket.symbol)) }

  private func isAsked(_ decision: Decision) -> Bool {
    decision.size.map { abs($0 - size * decision.sizeFactor) <= size * Self.rounding } ?? false
  }

  /// Several decisions fit, so none of them proves anything about this call.
  private func ambiguous(_ decisions: [Decision]) -> StepFinding {
    let found = decisions.map { decision in
      [decision.outcomeText, decision.reasonCodes.first, decision.size.map { "size \(Figures.quantity($0))" }]
        .compactMap(\.self).joined(separator: " ")
    }
    return .contrary(
      "\(decisions.count) decisions fit, as another command asked for the like at the same time: "
        + "\(Figures.listed(found, most: 4)); which of them is about this call cannot be told", advice: orders)
  }

  private var state: TradingState? { evidence.after.state.value }

  /// The order of this side, symbol and nearest size that was not there before and is not older than the decision.
  private func own(_ decision: Decision) -> Order? {
    let before = evidence.before
    let stateBefore = before.state.value
    let listedBefore = (before.orders.value?.elements ?? [])
    let known = Set(
      (listedBefore + (stateBefore?.openOrders ?? []) + (stateBefore?.recentFills ?? [])).compactMap(\.id))
    let details = (state?.openOrders ?? []) + (state?.recentFills ?? [])
    let listed = evidence.after.orders.value?.elements ?? []
    let byID = Dictionary(details.map { ($0.id ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    let candidates = (listed + details).filter { order in
      order.strategyID == "test_api" && order.symbol == ticket.symbol && order.side == ticket.side
        && order.id.map { !known.contains($0) } == true && isOfThis(order, decision)
        && isOfThis(byID[order.id ?? ""] ?? order, decision)
    }
    let wanted = decision.size ?? size
    let nearest = candidates.min { abs(($0.size ?? 0) - wanted) < abs(($1.size ?? 0) - wanted) }
    return nearest.map { order in byID[order.id ?? ""].map(order.completed(by:)) ?? order }
  }

  /// Whether the order can come from this signal, by its time and size. The engine scales and rounds sizes.
  private func isOfThis(_ order: Order, _ decision: Decision) -> Bool {
    let size = order.size ?? self.size
    guard size * 3 >= self.size, size <= self.size * 2 else { return false }
    guard let decided = decision.at else { return true }
    let earliest = decided.addingTimeInterval(-Self.slack)
    if let created = order.createdAt, created < earliest { return false }
    // An order that is sent again has a new id and a new time, but the id of its signal still ends with the signal's
    // time.
    let signalled = order.signalID?.split(separator: "_").last.flatMap { EngineTime.parse(String($0)) }
    return signalled.map { $0 >= earliest } ?? true
  }

  private func judged(_ order: Order, _ decision: Decision) -> StepFinding {
    let (label, watch) = (order.id.map { "order \($0)" } ?? "the order", orders)
    let filled = order.filledSize ?? 0
    switch order.status {
    case .cancelled, .rejected:
      let part =
        filled > 0
        ? "after \(Figures.quantity(filled)) of \(sizeWords(order, decision)) had filled"
        : "unfilled; the router may send it again under another id"
      return .contrary("\(label) (\(kind(order))) is \(order.statusText) already, \(part)", advice: watch)
    case .filled: break
    case .pending, .placed, .partiallyFilled, .unknown, nil:
      guard isStanding(order) else {
        return .pending(
          "\(label) is \(order.statusText) for less than 2 s: it may be cancelled at once", advice: watch)
      }
    }
    for (wanted, got, name) in [
      (ticket.takeProfit, order.takeProfit, "target"), (ticket.stopLoss, order.stopLoss, "stop"),
    ] {
      guard let wanted, wanted != got else { continue }
      return .contrary(
        "\(label) is \(order.statusText), and its \(name) is \(got.map(Figures.price) ?? "not known"), not "
          + Figures.price(wanted),
        advice: "watch it yourself: \(.query(.position, ticket.symbol))")
    }
    let words = "\(label) (\(kind(order))) is \(order.statusText), size \(sizeWords(order, decision))"
    return isExpected(order.size, decision) ? .seen(words) : .contrary(words, advice: watch)
  }

  /// Whether it has the size that was asked for, or one to which the decision about it says that it changed that.
  private func isExpected(_ got: Decimal?, _ decision: Decision) -> Bool {
    got.map { abs($0 - size * decision.sizeFactor) <= size * Self.rounding } ?? false
  }

  /// Whether the order has stood long enough, by the engine's own clock where it tells the time.
  private func isStanding(_ order: Order) -> Bool {
    guard let now = state?.at, let created = order.createdAt else { return evidence.elapsed >= .seconds(2) }
    return now.timeIntervalSince(created) >= Self.standing
  }

  private func kind(_ order: Order) -> String {
    switch order.type {
    case "MARKET": "at market"
    case "LIMIT": "limit" + (order.price.map { " \(Figures.price($0))" } ?? "")
    default: "limit or market is not told"
    }
  }

  private func sizeWords(_ order: Order, _ decision: Decision) -> String {
    guard let got = order.size else { return "not told" }
    if got == size { return Figures.quantity(got) }
    let asked = "not \(Figures.quantity(size)) as asked"
    guard decision.sizeFactor != 1, isExpected(got, decision) else { return "\(Figures.quantity(got)), \(asked)" }
    return "\(Figures.quantity(got)), \(asked): the engine's own factor is \(Figures.quantity(decision.sizeFactor))"
  }
}
