import Foundation
import HeanCore

enum MarketPages {
  static func ticker(_ world: World, _ request: PracticeRequest) -> JSONValue {
    let symbol = request.query["symbol"] ?? Instrument.all[0].symbol
    guard world.isRunning, let (instrument, quote) = find(symbol, world) else {
      return [
        "symbol": .string(symbol), "price": .null, "bid": .null, "ask": .null, "volume": .null, "timestamp": .null,
      ]
    }
    return [
      "symbol": .string(symbol), "price": .number(instrument.price(quote.price)), "bid": bid(instrument, quote),
      "ask": ask(instrument, quote), "volume": 0, "timestamp": .naive(world.date(quote.lastTick)),
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
    var tick = JSONValue.null
    if world.isRunning, let (instrument, quote) = find(symbol, world) {
      let date = world.date(quote.lastTick)
      tick = [
        "symbol": .string(symbol), "price": .number(instrument.price(quote.price)), "volume": 0,
        "bid": bid(instrument, quote), "ask": ask(instrument, quote), "ts": .naive(date), "ts_ms": milliseconds(date),
      ]
    }
    return [
      "symbol": .string(symbol), "timeframe": .string(frame), "klines": .array(klines), "last_tick": tick,
      "count": .count(klines.count), "last_seq": .count(world.second * 10),
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
      closed.compactMap { group, candles -> JSONValue? in
        guard let first = candles.first, let last = candles.last else { return nil }
        let open = world.date(group * minutes * 60)
        let close = world.date((group + 1) * minutes * 60)
        return [
          "symbol": .string(symbol), "timeframe": .string(frame), "open": .number(instrument.price(first.open)),
          "high": .number(instrument.price(candles.map(\.high).max() ?? first.high)),
          "low": .number(instrument.price(candles.map(\.low).min() ?? first.low)),
          "close": .number(instrument.price(last.close)), "volume": 0, "open_time": .naive(open),
          "close_time": .naive(close), "open_time_ms": milliseconds(open), "close_time_ms": milliseconds(close),
        ]
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

  private static func milliseconds(_ date: Date) -> JSONValue { .count(Int(date.timeIntervalSince1970 * 1000)) }
}
