import Testing

@testable import HeanCore

/// Sums that move along a series must not keep what has left them.
struct RunningSumTests {
  /// A small generator of its own, so that the series is the same everywhere.
  private static func walk(_ count: Int) -> [Double] {
    var state: UInt64 = 88_172_645_463_325_252
    var price = 100.0
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      price *= 1 + (Double(state >> 11) / 9_007_199_254_740_992 - 0.5) * 0.01
      return price
    }
  }

  private static func plainMean(_ values: ArraySlice<Double>) -> Double { values.reduce(0, +) / Double(values.count) }

  private static func plainDeviation(_ values: ArraySlice<Double>) -> Double {
    let mean = plainMean(values)
    return plainMean(ArraySlice(values.map { ($0 - mean) * ($0 - mean) })).squareRoot()
  }

  @Test func `after a long series the figures are those of the window alone`() throws {
    let values = Self.walk(200_000)
    let sma = Indicators.sma(of: values)
    let wma = Indicators.wma(of: values, period: 10)
    let bands = Indicators.bollingerBands(of: values)
    for bar in stride(from: 199_000, to: 200_000, by: 37) {
      let weighted = (0..<10).reduce(0) { $0 + values[bar - $1] * Double(10 - $1) } / 55
      #expect(abs(try #require(sma[bar]) / Self.plainMean(values[bar - 29...bar]) - 1) < 1e-14)
      #expect(abs(try #require(wma[bar]) / weighted - 1) < 1e-14)
      let width = try #require(bands.upper[bar]) - (try #require(bands.lower[bar]))
      #expect(abs(width / 4 / Self.plainDeviation(values[bar - 19...bar]) - 1) < 1e-9)
    }
  }

  @Test func `a price ten billion times too high leaves nothing behind`() throws {
    var values = Self.walk(200)
    values[100] = 1e12
    let bar = 125
    let window = values[bar - 9...bar]
    #expect(abs(try #require(Indicators.sma(of: values, period: 10)[bar]) / Self.plainMean(window) - 1) < 1e-14)
    let bands = Indicators.bollingerBands(of: values, period: 10)
    let upper = Self.plainMean(window) + 2 * Self.plainDeviation(window)
    #expect(abs(try #require(bands.upper[bar]) / upper - 1) < 1e-9)
  }

  @Test func `a price that moves by its last digits has a deviation, one that does not has none`() throws {
    let steps = (0..<30).map { 98_765.43 + Double($0 % 2) * 1e-8 }
    let bands = Indicators.bollingerBands(of: steps)
    let deviation = try #require(bands.upper[29]) - (try #require(bands.middle[29]))
    #expect(abs(deviation / (steps[1] - steps[0]) - 1) < 0.01)
    for price in [0.1, 98_765.43, 1234.56789, 1e-9] + Self.walk(200) {
      let values = Self.walk(40) + [Double](repeating: price, count: 30)
      for bands in [Indicators.bollingerBands(of: values), Indicators.bollingerBands(of: values, period: 13)] {
        #expect(bands.upper[60] == price && bands.middle[60] == price && bands.lower[60] == price)
      }
      let bars = try #require(Candles(open: values, high: values, low: values, close: values, volume: values))
      #expect(Indicators.cci(of: bars)[60] == 0 && Indicators.stochastic(of: bars).d[60] == 0)
      #expect(Indicators.mfi(of: bars)[60] == 0 && Indicators.williamsR(of: bars)[60] == 0)
    }
  }

  @Test func `an emptied sum is 0, and what is no number leaves it again`() {
    var sum = RunningSum()
    // More digits than two words have.
    for term in [1e-25, 0.1, 1e25] { sum.add(term) }
    for term in [1e25, 0.1, 1e-25] { sum.remove(term) }
    #expect(sum.value == 0)
    sum.add(.infinity)
    sum.add(product: 3, 0.1)
    #expect(sum.value.isNaN)
    sum.remove(.infinity)
    #expect(abs(sum.value - 0.3) < 1e-15)
    sum.remove(product: 3, 0.1)
    #expect(sum.value == 0)
  }

  @Test(arguments: [1, 2, 3, 10, 50, 200])
  func `extremes are those of the window`(period: Int) {
    let values = Self.walk(200).map { ($0 * 10).rounded() }
    let highs = Indicators.highest(values, period: period)
    let lows = Indicators.lowest(values, period: period)
    for bar in values.indices {
      let window = bar + 1 >= period ? values[bar + 1 - period...bar] : []
      #expect(highs[bar] == window.max() && lows[bar] == window.min())
    }
  }
}
