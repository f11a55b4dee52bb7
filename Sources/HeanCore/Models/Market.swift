public import Foundation

/// `GET /api/v1/market/ticker`. Every price is `nil` for a symbol that the engine does not know.
public struct Ticker: WireDecodable {
  /// An older one is `STALE_MARKET_DATA` to the engine (docs/engine.md 4.3), in seconds.
  static let staleAfter: Decimal = 30

  /// USDT.
  public var price: Decimal?
  public var at: Date?

  /// What is not given is not known.
  public init() {
  }

  public init(from wire: WireValue) throws(WireError) {
    let wire = try wire.object()
    // Null is the word for a symbol that is not traded; nothing at all is no answer.
    guard wire.contains("price") else {
      throw WireError(kind: .missing, path: wire.value.path + [.key("price")], message: "no price")
    }
    price = try wire.decimal("price")
    at = try wire.date("timestamp")
  }
}
