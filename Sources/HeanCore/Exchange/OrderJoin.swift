/// The engine's open orders beside those that rest at the exchange.
///
/// A live engine takes the exchange's id of an order for its own; what it sent as the exchange's link id counts too.
package struct OrderJoin: Codable, Sendable, Equatable {
  package struct Resting: Codable, Sendable, Equatable {
    package var id: String
    /// The id that the sender gave it; `nil` without one.
    package var linkID: String?
    package var symbol: String
    package var side: OrderSide?
    /// Base units that can still fill; `nil` when it is not told.
    package var left: Decimal?
    /// Limit price, else the price at which it becomes active (USDT).
    package var price: Decimal?
    package var createdAt: Date?
    /// Whether it can only end a position: a stop or a target, or an order that makes it smaller.
    package var isExit: Bool
  }

  /// By the engine's id of the order: what the exchange has of it.
  package var verdicts: [String: BookJoin.Verdict]
  /// Everything that rests there.
  package var resting: [Resting]
  /// What rests there and is not open in the books.
  package var onlyThere: [Resting]
  package var at: Date

  /// - Parameter books: the orders that the engine lists as open; `nil` when they are not known.
  package init(books: [Order]?, exchange: [ExchangeOrder], at: Date) {
    self.at = at
    var left = exchange.filter { !$0.hasEnded }
    resting = left.map(Resting.init)
    var verdicts: [String: BookJoin.Verdict] = [:]
    for order in books ?? [] {
      guard let id = order.id else { continue }
      guard let place = left.firstIndex(where: { $0.id == id || $0.linkID == id }) else {
        verdicts[id] = BookJoin.Verdict.none
        continue
      }
      verdicts[id] = Self.verdict(order, left.remove(at: place))
    }
    if books != nil {
      for order in left { verdicts[order.id] = .onlyThere }
    }
    self.verdicts = verdicts
    // Of books that are not known, nothing can be said to be missing there.
    onlyThere = books == nil ? [] : left.map(Resting.init)
  }

  /// `2 orders rest`, or `no order rests`.
  package var restingText: String { Self.restingText(resting.count) }

  package static func restingText(_ count: Int) -> String {
    count == 0 ? "no order rests" : "\(Figures.counted(count, "order")) \(count == 1 ? "rests" : "rest")"
  }

  /// What only the exchange has, as orders that no engine lists.
  package var orders: [Order] { onlyThere.map(\.order) }

  package func verdict(of order: Order) -> BookJoin.Verdict? { order.id.flatMap { verdicts[$0] } }

  private static func verdict(_ order: Order, _ there: ExchangeOrder) -> BookJoin.Verdict {
    guard let side = order.side, let other = there.side, let size = order.size,
      let left = Resting(there).left
    else { return .unknown }
    guard side == other else { return .opposite }
    let own = size - (order.filledSize ?? 0)
    return own == left ? .same : left > own ? .larger : .smaller
  }
}

extension OrderJoin.Resting {
  /// Kinds of conditional orders that only end a position; `Stop` can open one.
  private static let exits: Set<String> = [
    "StopLoss", "TakeProfit", "PartialStopLoss", "PartialTakeProfit", "TrailingStop", "MmRateClose",
  ]

  init(_ order: ExchangeOrder) {
    id = order.id
    linkID = order.linkID
    symbol = order.symbol
    side = order.side
    left = order.size.map { max(0, $0 - (order.filledSize ?? 0)) }
    price = order.price ?? order.triggerPrice
    createdAt = order.createdAt
    isExit = order.isReduceOnly == true || order.stopType.map(Self.exits.contains) ?? false
  }

  fileprivate var order: Order {
    var order = Order(symbol: symbol, side: side, status: .placed, timeline: [])
    order.id = id
    order.size = left
    order.price = price
    order.createdAt = createdAt
    return order
  }

  /// `BTCUSDT buy 0.1 at 60000`.
  package var nameText: String {
    let size = left.map { " \(Figures.quantity($0))" } ?? ""
    return "\(symbol) \(side?.rawValue ?? "of a side that is not told")\(size)"
      + (price.map { " at \(Figures.price($0))" } ?? "")
  }
}

extension ExchangeOrder {
  /// Whether it can not fill any more.
  fileprivate var hasEnded: Bool {
    let ends = ["Filled", "Cancelled", "Rejected", "Deactivated", "PartiallyFilledCanceled"]
    return status.map(ends.contains) ?? false
  }
}
