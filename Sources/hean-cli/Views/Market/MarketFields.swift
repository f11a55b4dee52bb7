import HeanCore

/// Names of the market's fields in JSON, and how a table shows them.
enum MarketFields {
  static let prices = prices(aged: .exact)
  static let symbols = symbols(aged: .exact)

  static func prices(aged ages: Ages) -> [Field<SymbolPrice>] {
    [
      symbol,
      .price("price", "PRICE", "last price (USDT); null when the engine has none", priority: 100) { $0.price },
      .price("bid", "BID", "best bid (USDT); null after a trade print", priority: 80) { $0.bid },
      .price("ask", "ASK", "best ask (USDT); null after a trade print", priority: 80) { $0.ask },
      Field(
        "spread_bp", "SPREAD", "from bid to ask, in hundredths of a percent", .decimal, priority: 60,
        unit: .basisPoints,
        value: { $0.spreadBasisPoints.map { $0.rounded(to: 4) } },
        cell: { $0.spreadBasisPoints.map { Cell(Figures.text($0, places: 2) + " bp") } ?? .missing }),
      age(ages),
      .moment("at", "PUBLISHED", "when that price was published", priority: 40) { $0.at },
      held,
    ]
  }

  static func symbols(aged ages: Ages) -> [Field<SymbolPrice>] {
    [
      symbol,
      Field("has_price", "PRICED", "whether the engine has a price of it; null when it did not answer", priority: 90) {
        $0.missing == nil ? $0.price != nil : nil
      },
      age(ages), held,
    ]
  }

  private static let symbol = Field<SymbolPrice>("symbol", "SYMBOL", "traded instrument", priority: 100) {
    $0.symbol
  }

  private static func age(_ ages: Ages) -> Field<SymbolPrice> {
    Field(
      "age_seconds", "AGE", "seconds since that price was published; null when not known", .trailing, priority: 90,
      unit: .seconds
    ) {
      $0.age
    } cell: { row in
      row.age.map { Cell(ages.text($0), row.isStale ? .warning : .faint) } ?? .missing
    }
  }

  private static let held = Field<SymbolPrice>(
    "held", "HELD", "whether a position in it is listed as open; null when not known", priority: 50
  ) {
    $0.isHeld
  } cell: {
    $0.isHeld.map { Cell($0 ? "open position" : "") } ?? .missing
  }

  static let bars: [Field<Bar>] = [
    .moment("opened_at", "BEGINS", "start of the bar, by which it is called", priority: 100) { $0.openedAt },
    .price("open", "OPEN", "first price (USDT)", priority: 90) { $0.open },
    .price("high", "HIGH", "highest price (USDT)", priority: 95) { $0.high },
    .price("low", "LOW", "lowest price (USDT)", priority: 95) { $0.low },
    .price("close", "CLOSE", "last price (USDT)", priority: 100) { $0.close },
    .signed("change_pct", "CHANGE %", "from open to close, in percent", priority: 80, unit: .percent) {
      $0.changePercent
    },
    .quantity(
      "volume", "VOLUME", "traded (base units); null where the engine sends none, as its live feed does", priority: 20
    ) { $0.volume },
    Field("candles", "CANDLES", "how many candles of the engine it is made of", .trailing, priority: 10) {
      $0.parts
    },
    .moment("closed_at", "ENDS", "end of the last candle in it", priority: 0) { $0.closedAt },
    Field("forming", "FORMING", "whether it has not ended yet, so that candles of it are still to come", priority: 0) {
      $0.isForming
    },
  ]
}
