extension Indicators {
  /// Wilder's directional movement system; all lines 0 to 100.
  public struct DirectionalMovement: Sendable, Equatable {
    /// Average directional index: how strong the trend is, whichever way it goes. `nil` for the first `2 * period - 1`
    /// bars.
    public var adx: [Double?]
    /// +DI: upward movement as a share of the true range. `nil` for the first `period` bars.
    public var plusDI: [Double?]
    /// -DI: downward movement as a share of the true range. `nil` for the first `period` bars.
    public var minusDI: [Double?]
  }

  /// Average directional index with +DI and -DI.
  ///
  /// The movement of a bar is upward by as much as its high rose, or downward by as much as its low fell, whichever is
  /// more; none when they are equal. While nothing has moved +DI and -DI are 0, and ADX stays as it was.
  /// - Parameters:
  ///   - candles: their high, low and close are used.
  ///   - period: at least 2.
  public static func directionalMovement(of candles: Candles, period: Int = 14) -> DirectionalMovement {
    let none = nothing(candles.count)
    var answer = DirectionalMovement(adx: none, plusDI: none, minusDI: none)
    guard fits(period, least: 2, in: candles.count - 1) else { return answer }
    let count = Double(period)
    let ranges = candles.trueRanges
    var plus = 0.0
    var minus = 0.0
    var range = 0.0
    var indices = 0.0
    var adx = 0.0
    for bar in 1..<candles.count {
      let rise = candles.high[bar] - candles.high[bar - 1]
      let fall = candles.low[bar - 1] - candles.low[bar]
      // The sums begin with one bar less than the period; from then on a share of them is forgotten with each bar.
      if bar >= period {
        plus -= plus / count
        minus -= minus / count
        range -= range / count
      }
      if fall > 0, rise < fall { minus += fall } else if rise > 0, rise > fall { plus += rise }
      range += ranges[bar]
      guard bar >= period else { continue }
      let plusDI = range == 0 ? 0 : 100 * (plus / range)
      let minusDI = range == 0 ? 0 : 100 * (minus / range)
      answer.plusDI[bar] = finite(plusDI)
      answer.minusDI[bar] = finite(minusDI)
      let index = plusDI + minusDI == 0 ? nil : 100 * (abs(minusDI - plusDI) / (plusDI + minusDI))
      // The first ADX is the mean of `period` indices; after it, Wilder's average.
      if bar < 2 * period {
        indices += index ?? 0
        adx = indices / count
      } else if let index {
        adx = (adx * (count - 1) + index) / count
      }
      if bar >= 2 * period - 1 { answer.adx[bar] = finite(adx) }
    }
    return answer
  }
}
