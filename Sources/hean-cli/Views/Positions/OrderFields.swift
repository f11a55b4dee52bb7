import HeanCore

/// Names of the order fields in JSON, and how a table shows them.
enum OrderFields {
  static let all = all(exchange: nil)

  /// - Parameter join: what rests at the exchange; `nil` where that is not known, and the column is left out.
  static func all(exchange join: OrderJoin?) -> [Field<Order>] {
    [
      Field("order_id", "ID", "the engine's id", priority: 82) { $0.id },
      Field("symbol", "SYMBOL", "traded instrument", priority: 100) { $0.symbol },
      Field("side", "SIDE", "buy or sell", priority: 100) {
        $0.side
      } cell: {
        .orderSide($0.side)
      },
      Field("type", "TYPE", "LIMIT or MARKET", priority: 55) { $0.type },
      .quantity("size", "SIZE", "base units", priority: 90) { $0.size },
      .quantity("filled_size", "FILLED", "base units filled so far", priority: 80) { $0.filledSize },
      .price("price", "PRICE", "limit price (USDT); none for a market order", priority: 85) { $0.price },
      Field("status", "STATUS", "the order's status in the engine", priority: 95) {
        $0.status
      } cell: {
        $0.status.map { Cell($0.rawValue, style($0)) } ?? .missing
      },
      Field("strategy_id", "STRATEGY", "who sent it", priority: 50) { $0.strategyID },
      .moment("created_at", "CREATED", "when it was made", priority: 70) { $0.createdAt },
      ExchangeColumn.field(of: join),
    ]
  }

  private static let steps: [Field<Order.Step>] = [.member("status") { $0.status }, .member("at") { $0.at }]

  static let details: [Field<Order>] = [
    Field("average_fill_price", "AVG FILL", "average fill price (USDT)", .decimal, priority: 0, unit: .price) {
      $0.averageFillPrice
    },
    Field("fee", "FEE", "fee paid (USDT)", .decimal, priority: 0, unit: .usdt) { $0.fee },
    Field("take_profit", "TP", "take-profit price (USDT)", .decimal, priority: 0, unit: .price) { $0.takeProfit },
    Field("stop_loss", "SL", "stop-loss price (USDT)", .decimal, priority: 0, unit: .price) { $0.stopLoss },
    Field("signal_id", "SIGNAL", "the signal behind it; not unique", priority: 0) { $0.signalID },
    Field("entry_reason", "REASON", "why it was sent, in the engine's words", priority: 0) {
      $0.entryReason
    },
    .parts("timeline", "TIMELINE", "each status with its time", of: steps) {
      $0.timeline
    } cell: { order in
      Cell(order.timeline.map { $0.status?.rawValue ?? "not known" }.joined(separator: " > "))
    },
  ]

  static func style(_ status: OrderStatus) -> Style {
    switch status {
    case .filled: .good
    case .rejected, .unknown: .bad
    case .cancelled: .faint
    case .pending, .placed, .partiallyFilled: .plain
    }
  }
}
