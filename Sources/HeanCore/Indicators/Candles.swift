/// The bars of one market in the order of time, each figure as an array with one entry a bar.
///
/// Binary floating point, unlike money elsewhere in the core: an indicator is an estimate, and no order is priced by it.
public struct Candles: Sendable, Equatable {
  /// The first price of each bar.
  public let open: [Double]
  /// The highest price of each bar.
  public let high: [Double]
  /// The lowest price of each bar.
  public let low: [Double]
  /// The last price of each bar.
  public let close: [Double]
  /// What was traded in each bar, in units of the asset; 0 when nothing was.
  public let volume: [Double]

  /// - Returns: `nil` when the arrays differ in length, or hold something that is not a finite number. That a high is
  ///   not below its low is not checked.
  public init?(open: [Double], high: [Double], low: [Double], close: [Double], volume: [Double]) {
    let figures = [open, high, low, close, volume]
    guard figures.allSatisfy({ $0.count == close.count && $0.allSatisfy(\.isFinite) }) else { return nil }
    self.open = open
    self.high = high
    self.low = low
    self.close = close
    self.volume = volume
  }

  /// The number of bars.
  public var count: Int { close.count }

  /// The mean of high, low and close of one bar.
  func typicalPrice(_ bar: Int) -> Double { (high[bar] + low[bar] + close[bar]) / 3 }

  /// How far the price went from the close before: the largest of the bar's own range and the distances of its high and
  /// its low from that close. The first bar has none, and 0 stands in its place.
  var trueRanges: [Double] {
    var ranges = [Double](repeating: 0, count: count)
    for bar in 0..<count where bar > 0 {
      let before = close[bar - 1]
      ranges[bar] = max(high[bar] - low[bar], abs(before - high[bar]), abs(before - low[bar]))
    }
    return ranges
  }
}
