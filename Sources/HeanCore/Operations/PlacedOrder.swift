import Foundation

/// Tells what became of a signal that was to place an order: what the gates decided, and which order belongs to it.
/// Other orders of the same symbol may be older, from another console, or from the router, which sends an unfilled
/// order again under a new id (docs/engine.md 4.8).
struct PlacedOrder {
  var ticket: OrderTicket
  /// Size that was asked for, in base units.
  var size: Decimal
  var evidence: Step.Evidence

  /// An order that stands for so long (seconds) stays: the time-out cancels others within a fraction of a second.
  private static let standing: TimeInterval = 2
  /// How far clocks inside the engine may differ (seconds).
  private static let slack: TimeInterval = 2

  func finding() -> Finding {
    let mine = Operation.newDecisions(evidence).filter {
      $0.strategyID == "test_api" && $0.symbol == ticket.symbol && $0.side == ticket.side
    }
    guard let decision = mine.max(by: { ($0.at ?? .distantPast) < ($1.at ?? .distantPast) }) else {
      return .pending("the engine has not decided about the signal", advice: .query(.why))
    }
    let code = decision.reasonCodes.first ?? decision.outcomeText
    guard decision.outcome == .create else {
      return .refused(
        "the engine's gates refused the signal: \(code), \(Reason.meaning(code))", advice: .query(.why))
    }
    guard let order = own(decision) else {
      return .pending(
        "accepted, and no order of it is listed: the router may have refused it, which it tells nobody",
        advice: .query(.orders, options: .status("all"), .symbol(ticket.symbol)))
    }
    return judged(order)
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

  private func judged(_ order: Order) -> Finding {
    let (label, watch) = (
      order.id.map { "order \($0)" } ?? "the order",
      NextStep.query(.orders, options: .status("all"), .symbol(ticket.symbol))
    )
    let filled = order.filledSize ?? 0
    switch order.status {
    case .cancelled, .rejected:
      let part =
        filled > 0
        ? "after \(Figures.quantity(filled)) of \(sizeWords(order)) had filled"
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
    return .seen("\(label) (\(kind(order))) is \(order.statusText), size \(sizeWords(order))")
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

  private func sizeWords(_ order: Order) -> String {
    guard let got = order.size else { return "not told" }
    return Figures.quantity(got) + (got == size ? "" : ", not \(Figures.quantity(size)) as asked")
  }
}
