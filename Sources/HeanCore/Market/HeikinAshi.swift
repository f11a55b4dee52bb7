extension Candles {
  /// Heikin-Ashi bars, which smooth the course: the close is the mean of the four prices of the bar, the open the mean
  /// of open and close of the Heikin-Ashi bar before, and high and low reach at least to both. The first open is the
  /// mean of its bar's open and close. None of these is a price at which anything was traded.
  public var heikinAshi: Candles {
    var (opens, highs, lows, closes) = ([Double](), [Double](), [Double](), [Double]())
    for bar in 0..<count {
      let end = (open[bar] + high[bar] + low[bar] + close[bar]) / 4
      let start = bar == 0 ? (open[0] + close[0]) / 2 : (opens[bar - 1] + closes[bar - 1]) / 2
      opens.append(start)
      closes.append(end)
      highs.append(max(high[bar], start, end))
      lows.append(min(low[bar], start, end))
    }
    return Candles(open: opens, high: highs, low: lows, close: closes, volume: volume) ?? self
  }
}
