/// Reads symbols as people write them: `ETHUSDT`, `eth`, `ETH/USDT`, `ethereum`.
package enum Symbols {
  /// Whether a contract of this name is margined in its coin: a coin against USD, alone or with a month of delivery
  /// (`BTCUSD`, `BTCUSDZ26`). Against USDT or USDC it is not.
  package static func isCoinMargined(_ symbol: String) -> Bool {
    // Most symbols end in USDT, and a list can have a hundred thousand.
    let name = symbol.utf8
    guard name.last != UInt8(ascii: "T") else { return false }
    func isUSD(_ text: Substring.UTF8View) -> Bool { text.count > 3 && text.suffix(3).elementsEqual("USD".utf8) }
    if isUSD(name[...]) { return !name.suffix(4).elementsEqual("BUSD".utf8) }
    guard name.count > 6, let month = name.dropLast(2).last, "FGHJKMNQUVXZ".utf8.contains(month),
      name.suffix(2).allSatisfy({ $0 &- 0x30 < 10 })
    else { return false }
    return isUSD(name.dropLast(3))
  }

  private static let names: [String: String] = [
    "bitcoin": "BTC", "btc": "BTC", "xbt": "BTC", "ethereum": "ETH", "ether": "ETH", "eth": "ETH", "solana": "SOL",
    "sol": "SOL", "ripple": "XRP", "xrp": "XRP", "binance": "BNB", "bnb": "BNB", "cardano": "ADA", "ada": "ADA",
    "dogecoin": "DOGE", "doge": "DOGE", "avalanche": "AVAX", "avax": "AVAX", "chainlink": "LINK", "link": "LINK",
    "toncoin": "TON", "ton": "TON",
  ]

  /// The symbols that the engine trades by default; it lists them nowhere (docs/engine.md 2.7).
  package static let defaults = ["BTC", "ETH", "SOL", "XRP", "BNB", "ADA", "DOGE", "AVAX", "LINK", "TON"].map {
    $0 + "USDT"
  }

  private static let quotes = ["USDT", "USDC", "USD"]

  /// The word in capital letters and digits, as the engine writes symbols; `nil` when it cannot be a symbol.
  static func plain(_ word: String) -> String? {
    let text = word.trimmed().filter { !"/-_".contains($0) }.uppercased()
    let isOne = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isOne && (2...20).contains(text.count) ? text : nil
  }

  /// The symbol that a word stands for, if no list says otherwise. USDT is added to a name without a quote currency.
  /// - Returns: `nil` when the word cannot be a symbol.
  package static func guess(_ word: String) -> String? {
    guard var base = plain(word) else { return nil }
    if base.hasSuffix("PERP"), base.count > 5 { base.removeLast(4) }
    if let known = names[base.lowercased()] { return known + "USDT" }
    return quotes.contains { base.hasSuffix($0) && base.count > $0.count } ? base : base + "USDT"
  }

  /// The known symbol that the word names in full, in any spelling.
  static func match(_ word: String, in known: [String]) -> String? {
    let spellings = [word.uppercased(), plain(word), guess(word)].compactMap { $0 }
    for spelling in spellings {
      if let symbol = known.first(where: { $0.uppercased() == spelling }) { return symbol }
    }
    return nil
  }
}
