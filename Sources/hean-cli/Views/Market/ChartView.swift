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

  /// The bars that are drawn.
  /// - Throws: when the engine has none of them.
  func content(_ view: Viewpoint) throws -> ChartContent {
    let candles = answer.candles
    guard candles.kept > 0 else { throw Failure(noCandles: candles) }
    guard let content = fitted(view) else {
      throw Failure(
        .notFound, "no \(candles.series.timeframe.rawValue) candle of \(candles.symbol) in the last \(range.rawValue)",
        nextStep: .command(.chart, candles.symbol, "--range", ChartRange.all.rawValue))
    }
    return content
  }

  /// - Parameter content: what `content(_:)` has made.
  func report(_ content: ChartContent, _ view: Viewpoint) -> Report {
    var report = view.report("chart", on: answer.candles.context, receivedAt: answer.candles.receivedAt)
    report.payload = .object(ChartFields.all, ChartDocument(answer, style, indicators))
    report.screen.context(answer.candles.context, view)
    if isText {
      for sentence in Self.words(content, view) { report.screen.line(Cell(sentence).leftByRedaction) }
    } else {
      draw(content, view, &report)
    }
    tell(content, view, &report)
    return report
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
  private func fitted(_ view: Viewpoint) -> ChartContent? {
    let width = picture(view).columns
    guard let bare = ChartContent(answer, as: style, [], most: width) else { return nil }
    func fitting(_ axis: Int) -> ChartContent? {
      ChartContent(answer, as: style, indicators, most: ChartLayout.mostBars(width, axis: axis))
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
    if content.bars.count < content.available {
      report.screen.line(Cell("\(content.bars.count) of \(content.available) bars shown.", .faint))
    }
    for level in content.hiddenLevels where !isText {
      let side = level.price > (answer.candles.price ?? content.bars.last?.close ?? 0) ? "above" : "below"
      report.screen.line(
        Cell("\(level.kind.rawValue.sentenceStart) \(Figures.price(level.price)) is \(side) the picture.", .plain)
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
    if content.style == .heikinAshi {
      report.caveat("heikin-ashi bars are means: none of their prices was traded", .faint)
    }
    if let killed = answer.killedAt { report.caveat("the kill switch tripped at \(view.timestamp(killed))", .bad) }
    for missing in answer.missing { report.caveat("not shown: \(missing)", .warning) }
    var shown = answer.candles
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

/// Columns and rows of a picture.
struct PictureSize: Sendable, Hashable {
  var columns: Int
  var rows: Int
}
