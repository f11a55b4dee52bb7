public import Foundation

/// Which orders does the engine list?
public struct OrdersQuery: Query {
  public var filter: OrderFilter
  public var names: NameFilter

  public init(_ filter: OrderFilter, of names: NameFilter = NameFilter()) {
    self.filter = filter
    self.names = names
  }

  public var parts: Set<Part> {
    let filter = filter
    return [.engine, Part(.orders(filter)), .names(names) { $0[.orders(filter)].value.map(Self.listed) }]
  }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> OrdersAnswer {
    let reading = try snapshot[.orders(filter)].get()
    var orders = reading.value
    let context = snapshot.context
    let doubt =
      orders.isEmpty && context.isRunning != true ? EmptyDoubt.notRunning(state: context.engineState) : nil
    let names = try names.settled(snapshot, Self.listed(orders))
    if !names.isAll { orders = orders.only { names.takes($0.symbol, $0.strategyID) } }
    return OrdersAnswer(
      context: context, names: names, orders: orders, doubt: doubt, receivedAt: reading.receivedAt)
  }

  private static func listed(_ orders: Listing<Order>) -> ListedNames { ListedNames(orders, \.symbol, \.strategyID) }
}

public struct OrdersAnswer: Codable, Sendable {
  public var context: AnswerContext
  /// What the orders are narrowed to.
  public var names: NameFilter
  public var orders: Listing<Order>
  /// Why the engine's list, which is empty, does not mean that there is no order; `nil` when it can be believed.
  public var doubt: EmptyDoubt?
  public var receivedAt: Date

  /// Parts that are not given are not known.
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
  /// An id or a unique beginning of one.
  public var name: String

  public init(_ name: String) { self.name = name }

  public var parts: Set<Part> { [.engine, .allOrders, .decisions] }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> OrderAnswer {
    let all = try OrdersQuery(.all).answer(snapshot, now: now)
    if let doubt = all.doubt { throw .untold(kind: "order", name: name, reason: doubt.message) }
    var order = try Lookup.order(name, in: all.orders.elements)
    let detailed = (snapshot.state.value?.openOrders ?? []) + (snapshot.state.value?.recentFills ?? [])
    if let other = detailed.first(where: { $0.id == order.id }) { order = order.completed(by: other) }
    return OrderAnswer(context: all.context, order: order, receivedAt: all.receivedAt)
  }
}

public struct OrderAnswer: Codable, Sendable {
  public var context: AnswerContext
  public var order: Order
  public var receivedAt: Date

  /// Of its parts.
  public init(context: AnswerContext, order: Order, receivedAt: Date) {
    self.context = context
    self.order = order
    self.receivedAt = receivedAt
  }
}

extension Order {
  /// Open in the engine's books although a maker's order lives for half a second: the engine has not heard of its end.
  public func hasProbablyEnded(_ now: Date) -> Bool {
    guard status.isOpen else { return false }
    if let size, let filledSize, size > 0, filledSize >= size { return true }
    return createdAt.map { now.timeIntervalSince($0) > 600 } ?? false
  }
}
