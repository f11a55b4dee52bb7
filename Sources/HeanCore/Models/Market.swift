/// `GET /api/v1/market/ticker`: the last price of one symbol. All fields are `nil` for a symbol that the engine does
/// not know.
public struct Ticker: WireDecodable {
  /// Seconds after which the engine calls a price `STALE_MARKET_DATA` (docs/engine.md 4.3).
  package static let staleAfter: Decimal = 30
  /// Seconds without a price after which prices may stand still. A symbol that is seldom traded may take longer.
  static let stillAfter: Decimal = 5

  /// Last price (USDT); `nil` when the engine does not know the symbol.
  public var price: Decimal?
  /// Best bid (USDT); `nil` after a trade print.
  public var bid: Decimal?
  /// Best ask (USDT); `nil` after a trade print.
  public var ask: Decimal?
  /// Time of that price (UTC). Its distance from now is the age of the price (docs/engine.md 2.11).
  public var at: Date?

  /// A ticker of which nothing is known yet; set what you know.
  public init() {}

  /// Throws when a text, flag or object has the wrong type, or when `price` is not there at all; as null it becomes
  /// `nil`.
  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    // For an unknown symbol the engine sends `price` as null. Without the key the body is not a ticker.
    guard wire.contains("price") else {
      throw WireError(kind: .missing, at: wire.value, .key("price"), message: "no price")
    }
    price = wire.price("price")
    bid = wire.price("bid")
    ask = wire.price("ask")
    at = wire.date("timestamp")
  }
}
