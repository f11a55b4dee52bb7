public import Foundation

/// An order, in either of the engine's shapes (`/orders`, `/trading/state`).
///
/// Sizes are in base units, prices and fees in USDT. The engine does not list rejected orders, and an order that it
/// calls open may be long gone at the exchange (docs/engine.md 2.2).
public struct Order: Listed {
  public static var listName: StaticString { "orders" }

  public var id: String?
  public var symbol: String
  public var side: OrderSide
  public var size: Decimal?
  public var filledSize: Decimal?
  /// Limit price; none for a market order.
  public var price: Decimal?
  public var averageFillPrice: Decimal?
  public var fee: Decimal?
  /// `LIMIT` or `MARKET`, upper case whatever came.
  public var type: String?
  public var status: OrderStatus
  public var strategyID: String?
  public var signalID: String?
  public var createdAt: Date?
  public var takeProfit: Decimal?
  public var stopLoss: Decimal?
  public var entryReason: String?
  public var timeline: [Step]

  /// What is not given is not known.
  public init(symbol: String, side: OrderSide, status: OrderStatus, timeline: [Step]) {
    self.symbol = symbol
    self.side = side
    self.status = status
    self.timeline = timeline
  }

  /// One change of status.
  public struct Step: WireDecodable {
    public var status: OrderStatus
    public var at: Date?

    /// What is not given is not known.
    public init(status: OrderStatus) {
      self.status = status
    }

    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      status = try wire.value(OrderStatus.self, "status") ?? .unknown("?")
      at = try wire.date("timestamp")
    }
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    id = try wire.string("order_id", "id")
    symbol = try wire.string("symbol") ?? "?"
    side = try wire.value(OrderSide.self, "side") ?? .unknown("?")
    size = try wire.decimal("size", "qty", "quantity")
    filledSize = try wire.decimal("filled_size", "filled_qty")
    price = try wire.decimal("price")
    averageFillPrice = try wire.decimal("avg_fill_price", "avg_price")
    fee = try wire.decimal("fee")
    type = try wire.string("type", "order_type")?.uppercased()
    status = try wire.value(OrderStatus.self, "status") ?? .unknown("?")
    strategyID = try wire.string("strategy_id")
    signalID = try wire.string("signal_id")
    // `updated_at` means nothing in either shape: equal to the creation time in one, "now" in the other.
    createdAt = try wire.date("created_at", "timestamp")
    let plan = try wire.value(ExitPlan.self, "exit_plan")
    takeProfit = plan?.takeProfit
    stopLoss = plan?.stopLoss
    entryReason = try wire.value(Rationale.self, "rationale")?.entryReason
    timeline = try wire.list(Step.self, "status_timeline") ?? []
  }

  /// The same order with what only `/trading/state` knows.
  public func completed(by other: Order) -> Order {
    var whole = self
    whole.averageFillPrice = averageFillPrice ?? other.averageFillPrice
    whole.fee = fee ?? other.fee
    whole.signalID = signalID ?? other.signalID
    whole.takeProfit = takeProfit ?? other.takeProfit
    whole.stopLoss = stopLoss ?? other.stopLoss
    whole.entryReason = entryReason ?? other.entryReason
    whole.timeline = timeline.isEmpty ? other.timeline : timeline
    return whole
  }
}
