/// An order as the engine's books have it, from `GET /api/v1/orders` or `GET /api/v1/trading/state`.
///
/// Sizes are in base units, prices and fees in USDT. The engine does not list rejected orders, and an order that it
/// calls open may be long gone at the exchange (docs/engine.md 2.2).
public struct Order: Listed {
  /// Key of the list in the body of `/orders`. Older engines send the list without it.
  public static var listName: StaticString { "orders" }

  /// The engine's id. A retry of an unfilled order is a new order with a new id (docs/engine.md 4.8).
  public var id: String?
  /// Trading pair as the engine writes it: `BTCUSDT`.
  public var symbol: String
  /// `nil` when the engine did not say.
  public var side: OrderSide?
  /// Ordered size (base units).
  public var size: Decimal?
  /// Size filled so far (base units).
  public var filledSize: Decimal?
  /// Limit price (USDT); `nil` for a market order.
  public var price: Decimal?
  /// Average price of the fills (USDT); `nil` before a fill, and from `/orders`, which does not send it.
  public var averageFillPrice: Decimal?
  /// Fee paid (USDT); `nil` before a fill, and from `/orders`, which does not send it.
  public var fee: Decimal?
  /// `LIMIT` or `MARKET`; changed to upper case, because the engine writes both cases.
  public var type: String?
  /// Status in the engine's books; `nil` when the engine did not say.
  public var status: OrderStatus?
  /// Strategy that sent it, or another source such as `test_api` (docs/engine.md 6).
  public var strategyID: String?
  /// Signal behind it, from `/trading/state` only. Signal ids are written in four ways: do not join on them
  /// (docs/engine.md 3.7).
  public var signalID: String?
  /// When the engine made it (UTC).
  public var createdAt: Date?
  /// Planned take-profit price (USDT), from `/trading/state` only; `nil` without a plan.
  public var takeProfit: Decimal?
  /// Planned stop-loss price (USDT), from `/trading/state` only; `nil` without a plan.
  public var stopLoss: Decimal?
  /// Why it was sent, in the engine's words, from `/trading/state` only.
  public var entryReason: String?
  /// Changes of status, oldest first; empty from `/orders`, which does not send them.
  public var timeline: [Step]

  /// An order of which only this is known; the rest stays `nil` until it is set.
  public init(symbol: String, side: OrderSide?, status: OrderStatus?, timeline: [Step]) {
    self.symbol = symbol
    self.side = side
    self.status = status
    self.timeline = timeline
  }

  /// One change of status.
  public struct Step: WireDecodable {
    /// Status from this moment on; `nil` when the engine did not say.
    public var status: OrderStatus?
    /// When the status changed (UTC).
    public var at: Date?

    /// A change whose time is not known until `at` is set.
    public init(status: OrderStatus?) {
      self.status = status
    }

    /// Reads one element of `status_timeline`; throws when a text, flag or object has the wrong type.
    public init(from wire: WireValue) throws(WireError) {
      let wire = try wire.object()
      status = try wire.value(OrderStatus.self, "status")
      at = wire.date("timestamp")
    }
  }

  /// Reads either shape. Without its symbol an order cannot be read; any other field may be missing. A
  /// text, flag or object of the wrong type throws.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    id = try wire.string("order_id", "id")
    symbol = try wire.required("symbol")
    side = try wire.side(OrderSide.self, "side")
    size = wire.amount("size", "qty", "quantity")
    filledSize = wire.amount("filled_size", "filled_qty")
    if let size, let filledSize, filledSize > size {
      wire.note(
        .contradiction, wire.contains("filled_size") ? "filled_size" : "filled_qty", "is \(filledSize) of \(size)")
    }
    price = wire.level("price")
    averageFillPrice = wire.level("avg_fill_price", "avg_price")
    fee = wire.decimal("fee")
    type = try wire.string("type", "order_type")?.uppercased()
    status = try wire.value(OrderStatus.self, "status")
    strategyID = try wire.string("strategy_id")
    signalID = try wire.string("signal_id")
    // `updated_at` is not read: it repeats the creation time in one shape and is always "now" in the other.
    createdAt = wire.date("created_at", "timestamp")
    let plan = try wire.value(ExitPlan.self, "exit_plan")
    takeProfit = plan?.takeProfit
    stopLoss = plan?.stopLoss
    entryReason = try wire.value(Rationale.self, "rationale")?.entryReason
    timeline = try wire.list(Step.self, "status_timeline") ?? []
  }

  /// Whether the order can still fill according to the engine's books; `false` also when its status is not known.
  public var isOpen: Bool { status?.isOpen == true }

  /// When it was filled, the last time where it was filled in parts (UTC); `nil` where the engine did not tell:
  /// `/orders` never does.
  public var filledAt: Date? { timeline.last { $0.status == .filled || $0.status == .partiallyFilled }?.at }

  /// This order, with what it lacks taken from `other`: the same order as `/trading/state` sends it.
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
