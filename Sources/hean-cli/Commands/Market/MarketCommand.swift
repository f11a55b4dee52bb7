import HeanCore

enum MarketCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "market", aliases: ["mkt"], summary: "Prices and candles as the engine has them",
    examples: [
      Example("hean market", "the price of every symbol, with its age"),
      Example("hean market show btc", "one symbol on one screen"),
      Example("hean market candles btc --timeframe 5m --limit 20", "the latest candles of one symbol"),
    ],
    // They are no names of symbols.
    habits: [
      "buy": ["orders place"], "sell": ["orders place"], "order": ["orders place"], "orderbook": ["book"],
      "depth": ["book"],
    ])
  static let subcommands: [any CommandDeclaration.Type] = [
    Ticker.self, Show.self, Candles.self, Symbols.self, Heatmap.self,
  ]
  static let defaultSubcommand: (any Command.Type)? = Ticker.self

  struct Symbols: QueryCommand {
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.market, "symbols", MarketFields.symbols)] }
    static let spec = CommandSpec(
      name: "symbols", summary: "Which symbols there are, and whether the engine has a price of each",
      discussion: """
        The engine lists its symbols nowhere. These are the ten that it trades by default, and those of its open \
        positions. Any other symbol can be asked for by name, and exists when the engine has a price of it.
        """,
      examples: [Example("hean market symbols --fields symbol -o csv", "the names alone")])

    init(_ line: ParsedLine) {}

    func query(_ session: Session) -> MarketQuery { MarketQuery() }

    func report(_ answer: MarketQuery.Answer, _ session: Session) -> Report {
      SymbolsView(answer: answer).report(session.viewpoint)
    }
  }
}
