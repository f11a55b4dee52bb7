extension Indicators {
  /// The lines of a slow stochastic, 0 to 100; `nil` at the same bars.
  public struct Stochastic: Sendable, Equatable {
    /// %K: where the close is between lowest low and highest high, smoothed.
    public var k: [Double?]
    /// %D: the simple moving average of %K.
    public var d: [Double?]
  }

  /// Slow stochastic: the close between the lowest low (0) and the highest high (100) of the last bars, smoothed twice by
  /// simple moving averages.
  ///
  /// `nil` for the first `period + smoothing + signal - 3` bars. A bar whose window has one price only counts as 0.
  /// - Parameters:
  ///   - candles: their high, low and close are used.
  ///   - period: of the highest high and lowest low; at least 1.
  ///   - smoothing: period of the average that makes %K; at least 1.
  ///   - signal: period of the average that makes %D; at least 1.
  public static func stochastic(
    of candles: Candles, period: Int = 5, smoothing: Int = 3, signal: Int = 3
  ) -> Stochastic {
    var answer = Stochastic(k: nothing(candles.count), d: nothing(candles.count))
    guard [period, smoothing, signal].allSatisfy({ fits($0, in: candles.count) }) else { return answer }
    let raw = placesInRange(candles, period: period) { close, low, high in (close - low) / ((high - low) / 100) }
    let k = simple(raw.map { $0 ?? .nan }, period: smoothing, from: period - 1)
    answer.d = simple(k.map { $0 ?? .nan }, period: signal, from: period + smoothing - 2)
    for bar in 0..<candles.count where answer.d[bar] != nil { answer.k[bar] = k[bar] }
    return answer
  }

  /// Williams %R, -100 to 0: how far the close is below the highest high of the last bars, as a share of their range.
  ///
  /// `nil` for the first `period - 1` bars; 0 when the window has one price only.
  /// - Parameters:
  ///   - candles: their high, low and close are used.
  ///   - period: at least 2.
  public static func williamsR(of candles: Candles, period: Int = 14) -> [Double?] {
    guard period >= 2 else { return nothing(candles.count) }
    return placesInRange(candles, period: period) { close, low, high in (high - close) / ((high - low) / -100) }
  }

  /// A figure from the close and the lowest low and highest high of the window; 0 when these are equal.
  private static func placesInRange(
    _ candles: Candles, period: Int, place: (_ close: Double, _ low: Double, _ high: Double) -> Double
  ) -> [Double?] {
    let highs = highest(candles.high, period: period)
    let lows = lowest(candles.low, period: period)
    return (0..<candles.count).map { bar in
      guard let high = highs[bar], let low = lows[bar] else { return nil }
      return high == low ? 0 : finite(place(candles.close[bar], low, high))
    }
  }
}
