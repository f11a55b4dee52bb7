/// The prices of one span of time. Prices in USDT.
public struct Bar: Codable, Sendable, Equatable {
  /// Start of the span (UTC): the time by which the bar is called.
  public var openedAt: Date
  /// End of the last candle of the engine that is in it (UTC): earlier than the end of the span when candles are
  /// missing at its end.
  public var closedAt: Date
  /// The first price.
  public var open: Decimal
  /// The highest price.
  public var high: Decimal
  /// The lowest price.
  public var low: Decimal
  /// The last price.
  public var close: Decimal
  /// What was traded (base units); `nil` when the engine did not say: its live feed never does, and has 0 in its place
  /// (docs/engine.md 2.7).
  public var volume: Decimal?
  /// How many candles of the engine it is made of.
  public var parts: Int
  /// Whether its span had not ended when it was read, so that the engine still forms candles of it.
  public var isForming = false

  /// A bar made of these values.
  public init(
    openedAt: Date, closedAt: Date, open: Decimal, high: Decimal, low: Decimal, close: Decimal, volume: Decimal?,
    parts: Int = 1
  ) {
    self.openedAt = openedAt
    self.closedAt = closedAt
    self.open = open
    self.high = high
    self.low = low
    self.close = close
    self.volume = volume
    self.parts = parts
  }

  /// The bar that a candle of the engine is; `nil` when the candle lacks a time or a price, or when its prices
  /// contradict each other.
  init?(_ candle: Candle, lasting seconds: Int) {
    guard let opened = candle.openedAt, let open = candle.open, let high = candle.high, let low = candle.low,
      let close = candle.close, low > 0, low <= min(open, close), high >= max(open, close)
    else { return nil }
    self.init(
      openedAt: opened, closedAt: opened + TimeInterval(seconds), open: open, high: high, low: low, close: close,
      volume: candle.volume.flatMap { $0 < 0 ? nil : $0 })
  }

  /// Adds a later bar of the same span.
  mutating func append(_ later: Bar) {
    closedAt = later.closedAt
    high = max(high, later.high)
    low = min(low, later.low)
    close = later.close
    if let volume, let more = later.volume { self.volume = volume + more } else { volume = nil }
    parts += later.parts
  }
}

extension Bar {
  /// From the first to the last price, in percent (5 is 5 %); `nil` when the first is 0.
  public var changePercent: Decimal? {
    guard open != 0 else { return nil }
    return ((close - open) / open * 100).rounded(to: 6)
  }
}
