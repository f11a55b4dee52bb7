import HeanCore

/// Closed candles of one symbol, newest last, with what is missing.
struct CandlesView {
  var answer: CandlesAnswer

  func report(_ view: Viewpoint) throws -> Report {
    if answer.kept == 0 { throw Failure(noCandles: answer) }
    var report = view.report("candles", on: answer.context, receivedAt: answer.receivedAt)
    report.screen.context(answer.context, view)
    let series = answer.series
    report.list(
      MarketFields.bars, series.bars,
      none:
        "No \(series.timeframe.rawValue) candle of \(answer.symbol) in this time; there are \(answer.kept) others.")
    report.tell(of: answer, view)
    return report
  }
}

extension Report {
  /// Says what is missing in a series: gaps, candles that did not come, candles that could not be used.
  mutating func tell(of answer: CandlesAnswer, _ view: Viewpoint) {
    let series = answer.series
    let frame = series.timeframe.rawValue
    let gaps = series.gaps
    for gap in gaps.prefix(3) {
      caveat(
        "\(Figures.counted(gap.missing, "candle")) missing from \(view.timestamp(gap.from)) to "
          + view.timestamp(gap.to), .warning)
    }
    if gaps.count > 3 { caveat("\(gaps.count - 3) more gaps", .warning) }
    if answer.overdue > 0, let last = series.bars.last {
      let source = series.timeframe.source.rawValue
      caveat(
        "the latest candle is of \(view.timestamp(last.closedAt - TimeInterval(series.timeframe.source.seconds))): "
          + "\(answer.overdue) more of \(source) should have come", .warning)
    }
    if series.unusable > 0 {
      caveat("\(Figures.counted(series.unusable, "candle")) of the engine left out: incomplete or contradictory", .bad)
    }
    if series.incomplete > 0 {
      caveat(
        "\(series.incomplete) of \(series.bars.count) bars of \(frame) lack candles; see the field candles", .faint)
    }
    if let last = series.bars.last, last.isForming {
      caveat(
        "the bar of \(view.timestamp(last.openedAt)) is being formed: \(last.parts) of its \(series.timeframe.parts) candles are told",
        .faint)
    }
    if answer.kept > series.bars.count {
      screen.line(Cell("\(series.bars.count) of \(answer.kept) shown.", .faint))
    }
    if answer.isFull, answer.kept == series.bars.count {
      screen.line(
        Cell("The engine keeps \(CandlesAnswer.mostKept) candles of a kind, and has dropped older ones.", .faint))
    }
  }
}

extension Failure {
  /// The engine has no candle of this length: what it has instead, and how to see that.
  init(noCandles answer: CandlesAnswer) {
    let frame = answer.series.timeframe
    let source = frame.source
    let made =
      "it makes candles from ticks since its process began, the first of \(source.rawValue) after "
      + (source == .minute ? "up to two minutes" : "up to two times \(source.rawValue)")
    let message = "the engine has no \(source.rawValue) candle of \(answer.symbol): \(made)"
    guard let minutes = answer.minutes, minutes > 0 else {
      let price = answer.price.map { "it has a price, \(Figures.price($0))" } ?? "it has no price either"
      self.init(.notFound, "\(message); \(price)", nextStep: .command(.marketTicker, answer.symbol))
      return
    }
    self.init(
      .notFound, "\(message); it has \(Figures.counted(minutes, "candle")) of 1m",
      nextStep: .command(.marketCandles, answer.symbol, "--timeframe", Timeframe.minute.rawValue))
  }
}
