import HeanCore

/// Finds the symbols and strategies that a question names.
///
/// A name that is an ordinary English word too (`link`, `ton`, `momentum`) counts only with evidence beside it: how it is
/// written, or a word that goes with a symbol or a strategy. `binance` is an exchange, never a symbol.
struct QuestionNames: Sendable, Equatable {
  /// Symbols and strategies that the engine knows, as it writes them.
  let symbols: [String]
  let strategies: [String]
  /// The parts of the strategies' names, in small letters.
  private let parts: [[String]]

  init(symbols: [String] = Symbols.defaults, strategies: [String] = Resolver.shippedStrategies) {
    self.symbols = symbols
    self.strategies = strategies
    parts = strategies.map { $0.lowercased().split(atEach: "_") }
  }

  /// A symbol or a strategy with the place of its word.
  typealias Named = (at: Int, name: String)

  // MARK: Symbols

  private static let coins = [
    "bitcoin": "BTC", "xbt": "BTC", "ethereum": "ETH", "ether": "ETH", "solana": "SOL", "cardano": "ADA",
    "dogecoin": "DOGE", "avalanche": "AVAX", "chainlink": "LINK", "toncoin": "TON", "ripple": "XRP",
  ]

  /// Tickers and names that are words of their own.
  private static let ordinaryTickers: Set<String> = [
    "link", "ton", "ripple", "avalanche", "near", "one", "dot", "op", "not", "gas", "sand", "ape", "magic", "flow",
    "sun", "win", "hot", "key", "people", "trade", "id", "mask", "super", "cake", "sui", "arb", "fun", "wave", "waves",
  ]

  private static let beforeSymbol: Set<String> = [
    "on", "for", "of", "my", "our", "in", "versus", "long", "short", "buy", "sell", "trade", "close", "touch", "hold",
    "if", "with", "to", "about", "any", "and", "or", "into", "from", "than", "out", "except", "without", "price", "own",
    "leave", "get", "off", "ever", "enter", "blacklist", "avoid", "ban", "skip", "howmany", "howmuch", "let",
    "say", "assum", "once",
  ]
  private static let afterSymbol: Set<String> = [
    "position", "signal", "order", "price", "markprice", "pnl", "long", "short", "stoploss", "takeprofit", "trade",
    "fill",
    "unrealized", "realized", "fee", "exposure", "notional", "spread", "entry", "margin", "stop", "target",
    "versus", "fall", "rise", "decision", "size", "chart", "tick", "coin", "not", "bag",
  ]

  /// Tickers of coins that the engine may not trade: to say that is better than to overhear the name.
  private static let others: Set<String> = [
    "LTC", "TRX", "SHIB", "PEPE", "MATIC", "POL", "UNI", "ATOM", "APT", "INJ", "FIL", "BCH", "ETC", "XLM", "HBAR",
    "ICP", "AAVE", "WIF",
    "BONK", "FTM", "SEI", "TIA", "ALGO", "VET", "XMR", "EOS", "CRV", "MKR", "LDO", "RNDR", "FET", "ENA", "WLD", "DYDX",
    "STX", "KAS",
  ]

  /// Marks the words that name a symbol as slots.
  /// - Returns: the symbols in the order of the question, with the places of their words.
  func symbols(in words: inout QuestionWords) -> [Named] {
    var found: [(at: Int, symbol: String, isOrdinary: Bool)] = []
    for (at, word) in words.words.enumerated() where !word.isSlot {
      // `BTC/ETH` names two symbols, `BTC/USDT` one.
      let parts = word.typed.split(separator: "/").map(String.init)
      let names = parts.compactMap { symbol(String($0)) }
      if parts.count > 1, names.count == parts.count, Set(names).count > 1 {
        found += names.map { (at, $0, false) }
      } else if let symbol = symbol(word.typed) {
        found.append((at, symbol, Self.ordinaryTickers.contains(word.typed.lowercased())))
      }
    }
    let sure = Set(found.filter { !$0.isOrdinary }.map(\.at))
    let named = found.filter { !$0.isOrdinary || isEvident($0.at, words.words, sure) }
    for name in named { words.words[name.at].isSlot = true }
    return named.map { ($0.at, $0.symbol) }
  }

  private func symbol(_ typed: String) -> String? {
    let word = typed.lowercased()
    if let base = Self.coins[word] { return known(base + "USDT") }
    let plain = typed.uppercased().filter { $0.isLetter || $0.isNumber }
    guard plain.count >= 2 else { return nil }
    if let whole = known(plain) { return whole }
    if let perpetual = plain.hasSuffix("PERP") ? known(String(plain.dropLast(4)) + "USDT") : nil { return perpetual }
    if let quoted = known(plain + "USDT") { return quoted }
    // `btcs` is said of positions in it; `links` and `tons` are words.
    if plain.count >= 4, plain.hasSuffix("S"), !Self.ordinaryTickers.contains(String(word.dropLast())),
      let quoted = known(plain.dropLast() + "USDT")
    {
      return quoted
    }
    if Self.others.contains(plain), !["algo", "pol"].contains(word) { return plain + "USDT" }
    // A symbol that nobody has listed is one all the same when it is written in full.
    guard plain.hasSuffix("USDT"), (6...15).contains(plain.count), typed.allSatisfy(\.isASCII) else { return nil }
    return plain
  }

  private func known(_ symbol: String) -> String? { symbols.contains(symbol) ? symbol : nil }

  private func isEvident(_ at: Int, _ words: [QuestionWords.Word], _ sure: Set<Int>) -> Bool {
    let word = words[at]
    // In a question that is not all capitals, capitals are meant.
    let isLoud = words.count > 1 && words.allSatisfy { $0.typed == $0.typed.uppercased() }
    if word.typed == word.typed.uppercased(), !isLoud { return true }
    let before = at > 0 ? words[at - 1].stem : nil
    let after = at + 1 < words.count ? words[at + 1].stem : nil
    if let before, ["a", "an", "this", "that"].contains(before), !Self.afterSymbol.contains(after ?? "") {
      return false
    }
    // The operator of an engine that trades it seldom means another link than the coin.
    let typed = word.typed.lowercased()
    let isOfMachines = !Self.connections.isDisjoint(with: words.map(\.stem))
    let isOfVenue = ["bybit", "network", "internet", "connect"].contains(before ?? "")
    if typed == "link", isOfVenue || (isOfMachines || before == "lose") && !Self.afterSymbol.contains(after ?? "") {
      return false
    }
    if typed == "link", !isOfMachines,
      before != "worst",
      !["to", "between", "in", "i"].contains(after ?? ""),
      !["a", "an", "this", "that", "i", "you", "to"].contains(before ?? "")
    {
      return true
    }
    // `move the stop on ton to 5.80`
    let isDealt = before == "the" && at > 1 && ["sell", "close", "buy", "flatten"].contains(words[at - 2].stem)
    if typed == "ton", isDealt { return true }
    if typed == "ton", ["on", "of", "for", "my", "close", "our"].contains(before ?? "") { return true }
    // `how close is ton to its stop`
    let isNearLevel =
      after == "to" && words[at...].contains { ["stop", "target", "stoploss", "takeprofit"].contains($0.stem) }
    if let after, !isNearLevel, ["of", "between", "to", "effect", "me", "i"].contains(after) {
      return before == "long" || before == "short"
    }
    if let after, Self.afterSymbol.contains(after) { return true }
    if let before, Self.beforeSymbol.contains(before) {
      // `the link`, `my link` at the end of a question; `for link`, `and ton`.
      return true
    }
    if ["ripple", "avalanche"].contains(typed) { return true }
    if before == "the" { return false }
    // The engine trades it, and hardly anybody counts in tons.
    if typed == "ton" || isNearLevel || typed == "link" && (at == 0 || words.count <= 3) { return true }
    return sure.contains { abs($0 - at) <= 2 }
  }

  /// Beside these, a link is one between machines.
  private static let connections = Set(
    [
      "exchange", "connect", "internet", "network", "wifi", "url", "server", "venue", "bybit", "binance", "api", "http",
      "chain", "websocket", "paste", "send",
    ].map(QuestionWords.stem))

  // MARK: Strategies

  /// Words of strategies' names that say nothing alone.
  private static let common: Set<String> = [
    "engine", "strategy", "trader", "bot", "the", "and", "stream", "test", "api",
  ]
  private static let spoken = [
    "scalper": "scalping", "scalp": "scalping", "scalpers": "scalping", "maker": "mm", "harvest": "harvester",
    "farm": "farmer", "corr": "correlation", "mom": "momentum", "momo": "momentum", "sweeper": "sweep",
    "farming": "farmer", "harvesting": "harvester", "arbs": "arb",
  ]
  /// Parts of names that are ordinary words of a trader, with the words beside which they are meant as such.
  private static let ordinary: [String: (before: Set<String>, after: Set<String>)] = [
    "momentum": (["market", "good", "lose", "price"], ["of", "in"]),
    "grid": (["power"], []), "sentiment": (["market", "social", "overall"], ["for", "about", "in", "on"]),
    "liquidity": (["enough", "market"], ["in", "on", "at", "for"]),
    "basis": (["on", "same", "cost", "the"], ["point"]),
    "funding": (
      ["current", "pay"],
      [
        "rate", "pay", "payment", "fee", "for", "i", "we", "cost", "bill", "per", "split", "history",
      ]
    ), "rebate": ([], ["rate"]),
    "inventory": ([], []), "impulse": ([], []),
    "correlation": (["the"], ["between", "of"]),
    "neutral": (["market", "delta", "be"], []), "arb": ([], []),
    "maker": (
      ["money"], ["fee", "fill", "order", "price", "volum", "rate", "tak", "taker", "versus", "split"]
    ),
  ]

  /// Marks the words that name a strategy as slots: its id, or a part that only it has.
  /// - Returns: the strategies in the order of the question, each once, with the place of its word.
  func strategies(in words: inout QuestionWords) -> [Named] {
    var found: [Named] = []
    func add(_ strategy: String, _ at: Int) {
      if !found.contains(where: { $0.name == strategy }) { found.append((at, strategy)) }
    }
    var last: (at: Int, candidates: [String])?
    for at in words.words.indices where !words.words[at].isSlot {
      let typed = words.words[at].typed.lowercased()
      if let whole = strategies.first(where: { $0.lowercased() == typed }) {
        words.words[at].isSlot = true
        add(whole, at)
        continue
      }
      var candidates = candidates(typed)
      guard !candidates.isEmpty, isBesidePart(at, words.words, candidates) || !isOrdinary(at, words.words) else {
        continue
      }
      // `basis arb`: the second word narrows what the first has left open.
      if let before = last, before.at == at - 1 {
        let both = candidates.filter(before.candidates.contains)
        if !both.isEmpty { candidates = both }
      }
      last = (at, candidates)
      // `the arbs`, `both arbs`
      let isAllOfThem = typed == "arbs" || at > 0 && ["both", "two"].contains(words.words[at - 1].stem)
      if candidates.count == 1 || isAllOfThem && candidates.count == 2 {
        words.words[at].isSlot = true
        if at > 0, candidates.contains(where: { self.candidates(words.words[at - 1].typed.lowercased()).contains($0) })
        {
          words.words[at - 1].isSlot = true
        }
        for candidate in candidates { add(candidate, at) }
      }
    }
    markRest(&words, found.map(\.name))
    return found
  }

  /// Whether a word may be a name, so that it is no typing error.
  func isName(_ typed: String) -> Bool { symbol(typed) != nil || !candidates(typed.lowercased()).isEmpty }

  private func candidates(_ typed: String) -> [String] {
    // `grids`, `mms`
    let singular = typed.utf8.count >= 3 && typed.hasSuffix("s") ? String(typed.dropLast()) : typed
    let word = Self.spoken[typed] ?? (parts.contains { $0.contains(singular) } ? singular : typed)
    guard word.utf8.count >= 2, !Self.common.contains(word) else { return [] }
    let same = ["arb", "arbitrage"].contains(word) ? ["arb", "arbitrage"] : [word]
    let exact = strategies(withPart: same.contains)
    if !exact.isEmpty || word.utf8.count < 6 { return exact }
    return strategies(withPart: { part in
      part.utf8.count >= 6 && abs(part.utf8.count - word.utf8.count) <= 1 && !Self.common.contains(part)
        && EditDistance.between(part, word) <= 1
    })
  }

  private func strategies(withPart isMeant: (String) -> Bool) -> [String] {
    zip(strategies, parts).filter { $0.1.contains(where: isMeant) }.map(\.0)
  }

  /// Whether the next word is another part of the same name: `the correlation arb`.
  private func isBesidePart(_ at: Int, _ words: [QuestionWords.Word], _ own: [String]) -> Bool {
    guard at + 1 < words.count else { return false }
    let next = words[at + 1].typed.lowercased()
    return next != words[at].typed.lowercased() && candidates(next).contains(where: own.contains)
  }

  private func isOrdinary(_ at: Int, _ words: [QuestionWords.Word]) -> Bool {
    let typed = words[at].typed.lowercased()
    guard let ordinary = Self.ordinary[typed] else { return false }
    let before = at > 0 ? words[at - 1].stem : ""
    let after = at + 1 < words.count ? words[at + 1].stem : ""
    if words.count <= 3, before == "be" { return false }
    // `the correlation bot`, `a grid trade`
    if Self.ofStrategies.contains(after), typed != "maker", typed != "funding" { return false }
    // `what is a rebate`
    if before == "a" || before == "an" { return true }
    if typed == "inventory" { return true }
    // `maker and taker`, but `the market maker and the grid`
    if typed == "maker", before != "market", ["or", "and"].contains(after), at + 2 < words.count,
      words[at + 2].typed.lowercased().hasPrefix("tak")
    {
      return true
    }
    if typed == "maker", before == "market", after != "tak" { return false }
    // `turn sentiment on`
    if after == "on", at + 2 == words.count { return false }
    if ["from", "by", "of", "for"].contains(before) && after != "price" { return false }
    if typed == "grid", at > 1, words[at - 2].stem == "off" { return true }
    return ordinary.before.contains(before) || ordinary.after.contains(after)
  }

  private static let ofStrategies: Set<String> = ["strategy", "engin", "trade", "order", "position", "fill", "signal"]

  /// Other words of a name that was found belong to it, too: `enhanced grid`, `momentum trader`.
  private func markRest(_ words: inout QuestionWords, _ found: [String]) {
    let parts = Set(found.flatMap { $0.lowercased().split(separator: "_").map(String.init) }).subtracting(["strategy"])
    for at in words.words.indices where !words.words[at].isSlot {
      let isBeside =
        (at > 0 && words.words[at - 1].isSlot) || (at + 1 < words.words.count && words.words[at + 1].isSlot)
      if isBeside, parts.contains(words.words[at].typed.lowercased()) { words.words[at].isSlot = true }
    }
  }
}
