import HeanCore

/// The commands that show what a question names: for one that was not understood, and for one about what no answer can
/// hold, such as a chart.
enum ShownNoun {
  private struct Noun: Sendable {
    /// One of these has to stand in the question.
    var phrases: [String]
    var query: NextStep.QueryName
    /// Whether the command needs a symbol.
    var needsSymbol = false
  }

  private static let nouns = [
    Noun(phrases: ["chart", "charts", "graph", "graphs", "plot", "candlestick"], query: .chart, needsSymbol: true),
    Noun(
      phrases: [
        "candle", "candles", "candlesticks", "bar", "bars", "kline", "klines", "ohlc", "ohlcv", "24h high", "24h low",
        "daily high", "daily low", "high and low", "day s high", "day s low", "closing price", "closing prices",
        "close price", "the close of", "daily closes",
        "opening price", "opening prices", "open price", "daily close",
      ], query: .candles, needsSymbol: true),
    Noun(
      phrases: ["order book", "orderbook", "book of", "depth", "bid and ask", "bids and asks", "level 2", "l2"],
      query: .book, needsSymbol: true),
    Noun(phrases: ["portfolio", "portfolios", "allocation", "holdings", "diversification"], query: .portfolio),
    Noun(
      phrases: [
        "analytics", "analysis", "sharpe", "sortino", "calmar", "volatility", "value at risk", "monte carlo",
        "expectancy", "kelly", "statistics", "stats", "median", "percentile", "correlation", "cagr", "beta", "alpha",
        "standard deviation", "stdev", "variance", "performance",
      ], query: .analytics),
    Noun(phrases: ["version", "versions", "release"], query: .version),
    Noun(phrases: ["heatmap", "heat map", "movers", "gainers"], query: .heatmap),
    Noun(phrases: ["watchlist", "watchlists", "watch list", "watch lists"], query: .watchlist),
    Noun(phrases: ["journal", "blotter", "trade log", "trade history"], query: .trades),
    Noun(phrases: ["report", "reports"], query: .report), Noun(phrases: ["funnel"], query: .funnel),
    Noun(phrases: ["audit", "audit log"], query: .audit),
    Noun(phrases: ["config", "configuration"], query: .configuration),
    Noun(phrases: ["ticker", "tickers", "quote", "quotes"], query: .prices),
  ]

  /// Names that stand alone for more than one thing, so that they count only where nothing else is said.
  private static let alone: [String: Noun] = ["book": Noun(phrases: [], query: .book, needsSymbol: true)]
  private static let small: Set<String> = ["the", "my", "our", "a", "show", "me", "of", "on", "for", "what", "is"]

  /// One step for each noun, in the order of the nouns, three at most.
  static func steps(_ question: String, _ reading: QuestionReading) -> [NextStep] {
    let text = TypedText(question)
    var found = nouns.filter { $0.phrases.contains(where: text.has) }
    let symbols = Set(reading.symbols.map { $0.lowercased() })
    let said = text.words.filter { word in !small.contains(word) && !symbols.contains { $0.hasPrefix(word) } }
    if found.isEmpty, said.count == 1, let word = said.first, let noun = alone[word] { found = [noun] }
    return found.prefix(3).map { noun in
      noun.needsSymbol ? .query(noun.query, reading.symbols.first ?? "BTCUSDT") : .query(noun.query)
    }
  }
}
