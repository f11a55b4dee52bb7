public import Foundation

/// A price of one symbol (USDT).
public struct Tick: Sendable {
  public var symbol: String?
  public var price: Decimal?
  public var bid: Decimal?
  public var ask: Decimal?
  /// When the exchange's price was taken, by the engine's clock.
  public var at: Date?

  /// What is not given is not known.
  public init() {
  }

  init(_ payload: EventFields) {
    symbol = payload.text("symbol")
    price = payload.number("price")
    bid = payload.number("bid")
    ask = payload.number("ask")
    at = payload.date("ts")
  }
}

/// A closed candle (USDT).
public struct Candle: Sendable {
  public var symbol: String?
  /// `1m`, `5m`, `1h`, `1d`.
  public var interval: String
  public var open: Decimal?
  public var high: Decimal?
  public var low: Decimal?
  public var close: Decimal?
  public var volume: Decimal?
  public var openedAt: Date?
  public var closedAt: Date?

  /// What is not given is not known.
  public init(interval: String) {
    self.interval = interval
  }

  init(_ payload: EventFields, interval: String) {
    self.interval = interval
    symbol = payload.text("symbol")
    open = payload.number("open")
    high = payload.number("high")
    low = payload.number("low")
    close = payload.number("close")
    volume = payload.number("volume")
    openedAt = payload.date("open_time")
    closedAt = payload.date("close_time")
  }
}
