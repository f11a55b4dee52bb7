import HeanCore

/// How the price of a symbol moves for some minutes.
enum Regime: String, Sendable, Codable {
  case up, down, range, shock

  /// The engine's word in a decision.
  var decisionWord: String { self == .up || self == .down ? "TREND" : "RANGE" }
}

/// The prices of one minute of the engine's clock.
struct Candle: Sendable, Codable {
  var open: Double
  var high: Double
  var low: Double
  var close: Double
  /// The simulated second of its first tick.
  var start: Int
}

/// The price path of one symbol.
struct Quote: Sendable, Codable {
  var price: Double
  /// The price with which the simulation began; that of the minutes before leads to it.
  let origin: Double
  /// The price to which the price returns while it is in a range.
  var centre: Double
  var regime: Regime
  var regimeUntil: Int
  /// Prices of the last seconds, newest last.
  var recent: [Double]
  var lastTick: Int
  var forming: Candle?
  var minutes: [Candle]
  /// After a jump: the simulated second until which no strategy trusts the price.
  var distrustedUntil = 0

  static let memory = 90
  /// As many closed candles as the engine keeps (docs/engine.md 2.11).
  static let candles = 1000

  func change(over seconds: Int) -> Double {
    guard recent.count > seconds, let now = recent.last else { return 0 }
    return now / recent[recent.count - 1 - seconds] - 1
  }

  /// Mean of the last minute's prices, and their standard deviation as a fraction of the mean.
  var minute: (mean: Double, deviation: Double) {
    let window = recent.suffix(60)
    guard window.count > 1 else { return (price, 0) }
    let mean = window.reduce(0, +) / Double(window.count)
    let variance = window.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(window.count)
    return (mean, variance.squareRoot() / mean)
  }
}

/// The prices of ten symbols: each has a tick a second and rises, falls, stays in a range or takes a shock.
struct Market: Sendable, Codable {
  var quotes: [String: Quote]

  init(scenario: PracticeScenario, random: inout SeededRandom) {
    quotes = [:]
    for instrument in Instrument.all {
      // Different seeds start at different prices.
      let price = instrument.startPrice * (1 + 0.04 * random.normal())
      quotes[instrument.symbol] = Quote(
        price: price, origin: price, centre: price, regime: scenario == .calm ? .range : .up, regimeUntil: 0,
        recent: [price],
        lastTick: 0, minutes: [])
    }
  }

  /// - Parameters:
  ///   - drift: what the scenario adds to every return.
  ///   - frozen: symbols that get no new prices.
  ///   - minute: the minute of the engine's clock at a simulated second; `nil` while the engine makes no candles.
  mutating func tick(
    _ second: Int, scenario: PracticeScenario, drift: Double, frozen: Set<String>, random: inout SeededRandom,
    minute: ((Int) -> Int)?
  ) {
    for instrument in Instrument.all where !frozen.contains(instrument.symbol) {
      guard var quote = quotes[instrument.symbol] else { continue }
      if second >= quote.regimeUntil { Self.switchRegime(&quote, instrument, second, scenario, &random) }
      var mean = drift
      var deviation = instrument.volatility
      switch quote.regime {
      case .up: mean += instrument.volatility * 0.22
      case .down: mean -= instrument.volatility * 0.22
      case .range: mean += (quote.centre / quote.price - 1) * 0.02
      case .shock: deviation *= 4
      }
      quote.price *= 1 + mean + deviation * random.normal()
      if quote.regime == .shock, random.chance(0.004) {
        quote.price *= random.chance(0.5) ? 1.05 : 0.95
        quote.distrustedUntil = second + 300
      }
      quote.price = min(max(quote.price, instrument.lowest), instrument.highest)
      // Rounded to the tick grid at once, so that trades use exactly the quoted price.
      quote.price = instrument.price(quote.price).double
      quote.recent.append(quote.price)
      if quote.recent.count > Quote.memory { quote.recent.removeFirst(quote.recent.count - Quote.memory) }
      quote.lastTick = second
      if let minute { Self.fold(&quote, second, minute) }
      quotes[instrument.symbol] = quote
    }
  }

  private static func switchRegime(
    _ quote: inout Quote, _ instrument: Instrument, _ second: Int, _ scenario: PracticeScenario,
    _ random: inout SeededRandom
  ) {
    let draw = random.unit()
    switch scenario {
    case .calm, .allRejected, .killswitch, .stopped, .staleFeed:
      quote.regime = draw < 0.7 ? .range : draw < 0.83 ? .up : draw < 0.96 ? .down : .shock
    case .trend, .crash:
      quote.regime = draw < 0.8 ? .up : draw < 0.95 ? .range : .down
    }
    // A world that runs for months must return to usual prices: at the limits of the price range nothing happens any
    // more.
    if quote.price > instrument.startPrice * 8 { quote.regime = .down }
    if quote.price < instrument.startPrice / 8 { quote.regime = .up }
    quote.centre = quote.price
    quote.regimeUntil = second + (quote.regime == .shock ? 20 : 120) + Int(random.unit() * 180)
  }

  private static func fold(_ quote: inout Quote, _ second: Int, _ minute: (Int) -> Int) {
    if let forming = quote.forming, minute(forming.start) != minute(second) {
      quote.minutes.append(forming)
      if quote.minutes.count > Quote.candles { quote.minutes.removeFirst() }
      quote.forming = nil
    }
    var candle =
      quote.forming ?? Candle(open: quote.price, high: quote.price, low: quote.price, close: quote.price, start: second)
    candle.high = max(candle.high, quote.price)
    candle.low = min(candle.low, quote.price)
    candle.close = quote.price
    quote.forming = candle
  }
}
