import HeanCore

extension MarketCommand {
  struct Heatmap: QueryCommand {
    static let usualStep: Guidance? = .query(.positions)
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
      if !answer.known.isEmpty, session.output.isScreen, session.output.sort != nil {
        throw UsageError.contradiction(
          "a heatmap is sorted by change", nextStep: "leave --sort out, or add --fields or --output csv")
      }
      return try HeatmapView(answer: answer, range: range).report(session.viewpoint)
    }
  }
}
