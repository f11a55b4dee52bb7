import Foundation
import HeanCore

enum MarketResponses {
  static func ticker(_ world: World, _ request: PracticeRequest) -> JSONValue {
    let symbol = request.query["symbol"] ?? Instrument.all[0].symbol
    guard world.isRunning, let (instrument, quote) = find(symbol, world) else {
      return [
        "symbol": .string(symbol), "price": .null, "bid": .null, "ask": .null, "volume": .null, "timestamp": .null,
      ]
    }
    return [
      "symbol": .string(symbol), "price": .number(instrument.price(quote.price)), "bid": bid(instrument, quote),
      "ask": ask(instrument, quote), "volume": 0, "timestamp": .naive(world.priceDate(quote)),
    ]
  }

  static func candles(_ world: World, _ request: PracticeRequest) throws -> JSONValue {
    let (symbol, frame, klines) = try klines(world, request)
    return [
      "symbol": .string(symbol), "timeframe": .string(frame), "klines": .array(klines), "count": .count(klines.count),
    ]
  }

  static func snapshot(_ world: World, _ request: PracticeRequest) throws -> JSONValue {
    let (symbol, frame, klines) = try klines(world, request)
    var last = JSONValue.null
    if world.isRunning, let (instrument, quote) = find(symbol, world) {
      last = .object(tick(instrument, quote, world))
    }
    return [
      "symbol": .string(symbol), "timeframe": .string(frame), "klines": .array(klines), "last_tick": last,
      "count": .count(klines.count), "last_seq": .count(world.lastSeq),
    ]
  }

  static func tick(_ instrument: Instrument, _ quote: Quote, _ world: World) -> [String: JSONValue] {
    let date = world.priceDate(quote)
    return [
      "symbol": .string(instrument.symbol), "price": .number(instrument.price(quote.price)), "volume": 0,
      "bid": bid(instrument, quote), "ask": ask(instrument, quote), "ts": .naive(date),
      "ts_ms": milliseconds(date),
    ]
  }

  /// The candle of the minute that has just ended.
  static func lastMinute(_ instrument: Instrument, _ quote: Quote, _ world: World) -> JSONValue? {
    quote.minutes.last.map { candle in
      let open = world.date(candle.start)
      let body = kline(instrument, "1m", [candle], open: open, close: world.date(candle.start + 60))
      return .object(body.merging(["kind": "kline"]) { $1 })
    }
  }

  private static func kline(
    _ instrument: Instrument, _ frame: String, _ candles: [Candle], open: Date, close: Date
  ) -> [String: JSONValue] {
    [
      "symbol": .string(instrument.symbol), "timeframe": .string(frame),
      "open": .number(instrument.price(candles.first?.open ?? 0)),
      "high": .number(instrument.price(candles.map(\.high).max() ?? 0)),
      "low": .number(instrument.price(candles.map(\.low).min() ?? 0)),
      "close": .number(instrument.price(candles.last?.close ?? 0)), "volume": 0, "open_time": .naive(open),
      "close_time": .naive(close), "open_time_ms": milliseconds(open), "close_time_ms": milliseconds(close),
    ]
  }

  private static func klines(_ world: World, _ request: PracticeRequest) throws -> (String, String, [JSONValue]) {
    let limit = try Router.limit(request, default: 200, upTo: 1000)
    let symbol = request.query["symbol"] ?? Instrument.all[0].symbol
    let frame = request.query["timeframe"] ?? "1m"
    let minutes = ["1m": 1, "5m": 5, "1h": 60, "1d": 1440][frame]
    guard let minutes, let (instrument, quote) = find(symbol, world) else { return (symbol, frame, []) }
    let groups = Dictionary(grouping: quote.minutes, by: { $0.start / (minutes * 60) })
    let closed = groups.filter { $0.value.count == minutes }.sorted { $0.key < $1.key }.suffix(limit)
    return (
      symbol, frame,
      closed.map { group, candles in
        .object(
          kline(
            instrument, frame, candles, open: world.date(group * minutes * 60),
            close: world.date((group + 1) * minutes * 60)))
      }
    )
  }

  private static func find(_ symbol: String, _ world: World) -> (Instrument, Quote)? {
    guard let instrument = Instrument.all.first(where: { $0.symbol == symbol }), let quote = world.market.quotes[symbol]
    else { return nil }
    return (instrument, quote)
  }

  private static func bid(_ instrument: Instrument, _ quote: Quote) -> JSONValue {
    .number(instrument.price(quote.price * (1 - instrument.halfSpread)))
  }

  private static func ask(_ instrument: Instrument, _ quote: Quote) -> JSONValue {
    .number(instrument.price(quote.price * (1 + instrument.halfSpread)))
  }

  private static func milliseconds(_ date: Date) -> JSONValue {
    .optional(Decimal((date.timeIntervalSince1970 * 1000).rounded(.down), digits: 0))
  }
}

extension World {
  /// When the exchange published a price.
  fileprivate func priceDate(_ quote: Quote) -> Date { date(quote.lastTick) - (has(.backlog) ? 90 : 0) }
}
