/// An order that rests at the exchange, from `GET /v5/order/realtime`.
package struct ExchangeOrder: WireDecodable {
  package var id: String
  /// The id that the sender gave it; `nil` without one.
  package var linkID: String?
  package var symbol: String
  package var side: OrderSide?
  /// `LIMIT` or `MARKET`.
  package var type: String?
  /// Base units.
  package var size: Decimal?
  package var filledSize: Decimal?
  /// Limit price (USDT); `nil` for a market order.
  package var price: Decimal?
  /// The price at which it becomes active (USDT); `nil` for one that is active already.
  package var triggerPrice: Decimal?
  /// `New`, `PartiallyFilled`, `Untriggered`, …
  package var status: String?
  /// `GTC`, `PostOnly`, …
  package var timeInForce: String?
  /// Whether it can only make a position smaller.
  package var isReduceOnly: Bool?
  /// `StopLoss`, `TakeProfit`, …; `nil` for an ordinary order.
  package var stopType: String?
  package var createdAt: Date?
  package var updatedAt: Date?

  package init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    id = try wire.required("orderId")
    linkID = try wire.word("orderLinkId")
    symbol = try wire.required("symbol")
    side = try wire.word("side").map(OrderSide.init(rawValue:))
    type = try wire.word("orderType")?.uppercased()
    size = wire.amount("qty")
    filledSize = wire.amount("cumExecQty")
    price = wire.level("price")
    triggerPrice = wire.level("triggerPrice")
    status = try wire.word("orderStatus")
    timeInForce = try wire.word("timeInForce")
    isReduceOnly = try wire.bool("reduceOnly")
    stopType = try wire.word("stopOrderType").flatMap { $0 == "UNKNOWN" ? nil : $0 }
    createdAt = wire.stamp("createdTime")
    updatedAt = wire.stamp("updatedTime")
  }
}
