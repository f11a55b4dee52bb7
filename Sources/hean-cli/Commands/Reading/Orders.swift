import HeanCore

enum OrdersCommand: CommandGroup {
  static let spec = CommandSpec(
    name: "orders", aliases: ["order"], summary: "Orders with status, price and fill",
    examples: [
      Example("hean orders", "open orders"),
      Example("hean orders --status all --symbol ETHUSDT", "every order of one symbol since the engine started"),
      Example("hean orders show smart_limit_1795", "one order, by a unique beginning of its id"),
    ],
    habits: [
      "close": ["positions close", "orders cancel"], "stop": ["orders cancel", "orders cancel-all"],
      "kill": ["orders cancel", "orders cancel-all"], "flat": ["orders cancel-all", "positions close-all"],
      "delete": ["orders cancel"], "remove": ["orders cancel"], "rm": ["orders cancel"], "get": ["orders show"],
      "new": ["orders place"], "create": ["orders place"], "add": ["orders place"], "buy": ["orders place"],
      "sell": ["orders place"], "open": ["orders list"], "history": ["orders list --status all"],
      "amend": ["orders cancel", "orders place"],
      "modify": ["orders cancel", "orders place"], "edit": ["orders cancel", "orders place"],
      "replace": ["orders cancel", "orders place"], "update": ["orders cancel", "orders place"],
      "all": ["orders list --status all", "orders cancel-all"],
    ])
  static let subcommands: [any CommandDeclaration.Type] = [
    List.self, Show.self, Place.self, Cancel.self, CancelAll.self, TestRoundTrip.self,
  ]
  static let defaultSubcommand: (any Command.Type)? = List.self

  struct List: QueryCommand {
    static let usualStep: Guidance? = .query(.positions)
    static let prices = PriceUse.heeded
    static let keeps: StoredLook.Name? = .orders
    static var documents: [OutputDocument] { [OutputDocument(.books, "orders", OrderFields.all, mayLackData: true)] }
    static let status = Option(
      "status", "STATUS", .choice(OrderFilter.self), default: .open, showsDefault: false,
      help: "open (default), filled, cancelled, rejected or all")
    static let limit = Option("limit", short: "n", "N", .whole(in: 1...1_000_000), help: "only the newest N")
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List orders",
      discussion: """
        The engine does not list rejected orders: --status rejected shows those that its memory of events still has. And an order that it lists as open may no longer exist at the \
        exchange: it does not learn of cancels and fills there.
        """,
      examples: [
        Example("hean orders list --status filled --json", "fills, for a script"),
        Example("hean orders list --status rejected --since 1h", "refused by the router or the exchange"),
      ],
      options: [status] + TypedTimes.options + [Options.symbol, Options.strategy, limit, RecordOptions.from])

    var filter: OrderFilter
    var names: NameFilter
    var times: TypedTimes
    var limit: Int?
    var record: RecordUse?

    init(_ line: ParsedLine) throws(UsageError) {
      filter = try line[Self.status]
      names = try NameFilter(line)
      times = try TypedTimes(line)
      limit = try line[Self.limit]
      record = try times.record(line)
    }

    func query(_ session: Session) throws -> OrdersQuery {
      try OrdersQuery(filter, of: names, at: times.filter(session), limit: limit)
    }

    func report(_ answer: OrdersQuery.Answer, _ session: Session) -> Report {
      OrdersView(answer: answer, filter: filter, ofTime: times.phrase).report(session.viewpoint)
    }
  }

  struct Show: Command {
    static let effect = CommandEffect.reads
    static let id = Operand("ID", .text(.order), help: "order id or a unique beginning of it")
    static let prices = PriceUse.heeded
    static let keeps: StoredLook.Name? = .order
    static var documents: [OutputDocument] {
      [OutputDocument(.books, "order", OrderFields.all + OrderFields.details, .object)]
    }
    static let spec = CommandSpec(
      name: "show", summary: "Show one order by id",
      examples: [Example("hean orders show smart_limit_1795225607.069337", "one order with its timeline")],
      operands: [id])

    var id: String

    init(_ line: ParsedLine) throws(UsageError) { id = try line[Self.id] }

    func run(_ session: Session) async throws -> Output {
      let answer: OrderAnswer
      do {
        answer = try await session.askOnce(OrderQuery(id))
      } catch EngineError.untold(_, _, let reason) {
        throw Failure(unknownOrders: reason, session.target.isPractice ? .practice : .unknown)
      }
      return .report(OrderView(answer: answer).report(session.viewpoint))
    }
  }
}
