public import Foundation

/// How the prices of a chart are drawn.
public enum ChartStyle: String, Codable, Sendable, CaseIterable {
  /// Open, high, low and close of each bar; or the smoothed bars of `Candles.heikinAshi`.
  case candles
  case heikinAshi = "heikin-ashi"
  /// The close alone.
  case line, area
}

/// Everything that a picture of a chart shows, whatever it is drawn with: the bars that fit, and indicators that know
/// the bars before them.
public struct ChartContent: Sendable {
  /// An indicator with its lines over the shown bars.
  public struct Drawn: Sendable {
    /// Which one.
    public var indicator: ChartIndicator
    /// One figure for each shown bar.
    public var lines: [ChartIndicator.Line]
    /// The range of a pane: the bounds of the indicator; without such from its lowest to its highest figure, with 0 where
    /// that is a level. `nil` without a figure.
    public var range: ClosedRange<Double>? {
      let values = lines.flatMap(\.values).compactMap(\.self)
      guard let low = values.min(), let high = values.max() else { return nil }
      if let bounds = indicator.bounds { return bounds }
      let hasZero = indicator.levels.contains(0)
      let (bottom, top) = hasZero ? (min(low, 0), max(high, 0)) : (low, high)
      return bottom < top ? bottom...top : bottom - 1...top + 1
    }
    /// Whether there is no figure at all.
    public var isEmpty: Bool { lines.allSatisfy { $0.last == nil } }
  }

  /// What was read.
  public var answer: ChartAnswer
  /// How the prices are drawn.
  public var style: ChartStyle
  /// The shown bars.
  public var bars: [Bar]
  /// Their figures; with `heikinAshi` the smoothed ones.
  public var candles: Candles
  /// Drawn over the prices.
  public var overlays: [Drawn]
  /// Drawn below them.
  public var panes: [Drawn]
  /// Stretches without bars, by index of a shown bar.
  public var gaps: [BarGap]
  /// The prices from the lowest to the highest that are drawn: those of the bars, and of lines and levels as far as they
  /// leave the bars most of the room.
  public var range: ClosedRange<Double>

  /// - Parameters:
  ///   - most: how many bars fit; the latest are shown.
  ///   - indicators: which to draw; they are computed from all bars that were read.
  /// - Returns: `nil` without bars.
  public init?(_ answer: ChartAnswer, as style: ChartStyle, _ indicators: [ChartIndicator], most: Int) {
    let series = answer.candles.series
    guard let whole = series.candles, whole.count > 0, most > 0 else { return nil }
    let shown = max(0, whole.count - most)..<whole.count
    let drawn = style == .heikinAshi ? whole.heikinAshi : whole
    guard let candles = drawn[shown] else { return nil }
    self.answer = answer
    self.style = style
    self.candles = candles
    bars = Array(series.bars[shown])
    gaps = BarSeries(timeframe: series.timeframe, bars: bars).gaps
    let computed = indicators.map { indicator in
      let lines = indicator.hasInput(in: series) ? indicator.lines(of: whole) : []
      return Drawn(
        indicator: indicator,
        lines: lines.map { line in
          var line = line
          line.values = Array(line.values[shown])
          return line
        })
    }
    overlays = computed.filter { $0.indicator.kind.isOverlay }
    panes = computed.filter { !$0.indicator.kind.isOverlay }
    range = 0...0
    range = reached
  }

  /// How many bars there are in all.
  public var available: Int { answer.candles.series.bars.count }

  private var reached: ClosedRange<Double> {
    let isBars = style == .candles || style == .heikinAshi
    let low = (isBars ? candles.low : candles.close).min() ?? 0
    let high = (isBars ? candles.high : candles.close).max() ?? 0
    let span = high > low ? high - low : max(abs(high) * 0.001, 1e-9)
    var (bottom, top) = high > low ? (low, high) : (low - span, high + span)
    func reach(_ value: Double, _ share: Double) {
      guard value >= low - span * share, value <= high + span * share else { return }
      (bottom, top) = (min(bottom, value), max(top, value))
    }
    for line in overlays.flatMap(\.lines) {
      for value in line.values { if let value { reach(value, 0.25) } }
    }
    for level in answer.levels { reach(level.price.double, 0.4) }
    if let price = answer.candles.price { reach(price.double, 0.4) }
    return bottom...top
  }

  /// Levels that are outside of the range, and so not in the picture.
  public var hiddenLevels: [ChartLevel] {
    answer.levels.filter { !range.contains($0.price.double) }
  }

  /// Levels that are in the picture.
  public var visibleLevels: [ChartLevel] {
    answer.levels.filter { range.contains($0.price.double) }
  }

  /// How many fills are before the first shown bar, in a gap, or at a price outside of the range.
  public var hiddenFills: Int {
    answer.fills.count { isHidden($0.at, $0.price) }
  }

  /// The same for closes.
  public var hiddenCloses: Int {
    answer.closes.count { isHidden($0.at, $0.price) }
  }

  private func isHidden(_ moment: Date, _ price: Decimal) -> Bool {
    place(of: moment) == nil || !range.contains(price.double)
  }

  /// Digits after the point that prices of this symbol have, 8 at most.
  public var places: Int {
    let prices = bars.suffix(100).flatMap { [$0.open, $0.high, $0.low, $0.close] }
    return min(8, prices.map { max(0, -$0.exponent) }.max() ?? 2)
  }

  /// The shown bar in which a moment is: its index; `bars.count` for a moment after the last of them; `nil` for one
  /// before the first, or in a gap.
  public func place(of moment: Date) -> Int? {
    guard let last = bars.last, moment < last.closedAt else { return bars.count }
    guard let index = bars.lastIndex(where: { $0.openedAt <= moment }) else { return nil }
    let end = bars[index].openedAt + TimeInterval(answer.candles.series.timeframe.seconds)
    return moment < end ? index : nil
  }
}

extension Candles {
  /// Some of the bars.
  public subscript(_ bars: Range<Int>) -> Candles? {
    guard bars.lowerBound >= 0, bars.upperBound <= count else { return nil }
    return Candles(
      open: Array(open[bars]), high: Array(high[bars]), low: Array(low[bars]), close: Array(close[bars]),
      volume: Array(volume[bars]))
  }
}
