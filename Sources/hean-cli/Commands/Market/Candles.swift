import HeanCore

extension MarketCommand {
  struct Candles: QueryCommand {
    static let usualStep: Guidance? = .query(.positions)
    static let symbol = Operand("SYMBOL", .text(.symbol), help: "symbol such as btc or BTCUSDT")
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.market, "candles", MarketFields.bars)] }
    static let limit = Option(
      "limit", short: "n", "N", .whole(in: 1...1000), default: 20, help: "only the latest N")
    static let spec = CommandSpec(
      name: "candles", aliases: ["bars", "klines"], summary: "Closed candles of one symbol, newest last",
      discussion: """
        The engine makes candles of 1m, 5m, 1h and 1d from ticks since its process began, and keeps at most 1000 of \
        each in memory; 15m and 4h are put together from 5m and 1h, the last of them perhaps before it has ended. A bar is \
        called by the time at which it begins. Times without a candle are told, and never filled.
        """,
      examples: [Example("hean market candles eth --timeframe 1h --json", "for a script")],
      options: [ChartOptions.timeframe] + TypedTimes.options + [limit], operands: [symbol])

    var symbol: String
    var timeframe: Timeframe
    var limit: Int
    var times: TypedTimes

    init(_ line: ParsedLine) throws(UsageError) {
      symbol = try line[Self.symbol]
      timeframe = try line[ChartOptions.timeframe]
      limit = try line[Self.limit]
      times = try TypedTimes(line)
    }

    func query(_ session: Session) throws -> CandlesQuery {
      CandlesQuery(symbol, timeframe, at: try times.filter(session), limit: limit)
    }

    func report(_ answer: CandlesQuery.Answer, _ session: Session) throws -> Report {
      try CandlesView(answer: answer).report(session.viewpoint)
    }
  }
}
