import HeanCore

struct PortfolioCommand: QueryCommand {
  static let usualStep: Guidance? = .query(.positions)
  static let prices = PriceUse.heeded
  static var documents: [OutputDocument] {
    [OutputDocument(.account, "portfolio", PortfolioFields.document, .object, mayLackData: true)]
  }
  static let spec = CommandSpec(
    name: "portfolio", summary: "Value, day change, and exposure by symbol",
    discussion: """
      Exposure is the notional of the open positions at their mark prices: long, short, both added up (gross), and long \
      less short (net). The course is the engine's own equity since its start. With --symbol or --strategy exposure and \
      trades are of these; value and day are the account's.
      """,
    examples: [
      Example("hean portfolio", "where the risk lies"),
      Example("hean portfolio --symbol btc", "of one symbol"),
      Example("hean portfolio --json | jq .data.symbols", "exposure by symbol, for a script"),
    ], options: [Options.symbol, Options.strategy])

  var names: NameFilter

  init(_ line: ParsedLine) throws(UsageError) { names = try NameFilter(line) }

  func query(_ session: Session) -> PortfolioQuery { PortfolioQuery(of: names) }

  func report(_ answer: PortfolioAnswer, _ session: Session) -> Report {
    PortfolioView(answer: answer, closes: session.unprovenCloses(answer.positions)).report(session.viewpoint)
  }
}
