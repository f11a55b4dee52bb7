import HeanCore

enum WatchlistCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "watchlist", aliases: ["wl"], summary: "Your own lists of symbols, with prices and their course",
    discussion: """
      The lists are kept on this machine, in watchlists.json beside the configuration; the engine knows nothing of them, \
      and they are the same for every engine.
      """,
    examples: [
      Example("hean watchlist add main btc eth sol", "a list of three symbols"),
      Example("hean watchlist show main --watch", "their prices, as they change"),
    ])
  static let subcommands: [any CommandDeclaration.Type] = [
    Show.self, List.self, Add.self, Remove.self, Move.self, Columns.self,
  ]
  static let defaultSubcommand: (any Command.Type)? = Show.self

  static let name = Operand("NAME", .text(.watchlist), help: "name of the list")

  struct List: Command {
    static let scope = CommandScope.local
    static let effect = CommandEffect.reads
    static var documents: [OutputDocument] { [WatchlistFields.document] }
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List the lists",
      examples: [Example("hean watchlist list", "every list, with its symbols")])

    init(_ line: ParsedLine) {}

    func run(_ session: Session) async throws -> Output {
      let lists = try session.watchlists.load()
      var report = session.localReport("watchlists")
      report.holdsAmounts = false
      report.list(
        WatchlistFields.lists,
        lists.lists.map { WatchlistRow(name: $0.key, list: $0.value) }.sorted { $0.name < $1.name },
        none: "There is no watchlist yet.")
      if lists.lists.isEmpty { report.screen.hint(.command(.watchlistAdd, "main", "btc", "eth")) }
      return .report(report)
    }
  }
}

extension Session {
  /// The user's lists of symbols.
  var watchlists: DocumentStore<Watchlists> { DocumentStore(environment: context.environment) }
}

extension Watchlists {
  /// - Throws: exit 66 for a list that does not exist.
  func list(_ name: String) throws -> List {
    if let list = lists[name] { return list }
    guard !lists.isEmpty else {
      throw Failure(
        .notFound, "there is no watchlist '\(name)', and no other",
        nextStep: .command(.watchlistAdd, ProfileName.isValid(name) ? name : "main", "btc", "eth"))
    }
    let near = Spelling.nearest(to: name, in: names).map { ". Did you mean '\($0)'?" } ?? ""
    throw Failure(.notFound, "there is no watchlist '\(name)'\(near)", nextStep: .command(.watchlistList))
  }
}

/// One list as a row.
struct WatchlistRow: Sendable {
  var name: String
  var list: Watchlists.List
}

extension WatchlistFields {
  /// Of the lists, which are the same for every engine, also after a change that asked one.
  static var document: OutputDocument { OutputDocument(.market, "watchlists", lists, source: .never) }

  static let lists: [Field<WatchlistRow>] = [
    Field("name", "WATCHLIST", "name of the list", priority: 100) { $0.name },
    Field("symbols", "SYMBOLS", "as the engine writes them", .wrapping, priority: 90) {
      $0.list.symbols
    },
    Field("columns", "COLUMNS", "fields that a screen shows; null for the usual ones", .wrapping, priority: 50) {
      $0.list.columns
    } cell: {
      Cell($0.list.columns?.joined(separator: ", ") ?? "")
    },
  ]
}
