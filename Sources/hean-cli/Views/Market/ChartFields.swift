import HeanCore

/// What a chart shows, as data: all bars of the range, not only those that fit a window.
struct ChartDocument: Sendable {
  var answer: ChartAnswer
  var style: ChartStyle
  var lines: [ChartIndicator.Line]
  /// Open, high, low and close as drawn, when they are not those of the bars.
  var smoothed: Candles?
  /// Bricks, when those are drawn.
  var renko: Renko?
  /// The bar that was asked for.
  var told: ToldBar?

  init(
    _ answer: ChartAnswer, _ style: ChartStyle, _ indicators: [ChartIndicator], renko: Renko? = nil,
    at moment: Date? = nil
  ) {
    self.renko = style == .renko ? renko : nil
    told = moment.flatMap { ToldBar(answer, indicators, at: $0) }
    self.answer = answer
    self.style = style
    let candles = answer.candles.series.candles
    let known = indicators.filter { $0.hasInput(in: answer.candles.series) }
    lines = candles.map { candles in known.flatMap { $0.lines(of: candles) } } ?? []
    smoothed = style == .heikinAshi ? candles?.heikinAshi : nil
  }

  /// When the bar begins that contains a moment.
  fileprivate func bar(_ moment: Date) -> Date { answer.candles.series.timeframe.opening(of: moment) }

  /// The bar that is being formed; `nil` when none is.
  fileprivate var forming: FormingBar? {
    guard let opened = answer.candles.forming else { return nil }
    let span = TimeInterval(answer.candles.series.timeframe.seconds)
    return FormingBar(openedAt: opened, endsAt: opened + span, price: answer.candles.formingPrice)
  }
}

/// A bar that is being formed.
private struct FormingBar: Sendable {
  var openedAt: Date
  var endsAt: Date
  var price: Decimal?

  static let fields: [Field<FormingBar>] = [
    .member("opened_at") { $0.openedAt }, .member("ends_at") { $0.endsAt },
    .member("price", unit: .price) { $0.price },
  ]
}

/// Something at a moment, beside the bar that contains it.
private struct Placed<Thing: Sendable>: Sendable {
  var thing: Thing
  var bar: Date

  static func all(_ things: [Thing], _ chart: ChartDocument, at moment: (Thing) -> Date) -> [Placed] {
    things.map { Placed(thing: $0, bar: chart.bar(moment($0))) }
  }
}

enum ChartFields {
  static let all: [Field<ChartDocument>] = [
    Field("symbol", "SYMBOL", "traded instrument", priority: 1) { $0.answer.candles.symbol },
    Field("timeframe", "TIMEFRAME", "length of a bar", priority: 1) {
      $0.answer.candles.series.timeframe
    },
    Field("type", "TYPE", "how it is drawn: candles, heikin-ashi, line, area, bars or renko", priority: 1) {
      $0.style
    },
    Field("price", "PRICE", "last price (USDT)", .decimal, priority: 1, unit: .price) { $0.answer.candles.price },
    .moment("priced_at", "PRICED", "when that price was published", priority: 1) { $0.answer.candles.pricedAt },
    .parts(
      "bars", "BARS", "each bar with opened_at, closed_at, open, high, low, close, volume, candles, forming",
      priority: 1, of: bar
    ) {
      Array($0.answer.candles.series.bars)
    } cell: {
      Cell("\($0.answer.candles.series.bars.count)")
    },
    Field(
      "indicators", "INDICATORS", "by name, one figure for each bar; null where there is none", priority: 1,
      type: FieldType(.named(figures))
    ) { chart in
      .object(
        Dictionary(
          chart.lines.map { ($0.name, JSONValue.array($0.values.map(figure))) }, uniquingKeysWith: { first, _ in first }
        ))
    } cell: {
      Cell($0.lines.map(\.name).joined(separator: ", "))
    },
    .part("heikin_ashi", "", "open, high, low and close as drawn; null for other types", of: candles) { $0.smoothed },
    .part("renko", "", "height of a brick, and the bricks; null for other types", of: renko) { $0.renko },
    .part(
      "statistics", "",
      "over all bars here: from, to, prices and times of them, changes, how many bars rose and fell, volume; null without bars",
      of: statistics
    ) {
      ChartStatistics($0.answer.candles.series.bars)
    },
    .part(
      "bar_at", "", "the bar of --at, with indicators, fills and closes in it; null without --at", of: ToldBar.fields
    ) {
      $0.told
    },
    .part(
      "forming", "FORMING",
      "the bar that is being formed: opened_at, ends_at, and price where it is of that bar; null when none is",
      priority: 1, of: FormingBar.fields
    ) {
      $0.forming
    } cell: {
      $0.answer.candles.forming == nil ? Cell("none") : Cell("1")
    },
    .parts("gaps", "GAPS", "stretches without bars: from, to, and how many are missing", priority: 1, of: gap) {
      $0.answer.candles.series.gaps
    } cell: {
      Cell("\($0.answer.candles.series.gaps.count)")
    },
    .parts(
      "fills", "FILLS", "own fills: at, side, price, size, and opened_at of the bar that contains it (bar)",
      priority: 1, of: fill
    ) {
      Placed.all($0.answer.fills, $0) { $0.at }
    } cell: {
      Cell("\($0.answer.fills.count)")
    },
    .parts(
      "closes", "CLOSES", "closed positions of which no fill is told: at, bar, side, price, realized_pnl", priority: 1,
      of: close
    ) {
      Placed.all($0.answer.closes, $0) { $0.at }
    } cell: {
      Cell("\($0.answer.closes.count)")
    },
    .parts(
      "levels", "LEVELS", "entry, stop and target of open positions, and those of --level: kind, price, side, label",
      priority: 1, of: level
    ) {
      $0.answer.levels
    } cell: {
      Cell($0.answer.levels.map { "\($0.name) \(Figures.price($0.price))" }.joined(separator: ", "))
    },
    .moment("killed_at", "KILLED", "when the kill switch tripped; null when it has not", priority: 1) {
      $0.answer.killedAt
    },
  ]

  private static let bar: [Field<Bar>] = [
    .member("opened_at") { $0.openedAt }, .member("closed_at") { $0.closedAt },
    .member("open", unit: .price) { $0.open }, .member("high", unit: .price) { $0.high },
    .member("low", unit: .price) { $0.low }, .member("close", unit: .price) { $0.close },
    .member("volume", unit: .size) { $0.volume }, .member("candles") { $0.parts }, .member("forming") { $0.isForming },
  ]

  private static let gap: [Field<BarGap>] = [
    .member("from") { $0.from }, .member("to") { $0.to }, .member("missing") { $0.missing },
  ]

  private static let fill: [Field<Placed<ChartFill>>] = [
    .member("at") { $0.thing.at }, .member("bar") { $0.bar }, .member("side") { $0.thing.side },
    .member("price", unit: .price) { $0.thing.price }, .member("size", unit: .size) { $0.thing.size },
  ]

  private static let close: [Field<Placed<ChartClose>>] = [
    .member("at") { $0.thing.at }, .member("bar") { $0.bar }, .member("side") { $0.thing.side },
    .member("price", unit: .price) { $0.thing.price }, .member("realized_pnl", unit: .usdt) { $0.thing.profit },
  ]

  private static let level: [Field<ChartLevel>] = [
    .member("kind") { $0.kind }, .member("price", unit: .price) { $0.price }, .member("side") { $0.side },
    .member("label") { $0.label },
  ]

  private static let brick: [Field<Bar>] = [
    .member("opened_at") { $0.openedAt }, .member("open", unit: .price) { $0.open },
    .member("close", unit: .price) { $0.close },
  ]

  private static let renko: [Field<Renko>] = [
    .member("height", unit: .price) { $0.brick }, .parts("bricks", "", "", of: brick) { $0.bricks },
  ]

  private static let statistics: [Field<ChartStatistics>] = [
    .member("bars") { $0.bars }, .member("from") { $0.from }, .member("to") { $0.to },
    .member("open", unit: .price) { $0.open }, .member("close", unit: .price) { $0.close },
    .member("change_price", "from open to close", unit: .price) { $0.change },
    .member("change_pct", unit: .percent) { $0.changePercent },
    .member("high", unit: .price) { $0.high }, .member("high_at") { $0.highAt },
    .member("low", unit: .price) { $0.low }, .member("low_at") { $0.lowAt },
    .member("range_price", "from low to high", unit: .price) { $0.range },
    .member("range_pct", "of the lowest price", unit: .percent) { $0.rangePercent },
    .member("rose") { $0.rose }, .member("fell") { $0.fell },
    .member("volume", "null where the engine sends none", unit: .size) { $0.volume },
  ]

  /// One figure for each bar.
  private static let figures = FieldType(.list(FieldType(.decimal, canBeMissing: true)))

  private static let candles: [Field<Candles>] = [
    drawn("open") { $0.open }, drawn("high") { $0.high }, drawn("low") { $0.low }, drawn("close") { $0.close },
  ]

  private static func drawn(_ name: String, _ values: @escaping @Sendable (Candles) -> [Double]) -> Field<Candles> {
    Field(name, "", "", priority: 0, type: figures.measured(in: .price)) { .array(values($0).map(figure)) }
  }

  /// The shortest digits that mean the same binary number.
  private static func figure(_ value: Double?) -> JSONValue { .optional(value.flatMap { Decimal(exactly: "\($0)") }) }
}
