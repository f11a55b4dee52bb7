import Foundation

/// Symbols as people write them.
enum Symbols {
  private static let names: [String: String] = [
    "bitcoin": "BTC", "btc": "BTC", "xbt": "BTC", "ethereum": "ETH", "ether": "ETH", "eth": "ETH", "solana": "SOL",
    "sol": "SOL", "ripple": "XRP", "xrp": "XRP", "binance": "BNB", "bnb": "BNB", "cardano": "ADA", "ada": "ADA",
    "dogecoin": "DOGE", "doge": "DOGE", "avalanche": "AVAX", "avax": "AVAX", "chainlink": "LINK", "link": "LINK",
    "toncoin": "TON", "ton": "TON",
  ]

  /// The text with its first symbol as `$`, and the engine's name of it.
  static func extract(_ text: String) -> (text: String, symbol: String?) {
    var found: String?
    let words = text.split(separator: " ").map { raw -> String in
      let bare = raw.lowercased().filter { $0.isLetter || $0.isNumber }
      guard found == nil, let symbol = symbol(bare) else { return String(raw) }
      found = symbol
      return "$"
    }
    return (words.joined(separator: " "), found)
  }

  private static func symbol(_ bare: String) -> String? {
    if let base = names[bare] { return base + "USDT" }
    for quote in ["usdt", "usdc", "usd", "perp"] where bare.hasSuffix(quote) && bare.count > quote.count + 1 {
      let base = String(bare.dropLast(quote.count))
      // A word that merely ends so is no symbol, a known name or capitals-like code is.
      if let known = names[base] { return known + "USDT" }
      if quote == "usdt", base.count <= 6 { return base.uppercased() + "USDT" }
    }
    return nil
  }
}
