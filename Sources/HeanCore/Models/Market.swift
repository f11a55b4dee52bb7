public import Foundation

/// `GET /api/v1/market/ticker`. Every price is `nil` for a symbol that the engine does not know.
public struct Ticker: WireDecodable {
  public var symbol: String?
  /// USDT.
  public var price: Decimal?
  public var bid: Decimal?
  public var ask: Decimal?
  public var at: Date?

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    symbol = try wire.string("symbol")
    // Null is the word for a symbol that is not traded; nothing at all is no answer.
    guard wire.contains("price") else {
      throw WireError(kind: .missing, path: wire.value.path + [.key("price")], message: "no price")
    }
    price = try wire.decimal("price")
    bid = try wire.decimal("bid")
    ask = try wire.decimal("ask")
    at = try wire.date("timestamp")
  }
}
