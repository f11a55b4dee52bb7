import HeanCore

extension MarketCommand {
  struct Heatmap: QueryCommand {
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.market, "heatmap", MarketFields.moves)] }
    static let spec = CommandSpec(
      name: "heatmap", aliases: ["heat"], summary: "How much each symbol moved, beside each other",
      discussion: """
        From the first price of the first candle to the last price of the last one, for the candles that the engine \
        keeps: it makes 1m, 5m, 1h and 1d from ticks since its process began, at most 1000 of each. It tells no change \
        of a day or a week. The longest bar is the largest change; a symbol whose candles begin later or end earlier \
        than those of the others is named, and so is one without candles.
        """,
      examples: [
        Example("hean market heatmap", "all symbols, over all candles of a minute"),
        Example("hean market heatmap btc eth sol -t 1h --range 1D", "three symbols, over a day"),
        Example("hean market heatmap -o csv", "as rows"),
      ],
      options: [ChartOptions.timeframe, ChartOptions.range], operands: [Ticker.symbols])

    var symbols: [String]
    var timeframe: Timeframe
    var range: ChartRange

    init(_ line: ParsedLine) throws(UsageError) {
      symbols = try line[Ticker.symbols]
      timeframe = try line[ChartOptions.timeframe]
      range = try line[ChartOptions.range]
    }

    func query(_ session: Session) -> HeatmapQuery {
      var times = TimeFilter()
      if let seconds = range.seconds { times.since = session.context.now() - TimeInterval(seconds) }
      return HeatmapQuery(symbols, timeframe, at: times)
    }

    func report(_ answer: HeatmapQuery.Answer, _ session: Session) throws -> Report {
      guard !answer.known.isEmpty else { throw Failure(noMoves: answer) }
      if session.output.isScreen, session.output.sort != nil {
        throw UsageError.contradiction(
          "a heatmap is sorted by change", nextStep: "leave --sort out, or add --fields or --output csv")
      }
      var report = session.report("heatmap", on: answer.context, receivedAt: answer.receivedAt)
      report.payload = .list(MarketFields.moves, answer.moves)
      report.screen.context(answer.context, session)
      if answer.context.isRunning != true {
        report.screen.line(
          Cell("Engine \(answer.context.engineState ?? "not known"): the candles may be old.", .warning))
      }
      report.screen.line(
        Cell(
          "Change from the bar of \(session.timestamp(answer.since)) to that of \(session.timestamp(answer.lastBar))"
            + (answer.isForming ? ", which is being formed" : "") + ", candles of " + answer.timeframe.rawValue, .strong
        ))
      report.screen.blank()
      draw(answer, session, &report)
      report.screen.blank()
      let largest = Figures.text(answer.largest, places: 2)
      report.screen.line(Cell("The longest bar is a change of \(largest) %.", .faint))
      // A first candle may begin a whole candle after the time that was asked for.
      if let seconds = range.seconds, let since = answer.since,
        since.timeIntervalSince(session.context.now()) > TimeInterval(timeframe.seconds - seconds)
      {
        report.caveat(
          "the engine has no candle before \(session.timestamp(since)): this is less than \(range.rawValue)", .warning)
      }
      report.tellMissing(answer, session)
      return report
    }

    private func draw(_ answer: HeatmapAnswer, _ session: Session, _ report: inout Report) {
      let largest = answer.largest
      let cells = answer.known.map { move -> HeatmapDrawing.Cell in
        let change = move.changePercent ?? 0
        return HeatmapDrawing.Cell(
          name: sanitized(move.symbol), change: MarketFields.percent(change),
          share: largest > 0 ? (change / largest).double : 0)
      }
      let (width, isUnicode) = (session.output.width ?? 80, session.output.glyphs.isUnicode)
      report.screen.picture(holdsAmounts: false) { palette, _ in
        HeatmapDrawing(cells: cells, width: width, isUnicode: isUnicode, palette: palette).lines()
      }
    }
  }
}

extension MarketFields {
  /// With its sign, two digits after the point and the percent sign.
  static func percent(_ change: Decimal) -> String {
    Figures.signed(change) { Figures.text($0, places: 2) } + " %"
  }

  static let moves: [Field<SymbolMove>] = [
    Field("symbol", "SYMBOL", "traded instrument", priority: 100) { $0.symbol },
    Field(
      "change_pct", "CHANGE %", "from the first to the last price, in percent", .decimal, priority: 100, unit: .percent
    ) {
      $0.changePercent
    } cell: {
      Cell.signed($0.changePercent)
    },
    .price("from", "FROM", "first price (USDT); null without a candle", priority: 80) { $0.from },
    .price("to", "TO", "last price (USDT); null without a candle", priority: 80) { $0.to },
    .moment("since", "SINCE", "start of the first candle", priority: 70) { $0.since },
    .moment("last_bar", "LAST BAR", "start of the last candle, by which it is called", priority: 60) { $0.lastBar },
    .moment("until", "UNTIL", "end of the last candle, from which the last price is", priority: 0) { $0.until },
    Field("bars", "BARS", "how many candles there are in between", .trailing, priority: 50) {
      $0.series.bars.count
    },
    Field("missing_bars", "MISSING", "how many are missing in between", .trailing, priority: 40) {
      $0.gaps
    },
    Field("overdue", "", "how many should have come since the last one", priority: 0) { $0.overdue },
    Field("not_read", "", "why the engine did not tell the candles; null when it did", priority: 0) {
      $0.missing
    },
  ]
}

extension Report {
  /// Says which symbols have no candle, or other ones than the rest.
  fileprivate mutating func tellMissing(_ answer: HeatmapAnswer, _ session: Session) {
    func names(_ moves: [SymbolMove]) -> String { moves.map(\.symbol).joined(separator: ", ") }
    let frame = answer.timeframe.rawValue
    let shorter = answer.shorter
    for move in shorter.prefix(3) {
      caveat(
        "\(move.symbol) only from the bar of \(session.timestamp(move.since)) to that of "
          + session.timestamp(move.lastBar), .warning)
    }
    if shorter.count > 3 { caveat("other spans as well: \(names(Array(shorter.dropFirst(3))))", .warning) }
    let unanswered = answer.moves.filter { $0.missing != nil }
    if let first = unanswered.first {
      caveat("no answer about \(names(unanswered)): \(first.missing ?? "")", .bad)
    }
    let none = answer.moves.filter { $0.missing == nil && $0.changePercent == nil }
    if !none.isEmpty { caveat("no \(frame) candle of \(names(none)) in this time", .warning) }
    let gaps = answer.known.filter { $0.gaps > 0 }
    if !gaps.isEmpty { caveat("candles are missing in between: \(names(gaps))", .warning) }
    let late = answer.known.filter { $0.overdue > 0 }
    if !late.isEmpty { caveat("newer candles should have come: \(names(late))", .warning) }
    let unusable = answer.moves.reduce(0) { $0 + $1.series.unusable }
    if unusable > 0 { caveat("\(Figures.counted(unusable, "candle")) left out: incomplete or contradictory", .bad) }
    if !answer.omitted.isEmpty { caveat("not read: \(answer.omitted.joined(separator: ", "))", .warning) }
  }
}

extension Failure {
  /// No symbol has a candle in the time that was asked for.
  fileprivate init(noMoves answer: HeatmapAnswer) {
    let frame = answer.timeframe.rawValue
    let kept = answer.moves.compactMap(\.kept).max() ?? 0
    let unanswered = answer.moves.filter { $0.missing != nil }.map(\.symbol)
    let unusable = answer.moves.reduce(0) { $0 + $1.series.unusable }
    let lack =
      (unanswered.isEmpty ? "" : "; no answer about \(unanswered.joined(separator: ", "))")
      + (unusable > 0 ? "; \(Figures.counted(unusable, "candle")) left out: incomplete or contradictory" : "")
    let message =
      kept > 0
      ? "no \(frame) candle in this time; the engine has \(Figures.counted(kept, "candle")) of before it"
      : "the engine has no \(answer.timeframe.source.rawValue) candle yet: it makes them from ticks since its process began"
    self.init(.notFound, message + lack, nextStep: .command(.marketTicker))
  }
}
