import HeanCore

/// A chart of one symbol: the picture or its words, and what is not in it.
struct ChartView {
  var answer: ChartAnswer
  /// The time that was asked for.
  var range: ChartRange
  var style: ChartStyle
  var indicators: [ChartIndicator]
  /// Whether it is told in words.
  var isText = false
  /// Of the picture; `nil` for what has room.
  var size: PictureSize?
  /// Of the window; `nil` without one.
  var rows: Int?
  /// Whether the time was typed as --since or --until.
  var isTimeTyped = false
  /// A moment in the bar that is told; `nil` for none.
  var moment: Date?
  /// Height of a Renko brick that was typed (USDT).
  var brick: Decimal?

  /// The bars that are drawn.
  /// - Throws: when the engine has none of them.
  func content(_ view: Viewpoint) throws -> ChartContent {
    let candles = answer.candles
    guard candles.kept > 0 else { throw Failure(noCandles: candles) }
    if let moment, candles.series.place(of: moment) == nil { throw Failure(noBar: candles, of: moment, view) }
    var shown = answer
    if style == .renko, !candles.series.bars.isEmpty {
      let renko = try renko()
      guard !renko.bricks.isEmpty else {
        throw Failure(
          .notFound,
          "no brick: the close of \(candles.symbol) did not move by \(Figures.price(renko.brick)) "
            + "in \(Figures.counted(candles.series.bars.count, "bar"))", nextStep: "a smaller --brick")
      }
      shown = answer.with(renko)
    }
    guard let content = fitted(shown, view) else {
      if isTimeTyped {
        throw Failure(
          .notFound,
          "no \(candles.series.timeframe.rawValue) candle of \(candles.symbol) in that time; there are "
            + "\(candles.kept) others", nextStep: .command(.chart, candles.symbol))
      }
      throw Failure(
        .notFound, "no \(candles.series.timeframe.rawValue) candle of \(candles.symbol) in the last \(range.rawValue)",
        nextStep: .command(.chart, candles.symbol, "--range", ChartRange.all.rawValue))
    }
    return content
  }

  /// - Parameter content: what `content(_:)` has made.
  func report(_ content: ChartContent, _ view: Viewpoint) -> Report {
    var report = view.report("chart", on: answer.candles.context, receivedAt: answer.candles.receivedAt)
    report.payload = .object(ChartFields.all, ChartDocument(answer, style, indicators, renko: try? renko(), at: moment))
    report.screen.context(answer.candles.context, view)
    if isText {
      for sentence in Self.words(content, view) { report.screen.line(Cell(sentence).leftByRedaction) }
    } else {
      draw(content, view, &report)
    }
    tellBar(content, view, &report)
    tell(content, view, &report)
    return report
  }

  /// The bricks of the bars.
  /// - Throws: for a brick that is too small, and where none can be chosen.
  private func renko() throws -> Renko {
    guard let height = brick ?? Renko.usualBrick(answer.candles.series) else {
      throw Failure(.notFound, "too few bars to choose the height of a brick", nextStep: "name it: --brick USDT")
    }
    guard let renko = Renko(answer.candles.series.bars, brick: height) else {
      throw Failure(.usage, "bricks of \(height) are too small: more than \(Renko.most)", nextStep: "a larger --brick")
    }
    return renko
  }

  /// The bar that was asked for, in words.
  private func tellBar(_ content: ChartContent, _ view: Viewpoint, _ report: inout Report) {
    guard let moment, let bar = ToldBar(answer, indicators, at: moment) else { return }
    report.screen.gap()
    for sentence in bar.sentences(places: content.places, { view.timestamp($0) }) {
      report.screen.line(Cell(sentence.text).leftByRedaction(if: !sentence.holdsSizes))
    }
  }

  static func words(_ content: ChartContent, _ view: Viewpoint) -> [String] {
    ChartWords(content: content, timestamp: { view.timestamp($0) }).sentences
  }

  /// Columns and rows of the picture: those that were typed, else those of the window without what stands around it.
  private func picture(_ view: Viewpoint) -> PictureSize {
    if let size { return size }
    let rows = rows.map { $0 - 9 } ?? 24
    return PictureSize(columns: view.width ?? 80, rows: min(48, max(16, rows)))
  }

  /// The bars that fit beside the labels; `nil` without bars.
  private func fitted(_ answer: ChartAnswer, _ view: Viewpoint) -> ChartContent? {
    let width = picture(view).columns
    guard let bare = ChartContent(answer, as: style, [], most: width, around: moment) else { return nil }
    func fitting(_ axis: Int) -> ChartContent? {
      ChartContent(answer, as: style, indicators, most: ChartLayout.mostBars(width, axis: axis), around: moment)
    }
    let axis = ChartDrawing.axis(bare)
    guard let content = fitting(axis) else { return nil }
    // Lines can reach to prices with more digits than those of the bars.
    let wider = ChartDrawing.axis(content)
    return wider > axis ? fitting(wider) : content
  }

  private func draw(_ content: ChartContent, _ view: Viewpoint, _ report: inout Report) {
    for line in Self.headlines(content, view, within: view.width) {
      report.screen.line(Cell(line, .strong).leftByRedaction)
    }
    let (size, glyphs) = (picture(view), view.glyphs.isUnicode ? Glyphs.unicode : .ascii)
    report.screen.picture(holdsAmounts: false) { palette, zone in
      ChartDrawing(
        content, width: size.columns, height: size.rows, glyphs: glyphs, palette: palette, zone: zone
      ).lines()
    }
    let layout = ChartLayout(
      content, width: size.columns, height: size.rows, axis: ChartDrawing.axis(content))
    if layout.paneRows.count < content.panes.count {
      let left = content.panes.dropFirst(layout.paneRows.count).map(\.indicator.label).joined(separator: ", ")
      report.screen.line(Cell("No room for \(left): a higher window shows it.", .warning))
    }
  }

  /// - Parameter width: columns of a line; `nil` for one line.
  static func headlines(_ content: ChartContent, _ view: Viewpoint, within width: Int?) -> [String] {
    guard let last = content.bars.last else { return [] }
    let kind = content.style == .candles ? "" : " \(content.style.rawValue)"
    let forming = last.isForming ? ", being formed" : ""
    let name =
      "\(content.answer.candles.symbol) \(content.answer.candles.series.timeframe.rawValue)\(kind), bar of "
      + "\(view.timestamp(last.openedAt))\(forming):"
    let prices =
      "O \(Figures.price(last.open)) H \(Figures.price(last.high)) L \(Figures.price(last.low)) "
      + "C \(Figures.price(last.close))" + (last.changePercent.map { " \(Figures.signed($0)) %" } ?? "")
    // A price is never torn from its letter.
    let isWide = width.map { displayWidth(name) + 1 + displayWidth(prices) <= $0 } ?? true
    return isWide ? [name + " " + prices] : [name, prices]
  }

  /// Says what is not in the picture, and what is not known.
  private func tell(_ content: ChartContent, _ view: Viewpoint, _ report: inout Report) {
    let answer = content.answer
    let marks = [
      answer.fills.count > content.hiddenFills ? "B and S: your fills" : nil,
      answer.closes.count > content.hiddenCloses ? "X: a close without a fill" : nil,
      answer.killedAt.flatMap(content.place) == nil ? nil : "K: the kill switch",
    ].compactMap(\.self)
    if !marks.isEmpty, !isText { report.screen.line(Cell(marks.joined(separator: "; ") + ".", .faint)) }
    tellLatest(content, view, &report)
    if let shown = ChartStatistics(content.bars), !isText {
      report.screen.line(Cell(shown.words(style, { view.timestamp($0) })).leftByRedaction)
    }
    if content.bars.count < content.available {
      let things = style == .renko ? "bricks" : "bars"
      report.screen.line(Cell("\(content.bars.count) of \(content.available) \(things) shown.", .faint))
      if style != .renko, let first = content.bars.first,
        first.openedAt > (answer.candles.series.bars.first?.openedAt ?? first.openedAt)
      {
        let timeframe = answer.candles.series.timeframe
        let frame = timeframe == .minute ? [] : ["-t", timeframe.rawValue]
        let until = ["--until", EngineTime.format(first.openedAt).prefix(16) + "Z"]
        let command = ConsoleCommand(.chart, [answer.candles.symbol] + frame + until)
        report.screen.hint("what came before: \(Guidance(.command(command)))")
      }
    }
    for level in content.hiddenLevels where !isText {
      let side = level.price > (answer.candles.price ?? content.bars.last?.close ?? 0) ? "above" : "below"
      report.screen.line(
        Cell("\(level.name.sentenceStart) \(Figures.price(level.price)) is \(side) the picture.", .plain)
          .leftByRedaction)
    }
    let unseen = content.hiddenFills
    if unseen > 0, !isText {
      report.screen.line(
        Cell("\(unseen) of \(Figures.counted(answer.fills.count, "own fill")) outside of the picture.", .plain))
    }
    let closes = content.hiddenCloses
    if closes > 0, !isText {
      report.screen.line(
        Cell("\(closes) of \(Figures.counted(answer.closes.count, "close")) outside of the picture.", .plain))
    }
    for drawn in content.overlays + content.panes where drawn.isEmpty {
      let label = drawn.indicator.label
      if drawn.indicator.hasInput(in: answer.candles.series) {
        report.caveat("\(label) has no figure: \(content.available) bars are too few", .warning)
      } else {
        report.caveat("\(label) has no figure: it needs volume, and the engine sends none", .warning)
      }
    }
    if style == .renko, let renko = try? renko() {
      report.screen.line(
        Cell(
          "Bricks of \(Figures.price(renko.brick)), made of the closes of \(self.answer.candles.series.bars.count) bars; their columns have no even time.",
          .faint
        ).leftByRedaction)
    }
    if !self.answer.candles.series.hasVolume, !isText {
      report.screen.line(Cell("Volume: the engine sends none.", .faint))
    }
    if content.style == .heikinAshi {
      report.caveat("heikin-ashi bars are means: none of their prices was traded", .faint)
    }
    if let killed = answer.killedAt { report.caveat("the kill switch tripped at \(view.timestamp(killed))", .bad) }
    for missing in answer.missing { report.caveat("not shown: \(missing)", .warning) }
    var shown = self.answer.candles
    // The count above speaks of the picture; that of the range is not told twice.
    shown.kept = shown.series.bars.count
    shown.isFull = shown.isFull && content.bars.count == content.available
    report.tell(of: shown, view)
  }

  /// Says which columns after the candles are bars of which the engine tells none.
  private func tellLatest(_ content: ChartContent, _ view: Viewpoint, _ report: inout Report) {
    guard !isText else { return }
    if let forming = content.answer.candles.forming, content.forming != nil {
      let price = content.answer.candles.formingPrice == nil ? "" : "; o: its last price"
      report.screen.line(
        Cell("~: the bar of \(view.timestamp(forming)) is being formed\(price).", .faint).leftByRedaction)
    }
    if let first = content.untold.first {
      let more = content.untold.count == 1 ? "" : " and \(content.untold.count - 1) more"
      report.caveat("no candle of the bar of \(view.timestamp(first))\(more) is told yet", .warning)
    }
  }
}

extension Cell {
  /// The same, which `--redact` leaves where it is known to hold no amount.
  fileprivate func leftByRedaction(if isOpen: Bool) -> Cell { isOpen ? leftByRedaction : self }
}

extension Failure {
  /// No bar contains the moment that was asked for.
  fileprivate init(noBar answer: CandlesAnswer, of moment: Date, _ view: Viewpoint) {
    let frame = answer.series.timeframe.rawValue
    let first = answer.series.bars.first.map { view.timestamp($0.openedAt) } ?? "?"
    let last = answer.series.bars.last.map { view.timestamp($0.openedAt) } ?? "?"
    self.init(
      .notFound,
      "no \(frame) bar of \(answer.symbol) contains \(view.timestamp(moment)): there are bars of \(first) to \(last)",
      nextStep: .command(.marketCandles, answer.symbol, "--timeframe", frame))
  }
}

extension ChartStatistics {
  /// What they did, in one sentence.
  func words(_ style: ChartStyle, _ timestamp: (Date) -> String) -> String {
    let moved = changePercent.map {
      "\(Figures.signed(change, Figures.price)) (\(Figures.signedPercent($0)))"
    }
    let span = rangePercent.map { " (\(Figures.text($0, places: 2)) %)" } ?? ""
    let traded = volume.map { "; volume \(Figures.quantity($0))" } ?? ""
    return
      "Shown: \(Figures.counted(bars, style == .renko ? "brick" : "bar")), \(Figures.price(open)) to \(Figures.price(close)), "
      + "\(moved ?? "change not known"); high \(Figures.price(high)) at \(timestamp(highAt)), low \(Figures.price(low)) at "
      + "\(timestamp(lowAt)), range \(Figures.price(range))\(span); \(rose) rose, \(fell) fell\(traded)."
  }
}

/// Columns and rows of a picture.
struct PictureSize: Sendable, Hashable {
  var columns: Int
  var rows: Int
}
