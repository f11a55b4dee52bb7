import HeanCore

struct ChartCommand: QueryCommand {
  static let symbol = Operand("SYMBOL", .text(.symbol), help: "symbol such as btc or BTCUSDT")
  static let prices = PriceUse.heeded
  static var documents: [OutputDocument] { [OutputDocument(.market, "chart", ChartFields.all, .object)] }
  static let spec = CommandSpec(
    name: "chart", aliases: ["graph", "plot"], summary: "A chart of one symbol, with indicators and your own trades",
    discussion: """
      Closed candles of the engine, which makes 1m, 5m, 1h and 1d from ticks since its process began and keeps 1000 of \
      each; 15m and 4h are put together from them. A bar is called by the time at which it begins. The one that is \
      being formed is marked ~ below: the engine tells no prices of it, so that only the last price is drawn (o), \
      for 15m and 4h also from the lowest to the highest price of those of its candles that have closed. B and S are your fills, X a close of \
      which the engine lists no fill, at its own price; entry, stop and target are those of open positions; the row of + and - below says whether a bar rose or fell; a dotted column is a gap before that bar; \
      K is the kill switch. Indicators are computed from all candles that the engine keeps.

      Over the prices: sma, ema, wma, bollinger, keltner, donchian, vwap, ichimoku, sar, supertrend. In panes: rsi, \
      macd, stochastic, atr, adx, cci, obv, mfi, roc, williams. Parameters follow a colon: sma:50, bollinger:20:2.
      """,
    examples: [
      Example("hean chart btc", "candles of one minute"),
      Example("hean chart btc -t 1h --indicator ema:20 --indicator rsi", "with an average and an oscillator"),
      Example("hean chart btc --text", "in words"),
      Example("hean chart btc --svg btc.svg", "the same picture as a file"),
      Example("hean chart btc --png btc.png", "and with pixels"),
    ],
    options: [
      ChartOptions.timeframe, ChartOptions.range, ChartOptions.style, ChartOptions.indicator, ChartOptions.size,
      ChartOptions.text, ChartOptions.svg, ChartOptions.png, ChartOptions.scale,
    ], operands: [symbol])

  var symbol: String
  var options: ChartOptions

  init(_ line: ParsedLine) throws(UsageError) {
    symbol = try line[Self.symbol]
    options = try ChartOptions(line)
  }

  func query(_ session: Session) -> ChartQuery {
    var times = TimeFilter()
    if let seconds = options.range.seconds { times.since = session.context.now() - TimeInterval(seconds) }
    return ChartQuery(CandlesQuery(symbol, options.timeframe, at: times))
  }

  func report(_ answer: ChartQuery.Answer, _ session: Session) throws -> Report {
    let candles = answer.candles
    guard candles.kept > 0 else { throw Failure(noCandles: candles) }
    guard let content = content(answer, session) else {
      throw Failure(
        .notFound, "no \(options.timeframe.rawValue) candle of \(candles.symbol) in the last \(options.range.rawValue)",
        nextStep: .command(.chart, candles.symbol, "--range", ChartRange.all.rawValue))
    }
    var report = session.report("chart", on: candles.context, receivedAt: candles.receivedAt)
    report.payload = .object(ChartFields.all, ChartDocument(answer, options.style, options.indicators))
    report.screen.context(candles.context, session)
    if options.isText {
      for sentence in words(content, session) { report.screen.line(Cell(sentence).leftByRedaction) }
    } else {
      draw(content, session, &report)
    }
    tell(content, session, &report)
    if options.svg != nil || options.png != nil { try write(content, session, &report) }
    return report
  }

  private func glyphs(_ session: Session) -> Glyphs { session.output.glyphs.isUnicode ? .unicode : .ascii }

  private func words(_ content: ChartContent, _ session: Session) -> [String] {
    ChartWords(content: content, timestamp: { session.timestamp($0) }).sentences
  }

  /// Columns and rows of the picture: those that were typed, else those of the window without what stands around it.
  private func size(_ session: Session) -> PictureSize {
    if let size = options.size { return size }
    let rows = session.context.terminalSize().map { $0.rows - 9 } ?? 24
    return PictureSize(columns: session.output.width ?? 80, rows: min(48, max(16, rows)))
  }

  /// The bars that fit beside the labels; `nil` without bars.
  private func content(_ answer: ChartAnswer, _ session: Session) -> ChartContent? {
    let width = size(session).columns
    guard let bare = ChartContent(answer, as: options.style, [], most: width) else { return nil }
    func fitting(_ axis: Int) -> ChartContent? {
      ChartContent(answer, as: options.style, options.indicators, most: ChartLayout.mostBars(width, axis: axis))
    }
    let axis = ChartDrawing.axis(bare)
    guard let content = fitting(axis) else { return nil }
    // Lines can reach to prices with more digits than those of the bars.
    let wider = ChartDrawing.axis(content)
    return wider > axis ? fitting(wider) : content
  }

  private func draw(_ content: ChartContent, _ session: Session, _ report: inout Report) {
    for line in headlines(content, session) { report.screen.line(Cell(line, .strong).leftByRedaction) }
    let (size, glyphs) = (size(session), glyphs(session))
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

  private func headlines(_ content: ChartContent, _ session: Session) -> [String] {
    guard let last = content.bars.last else { return [] }
    let kind = content.style == .candles ? "" : " \(content.style.rawValue)"
    let forming = last.isForming ? ", being formed" : ""
    let name =
      "\(content.answer.candles.symbol) \(options.timeframe.rawValue)\(kind), bar of "
      + "\(session.timestamp(last.openedAt))\(forming):"
    let prices =
      "O \(Figures.price(last.open)) H \(Figures.price(last.high)) L \(Figures.price(last.low)) "
      + "C \(Figures.price(last.close))" + (last.changePercent.map { " \(Figures.signed($0)) %" } ?? "")
    // A price is never torn from its letter.
    let isWide = session.renderer.width.map { displayWidth(name) + 1 + displayWidth(prices) <= $0 } ?? true
    return isWide ? [name + " " + prices] : [name, prices]
  }

  /// Says what is not in the picture, and what is not known.
  private func tell(_ content: ChartContent, _ session: Session, _ report: inout Report) {
    let answer = content.answer
    let marks = [
      answer.fills.count > content.hiddenFills ? "B and S: your fills" : nil,
      answer.closes.count > content.hiddenCloses ? "X: a close without a fill" : nil,
      answer.killedAt.flatMap(content.place) == nil ? nil : "K: the kill switch",
    ].compactMap(\.self)
    if !marks.isEmpty, !options.isText { report.screen.line(Cell(marks.joined(separator: "; ") + ".", .faint)) }
    tellLatest(content, session, &report)
    if content.bars.count < content.available {
      report.screen.line(Cell("\(content.bars.count) of \(content.available) bars shown.", .faint))
    }
    for level in content.hiddenLevels where !options.isText {
      let side = level.price > (answer.candles.price ?? content.bars.last?.close ?? 0) ? "above" : "below"
      report.screen.line(
        Cell("\(level.kind.rawValue.sentenceStart) \(Figures.price(level.price)) is \(side) the picture.", .plain)
          .leftByRedaction)
    }
    let unseen = content.hiddenFills
    if unseen > 0, !options.isText {
      report.screen.line(
        Cell("\(unseen) of \(Figures.counted(answer.fills.count, "own fill")) outside of the picture.", .plain))
    }
    let closes = content.hiddenCloses
    if closes > 0, !options.isText {
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
    if let killed = answer.killedAt { report.caveat("the kill switch tripped at \(session.timestamp(killed))", .bad) }
    for missing in answer.missing { report.caveat("not shown: \(missing)", .warning) }
    var shown = answer.candles
    // The count above speaks of the picture; that of the range is not told twice.
    shown.kept = shown.series.bars.count
    shown.isFull = shown.isFull && content.bars.count == content.available
    report.tell(of: shown, session)
  }

  /// Says which columns after the candles are bars of which the engine tells none.
  private func tellLatest(_ content: ChartContent, _ session: Session, _ report: inout Report) {
    guard !options.isText else { return }
    if let forming = content.answer.candles.forming, content.forming != nil {
      let price = content.answer.candles.formingPrice == nil ? "" : "; o: its last price"
      report.screen.line(
        Cell("~: the bar of \(session.timestamp(forming)) is being formed\(price).", .faint).leftByRedaction)
    }
    if let first = content.untold.first {
      let more = content.untold.count == 1 ? "" : " and \(content.untold.count - 1) more"
      report.caveat("no candle of the bar of \(session.timestamp(first))\(more) is told yet", .warning)
    }
  }

  private func write(_ content: ChartContent, _ session: Session, _ report: inout Report) throws {
    let title = headlines(content, session).joined(separator: " ")
    let shapes = ChartShapes(content: content, zone: session.output.zone, title: title)
    let description = words(content, session).joined(separator: " ")
    let theme = session.settings.pictureTheme
    // Both or none: nothing is replaced before both are on the disk.
    var files: [PreparedFile] = []
    defer { for file in files { file.discard() } }
    if let file = options.svg {
      let text = ChartSVG(shapes: shapes, description: description, theme: theme).text
      files.append(try GeneratedFile.prepare(Data(text.utf8), for: file, as: .picture))
    }
    if let file = options.png {
      let canvas = ChartPixels(shapes: shapes, scale: options.scale, colours: theme.first).canvas
      files.append(try GeneratedFile.prepare(PNG.data(canvas, description: description), for: file, as: .pixels))
    }
    for file in files {
      try file.commit()
      report.notes.append("wrote \"\(file.path)\"")
    }
  }
}

extension GeneratedFile.Kind {
  /// A PNG file that hean has made: another one may be somebody's photograph.
  fileprivate static let pixels = GeneratedFile.Kind(
    name: "PNG picture of hean", headLength: PNG.headLength, accepts: { PNG.isOwn($0) })
}
