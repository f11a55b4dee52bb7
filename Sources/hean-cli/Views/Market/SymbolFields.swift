import HeanCore

/// Names of the fields of one symbol in JSON, and how a screen shows them.
enum SymbolFields {
  /// How many signals and trades stand in a document.
  private static let most = 20

  static func all(_ view: Facts = Facts(), commands: CommandLines = CommandLines()) -> [Field<SymbolAnswer>] {
    market(view) + books(view) + thoughts + JudgementFields.all(commands) { $0.judgement }
  }

  /// What fields have to know of the look.
  struct Facts: Sendable {
    /// By the engine's clock.
    var now = Date.distantPast
    var ages = Ages.exact
    var glyphs = BlockGlyphs(isUnicode: true)
    var zone = Zone.utc
  }

  /// The lines at the top of the screen, and what data have beside them.
  static func market(_ facts: Facts) -> [Field<SymbolAnswer>] {
    let (ages, zone) = (facts.ages, facts.zone)
    return [
      Field("symbol", "", "traded instrument", priority: 0) { $0.symbol },
      Field("price", "Price", "last price (USDT); null when the engine has none", priority: 1, unit: .price) {
        $0.price.price
      } cell: { answer in
        guard let price = answer.price.price else {
          return Cell(answer.price.missing == nil ? "the engine has none" : "not known", .warning)
        }
        let age = answer.price.age.map { ", \(ages.text($0)) old" } ?? ", of a time that is not known"
        return Cell(Figures.price(price) + age, answer.price.isStale ? .warning : .plain)
      }.leftByRedaction,
      Field(
        "age_seconds", "", "seconds since that price was published; null when not known", priority: 0, unit: .seconds
      ) {
        $0.price.age
      },
      .moment("at", "", "when that price was published", priority: 0) { $0.price.at },
      .price("bid", "", "best bid (USDT); null after a trade print", priority: 0) { $0.price.bid },
      .price("ask", "", "best ask (USDT); null after a trade print", priority: 0) { $0.price.ask },
      Field("spread", "Spread", "from bid to ask (USDT); null after a trade print", priority: 1, unit: .price) {
        $0.price.spread
      } cell: { answer in
        guard let spread = answer.price.spread, let points = answer.price.spreadBasisPoints else { return .missing }
        return Cell("\(Figures.price(spread)) USDT, \(Figures.text(points, places: 2)) bp")
      }.leftByRedaction,
      Field("spread_bp", "", "the same in hundredths of a percent", priority: 0, unit: .basisPoints) {
        $0.price.spreadBasisPoints.map { $0.rounded(to: 4) }
      },
      change(.hour), change(.day), change(.week),
      .parts(
        "changes", "",
        "from then to the price now: span_seconds, from_price, from_at, change_price (USDT), change_pct, source (engine, "
          + "recorder); null where neither reaches back", of: changes
      ) { answer in
        answer.spans.map { SpanChange(span: $0, now: answer.price.price) }
      },
      .price("day_low", "", "lowest price of this UTC day, by closed candles and the price now (USDT)", priority: 0) {
        $0.day?.low
      },
      Field("day_high", "Day range", "highest price of it (USDT)", priority: 1, unit: .price) {
        $0.day?.high
      } cell: { answer in
        guard let day = answer.day else { return .missing }
        let range = "\(Figures.price(day.low)) to \(Figures.price(day.high))"
        return Cell(day.isWhole ? range : "\(range) since \(zone.timestamp(day.from).dropFirst(11))").leftByRedaction
      }.leftByRedaction,
      Field("day_from", "", "from when on they are known: midnight UTC, or later", priority: 0) { $0.day?.from },
      .part("course", "", "closed candles, oldest first: timeframe, since, closes (USDT)", of: course) {
        $0.course
      },
    ]
  }

  private static func change(_ length: PriceSpan.Length) -> Field<SymbolAnswer> {
    let name = "change_\(length.words.replacing(" ", with: ""))_pct"
    return Field(
      name, length.words, "from then to the price now, in percent; null where nothing reaches back", priority: 1,
      unit: .percent
    ) { answer in
      answer.spans.first { $0.length == length }?.percent(to: answer.price.price)
    } cell: { answer in
      guard let span = answer.spans.first(where: { $0.length == length }),
        let change = span.change(to: answer.price.price), let percent = span.percent(to: answer.price.price)
      else { return Cell("not known", .faint) }
      let source = span.source == .recorder ? ", as recorded" : ""
      return Cell(
        "\(Figures.signed(change, Figures.price)), \(Figures.signedPercent(percent))\(source)",
        .ofProfit(change))
    }.leftByRedaction
  }

  private struct SpanChange: Sendable {
    var span: PriceSpan
    var now: Decimal?
  }

  private static let changes: [Field<SpanChange>] = [
    .member("span_seconds", unit: .seconds) { $0.span.length.rawValue },
    .member("from_price", unit: .price) { $0.span.price }, .member("from_at") { $0.span.at },
    Field<SpanChange>.member("change_price", unit: .price) { $0.span.change(to: $0.now) }.leftByRedaction,
    .member("change_pct", unit: .percent) { $0.span.percent(to: $0.now) }, .member("source") { $0.span.source },
  ]

  private static let course: [Field<BarSeries>] = [
    .member("timeframe") { $0.timeframe }, .member("since") { $0.bars.first?.openedAt },
    Field<BarSeries>.member("closes", unit: .price) { $0.bars.map(\.close) }.leftByRedaction,
  ]

  private static func books(_ facts: Facts) -> [Field<SymbolAnswer>] {
    [
      .parts(
        "positions", "", "open ones of the symbol, as positions has them; null when not known",
        of: PositionFields.whole(now: facts.now, facts.glyphs)
      ) {
        $0.positions
      },
      .parts(
        "open_orders", "", "of the symbol in the engine's books, as orders has them; null when not known",
        of: OrderFields.all
      ) {
        $0.orders
      },
      .parts("trades", "", "its latest closed positions, as trades has them; null when not known", of: TradeFields.all)
      {
        $0.trades.map { Array($0.prefix(most)) }
      },
    ]
  }

  private static var thoughts: [Field<SymbolAnswer>] {
    [
      Field("verdict", "", "as why has it, of this symbol", priority: 0) { $0.diagnosis.verdict },
      Field("summary", "", "of that, one sentence", priority: 0) { $0.diagnosis.summary },
      Field(
        "gate", "", "where its signals stop: the first closed gate, or the first unknown one; else null", priority: 0
      ) {
        $0.gate?.id
      },
      Field("gate_state", "", "closed or unknown", priority: 0) { $0.gate?.state },
      Field("gate_finding", "", "what was found there", priority: 0) { $0.gate?.finding },
      .moment("gate_since", "", "since when; null when that is not known", priority: 0) { $0.gate?.since },
      .parts("signals", "", "the latest about it, as signals has them; null when not known", of: SignalsView.fields) {
        $0.signals.map { Array($0.prefix(most)) }
      },
      .parts(
        "strategies", "",
        "strategy_id, enabled, signals and accepted (in the engine's lists), last_at, last_side, last_confidence, "
          + "last_outcome, last_code, locked_contexts", of: StrategyOpinionFields.all(now: .distantPast)
      ) {
        $0.strategies
      },
      Field("missing", "", "what the engine did not tell, and why", priority: 0) { $0.missing },
    ]
  }
}

/// What each strategy does with a symbol.
enum StrategyOpinionFields {
  /// - Parameter now: by the engine's clock.
  static func all(now: Date, ages: Ages = .exact) -> [Field<StrategyOpinion>] {
    [
      Field("strategy_id", "STRATEGY", "the engine's id", priority: 100) { $0.strategy },
      Field("enabled", "STATE", "whether it may trade; null when the engine does not list it", priority: 70) {
        $0.isEnabled
      } cell: { row in
        row.isEnabled.map { $0 ? Cell("enabled", .good) : Cell("disabled", .warning) } ?? Cell("not listed", .warning)
      },
      Field("last_side", "WANTS", "side of its last signal", priority: 95) {
        $0.last?.side
      } cell: {
        .orderSide($0.last?.side)
      },
      Field("last_confidence", "CONFIDENCE", "of that signal, 0 to 1", .decimal, priority: 80, unit: .fraction) {
        $0.last?.confidence
      } cell: {
        $0.last?.confidence.map { Cell(Figures.text($0, places: 2)) } ?? .missing
      }.leftByRedaction,
      Field("last_at", "SENT", "when that signal was judged, or sent", .trailing, priority: 85) {
        $0.last?.at
      } cell: { row in
        row.last?.at.map { Cell("\(ages.text(max(0, now.timeIntervalSince($0)))) ago", .faint).leftByRedaction }
          ?? .missing
      },
      Field("last_outcome", "OUTCOME", "what became of it; null when no decision is known", priority: 90) {
        $0.last?.outcome
      } cell: { row in
        guard let last = row.last else { return .missing }
        return Cell(last.outcome?.rawValue ?? "no decision known", last.outcome == .create ? .good : .plain)
      },
      Field("last_code", "CODE", "why", priority: 75) { $0.last?.code },
      Field("signals", "SIGNALS", "about the symbol, in the engine's lists", .trailing, priority: 65) { $0.signals },
      Field("accepted", "ACCEPTED", "of these", .trailing, priority: 60) { $0.accepted },
      Field(
        "locked_contexts", "LOCKED", "contexts locked by decision memory, whatever the symbol", .trailing, priority: 40
      ) {
        $0.lockedContexts
      },
    ]
  }
}
