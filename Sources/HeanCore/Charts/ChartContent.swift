/// How the prices of a chart are drawn.
public enum ChartStyle: String, Codable, Sendable, CaseIterable {
  /// Open, high, low and close of each bar; or the smoothed bars of `Candles.heikinAshi`.
  case candles
  case heikinAshi = "heikin-ashi"
  /// The close alone.
  case line, area
  /// An upright line from low to high, with a tick to the left at the open and one to the right at the close.
  case bars
  /// Bricks of one height, without time.
  case renko

  /// Whether a bar has a top and a bottom in the picture.
  public var hasRanges: Bool {
    switch self {
    case .candles, .heikinAshi, .bars, .renko: true
    case .line, .area: false
    }
  }
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
  /// When each column of the picture begins: those of the bars, then bars of which the engine has told no candle, the one
  /// that is being formed and those in which something of the operator's own happened.
  public var openings: [Date]
  /// The column of the bar that is being formed; `nil` without one.
  public var forming: Int?
  /// The column of the bar that was asked for; `nil` without one.
  public var focus: Int?
  /// Their figures; with `heikinAshi` the smoothed ones.
  public var candles: Candles
  /// Drawn over the prices.
  public var overlays: [Drawn]
  /// Drawn below them.
  public var panes: [Drawn]
  /// Stretches without bars, by index of a column.
  public var gaps: [BarGap]
  /// The prices from the lowest to the highest that are drawn: those of the bars, and of lines and levels as far as they
  /// leave the bars most of the room.
  public var range: ClosedRange<Double>

  /// - Parameters:
  ///   - most: how many columns fit; the latest are shown.
  ///   - indicators: which to draw; they are computed from all bars that were read.
  ///   - focus: a moment in the bar that has to be among the shown ones, in the middle where there are enough.
  /// - Returns: `nil` without bars.
  public init?(
    _ answer: ChartAnswer, as style: ChartStyle, _ indicators: [ChartIndicator], most: Int, around focus: Date? = nil
  ) {
    let series = answer.candles.series
    guard let whole = series.candles, whole.count > 0, most > 0 else { return nil }
    let asked = focus.flatMap { series.place(of: $0) }
    var end = whole.count
    if let asked { end = min(whole.count, max(most, asked + most / 2 + 1)) }
    let untold = end < whole.count || style == .renko ? [] : Self.untold(answer).suffix(most / 4)
    let shown = max(0, end - (most - untold.count))..<end
    let drawn = style == .heikinAshi ? whole.heikinAshi : whole
    guard let candles = drawn[shown] else { return nil }
    self.answer = answer
    self.style = style
    self.candles = candles
    bars = Array(series.bars[shown])
    openings = bars.map(\.openedAt) + untold
    forming = answer.candles.forming.flatMap(openings.lastIndex)
    self.focus = asked.map { $0 - shown.lowerBound }
    gaps = style == .renko ? [] : series.timeframe.gaps(between: openings)
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

  /// When the bars begin that are newer than the last one and that have something to show, in order.
  private static func untold(_ answer: ChartAnswer) -> [Date] {
    guard let last = answer.candles.series.bars.last else { return [] }
    let timeframe = answer.candles.series.timeframe
    let moments = answer.fills.map(\.at) + answer.closes.map(\.at) + [answer.killedAt].compactMap(\.self)
    let openings = moments.map(timeframe.opening) + [answer.candles.forming].compactMap(\.self)
    return Set(openings.filter { $0 >= last.openedAt + TimeInterval(timeframe.seconds) }).sorted()
  }

  /// Columns without a candle whose bar has ended.
  public var untold: [Date] {
    openings.indices.dropFirst(bars.count).filter { $0 != forming }.map { openings[$0] }
  }

  /// How many bars there are in all.
  public var available: Int { answer.candles.series.bars.count }

  private var reached: ClosedRange<Double> {
    let isBars = style.hasRanges
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
    // A level that was asked for is worth more room.
    for level in answer.levels { reach(level.price.double, level.kind == .noted ? 1 : 0.4) }
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

  /// The column of the bar that contains a moment; `nil` for one before the first, in a gap, or after the last.
  public func place(of moment: Date) -> Int? {
    let place = openings.lastIndex { $0 <= moment }
    let span = TimeInterval(answer.candles.series.timeframe.seconds)
    return place.flatMap { moment < openings[$0] + span ? $0 : nil }
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
