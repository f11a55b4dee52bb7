import HeanCore

extension WatchlistCommand {
  struct Add: Command {
    static let effect = CommandEffect.changesMachine
    static let symbols = Operand("SYMBOL", each: .text(.symbol), help: "symbols such as btc or BTCUSDT")
    static var documents: [OutputDocument] { [WatchlistFields.document] }
    static let spec = CommandSpec(
      name: "add", summary: "Add symbols to a list, which is made when there is none",
      discussion: """
        The usual ten symbols are known without asking. Any other one is looked up at the engine, so that no misspelt \
        name is kept.
        """,
      examples: [Example("hean watchlist add main btc eth", "two symbols")], operands: [WatchlistCommand.name, symbols])

    var name: String
    var words: [String]

    init(_ line: ParsedLine) throws(UsageError) {
      name = try line[WatchlistCommand.name]
      words = try line[Self.symbols]
      guard ProfileName.isValid(name) else {
        throw TypedText(text: name, spelled: "NAME", path: line.path).invalid(
          expected: "small letters, digits, \".\", \"_\" and \"-\", a letter or digit first")
      }
      guard !words.isEmpty else { throw .missingOperand("SYMBOL", path: line.path) }
    }

    func run(_ session: Session) async throws -> Output {
      // Before anything is asked: a damaged file is refused whatever the engine says.
      _ = try session.watchlists.load()
      let found = try await symbols(session)
      let (list, added) = try session.watchlists.update { lists in
        var list = lists.lists[name] ?? Watchlists.List()
        let added = found.filter { Watchlists.place(of: $0, in: list.symbols) == nil }
        list.symbols += added
        guard list.symbols.count <= Watchlists.mostSymbols else {
          throw Failure(
            .refused,
            "a watchlist has at most \(Watchlists.mostSymbols) symbols, and '\(name)' would have "
              + "\(list.symbols.count)", nextStep: "put them into another list")
        }
        lists.lists[name] = list
        return (list, added)
      }
      let told = added.isEmpty ? "nothing new" : added.joined(separator: ", ")
      return .report(session.report(of: name, list, "\(told) added to watchlist \(name)"))
    }

    private func symbols(_ session: Session) async throws -> [String] {
      let usual = words.map { word in Watchlists.place(of: word, in: Symbols.defaults).map { Symbols.defaults[$0] } }
      if usual.allSatisfy({ $0 != nil }) { return usual.compactMap(\.self).withoutDuplicates }
      let found = try await session.ask(MarketQuery(words)).rows.map(\.symbol)
      // Names of the engine's are kept as it writes them, but never so that the file could not be read again.
      if let stranger = found.first(where: { !Watchlists.accepts($0) }) {
        throw Failure(
          .refused, "a watchlist cannot keep the name '\(stranger)' of the engine",
          nextStep: "name symbols of 1 to 64 characters that can be shown")
      }
      return found
    }
  }

  struct Remove: Command {
    static let effect = CommandEffect.changesMachine
    static let symbols = Operand(
      "SYMBOL", each: .text(.symbol), isRequired: false, help: "symbols to take out; without one the whole list")
    static let scope = CommandScope.local
    static var documents: [OutputDocument] { [WatchlistFields.document] }
    static let spec = CommandSpec(
      name: "remove", aliases: ["rm"], summary: "Take symbols out of a list, or remove the list",
      examples: [
        Example("hean watchlist rm main eth", "one symbol"), Example("hean watchlist rm main", "the whole list"),
      ], operands: [WatchlistCommand.name, symbols])

    var name: String
    var words: [String]

    init(_ line: ParsedLine) throws(UsageError) {
      name = try line[WatchlistCommand.name]
      words = try line[Self.symbols]
    }

    func run(_ session: Session) async throws -> Output {
      let (list, removed) = try session.watchlists.update { lists -> (Watchlists.List, [String]) in
        var list = try lists.list(name)
        guard !words.isEmpty else {
          lists.lists[name] = nil
          return (Watchlists.List(), [])
        }
        var removed: [String] = []
        for word in words {
          guard let place = Watchlists.place(of: word, in: list.symbols) else {
            // Named twice, in whatever spelling.
            if Watchlists.place(of: word, in: removed) != nil { continue }
            throw Failure(
              .notFound, "'\(word)' is not in watchlist \(name): \(list.symbols.joined(separator: ", "))",
              nextStep: .command(.watchlistList))
          }
          removed.append(list.symbols.remove(at: place))
        }
        lists.lists[name] = list
        return (list, removed)
      }
      let told = removed.isEmpty ? "watchlist \(name)" : "\(removed.joined(separator: ", ")) of watchlist \(name)"
      return .report(session.report(of: name, removed.isEmpty ? nil : list, "\(told) removed"))
    }
  }

  struct Move: Command {
    static let effect = CommandEffect.changesMachine
    static let symbol = Operand("SYMBOL", .text(.symbol), help: "symbol such as btc or BTCUSDT")
    static let place = Operand(
      "PLACE", .whole(in: 1...Watchlists.mostSymbols), help: "its place from now on; 1 is the first")
    static let scope = CommandScope.local
    static var documents: [OutputDocument] { [WatchlistFields.document] }
    static let spec = CommandSpec(
      name: "move", aliases: ["mv"], summary: "Give a symbol another place in a list",
      discussion: "A place behind the end is the last one.",
      examples: [Example("hean watchlist move main eth 1", "eth stands first")],
      operands: [WatchlistCommand.name, symbol, place])

    var name: String
    var word: String
    var place: Int

    init(_ line: ParsedLine) throws(UsageError) {
      name = try line[WatchlistCommand.name]
      word = try line[Self.symbol]
      place = try line[Self.place]
    }

    func run(_ session: Session) async throws -> Output {
      let (list, symbol) = try session.watchlists.update { lists -> (Watchlists.List, String) in
        var list = try lists.list(name)
        guard let from = Watchlists.place(of: word, in: list.symbols) else {
          throw Failure(
            .notFound, "'\(word)' is not in watchlist \(name): \(list.symbols.joined(separator: ", "))",
            nextStep: .command(.watchlistList))
        }
        let symbol = list.symbols.remove(at: from)
        list.symbols.insert(symbol, at: min(place - 1, list.symbols.count))
        lists.lists[name] = list
        return (list, symbol)
      }
      return .report(
        session.report(of: name, list, "\(symbol) of watchlist \(name): \(list.symbols.joined(separator: ", "))"))
    }
  }

  struct Columns: Command {
    static let effect = CommandEffect.changesMachine
    static let columns = Operand(
      "FIELD", each: .text(.field), isRequired: false,
      help: "fields in the order of the columns; without one the usual ones")
    static let scope = CommandScope.local
    static var documents: [OutputDocument] { [WatchlistFields.document] }
    static let spec = CommandSpec(
      name: "columns", summary: "Choose which columns a list has on a screen",
      discussion: """
        They are stored with the list. --fields of 'watchlist show' is instead of them for one run. Data formats always \
        have every field. Fields: \(WatchlistFields.all.map(\.name).joined(separator: ", ")).
        """,
      examples: [
        Example("hean watchlist columns main symbol price change_pct closes", "four columns"),
        Example("hean watchlist columns main", "the usual columns again"),
      ], operands: [WatchlistCommand.name, columns])

    var name: String
    var columns: [String]

    init(_ line: ParsedLine) throws(UsageError) {
      name = try line[WatchlistCommand.name]
      columns = try line[Self.columns]
      let known = WatchlistFields.all.map(\.name)
      let unknown = columns.filter { !known.contains($0) }
      guard unknown.isEmpty else { throw .unknownFields(unknown, valid: known) }
    }

    func run(_ session: Session) async throws -> Output {
      let list = try session.watchlists.update { lists in
        var list = try lists.list(name)
        list.columns = columns.isEmpty ? nil : columns.withoutDuplicates
        lists.lists[name] = list
        return list
      }
      let told = list.columns?.joined(separator: ", ") ?? "the usual ones"
      return .report(session.report(of: name, list, "columns of watchlist \(name): \(told)"))
    }
  }
}

extension Session {
  /// What a change has made of a list.
  /// - Parameter list: `nil` when it was removed.
  fileprivate func report(of name: String, _ list: Watchlists.List?, _ words: String) -> Report {
    var report = localReport("watchlists")
    report.holdsAmounts = false
    report.payload = .list(WatchlistFields.lists, list.map { [WatchlistRow(name: name, list: $0)] } ?? [])
    report.screen.line(Cell(words))
    if list != nil { report.screen.hint(.command(.watchlistShow, name)) }
    return report
  }
}
