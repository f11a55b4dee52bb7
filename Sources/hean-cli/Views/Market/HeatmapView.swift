import HeanCore

/// How much each symbol moved, beside each other.
struct HeatmapView {
  var answer: HeatmapAnswer
  /// The time that was asked for.
  var range: ChartRange

  func report(_ view: Viewpoint) throws -> Report {
    guard !answer.known.isEmpty else { throw Failure(noMoves: answer) }
    var report = view.report("heatmap", on: answer.context, receivedAt: answer.receivedAt)
    report.payload = .list(MarketFields.moves, answer.moves)
    report.screen.context(answer.context, view)
    if answer.context.isRunning != true {
      report.screen.line(
        Cell("Engine \(answer.context.engineState ?? "not known"): the candles may be old.", .warning))
    }
    report.screen.line(
      Cell(
        "Change from the bar of \(view.timestamp(answer.since)) to that of \(view.timestamp(answer.lastBar))"
          + (answer.isForming ? ", which is being formed" : "") + ", candles of " + answer.timeframe.rawValue, .strong
      ))
    report.screen.blank()
    draw(view, &report)
    report.screen.blank()
    let largest = Figures.text(answer.largest, places: 2)
    report.screen.line(Cell("The longest bar is a change of \(largest) %.", .faint))
    // A first candle may begin a whole candle after the time that was asked for.
    if let seconds = range.seconds, let since = answer.since,
      since.timeIntervalSince(view.now) > TimeInterval(answer.timeframe.seconds - seconds)
    {
      report.caveat(
        "the engine has no candle before \(view.timestamp(since)): this is less than \(range.rawValue)", .warning)
    }
    report.tellMissing(answer, view)
    return report
  }

  private func draw(_ view: Viewpoint, _ report: inout Report) {
    let largest = answer.largest
    let cells = answer.known.map { move -> HeatmapDrawing.Cell in
      let change = move.changePercent ?? 0
      return HeatmapDrawing.Cell(
        name: sanitized(move.symbol), change: MarketFields.percent(change),
        share: largest > 0 ? (change / largest).double : 0)
    }
    let (width, isUnicode) = (view.width ?? 80, view.glyphs.isUnicode)
    report.screen.picture(holdsAmounts: false) { palette, _ in
      HeatmapDrawing(cells: cells, width: width, isUnicode: isUnicode, palette: palette).lines()
    }
  }
}

extension MarketFields {
  /// With its sign, two digits after the point and the percent sign.
  static func percent(_ change: Decimal) -> String {
    Figures.signedPercent(change)
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
  fileprivate mutating func tellMissing(_ answer: HeatmapAnswer, _ view: Viewpoint) {
    func names(_ moves: [SymbolMove]) -> String { moves.map(\.symbol).joined(separator: ", ") }
    let frame = answer.timeframe.rawValue
    let shorter = answer.shorter
    for move in shorter.prefix(3) {
      caveat(
        "\(move.symbol) only from the bar of \(view.timestamp(move.since)) to that of "
          + view.timestamp(move.lastBar), .warning)
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
