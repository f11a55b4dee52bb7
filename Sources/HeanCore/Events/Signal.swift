/// A strategy wants to trade: `SIGNAL`, or the short form `SIGNAL_DETECTED`, which has no side, size or price.
public struct Signal: Codable, Sendable, Equatable {
  /// Whether this is the short form: it repeats a signal that has an event of its own.
  public var isShortForm: Bool
  /// The engine's id of the signal: not unique, and in several formats.
  public var id: String?
  /// Trading pair as the engine writes it: `BTCUSDT`.
  public var symbol: String?
  /// Whether the strategy wants to buy or to sell; `nil` in the short form.
  public var side: OrderSide?
  /// Strategy that sent the signal.
  public var strategyID: String?
  /// Size that the strategy wants (base units).
  public var size: Decimal?
  /// Price at which the strategy wants to enter (USDT).
  public var entryPrice: Decimal?
  /// How sure the strategy is, 0 to 1.
  public var confidence: Decimal?
  /// The strategy's own reason, as text.
  public var reason: String?

  /// A signal of which only its form is known; the rest stays `nil` until it is set.
  public init(isShortForm: Bool) {
    self.isShortForm = isShortForm
  }

  init(_ payload: EventFields, isShortForm: Bool) {
    let details = payload.fields("metadata") ?? payload.fields("features") ?? payload
    self.isShortForm = isShortForm
    id = payload.text("signal_id")
    symbol = payload.text("symbol")
    side = payload.word(OrderSide.self, "side")
    strategyID = payload.text("strategy_id")
    size = payload.number("size")
    entryPrice = payload.number("entry_price")
    confidence = details.number("confidence") ?? payload.number("confidence")
    reason = details.text("entry_reason")
  }
}
