import HeanCore

/// One bar of a chart: its prices, the indicators at it, and what of the operator's own happened in it.
struct ToldBar: Sendable {
  var bar: Bar
  /// The figure at the bar by name; `nil` where there is none.
  var indicators: [(name: String, value: Double?)]
  var fills: [ChartFill]
  var closes: [ChartClose]

  /// `nil` when no bar contains the moment.
  init?(_ answer: ChartAnswer, _ indicators: [ChartIndicator], at moment: Date) {
    let series = answer.candles.series
    guard let place = series.place(of: moment) else { return nil }
    let bar = series.bars[place]
    self.bar = bar
    let known = indicators.filter { $0.hasInput(in: series) }
    let lines = series.candles.map { candles in known.flatMap { $0.lines(of: candles) } } ?? []
    self.indicators = lines.map { ($0.name, $0.values.indices.contains(place) ? $0.values[place] : nil) }
    let times = bar.openedAt..<bar.openedAt + TimeInterval(series.timeframe.seconds)
    fills = answer.fills.filter { times.contains($0.at) }
    closes = answer.closes.filter { times.contains($0.at) }
  }

  /// A sentence, and whether sizes or profits are in it.
  struct Sentence {
    var text: String
    var holdsSizes = false
  }

  func sentences(places: Int, _ timestamp: (Date) -> String) -> [Sentence] {
    let change = bar.changePercent.map { ", \(Figures.signedPercent($0))" } ?? ""
    let forming = bar.isForming ? ", being formed" : ""
    let volume = bar.volume.map { "volume \(Figures.quantity($0))" } ?? "its volume is not told"
    var words = [
      Sentence(
        text:
          "@ bar of \(timestamp(bar.openedAt))\(forming): O \(Figures.price(bar.open)) H \(Figures.price(bar.high)) "
          + "L \(Figures.price(bar.low)) C \(Figures.price(bar.close))\(change); \(volume).")
    ]
    if !indicators.isEmpty {
      let figures = indicators.map { name, value in
        "\(name) \(value.map { PriceScale.text($0, places: max(2, places)) } ?? "not known")"
      }
      words.append(Sentence(text: "Indicators: \(figures.joined(separator: ", "))."))
    }
    for fill in fills {
      words.append(
        Sentence(
          text: "Own fill: \(fill.side.rawValue) \(fill.size.map(Figures.quantity) ?? "?") at "
            + "\(Figures.price(fill.price)), \(timestamp(fill.at)).", holdsSizes: true))
    }
    for close in closes {
      words.append(
        Sentence(
          text: "Close without a fill: \(close.side?.rawValue ?? "position") at \(Figures.price(close.price)), "
            + "\(timestamp(close.at)), PnL \(close.profit.map { Figures.signed($0) } ?? "not known").", holdsSizes: true
        ))
    }
    if fills.isEmpty, closes.isEmpty { words.append(Sentence(text: "No own fill or close in it is known.")) }
    return words
  }

  static let fields: [Field<ToldBar>] = [
    .member("opened_at") { $0.bar.openedAt }, .member("closed_at") { $0.bar.closedAt },
    .member("open", unit: .price) { $0.bar.open }, .member("high", unit: .price) { $0.bar.high },
    .member("low", unit: .price) { $0.bar.low }, .member("close", unit: .price) { $0.bar.close },
    .member("change_pct", unit: .percent) { $0.bar.changePercent },
    .member("volume", "null where the engine sends none", unit: .size) { $0.bar.volume },
    .member("forming") { $0.bar.isForming },
    Field(
      "indicators", "", "by name; null where there is no figure", priority: 0,
      type: FieldType(.named(FieldType(.decimal, canBeMissing: true)))
    ) { told in
      .object(
        Dictionary(
          told.indicators.map { ($0.name, JSONValue.optional($0.value.flatMap { Decimal(exactly: "\($0)") })) },
          uniquingKeysWith: { first, _ in first }))
    },
    .parts("fills", "", "own fills in it", of: fill) { $0.fills },
    .parts("closes", "", "closes in it of which no fill is told", of: close) { $0.closes },
  ]

  private static let fill: [Field<ChartFill>] = [
    .member("at") { $0.at }, .member("side") { $0.side }, .member("price", unit: .price) { $0.price },
    .member("size", unit: .size) { $0.size },
  ]

  private static let close: [Field<ChartClose>] = [
    .member("at") { $0.at }, .member("side") { $0.side }, .member("price", unit: .price) { $0.price },
    .member("realized_pnl", unit: .usdt) { $0.profit },
  ]
}
