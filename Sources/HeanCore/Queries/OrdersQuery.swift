public import Foundation

/// Which orders does the engine list?
public struct OrdersQuery: Query {
  public var filter: OrderFilter

  public init(_ filter: OrderFilter) { self.filter = filter }

  public var parts: Set<Part> { [.engine, Part(.orders(filter))] }

  public func answer(_ snapshot: EngineSnapshot, now: Date) throws(EngineError) -> OrdersAnswer {
    let reading = try snapshot[.orders(filter)].get()
    return OrdersAnswer(context: snapshot.context, orders: reading.value, receivedAt: reading.receivedAt)
  }
}

public struct OrdersAnswer: Codable, Sendable {
  public var context: AnswerContext
  public var orders: Listing<Order>
  public var receivedAt: Date

  /// Why an empty list does not mean that there is no order; `nil` when the list can be believed.
  public var doubt: EmptyDoubt? {
    orders.isEmpty && context.isRunning != true ? .notRunning(state: context.engineState) : nil
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
    if let doubt = all.doubt { throw .untold(kind: "order", name: name, reason: doubt.words) }
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
}

extension Order {
  /// Open in the engine's books although a maker's order lives for half a second: the engine has not heard of its end.
  public func hasProbablyEnded(_ now: Date) -> Bool {
    guard status.isOpen else { return false }
    if let size, let filledSize, size > 0, filledSize >= size { return true }
    return createdAt.map { now.timeIntervalSince($0) > 600 } ?? false
  }
}
