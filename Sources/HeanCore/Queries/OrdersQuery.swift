/// Which orders does the engine list?
public struct OrdersQuery: Query {
  /// Open, filled or all orders.
  public var filter: OrderFilter
  /// Symbol and strategy to show, as the operator typed them; everything by default.
  public var names: NameFilter
  /// When the orders were created; at any time by default.
  public var times: TimeFilter

  /// How many to show, the newest; `nil` for all, in the engine's order.
  public var limit: Int?

  /// - Parameters:
  ///   - names: symbol and strategy to show, as the operator typed them; everything by default.
  ///   - times: when the orders were created; at any time by default.
  ///   - limit: how many to show, the newest; `nil` for all, in the engine's order.
  public init(
    _ filter: OrderFilter, of names: NameFilter = NameFilter(), at times: TimeFilter = TimeFilter(), limit: Int? = nil
  ) {
    self.filter = filter
    self.names = names
    self.times = times
    self.limit = limit
  }

  /// Mode and state of the engine, `/orders`, what rests at the exchange, and what is needed to resolve `names`.
  public var parts: Set<SnapshotPart> {
    let filter = filter
    // Rejected orders are in no list, only in a counter.
    let counters: Set<SnapshotPart> = filter.listed == .all ? [.metrics] : []
    let events: Set<SnapshotPart> = filter == .rejected ? [SnapshotPart(Self.rejections)] : []
    let exchange: Set<SnapshotPart> = filter.canRest ? [.exchange] : []
    return counters.union(events).union(exchange).union([
      .engine, SnapshotPart(.orders(filter.listed)),
      .names(names) { $0[.orders(filter.listed)].value.map(Self.listed) },
    ])
  }

  /// - Throws: the error of `/orders`, or an error about a name in `names` that is unknown or ambiguous.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> OrdersAnswer {
    let reading = try snapshot[.orders(filter.listed)].get()
    var orders = reading.value
    let names = try names.resolved(snapshot, Self.listed(orders))
    if filter.listed != filter { orders = orders.only(where: filter.takes) }
    let remembered = filter == .rejected ? snapshot[Self.rejections] : nil
    if let events = remembered?.value?.events, orders.isEmpty {
      orders = Listing(
        events.compactMap { envelope in
          guard case .order(.rejected, var order) = envelope.event else { return nil }
          order.createdAt = order.createdAt ?? envelope.at
          return order
        })
    }
    let context = snapshot.context
    if filter.canRest, let only = snapshot.orderJoin?.orders, !only.isEmpty {
      orders = orders.replaced(by: orders.elements + only)
    }
    let doubt =
      orders.isEmpty && context.isRunning != true && snapshot.orderJoin == nil
      ? EmptyDoubt.notRunning(state: context.engineState) : nil
    if !names.isAll || !times.isAll {
      orders = orders.only { names.takes($0.symbol, $0.strategyID) && times.takes($0.createdAt) }
    }
    if let limit {
      let created = orders.map(\.createdAt)
      let newest = Set(
        created.indices.sorted { (created[$0] ?? .distantPast) > (created[$1] ?? .distantPast) }.prefix(limit))
      var place = -1
      orders = orders.only { _ in
        place += 1
        return newest.contains(place)
      }
    }
    var answer = OrdersAnswer(
      context: context, names: names, orders: orders, doubt: doubt, receivedAt: reading.receivedAt)
    answer.exchange = snapshot.orderJoin
    answer.exchangeUnseen = snapshot.exchangeUnseen
    answer.memoryMissing = remembered?.error?.shortText
    answer.rejected = snapshot.metrics.value?.lastFiveMinutes?.ordersRejected
    return answer
  }

  /// Rejected orders in the engine's memory of events.
  private static var rejections: Endpoint<EngineEvents> { .events(ofType: "ORDER_REJECTED") }

  private static func listed(_ orders: Listing<Order>) -> ListedNames { ListedNames(orders, \.symbol, \.strategyID) }
}

/// The orders in the engine's books (`/orders`). Rejected orders are never listed, and an order listed as open may have
/// ended at the exchange (docs/engine.md 2.2).
public struct OrdersAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// The filter that was applied, with names as the engine writes them.
  public var names: NameFilter
  /// The orders that pass the filter, in the engine's order.
  public var orders: Listing<Order>
  /// Why an empty list of the engine does not prove that there is no order; `nil` when the list can be believed.
  public var doubt: EmptyDoubt?
  /// How many orders of all symbols the engine counted as rejected in the last five minutes, none of which it lists;
  /// `nil` when it was not asked, as for open orders, or did not say.
  public var rejected: Int?
  /// Why the memory of events, in which rejected orders are, could not be read; `nil` when it was, or was not asked.
  public var memoryMissing: String?
  /// When `/orders` answered, by the local clock.
  public var receivedAt: Date
  /// Books and exchange beside each other; `nil` when nobody looked there, or it was not told.
  package internal(set) var exchange: OrderJoin?
  /// Why the exchange's orders are not known, as a clause; `nil` when they are, and where nobody looked.
  package internal(set) var exchangeUnseen: String?

  /// What rests at the exchange and is not open in the books, of the symbol that was asked for.
  package var onlyAtExchange: [OrderJoin.Resting] {
    (exchange?.onlyThere ?? []).filter { names.isAll || names.takes($0.symbol, nil) }
  }

  /// An answer that, by default, can be believed.
  public init(
    context: AnswerContext, names: NameFilter, orders: Listing<Order>, doubt: EmptyDoubt? = nil, receivedAt: Date
  ) {
    self.context = context
    self.names = names
    self.orders = orders
    self.doubt = doubt
    self.receivedAt = receivedAt
  }
}

/// Everything that is known about one order.
public struct OrderQuery: Query {
  /// An order id, or the first characters of exactly one.
  public var name: String

  /// - Parameter name: an order id, or the first characters of exactly one.
  public init(_ name: String) { self.name = name }

  /// Mode and state of the engine, `/orders` and `/trading/state`.
  public var parts: Set<SnapshotPart> { [.engine, .allOrders, .decisions] }

  /// - Throws: the error of `/orders`; `notFound` or `ambiguous` when the name does not mean exactly one order;
  ///   `untold` when the engine does not run and lists none.
  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> OrderAnswer {
    let all = try OrdersQuery(.all).answer(snapshot, now: now)
    if let doubt = all.doubt { throw .untold(kind: "order", name: name, reason: doubt.message) }
    var order = try Lookup.order(name, in: all.orders.elements)
    let detailed = (snapshot.state.value?.openOrders ?? []) + (snapshot.state.value?.recentFills ?? [])
    if let other = detailed.first(where: { $0.id == order.id }) { order = order.completed(by: other) }
    return OrderAnswer(context: all.context, order: order, receivedAt: all.receivedAt)
  }
}

/// One order as the engine's books have it.
public struct OrderAnswer: Codable, Sendable {
  /// Mode and state of the engine, and the age of its prices.
  public var context: AnswerContext
  /// The row of `/orders`, completed with what only `/trading/state` tells.
  public var order: Order
  /// When `/orders` answered, by the local clock.
  public var receivedAt: Date

  /// An answer made of these values.
  public init(context: AnswerContext, order: Order, receivedAt: Date) {
    self.context = context
    self.order = order
    self.receivedAt = receivedAt
  }
}

extension Order {
  /// Whether the order, open in the engine's books, has probably ended: it is filled, or older than 10 minutes. A maker
  /// order lives for half a second (docs/engine.md 4.8), and the engine often does not learn of its end.
  public func hasProbablyEnded(_ now: Date) -> Bool {
    guard isOpen else { return false }
    if let size, let filledSize, size > 0, filledSize >= size { return true }
    return createdAt.map { now.timeIntervalSince($0) > 600 } ?? false
  }
}
