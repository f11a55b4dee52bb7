import HeanCore

extension WatchlistCommand {
  struct Show: Command {
    static let effect = CommandEffect.reads
    static let list = Operand(
      "NAME", each: .text(.watchlist), isRequired: false,
      help: "name of the list; may be left out when there is only one")
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.market, "watchlist", WatchlistFields.all)] }
    static let spec = CommandSpec(
      name: "show", summary: "Prices of a list, with their change and their latest course",
      discussion: """
        Change and course are those of the last 20 candles that the engine keeps; it makes 1m, 5m, 1h and 1d from \
        ticks since its process began. 24H % is made of its candles of an hour, and not known where they do not reach back; \
        above the list stands the account. The course is as high as the range of its own \
        closes, a blank is a missing candle.

        --watch follows the engine's ticks, as 'market ticker --watch' does.
        """,
      examples: [
        Example("hean watchlist show", "the only list"),
        Example("hean watchlist show main --watch", "as prices change"),
        Example("hean watchlist show main -t 1h --sort change_pct:desc", "over a day, the largest rise first"),
      ],
      options: [ChartOptions.timeframe] + Watching.quickOptions, operands: [list])

    /// How many closes a course has.
    private static let length = 20

    /// `nil` for the only one.
    var name: String?
    var timeframe: Timeframe
    var watching: Watching?
    var effect: CommandEffect { watching == nil ? .reads : .streams }

    init(_ line: ParsedLine) throws(UsageError) {
      let names = try line[Self.list]
      guard names.count <= 1 else {
        throw .contradiction("one list is shown at a time, and \(names.count) are named", nextStep: "keep one of them")
      }
      name = names.first
      timeframe = try line[ChartOptions.timeframe]
      watching = try Watching(line, interval: Watching.quickInterval)
    }

    func run(_ session: Session) async throws -> Output {
      let (name, list) = try chosen(try session.watchlists.load())
      guard !list.symbols.isEmpty else {
        throw Failure(
          .notFound, "watchlist '\(name)' has no symbol", nextStep: .command(.watchlistAdd, name, "btc", "eth"))
      }
      return try await Watching.run(watching, session, needing: .prices) { engine in
        let query = WatchlistQuery(list.symbols, timeframe, length: Self.length, tellsDay: true)
        return try await session.stepped(
          query, engine, usual: .command(.chart, list.symbols[0]), isWatched: watching != nil
        ) { answer in
          let changes = watching == nil ? nil : await engine.priceChanges()
          return try WatchlistView(
            answer: answer, name: name, columns: list.columns, sort: session.output.sort, changes: changes
          ).report(session.viewpoint)
        }
      }
    }

    private func chosen(_ lists: Watchlists) throws -> (String, Watchlists.List) {
      if let name { return (name, try lists.list(name)) }
      guard let only = lists.names.first else {
        throw Failure(.notFound, "there is no watchlist yet", nextStep: .command(.watchlistAdd, "main", "btc", "eth"))
      }
      guard lists.names.count == 1 else {
        throw Failure(
          .usage, "there are \(lists.names.count) watchlists: \(Figures.listed(lists.names, most: 20))",
          nextStep: .command(.watchlistShow, only))
      }
      return (only, try lists.list(only))
    }
  }
}
