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
      "all": ["orders list --status all", "orders cancel-all"],
    ])
  static let subcommands: [any CommandDeclaration.Type] = [
    List.self, Show.self, Place.self, Cancel.self, CancelAll.self, TestRoundTrip.self,
  ]
  static let defaultSubcommand: (any Command.Type)? = List.self

  struct List: QueryCommand {
    static let prices = PriceUse.heeded
    static var documents: [OutputDocument] { [OutputDocument(.books, "orders", OrderFields.all, mayLackData: true)] }
    static let status = Option(
      "status", "STATUS", .choice(OrderFilter.self), default: .open, showsDefault: false,
      help: "open (default), filled or all")
    static let limit = Option("limit", "N", .whole(in: 1...1_000_000), help: "only the newest N")
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List orders",
      discussion: """
        The engine does not list rejected orders, and an order that it lists as open may no longer exist at the \
        exchange: it does not learn of cancels and fills there.
        """,
      examples: [Example("hean orders list --status filled --json", "fills, for a script")],
      options: [status] + TypedTimes.options + [Options.symbol, Options.strategy, limit])

    var filter: OrderFilter
    var names: NameFilter
    var times: TypedTimes
    var limit: Int?

    init(_ line: ParsedLine) throws(UsageError) {
      filter = try line[Self.status]
      names = try NameFilter(line)
      times = try TypedTimes(line)
      limit = try line[Self.limit]
    }

    func query(_ session: Session) throws -> OrdersQuery {
      try OrdersQuery(filter, of: names, at: times.filter(session), limit: limit)
    }

    func report(_ answer: OrdersQuery.Answer, _ session: Session) -> Report {
      let orders = answer.orders
      let fields = OrderFields.all
      var report = session.report("orders", on: answer.context, receivedAt: answer.receivedAt)
      report.payload = .list(fields, orders)
      report.screen.context(answer.context, session)
      if answer.context.isRunning != true {
        let state = answer.context.engineState ?? "not known"
        report.screen.line(
          Cell(
            answer.doubt != nil
              ? "Engine \(state): orders are not known\(answer.context.mode.isPaper ? "" : "; some may rest at the exchange")."
              : "Engine \(state): the list may be old.",
            .warning))
        if let doubt = answer.doubt { report.end(as: Failure(unknownOrders: doubt.message, answer.context.mode)) }
      } else if orders.isEmpty {
        let none = "No \(filter.phrase)\(answer.names.phrase)\(times.phrase)"
        report.screen.line(Cell(answer.rejectedWords == nil ? "\(none)." : "\(none) listed."))
      }
      if let words = answer.rejectedWords {
        report.caveat(words, .warning)
        report.screen.steps([.query(.trace, "last-blocked"), .query(.why)])
        if !orders.isEmpty { report.screen.blank() }
      }
      if !orders.isEmpty { report.screen.table(Table(fields: fields, rows: orders)) }
      let now = session.context.now()
      report.screen.later { screen in
        // Both in one pass: the rows of a long list are decoded in each.
        let (open, ended) = orders.reduce(into: (0, 0)) { counts, order in
          guard order.isOpen else { return }
          counts.0 += 1
          if order.hasProbablyEnded(now) { counts.1 += 1 }
        }
        guard open > 0 else { return }
        if ended > 0 {
          screen.line(
            Cell(
              "\(ended) of them filled in whole or older than 10 minutes: probably ended, and open in the engine's books only.",
              .warning))
          screen.hint(
            "\(.operation(.engineRestart))  (frees their slots, and forgets the open positions of a live account)")
        } else {
          screen.hint("an open order may be a ghost: compare with the exchange before relying on it")
        }
      }
      return report
    }
  }

  struct Show: Command {
    static let id = Operand("ID", .text(.order), help: "order id or a unique beginning of it")
    static let prices = PriceUse.heeded
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
      let fields = OrderFields.all + OrderFields.details
      var report = session.report("order", on: answer.context, receivedAt: answer.receivedAt)
      report.payload = .object(fields, answer.order)
      report.screen.context(answer.context, session)
      report.screen.record(fields, answer.order)
      return .report(report)
    }
  }
}

extension Failure {
  /// An empty list of orders that proves nothing, as from a stopped engine.
  fileprivate init(unknownOrders reason: String, _ mode: OperatingMode) {
    self.init(
      .staleOrUnconfirmed, "orders are not known: \(reason)",
      nextStep: mode.isPaper ? "\(.query(.why))" : "look at the exchange itself, or: \(.query(.why))")
  }
}

extension OrdersAnswer {
  /// How many orders were rejected, which are in no list; `nil` for none, or when that is not known.
  fileprivate var rejectedWords: String? {
    guard let rejected, rejected > 0, context.isRunning == true else { return nil }
    let scope = names.isAll ? "" : ", of all symbols"
    return "\(rejected) rejected in 5 m by the router or the exchange\(scope); the engine lists none of them"
  }
}

extension OrderFilter {
  fileprivate var phrase: String {
    switch self {
    case .open: "open order"
    case .filled: "filled order"
    case .all: "order"
    }
  }
}
