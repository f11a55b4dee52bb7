/// How a price changed last. Prices in USDT.
public struct PriceChange: Codable, Sendable, Equatable {
  /// The price before.
  public var from: Decimal
  /// The price after.
  public var to: Decimal
  /// When the price after was received, by the local clock.
  public var at: Date

  /// A change between two prices that differ.
  public init(from: Decimal, to: Decimal, at: Date) {
    self.from = from
    self.to = to
    self.at = at
  }

  /// Whether the price rose; if not, it fell.
  public var isRise: Bool { to > from }
  /// How far it went: below 0 when it fell.
  public var amount: Decimal { to - from }
}

/// The latest price of one symbol, by its ticks and by `/market/ticker`.
public struct Quote: Sendable {
  /// Price, bid and ask; after a tick without bid and ask they are `nil`.
  public internal(set) var ticker: Ticker
  /// When it was received, by the local clock.
  public internal(set) var receivedAt: Date
  /// The last change of the price that was seen; `nil` before the first.
  public internal(set) var change: PriceChange?
}

extension EnginePicture {
  /// Takes an answer of `/market/ticker`, unless a tick has come since the request was sent. The times in the two do not
  /// tell which is later: some are the engine's, others the exchange's (docs/engine.md 2.11).
  mutating func take(_ ticker: Ticker, of symbol: String, _ reading: PictureReading) {
    if let known = quotes[symbol], known.receivedAt >= reading.askedAt { return }
    quote(ticker, of: symbol, at: reading.receivedAt)
  }

  /// Sets the price of a symbol, and notes how it changed. A ticker without a price tells nothing.
  mutating func quote(_ ticker: Ticker, of symbol: String, at receivedAt: Date) {
    guard let price = ticker.price, price > 0 else { return }
    var quote = Quote(ticker: ticker, receivedAt: receivedAt, change: quotes[symbol]?.change)
    if let before = quotes[symbol]?.ticker.price, before != price {
      quote.change = PriceChange(from: before, to: price, at: receivedAt)
    }
    quotes[symbol] = quote
  }
}

extension Ticker {
  /// The same figures as `/market/ticker` would tell.
  init(_ tick: Tick) {
    self.init()
    price = tick.price
    bid = tick.bid
    ask = tick.ask
    at = tick.at
  }
}
