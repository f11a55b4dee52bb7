import HeanCore

/// What the exchange tells of itself, of the key and of the market.
enum ExchangeResponses {
  static func time(_ now: Date) -> JSONValue {
    let milliseconds = PracticeExchange.milliseconds(now)
    return [
      "timeSecond": .string("\(milliseconds / 1_000)"), "timeNano": .string("\(milliseconds)000000"),
    ]
  }

  /// The key can read, is bound to this machine, and ends in 90 days.
  static func rights(_ now: Date) -> JSONValue {
    [
      "id": "1", "note": "practice", "apiKey": .string(PracticeExchange.key), "readOnly": 1,
      "permissions": ["ContractTrade": ["Order", "Position"], "Wallet": [], "Spot": [], "Options": []],
      "ips": ["127.0.0.1"], "type": 1, "deadlineDay": 90,
      "expiredAt": .string(EngineTime.shortest(now.addingTimeInterval(90 * 86_400))), "uta": 1,
    ]
  }

  private static let fundingInterval = 8 * 3_600
  private static let fundingRate = "0.0001"

  static func tickers(_ world: World, _ symbol: String?, _ now: Date) -> JSONValue {
    let second = Int(clamping: now.timeIntervalSince1970.rounded(.down))
    let next = (second / fundingInterval + 1) * fundingInterval
    let chosen = Instrument.all.filter { symbol == nil || $0.symbol == symbol }
    let rows: [JSONValue] = chosen.compactMap { instrument in
      guard let quote = world.market.quotes[instrument.symbol] else { return nil }
      let price = instrument.price(quote.price)
      return [
        "symbol": .string(instrument.symbol), "lastPrice": .text(price), "markPrice": .text(price),
        "indexPrice": .text(price), "fundingRate": .string(fundingRate),
        "nextFundingTime": .string("\(next * 1_000)"),
      ]
    }
    return ["category": "linear", "list": .array(rows)]
  }
}
