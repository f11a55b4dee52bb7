/// The prices of one minute, which is counted from 1970.
struct MinuteCandle: Sendable {
  var minute: Int
  var open: Double
  var high: Double
  var low: Double
  var close: Double
}

extension MinuteCandle {
  init(_ candle: Candle, at minute: Int) {
    self.init(minute: minute, open: candle.open, high: candle.high, low: candle.low, close: candle.close)
  }
}

/// The minutes of a symbol, with those before the simulation began: the engine's process keeps candles when its engine
/// is started anew. They are made from the seed each time they are asked for, so that a saved world stays small.
enum MarketHistory {
  /// How far back the process reaches before the simulation: five days.
  private static let reach = 5 * 1440

  /// - Parameter least: how many minutes are needed; there can be fewer, or more.
  static func minutes(of instrument: Instrument, _ quote: Quote, _ world: World, least: Int) -> [MinuteCandle] {
    let minute = world.minute
    var minutes: [MinuteCandle] = []
    for candle in quote.minutes {
      let candle = MinuteCandle(candle, at: minute(candle.start))
      // When the world stood still, two candles can fall into one minute.
      guard let last = minutes.last, last.minute >= candle.minute else {
        minutes.append(candle)
        continue
      }
      minutes[minutes.count - 1].high = max(last.high, candle.high)
      minutes[minutes.count - 1].low = min(last.low, candle.low)
      minutes[minutes.count - 1].close = candle.close
    }
    // Once candles of the simulation have been dropped, what was before them is dropped as well.
    guard quote.minutes.count < Quote.candles, minutes.count < least else { return minutes }
    let first = minutes.first?.minute ?? minute(world.second)
    return before(first, instrument, quote, world, count: min(reach, least - minutes.count)) + minutes
  }

  /// Walks back in time from the first price of the simulation.
  private static func before(
    _ first: Int, _ instrument: Instrument, _ quote: Quote, _ world: World, count: Int
  ) -> [MinuteCandle] {
    let place = Instrument.all.firstIndex { $0.symbol == instrument.symbol } ?? 0
    var random = SeededRandom(seed: world.configuration.seed &+ UInt64(place + 1) &* 0xA076_1D64_78BD_642F)
    // Sixty independent seconds: the square root of sixty times the deviation of one.
    let deviation = instrument.volatility * 7.75
    var price = quote.origin
    var minutes: [MinuteCandle] = []
    for back in 1...max(1, count) {
      let pull = (quote.origin / price - 1) * 0.002
      let open = price * (1 + pull + deviation * random.normal())
      let high = max(open, price) * (1 + deviation * 0.6 * random.unit())
      let low = min(open, price) * (1 - deviation * 0.6 * random.unit())
      minutes.append(MinuteCandle(minute: first - back, open: open, high: high, low: low, close: price))
      price = open
    }
    return minutes.reversed()
  }
}
