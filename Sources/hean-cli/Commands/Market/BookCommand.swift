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
    BookView(answer: answer, symbol: symbol).report(session.viewpoint)
  }
}
