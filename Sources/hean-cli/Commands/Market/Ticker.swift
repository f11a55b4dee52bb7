import HeanCore

extension MarketCommand {
  struct Ticker: Command {
    static let effect = CommandEffect.reads
    static let symbols = Operand(
      "SYMBOL", each: .text(.symbol), isRequired: false, help: "symbols such as btc; without one all that are known")
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.market, "ticker", LivePrice.fields)] }
    static let spec = CommandSpec(
      name: "ticker", aliases: ["price", "prices"], summary: "Last price, bid and ask of each symbol",
      discussion: """
        The engine tells no 24-hour figures, no funding, and of its live feed no volume. The time of a price is the \
        exchange's for a trade, and the engine's for a quote.

        --watch follows the engine's ticks: an arrow says which way a price went last and how far, and a price that has \
        just changed is shown in reverse. A pipe gets a line for each price that has changed since the look before, --json a \
        document.
        """,
      examples: [
        Example("hean market ticker btc eth", "two symbols"),
        Example("hean market ticker --watch", "as prices change"),
      ],
      options: Watching.quickOptions, operands: [symbols])

    var symbols: [String]
    var watching: Watching?
    var effect: CommandEffect { watching == nil ? .reads : .streams }

    init(_ line: ParsedLine) throws(UsageError) {
      symbols = try line[Self.symbols]
      watching = try Watching(line, interval: Watching.quickInterval)
    }

    func run(_ session: Session) async throws -> Output {
      try await Watching.run(watching, session, needing: .prices) { engine in
        try await session.stepped(
          MarketQuery(symbols), engine, usual: .query(.positions), isWatched: watching != nil
        ) { answer in
          let changes = watching == nil ? nil : await engine.priceChanges()
          return TickerView(answer: answer, changes: changes).report(session.viewpoint)
        }
      }
    }
  }
}
