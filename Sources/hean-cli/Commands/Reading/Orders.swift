import Foundation
import HeanCore

enum OrdersCommand {
  static let spec = CommandSpec(
    name: "orders", aliases: ["order"], summary: "Orders with status, price and fill",
    examples: [
      Example("hean orders", "open orders"),
      Example("hean orders --status all --symbol ETHUSDT", "every order of one symbol since the engine started"),
      Example("hean orders show smart_limit_1795", "one order, by a unique beginning of its id"),
    ],
    subcommands: [List.spec, Show.spec, Place.spec, Cancel.spec, CancelAll.spec, TestRoundTrip.spec],
    defaultSubcommand: "list")

  struct List: Command {
    static let status = OptionSpec(
      "status", .choice(OrderFilter.allCases.map(\.rawValue), "STATUS"), help: "open (default), filled or all")
    static let spec = CommandSpec(
      name: "list", aliases: ["ls"], summary: "List orders",
      discussion: """
        The engine does not list rejected orders, and an order it calls open may be gone at the exchange: it does not \
        hear of cancels and fills there.
        """,
      examples: [Example("hean orders list --status filled --json", "fills, for a script")],
      options: [status, Options.symbol, Options.strategy])

    var filter: OrderFilter
    var wanted: Wanted

    init(_ line: ParsedLine) {
      filter = line.string(Self.status).flatMap(OrderFilter.init(rawValue:)) ?? .open
      wanted = Wanted(line)
    }

    func run(_ session: Session) async throws -> Output {
      let filter = self.filter
      let (answer, wanted) = try await session.withEngine { engine in
        let answer = try OrdersAnswer(
          await engine.snapshot(of: [.engine, Part(.orders(filter))], now: session.context.now), filter)
        let wanted = try await self.wanted.settled(
          engine, symbols: answer.orders.map(\.symbol), strategies: answer.orders.map(\.strategyID))
        return (answer, wanted)
      }
      var orders = answer.orders
      if !wanted.isAll { orders = orders.only { wanted.takes($0.symbol, $0.strategyID) } }
      let fields = OrderFields.all
      var report = session.report("orders", on: answer.snapshot.context, receivedAt: answer.receivedAt)
      report.payload = .list(fields, orders)
      report.screen.context(answer.snapshot.context, session)
      if answer.snapshot.isRunning != true {
        let state = answer.snapshot.engine?.state.word ?? "not known"
        report.screen.line(
          Cell(
            answer.orders.isEmpty
              ? "Engine \(state): orders are not known; some may rest at the exchange."
              : "Engine \(state): the list may be old.",
            .warning))
        if answer.orders.isEmpty { report.end(as: Failure(ordersOf: answer.snapshot), session) }
      } else if orders.isEmpty {
        report.screen.line(Cell("No \(filter.phrase)\(wanted.words)."))
      }
      if !orders.isEmpty { report.screen.table(Table(fields: fields, rows: orders)) }
      let now = session.context.now()
      report.screen.later { [orders] screen in
        guard orders.contains(where: \.status.isOpen) else { return }
        let ended = orders.lazy.filter { $0.hasProbablyEnded(now) }.count
        if ended > 0 {
          screen.line(
            Cell(
              "\(ended) of them filled in whole or older than 10 minutes: probably ended, and open in the engine's books only.",
              .warning))
          screen.hint("hean engine restart  (frees their slots, and forgets the open positions of a live account)")
        } else {
          screen.hint("an open order may be a ghost: compare with the exchange before relying on it")
        }
      }
      return .report(report)
    }
  }

  struct Show: Command {
    static let spec = CommandSpec(
      name: "show", summary: "Show one order by id",
      examples: [Example("hean orders show smart_limit_1795225607.069337", "one order with its timeline")],
      operands: [OperandSpec(name: "ID", help: "order id or a unique beginning of it")])

    var id: String

    init(_ line: ParsedLine) throws(UsageError) { id = try line.operand(0) }

    func run(_ session: Session) async throws -> Output {
      let (answer, detailed) = try await session.withEngine { engine in
        let answer = try OrdersAnswer(
          await engine.snapshot(of: [.engine, .allOrders, .decisions], now: session.context.now), .all)
        let details = answer.snapshot.state.value
        return (answer, (details?.openOrders ?? []) + (details?.recentFills ?? []))
      }
      if answer.orders.isEmpty, answer.snapshot.isRunning != true { throw Failure(ordersOf: answer.snapshot) }
      var order = try Lookup.order(id, in: answer.orders.elements)
      if let other = detailed.first(where: { $0.id == order.id }) { order = order.completed(by: other) }
      let fields = OrderFields.all + OrderFields.details
      var report = session.report("order", on: answer.snapshot.context, receivedAt: answer.receivedAt)
      report.payload = .object(fields, order)
      report.screen.context(answer.snapshot.context, session)
      report.screen.record(fields, order)
      return .report(report)
    }
  }
}

extension Failure {
  /// A list of orders that means nothing, as of a stopped engine.
  fileprivate init(ordersOf snapshot: EngineSnapshot) {
    let state = snapshot.engine?.state.word ?? "in a state that is not known"
    self.init(
      .staleOrUnconfirmed, "orders are not known: the engine is \(state), and lists none",
      nextStep: "look at the exchange itself, or: hean why")
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

extension Order {
  /// Open in the engine's books although a maker's order lives for half a second: the engine has not heard of its end.
  fileprivate func hasProbablyEnded(_ now: Date) -> Bool {
    guard status.isOpen else { return false }
    if let size, let filledSize, size > 0, filledSize >= size { return true }
    return createdAt.map { now.timeIntervalSince($0) > 600 } ?? false
  }
}
