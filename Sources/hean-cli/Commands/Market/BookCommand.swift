import HeanCore

struct BookCommand: QueryCommand {
  static let symbol = Operand("SYMBOL", .text(.symbol), help: "symbol such as btc or BTCUSDT")
  static let prices = PriceUse.heeded
  static var documents: [OutputDocument] { [OutputDocument(.market, "book", MarketFields.prices)] }
  static let spec = CommandSpec(
    name: "book", aliases: ["depth", "orderbook"], summary: "Best bid and ask: the engine tells no order book",
    discussion: """
      The engine reads an order book for itself and tells it to nobody. What it tells is the best bid and ask of its \
      last quote, without their sizes, and not even those after a trade. For depth, look at the exchange.
      """,
    examples: [Example("hean book btc", "what there is")],
    operands: [symbol])

  var symbol: String

  init(_ line: ParsedLine) throws(UsageError) { symbol = try line[Self.symbol] }

  func query(_ session: Session) -> MarketQuery { MarketQuery([symbol]) }

  func report(_ answer: MarketQuery.Answer, _ session: Session) -> Report {
    var report = session.report("book", on: answer.context, receivedAt: answer.receivedAt)
    let none = "the engine tells no order book, only the best bid and ask of its last quote, without sizes"
    report.screen.context(answer.context, session)
    report.caveat(none, .warning)
    report.list(MarketFields.prices, answer.rows)
    report.tellMissing(answer)
    if answer.rows.contains(where: { $0.price != nil && $0.bid == nil && $0.ask == nil }) {
      report.screen.line(Cell("No bid and ask now: the last tick was a trade.", .faint))
    }
    report.screen.hint(
      "depth is at the exchange; prices over time: \(.command(.chart, answer.rows.first?.symbol ?? symbol))")
    return report
  }
}
