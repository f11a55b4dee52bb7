import HeanCore

enum ExchangeOrderFields {
  static func all(now: Date) -> [Field<ExchangeOrder>] {
    [
      Field("order_id", "ID", "the exchange's id", priority: 60) { $0.id },
      Field("symbol", "SYMBOL", "traded instrument", priority: 100) { $0.symbol },
      Field("side", "SIDE", "buy or sell", priority: 100) {
        $0.side
      } cell: {
        Cell.orderSide($0.side)
      },
      Field("type", "TYPE", "LIMIT or MARKET", priority: 55) { $0.type },
      .quantity("size", "SIZE", "base units", priority: 90) { $0.size },
      .quantity("filled_size", "FILLED", "base units filled so far", priority: 80) { $0.filledSize },
      .price("price", "PRICE", "limit price (USDT); null for a market order", priority: 85) { $0.price },
      .price("trigger_price", "TRIGGER", "price that makes it active (USDT); null when it is", priority: 70) {
        $0.triggerPrice
      },
      Field("status", "STATUS", "as the exchange writes it: New, PartiallyFilled, Untriggered", priority: 95) {
        $0.status
      },
      Field("reduce_only", "REDUCE", "whether it can only make a position smaller", priority: 65) {
        $0.isReduceOnly
      } cell: {
        Cell($0.isReduceOnly.map { $0 ? "yes" : "no" } ?? "–")
      },
      Field("stop_type", "", "StopLoss, TakeProfit, …; null for an ordinary order", priority: 0) { $0.stopType },
      Field("time_in_force", "", "GTC, PostOnly, …", priority: 0) { $0.timeInForce },
      Field("link_id", "", "the id that its sender gave it", priority: 0) { $0.linkID },
      .moment("created_at", "", "when it was made", priority: 0) { $0.createdAt },
      .moment("updated_at", "", "when it last changed", priority: 0) { $0.updatedAt },
      .age("age_seconds", "AGE", "seconds since it was made", priority: 75, now) { $0.createdAt },
    ]
  }
}

enum ExchangeFillFields {
  static let all: [Field<ExchangeFill>] = [
    .moment("filled_at", "TIME", "when it happened", priority: 95) { $0.at },
    Field("symbol", "SYMBOL", "traded instrument", priority: 100) { $0.symbol },
    Field("side", "SIDE", "buy or sell", priority: 100) {
      $0.side
    } cell: {
      Cell.orderSide($0.side)
    },
    .quantity("size", "SIZE", "base units", priority: 90) { $0.size },
    .price("price", "PRICE", "price of the fill (USDT)", priority: 85) { $0.price },
    .amount("notional", "NOTIONAL", "size times price (USDT)", priority: 40) { $0.value },
    .amount("fee", "FEE", "fee paid (USDT); negative is a rebate", priority: 80) { $0.fee },
    .finePercent("fee_percent", "FEE %", "of the notional", priority: 30) { $0.feeRate.map { $0 * 100 } },
    Field("liquidity", "LIQUIDITY", "maker or taker; null for what is no trade", priority: 70) { $0.liquidity },
    Field("type", "TYPE", "Trade, Funding, AdlTrade, BustTrade, … as the exchange writes it", priority: 60) { $0.type },
    .quantity("closed_size", "CLOSED", "how much of it made a position smaller (base units)", priority: 50) {
      $0.closedSize
    },
    Field("order_id", "", "the exchange's id of the order", priority: 0) { $0.orderID },
    Field("link_id", "", "the id that the sender of the order gave it", priority: 0) { $0.orderLinkID },
    Field("fill_id", "", "the exchange's id of the fill", priority: 0) { $0.id },
  ]
}
