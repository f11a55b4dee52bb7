extension Indicators {
  /// The lines of a MACD, in the unit of the values; `nil` at the same bars.
  public struct MACD: Sendable, Equatable {
    /// The fast exponential moving average less the slow one.
    public var line: [Double?]
    /// The exponential moving average of the line.
    public var signal: [Double?]
    /// The line less its signal.
    public var histogram: [Double?]
  }

  /// Moving average convergence/divergence.
  ///
  /// Both averages begin at the same bar: the fast one is seeded with the values just before it. `nil` for the first
  /// `slow + signal - 2` bars, though the line alone could be told earlier.
  /// - Parameters:
  ///   - values: usually the closes.
  ///   - fast: period of the fast average; at least 2. When it is longer than the slow one, the two are exchanged.
  ///   - slow: period of the slow average; at least 2.
  ///   - signal: period of the signal; at least 1.
  public static func macd(of values: [Double], fast: Int = 12, slow: Int = 26, signal: Int = 9) -> MACD {
    var answer = MACD(line: nothing(values.count), signal: nothing(values.count), histogram: nothing(values.count))
    let (fast, slow) = (min(fast, slow), max(fast, slow))
    guard fits(fast, least: 2, in: values.count), fits(slow, in: values.count), fits(signal, in: values.count)
    else { return answer }
    let fastAverage = exponential(values, period: fast, from: slow - fast)
    let slowAverage = exponential(values, period: slow, from: 0)
    let line = zip(fastAverage, slowAverage).map { fast, slow in (fast ?? .nan) - (slow ?? .nan) }
    let signals = exponential(line, period: signal, from: slow - 1)
    for bar in values.indices {
      guard let signal = signals[bar] else { continue }
      answer.line[bar] = finite(line[bar])
      answer.signal[bar] = signal
      answer.histogram[bar] = finite(line[bar] - signal)
    }
    return answer
  }
}
