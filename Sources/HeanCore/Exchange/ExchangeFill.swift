/// A fill, or another booking of the exchange such as funding, from `GET /v5/execution/list`.
package struct ExchangeFill: WireDecodable {
  package var id: String
  package var orderID: String?
  /// The id that the sender of the order gave it; `nil` without one.
  package var orderLinkID: String?
  package var symbol: String
  package var side: OrderSide?
  /// USDT.
  package var price: Decimal?
  /// Base units.
  package var size: Decimal?
  /// Size times price (USDT).
  package var value: Decimal?
  /// Fee paid (USDT); negative is a rebate.
  package var fee: Decimal?
  /// Of the value, a fraction.
  package var feeRate: Decimal?
  /// Whether the order stood in the book; `nil` when the exchange did not say.
  package var isMaker: Bool?
  /// `Trade`, `Funding`, `AdlTrade`, `BustTrade`, …
  package var type: String?
  /// How much of it made a position smaller (base units).
  package var closedSize: Decimal?
  package var at: Date?

  package init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    id = try wire.required("execId")
    orderID = try wire.word("orderId")
    orderLinkID = try wire.word("orderLinkId")
    symbol = try wire.required("symbol")
    side = try wire.word("side").flatMap { $0 == "None" ? nil : OrderSide(rawValue: $0) }
    price = wire.level("execPrice")
    size = wire.amount("execQty")
    value = wire.amount("execValue")
    fee = wire.decimal("execFee")
    feeRate = wire.decimal("feeRate")
    isMaker = try wire.bool("isMaker")
    type = try wire.word("execType")
    closedSize = wire.amount("closedSize")
    at = wire.stamp("execTime")
  }

  /// `maker` or `taker`; `nil` when the exchange did not say, and for what is no trade.
  package var liquidity: String? {
    guard type != "Funding" else { return nil }
    return isMaker.map { $0 ? "maker" : "taker" }
  }
}
