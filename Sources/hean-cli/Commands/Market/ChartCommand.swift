import HeanCore

struct ChartCommand: QueryCommand {
  static let usualStep: Guidance? = .query(.positions)
  static let symbol = Operand("SYMBOL", .text(.symbol), help: "symbol such as btc or BTCUSDT")
  static let prices = PriceUse.heeded
  static var documents: [OutputDocument] { [OutputDocument(.market, "chart", ChartFields.all, .object)] }
  static let spec = CommandSpec(
    name: "chart", aliases: ["graph", "plot"], summary: "A chart of one symbol, with indicators and your own trades",
    discussion: """
      Closed candles of the engine, which makes 1m, 5m, 1h and 1d from ticks since its process began and keeps 1000 of \
      each; 15m, 4h and 1w are put together from them. A bar is called by the time at which it begins. The one that is \
      being formed is marked ~ below: the engine tells no prices of it, so that only the last price is drawn (o), \
      for 15m and 4h also from the lowest to the highest price of those of its candles that have closed. B and S are your fills, X a close of \
      which the engine lists no fill, at its own price; entry, stop and target are those of open positions; the row of + and - below says whether a bar rose or fell; a dotted column is a gap before that bar; \
      K is the kill switch; @ is the bar of --at, which is told in words. Renko bricks are made of closes: one the other \
      way needs a move of two. Indicators are computed from all candles that the engine keeps.

      Over the prices: sma, ema, wma, bollinger, keltner, donchian, vwap, ichimoku, sar, supertrend. In panes: rsi, \
      macd, stochastic, atr, adx, cci, obv, mfi, roc, williams. Parameters follow a colon: sma:50, bollinger:20:2.
      """,
    examples: [
      Example("hean chart btc", "candles of one minute"),
      Example("hean chart btc -t 1h --indicator ema:20 --indicator rsi", "with an average and an oscillator"),
      Example("hean chart btc --until 6h", "what came before that; --since and --until reach all that is kept"),
      Example("hean chart btc --at 01:40 -i rsi", "one bar: its prices, indicators and your fills in it"),
      Example("hean chart btc --level 64000:resistance", "with a line of your own"),
      Example("hean chart btc --text", "in words"),
      Example("hean chart btc --svg btc.svg", "the same picture as a file"),
      Example("hean chart btc --png btc.png", "and with pixels"),
    ],
    options: [
      ChartOptions.timeframe, ChartOptions.range, ChartOptions.style, ChartOptions.indicator, ChartOptions.at,
      ChartOptions.level, ChartOptions.brick, ChartOptions.size, ChartOptions.text, ChartOptions.svg, ChartOptions.png,
      ChartOptions.scale, RecordOptions.from,
    ] + TypedTimes.options, operands: [symbol])

  var symbol: String
  var options: ChartOptions
  var record: RecordUse?
  var effect: CommandEffect { options.svg == nil && options.png == nil ? .reads : .changesMachine }

  init(_ line: ParsedLine) throws(UsageError) {
    symbol = try line[Self.symbol]
    options = try ChartOptions(line)
    guard try line[RecordOptions.from] != nil else { return }
    record = .span(hasPrices: true) { [options] session in
      if !options.times.isAll { return try options.times.filter(session) }
      guard let moment = try options.at.map({ try session.moment($0) }) else {
        return TimeFilter(since: options.range.seconds.map { session.context.now() - TimeInterval($0) })
      }
      let reach = TimeInterval(options.timeframe.seconds * 200)
      return TimeFilter(since: moment - reach, until: min(session.context.now(), moment + reach))
    }
  }

  func query(_ session: Session) throws -> ChartQuery {
    var times = options.times.isAll ? TimeFilter() : try options.times.filter(session)
    if let seconds = options.range.seconds { times.since = session.context.now() - TimeInterval(seconds) }
    return ChartQuery(CandlesQuery(symbol, options.timeframe, at: times))
  }

  func report(_ answer: ChartQuery.Answer, _ session: Session) throws -> Report {
    let view = session.viewpoint
    var answer = answer
    answer.levels += options.levels
    var chart = ChartView(
      answer: answer, range: options.range, style: options.style,
      indicators: options.indicators, isText: options.isText, size: options.size,
      rows: session.context.terminalSize()?.rows)
    chart.isTimeTyped = !options.times.isAll
    chart.moment = try options.at.map { try session.moment($0) }
    chart.brick = options.brick
    let content = try chart.content(view)
    var report = chart.report(content, view)
    guard options.svg != nil || options.png != nil else { return report }
    if options.png == "-", session.output.isTerminal {
      throw Failure(.usage, "a PNG picture is no text for a terminal", nextStep: "name a file, or redirect it: > FILE")
    }
    let title = ChartView.headlines(content, view, within: nil).joined(separator: " ")
    try write(
      ChartShapes(content: content, zone: view.zone, title: title),
      ChartView.words(content, view).joined(separator: " "), session.settings.pictureTheme, &report)
    return report
  }

  private func write(
    _ shapes: ChartShapes, _ description: String, _ theme: PictureTheme, _ report: inout Report
  ) throws {
    // Both or none: nothing is replaced before both are on the disk.
    var files: [PreparedFile] = []
    defer { for file in files { file.discard() } }
    if let file = options.svg {
      let text = ChartSVG(shapes: shapes, description: description, theme: theme).text
      if file == "-" {
        report.instead = Data(text.utf8)
      } else {
        files.append(try GeneratedFile.prepare(Data(text.utf8), for: file, as: .picture))
      }
    }
    if let file = options.png {
      let canvas = ChartPixels(shapes: shapes, scale: options.scale, colours: theme.first).canvas
      let data = PNG.data(canvas, description: description)
      if file == "-" {
        report.instead = data
      } else {
        files.append(try GeneratedFile.prepare(data, for: file, as: .pixels))
      }
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
