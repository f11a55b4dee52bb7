extension Indicators {
  /// The five lines of an Ichimoku chart, in units of the price.
  public struct Ichimoku: Sendable, Equatable {
    /// Conversion line (tenkan-sen): the middle of the highest high and the lowest low of the short period.
    public var conversion: [Double?]
    /// Base line (kijun-sen): the same over the middle period.
    public var base: [Double?]
    /// Leading span A (senkou span A), as drawn at the bar: the mean of conversion and base line `displacement` bars
    /// before.
    public var leadingA: [Double?]
    /// Leading span B (senkou span B), as drawn at the bar: the middle of the long period `displacement` bars before.
    public var leadingB: [Double?]
    /// Lagging span (chikou span), as drawn at the bar: the close `displacement` bars **later**, `nil` for the last
    /// bars. A rule that is tested on old bars must not use it at its own bar.
    public var lagging: [Double?]
  }

  /// Ichimoku Kinko Hyo. The middle of a period is the mean of its highest high and its lowest low, this bar among its
  /// bars.
  ///
  /// Each line is `nil` for as many bars as its period has, less one, and the leading spans for `displacement` more. The
  /// part of the leading spans that is drawn beyond the last bar is not in the answer. TA-Lib has no Ichimoku.
  /// - Parameters:
  ///   - candles: their high, low and close are used.
  ///   - conversion: period of the conversion line; at least 1.
  ///   - base: period of the base line; at least 1.
  ///   - leading: period of leading span B; at least 1.
  ///   - displacement: by how many bars the spans are moved; at least 0. Some programs count the bar itself and move by
  ///     one less.
  public static func ichimoku(
    of candles: Candles, conversion: Int = 9, base: Int = 26, leading: Int = 52, displacement: Int = 26
  ) -> Ichimoku {
    let none = nothing(candles.count)
    guard conversion >= 1, base >= 1, leading >= 1, displacement >= 0 else {
      return Ichimoku(conversion: none, base: none, leadingA: none, leadingB: none, lagging: none)
    }
    let short = middle(of: candles, period: conversion)
    let medium = middle(of: candles, period: base)
    return Ichimoku(
      conversion: short, base: medium, leadingA: moved(middles(short, medium), ahead: displacement),
      leadingB: moved(middle(of: candles, period: leading), ahead: displacement),
      lagging: Array(candles.close.dropFirst(displacement)) + nothing(min(displacement, candles.count)))
  }

  private static func middle(of candles: Candles, period: Int) -> [Double?] {
    middles(highest(candles.high, period: period), lowest(candles.low, period: period))
  }

  private static func moved(_ line: [Double?], ahead bars: Int) -> [Double?] {
    nothing(min(bars, line.count)) + line.dropLast(bars)
  }
}
