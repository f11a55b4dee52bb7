/// The latest price of one symbol (`MARKET_TICK`). Prices in USDT.
public struct Tick: Sendable {
  /// Trading pair as the engine writes it: `BTCUSDT`.
  public var symbol: String?
  /// The latest price (USDT).
  public var price: Decimal?
  /// The best bid (USDT); `nil` when the tick has none.
  public var bid: Decimal?
  /// The best ask (USDT); `nil` when the tick has none.
  public var ask: Decimal?
  /// When the engine took the price from the exchange, by the engine's clock (UTC).
  public var at: Date?

  /// A tick of which nothing is known: set what is.
  public init() {}

  init(_ payload: EventFields) {
    symbol = payload.text("symbol")
    price = payload.price("price")
    bid = payload.price("bid")
    ask = payload.price("ask")
    at = payload.date("ts")
  }
}

/// A closed candle, which the engine made from ticks (`KLINE_1M` and others). Prices in USDT.
public struct Candle: Sendable {
  /// Trading pair as the engine writes it: `BTCUSDT`.
  public var symbol: String?
  /// Length of the candle: `1m`, `5m`, `1h` or `1d`.
  public var interval: String
  /// The first price of the interval (USDT).
  public var open: Decimal?
  /// The highest price of the interval (USDT).
  public var high: Decimal?
  /// The lowest price of the interval (USDT).
  public var low: Decimal?
  /// The last price of the interval (USDT).
  public var close: Decimal?
  /// Volume as the engine sends it; 0 in every candle that was recorded.
  public var volume: Decimal?
  /// Start of the interval (UTC).
  public var openedAt: Date?
  /// End of the interval (UTC).
  public var closedAt: Date?

  /// A candle of which only the interval is known; the rest stays `nil` until it is set.
  public init(interval: String) {
    self.interval = interval
  }

  init(_ payload: EventFields, interval: String) {
    self.interval = interval
    symbol = payload.text("symbol")
    open = payload.price("open")
    high = payload.price("high")
    low = payload.price("low")
    close = payload.price("close")
    volume = payload.number("volume")
    openedAt = payload.date("open_time")
    closedAt = payload.date("close_time")
  }
}

extension Candle: Listed {
  /// Key of the list in the body of `/market/candles`.
  public static var listName: StaticString { "klines" }
}
