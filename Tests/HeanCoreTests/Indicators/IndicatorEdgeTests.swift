import Testing

@testable import HeanCore

/// What no series of TA-Lib shows: parameters and values that make no sense, and very long or very uneven series.
struct IndicatorEdgeTests {
  @Test func `candles of unequal length or without numbers are none`() {
    let one = [1.0]
    #expect(Candles(open: one, high: one, low: one, close: one, volume: one)?.count == 1)
    #expect(Candles(open: [], high: [], low: [], close: [], volume: [])?.count == 0)
    #expect(Candles(open: one, high: one, low: one, close: one, volume: []) == nil)
    #expect(Candles(open: one, high: [1, 2], low: one, close: one, volume: one) == nil)
    for stranger in [Double.nan, .infinity, -.infinity] {
      #expect(Candles(open: one, high: one, low: [stranger], close: one, volume: one) == nil)
      #expect(Candles(open: one, high: one, low: one, close: one, volume: [stranger]) == nil)
    }
  }

  @Test(arguments: [Int.min, -1, 0, 501, .max])
  func `a period that does not fit gives no figure`(period: Int) throws {
    let bars = try IndicatorFixture("market").bars()
    let value = Double(period)
    // An Int beyond 2^53 is another number as a Double, which may be too large to come back.
    guard let back = Int(exactly: value), back == period else { return expectNothing(period, bars) }
    let names = [
      "sma", "ema", "wma", "bollinger", "keltner", "donchian", "supertrend", "rsi", "macd", "stochastic", "atr", "adx",
      "cci", "mfi", "roc", "willr", "ichimoku",
    ]
    let parameters = Dictionary(uniqueKeysWithValues: names.map { ($0, [value, value, value, value]) })
    for (line, figures) in AllIndicators.lines(of: bars, parameters) where !["vwap", "sar", "obv"].contains(line) {
      #expect(figures == Indicators.nothing(500), "\(line) of \(period)")
    }
    expectNothing(period, bars)
  }

  private func expectNothing(_ period: Int, _ bars: Candles) {
    let none = Indicators.nothing(bars.count)
    #expect(Indicators.sma(of: bars.close, period: period) == none)
    #expect(Indicators.wma(of: bars.close, period: period) == none)
    #expect(Indicators.bollingerBands(of: bars.close, period: period).upper == none)
    #expect(Indicators.keltnerChannels(of: bars, atrPeriod: period).upper == none)
    #expect(Indicators.directionalMovement(of: bars, period: period).plusDI == none)
    #expect(Indicators.macd(of: bars.close, signal: period).line == none)
    #expect(Indicators.macd(of: bars.close, fast: period).line == none)
    #expect(Indicators.stochastic(of: bars, smoothing: period).k == none)
    #expect(Indicators.ichimoku(of: bars, leading: period).leadingB == none)
    #expect(Indicators.mfi(of: bars, period: period) == none && Indicators.roc(of: bars.close, period: period) == none)
    if period < 0 || period > 500 {
      let moved = Indicators.ichimoku(of: bars, displacement: period)
      #expect(moved.lagging == none && moved.leadingA == none)
    }
  }

  @Test func `periods shorter than an indicator needs, and factors below 0, give no figure`() throws {
    let bars = try IndicatorFixture("market").bars()
    let none = Indicators.nothing(bars.count)
    #expect(Indicators.rsi(of: bars.close, period: 1) == none && Indicators.cci(of: bars, period: 1) == none)
    #expect(Indicators.mfi(of: bars, period: 1) == none && Indicators.williamsR(of: bars, period: 1) == none)
    #expect(Indicators.bollingerBands(of: bars.close, period: 1) == Indicators.Bands(count: 500))
    #expect(Indicators.donchianChannels(of: bars, period: 1) == Indicators.Bands(count: 500))
    #expect(Indicators.supertrend(of: bars, period: 1).line == none)
    for factor in [-1, Double.nan] {
      #expect(Indicators.supertrend(of: bars, multiplier: factor).isRising.allSatisfy { $0 == nil })
      #expect(Indicators.parabolicSAR(of: bars, acceleration: factor) == none)
      #expect(Indicators.parabolicSAR(of: bars, maximum: factor) == none)
    }
    #expect(Indicators.keltnerChannels(of: bars, multiplier: .infinity).middle == none)
    #expect(Indicators.roc(of: [0, 1, 2], period: 1) == [nil, 0, 100])
  }

  @Test func `a difference that is only rounding is no movement for the commodity channel index`() throws {
    func index(_ prices: [Double], period: Int) throws -> Double? {
      let bars = try #require(Candles(open: prices, high: prices, low: prices, close: prices, volume: prices))
      return try #require(Indicators.cci(of: bars, period: period).last)
    }
    for tenths in 1...40 {
      // The last price is the mean, but for rounding.
      let prices = [tenths, tenths + 14, tenths + 7].map { Double($0) / 10 }
      #expect(try index(prices, period: 3) == 0)
    }
    let flat = [Double](repeating: 1, count: 29)
    #expect(try index(flat + [1 + 4e-14], period: 30) == 0)
    #expect(try index(flat + [1 + 1e-9], period: 30) != 0)
  }

  @Test func `what is no number is nil as long as it is in the window`() {
    var values = (0..<40).map { 100 + Double($0 % 7) }
    values[12] = .nan
    values[20] = .infinity
    for figures in [
      Indicators.sma(of: values, period: 5), Indicators.wma(of: values, period: 5),
      Indicators.bollingerBands(of: values, period: 5).lower,
    ] {
      let known = Set(figures.indices.filter { figures[$0] != nil })
      #expect(known == Set(Array(4..<12) + Array(17..<20) + Array(25..<40)))
    }
    #expect(Indicators.ema(of: values, period: 5)[12...].allSatisfy { $0 == nil })
    #expect(Indicators.rsi(of: values, period: 5)[12...].allSatisfy { $0 == nil })
    #expect(Indicators.roc(of: values, period: 3)[15] == nil && Indicators.roc(of: values, period: 3)[16] != nil)
    let huge = [Double](repeating: .greatestFiniteMagnitude, count: 40)
    let bars = Candles(open: huge, high: huge, low: huge.map { -$0 }, close: huge, volume: huge)
    let lines = bars.map { AllIndicators.lines(of: $0) } ?? [:]
    #expect(lines.count == 36)
    #expect(lines.values.allSatisfy { $0.count == 40 && $0.allSatisfy { $0?.isFinite ?? true } })
  }
}
