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
      let body = kline(instrument, "1m", [MinuteCandle(candle, at: world.minute(candle.start))])
      return .object(body.merging(["kind": "kline"]) { $1 })
    }
  }

  private static func kline(
    _ instrument: Instrument, _ frame: String, _ minutes: [MinuteCandle]
  ) -> [String: JSONValue] {
    let length = frames[frame] ?? 1
    let start = (minutes.first?.minute ?? 0) / length * length
    let (open, close) = (date(minute: start), date(minute: start + length))
    return [
      "symbol": .string(instrument.symbol), "timeframe": .string(frame),
      "open": .number(instrument.price(minutes.first?.open ?? 0)),
      "high": .number(instrument.price(minutes.map(\.high).max() ?? 0)),
      "low": .number(instrument.price(minutes.map(\.low).min() ?? 0)),
      "close": .number(instrument.price(minutes.last?.close ?? 0)), "volume": 0, "open_time": .naive(open),
      "close_time": .naive(close), "open_time_ms": milliseconds(open), "close_time_ms": milliseconds(close),
    ]
  }

  /// The lengths of the engine's candles in minutes.
  private static let frames = ["1m": 1, "5m": 5, "1h": 60, "1d": 1440]

  private static func date(minute: Int) -> Date { Date(timeIntervalSince1970: Double(minute) * 60) }

  /// Closed candles only: the one of the latest tick is still forming. The first one can lack its beginning, as the
  /// engine's does.
  private static func klines(_ world: World, _ request: PracticeRequest) throws -> (String, String, [JSONValue]) {
    let limit = try Router.limit(request, default: 200, upTo: 1000)
    let symbol = request.query["symbol"] ?? Instrument.all[0].symbol
    let frame = request.query["timeframe"] ?? "1m"
    guard let length = frames[frame], let (instrument, quote) = find(symbol, world) else { return (symbol, frame, []) }
    let minutes = MarketHistory.minutes(of: instrument, quote, world, least: (limit + 1) * length)
    let forming = quote.forming.map { world.minute($0.start) / length } ?? .max
    var groups: [[MinuteCandle]] = []
    for minute in minutes where minute.minute / length < forming {
      if groups.last?.last.map({ $0.minute / length == minute.minute / length }) == true {
        groups[groups.count - 1].append(minute)
      } else {
        groups.append([minute])
      }
    }
    return (symbol, frame, groups.suffix(limit).map { .object(kline(instrument, frame, $0)) })
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
