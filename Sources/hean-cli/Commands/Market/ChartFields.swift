import HeanCore

/// What a chart shows, as data: all bars of the range, not only those that fit a window.
struct ChartDocument: Sendable {
  var answer: ChartAnswer
  var style: ChartStyle
  var lines: [ChartIndicator.Line]
  /// Open, high, low and close as drawn, when they are not those of the bars.
  var smoothed: Candles?

  init(_ answer: ChartAnswer, _ style: ChartStyle, _ indicators: [ChartIndicator]) {
    self.answer = answer
    self.style = style
    let candles = answer.candles.series.candles
    let known = indicators.filter { $0.hasInput(in: answer.candles.series) }
    lines = candles.map { candles in known.flatMap { $0.lines(of: candles) } } ?? []
    smoothed = style == .heikinAshi ? candles?.heikinAshi : nil
  }

  /// When the bar begins that contains a moment.
  fileprivate func bar(_ moment: Date) -> JSONValue { .time(answer.candles.series.timeframe.opening(of: moment)) }
}

enum ChartFields {
  static let all: [Field<ChartDocument>] = [
    Field("symbol", "SYMBOL", "traded instrument", priority: 1) { .string($0.answer.candles.symbol) },
    Field("timeframe", "TIMEFRAME", "length of a bar", priority: 1) {
      .string($0.answer.candles.series.timeframe.rawValue)
    },
    Field("type", "TYPE", "how it is drawn: candles, heikin-ashi, line or area", priority: 1) {
      .string($0.style.rawValue)
    },
    Field("price", "PRICE", "last price (USDT)", .decimal, priority: 1) { .optional($0.answer.candles.price) },
    .moment("priced_at", "PRICED", "when that price was published", priority: 1) { $0.answer.candles.pricedAt },
    Field(
      "bars", "BARS", "each bar with opened_at, closed_at, open, high, low, close, volume, candles, forming",
      priority: 1
    ) {
      .array($0.answer.candles.series.bars.map(bar))
    } cell: {
      Cell("\($0.answer.candles.series.bars.count)")
    },
    Field(
      "indicators", "INDICATORS", "by name, one figure for each bar; null where there is none", priority: 1
    ) { chart in
      .object(
        Dictionary(
          chart.lines.map { ($0.name, JSONValue.array($0.values.map(figure))) }, uniquingKeysWith: { first, _ in first }
        ))
    } cell: {
      Cell($0.lines.map(\.name).joined(separator: ", "))
    },
    Field("heikin_ashi", "", "open, high, low and close as drawn; null for other types", priority: 0) { chart in
      guard let candles = chart.smoothed else { return .null }
      return [
        "open": .array(candles.open.map(figure)), "high": .array(candles.high.map(figure)),
        "low": .array(candles.low.map(figure)), "close": .array(candles.close.map(figure)),
      ]
    },
    Field(
      "forming", "FORMING",
      "the bar that is being formed: opened_at, ends_at, and price where it is of that bar; null when none is",
      priority: 1
    ) { chart in
      guard let opened = chart.answer.candles.forming else { return .null }
      let span = TimeInterval(chart.answer.candles.series.timeframe.seconds)
      return [
        "opened_at": .time(opened), "ends_at": .time(opened + span),
        "price": .optional(chart.answer.candles.formingPrice),
      ]
    } cell: {
      $0.answer.candles.forming == nil ? Cell("none") : Cell("1")
    },
    Field("gaps", "GAPS", "stretches without bars: from, to, and how many are missing", priority: 1) {
      .array(
        $0.answer.candles.series.gaps.map {
          ["from": .time($0.from), "to": .time($0.to), "missing": .number(Decimal($0.missing))]
        })
    } cell: {
      Cell("\($0.answer.candles.series.gaps.count)")
    },
    Field(
      "fills", "FILLS", "own fills: at, side, price, size, and opened_at of the bar that contains it (bar)", priority: 1
    ) {
      chart in
      .array(
        chart.answer.fills.map {
          [
            "at": .time($0.at), "bar": chart.bar($0.at), "side": .string($0.side.rawValue), "price": .number($0.price),
            "size": .optional($0.size),
          ]
        })
    } cell: {
      Cell("\($0.answer.fills.count)")
    },
    Field(
      "closes", "CLOSES", "closed positions of which no fill is told: at, bar, side, price, realized_pnl", priority: 1
    ) { chart in
      .array(
        chart.answer.closes.map {
          [
            "at": .time($0.at), "bar": chart.bar($0.at), "side": .optional($0.side?.rawValue),
            "price": .number($0.price),
            "realized_pnl": .optional($0.profit),
          ]
        })
    } cell: {
      Cell("\($0.answer.closes.count)")
    },
    Field("levels", "LEVELS", "entry, stop and target of open positions: kind, price, side", priority: 1) {
      .array(
        $0.answer.levels.map {
          ["kind": .string($0.kind.rawValue), "price": .number($0.price), "side": .optional($0.side?.rawValue)]
        })
    } cell: {
      Cell($0.answer.levels.map { "\($0.kind.rawValue) \(Figures.price($0.price))" }.joined(separator: ", "))
    },
    .moment("killed_at", "KILLED", "when the kill switch tripped; null when it has not", priority: 1) {
      $0.answer.killedAt
    },
  ]

  private static func bar(_ bar: Bar) -> JSONValue {
    [
      "opened_at": .time(bar.openedAt), "closed_at": .time(bar.closedAt), "open": .number(bar.open),
      "high": .number(bar.high), "low": .number(bar.low), "close": .number(bar.close), "volume": .optional(bar.volume),
      "candles": .number(Decimal(bar.parts)), "forming": .bool(bar.isForming),
    ]
  }

  /// The shortest digits that mean the same binary number.
  private static func figure(_ value: Double?) -> JSONValue { .optional(value.flatMap { Decimal(exactly: "\($0)") }) }
}
